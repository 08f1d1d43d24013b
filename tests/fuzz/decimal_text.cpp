// SPDX-License-Identifier: BSL-1.0
// Two texts, separated by a space, that may be anything: what parses is written and read back as the same number, is
// rounded as strtod does, orders like its bytes, and adds exactly.
#include <monotable/core/decimal.hpp>
#include <monotable/error.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace mt = monotable;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

std::optional<mt::decimal> read(std::string_view text) {
    auto const number = mt::decimal::parse(text);
    if (!number) return number;
    require(mt::decimal(number->to_string()) == *number);
    require(mt::decimal::from_bytes(number->bytes().view()) == *number);
    require(-(-*number) == *number);
    auto const written = number->to_string();
    require(number->to_double() == std::strtod(written.c_str(), nullptr)); // this program sets no locale
    auto const single = number->to_float();
    require(!single || *single == std::strtof(written.c_str(), nullptr));
    return number;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string const text(data, data + size);
    auto const space = text.find(' ');
    auto const a = read(std::string_view(text).substr(0, space));
    auto const b = space == std::string::npos ? std::nullopt : read(std::string_view(text).substr(space + 1));
    if (!a || !b) return 0;

    require((*a <=> *b) == (a->bytes().view() <=> b->bytes().view()));
    require((*a == *b) == (a->bytes().view() == b->bytes().view()));
    try {
        auto const sum = *a + *b;
        require(sum - *b == *a);
        require(sum == *b + *a);
    } catch (mt::bad_value const&) { // more than 38 digits, or out of range
    }
    return 0;
}
