// SPDX-License-Identifier: BSL-1.0
// Bytes that may be anything: what validate() lets through is read to its end without leaving the bytes, and is the only
// encoding of what it says, so that writing it again, members and elements in any order, gives the same bytes.
#include <monotable/core/item.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

template <class Sequence>
auto reversed(Sequence const& sequence) {
    std::vector<typename Sequence::value_type> elements;
    for (auto const element : sequence) elements.push_back(element);
    require(elements.size() == sequence.size());
    std::reverse(elements.begin(), elements.end());
    return elements;
}

void write(mt::value_view v, mt::value_writer& out) {
    using enum mt::value_type;
    switch (v.type()) {
    case null: return out.null();
    case boolean: return out.boolean(v.as_bool());
    case number: return out.number(v.as_number());
    case string: return out.string(v.as_string());
    case binary: return out.binary(v.as_binary());
    case list:
        out.begin_list();
        for (auto const element : v.as_list()) write(element, out);
        return out.end_list();
    case map:
        out.begin_map();
        for (auto const& [name, value] : reversed(v.as_map())) {
            require(v.as_map().find(name) == value);
            out.name(name);
            write(value, out);
        }
        return out.end_map();
    case string_set:
    case number_set:
    case binary_set:
        out.begin_set(v.type());
        for (auto const element : reversed(v.as_set())) {
            require(v.as_set().contains(element));
            if (v.type() == string_set) out.string(element);
            if (v.type() == binary_set) out.binary(element);
            if (v.type() == number_set) out.number(mt::decimal::from_bytes(element));
        }
        return out.end_set();
    }
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string const bytes(data, data + size); // a copy of its own, so that reading past it is noticed
    if (!mt::validate(bytes)) return 0;

    mt::value_view const read(bytes.data());
    require(read.bytes() == bytes);
    std::string again;
    mt::value_writer out(again);
    write(read, out);
    require(again == bytes);

    if (mt::detail::validate_item(bytes)) {
        auto const item = mt::item::parse(bytes);
        require(item.bytes() == bytes);
        require(mt::item_size(item) <= 8 * bytes.size()); // an empty name with an empty text counts nothing
    }
    return 0;
}
