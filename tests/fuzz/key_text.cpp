// SPDX-License-Identifier: BSL-1.0
// Text that may be anything as a key of several templates, which the first byte chooses: what a template reads, it makes
// again, byte for byte.
#include <key_support.hpp>

#include <monotable/codec/boost_uuid.hpp>
#include <monotable/core/text.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace key_support;

namespace {

enum class color { red, dark_green };

using mt::type_of;
using text = std::string;
using seconds = std::chrono::sys_seconds;
using nanoseconds = std::chrono::sys_time<std::chrono::nanoseconds>;
using local = std::chrono::local_time<std::chrono::milliseconds>;
using uuid = boost::uuids::uuid;

text_key const keys[]{
    {"O#{a}#{b}", {&type_of<text>, &type_of<text>}},
    {"{a}-{b}.{c}", {&type_of<text>, &type_of<color>, &type_of<text>}},
    {"{a}/{b}4{c}:", {&type_of<text>, &type_of<text>, &type_of<text>}},
    {"{a}→{b}", {&type_of<text>, &type_of<text>}},
    {"{a:ord_*}_{b}", {&type_of<text>, &type_of<bool>}},
    {"{a}{b:desc}{c}", {&type_of<int>, &type_of<std::int64_t>, &type_of<std::uint8_t>}},
    {"{a:4.2}#{b:2 desc}{c:0..12}", {&type_of<mt::decimal>, &type_of<double>, &type_of<int>}},
    {"{a}{b}#{c}", {&type_of<mt::timestamp>, &type_of<local>, &type_of<nanoseconds>}},
    {"{a:epoch}{b:epoch_ms desc}{c:epoch}", {&type_of<seconds>, &type_of<seconds>, &type_of<std::chrono::sys_days>}},
    {"{a:desc}{{{b}}}", {&type_of<std::chrono::year_month_day>, &type_of<uuid>}},
    {"{a:lower}#{b:day}{c:shard 12}", {&type_of<text>, &type_of<mt::timestamp>, &type_of<text>}},
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size < 2) return 0;
    auto const& key = keys[data[0] % std::size(keys)];
    std::string_view const input(reinterpret_cast<char const*>(data) + 1, size - 1);
    if (!mt::detail::is_utf8(input)) return 0;
    auto const fields = key.read(input);
    if (!fields) return 0;
    for (auto const& field : *fields)
        if (field.empty()) return 0; // of a placeholder that keeps less than its field
    if (key.make(*fields) != input) std::abort();
    return 0;
}
