// SPDX-License-Identifier: BSL-1.0
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/value.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <random>
#include <string>
#include <string_view>

namespace mt = monotable;

namespace {

std::string unhex(std::string_view text) {
    std::string out;
    auto const digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    for (std::size_t i = 0; i + 1 < text.size(); i += 3)
        out += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return out;
}

void walk(mt::value_view v, std::size_t& bytes) {
    switch (v.type()) {
    case mt::value_type::list:
        for (auto const element : v.as_list()) walk(element, bytes);
        break;
    case mt::value_type::map:
        for (auto const& [name, value] : v.as_map()) {
            bytes += name.size();
            walk(value, bytes);
        }
        break;
    case mt::value_type::null:
    case mt::value_type::boolean: ++bytes; break;
    case mt::value_type::number: bytes += v.as_number().to_string().size(); break;
    case mt::value_type::string:
    case mt::value_type::binary: bytes += v.key_bytes().size(); break;
    default:
        for (auto const element : v.as_set()) bytes += element.size();
    }
}

} // namespace

TEST_CASE("bytes that are no value are recognised") {
    auto const text = GENERATE(as<char const*>{},
                               "",                                 // nothing
                               "0a",                               // unknown tag
                               "00 00",                            // more than a value
                               "01",                               // no boolean
                               "01 02",                            // neither true nor false
                               "03",                               // no length
                               "03 02 61",                         // shorter than it says
                               "03 81 00 61",                      // length not in its shortest form
                               "03 ff ff ff ff ff ff ff ff ff 01", // length beyond everything
                               "03 01 ff",                         // not UTF-8
                               "02 00",                            // number without bytes
                               "02 01 03",                         // number without digits
                               "02 02 03 82",                      // the same with an exponent
                               "02 03 03 82 0a",                   // leading digit 0
                               "02 04 03 82 0b 01",                // trailing 00
                               "02 03 03 82 66",                   // a pair above 99
                               "02 03 03 82 00",                   // a pair below 0
                               "02 03 01 7d f4",                   // negative without its end
                               "02 02 02 00",                      // zero with more
                               "02 01 04",                         // no such sign
                               "02 16 03 ff 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64 64", // 40 digits
                               "05 01 00 00",                         // container without size
                               "05 02 00 00 00 00",                   // longer than there are bytes
                               "05 01 00 00 00 01",                   // an element is missing
                               "05 02 00 00 00 00 00",                // an element too many
                               "06 07 00 00 00 02 01 61 00 01 61 00", // a name twice
                               "06 07 00 00 00 02 01 62 00 01 61 00", // names out of order
                               "06 04 00 00 00 01 01 ff 00",          // a name that is not UTF-8
                               "06 03 00 00 00 01 01 61",             // a name without value
                               "07 01 00 00 00 00",                   // an empty set
                               "07 05 00 00 00 02 01 61 01 61",       // an element twice
                               "07 05 00 00 00 02 01 62 01 61",       // elements out of order
                               "08 04 00 00 00 01 02 02 00");         // an element that is no number
    CAPTURE(text);
    CHECK_FALSE(mt::validate(unhex(text)));
    CHECK_THROWS_AS(mt::value::parse(unhex(text)), mt::bad_item);
    CHECK_THROWS_AS(mt::item::parse(unhex(text)), mt::bad_item);
}

TEST_CASE("an item is a map") {
    CHECK_THROWS_AS(mt::item::parse(std::string(mt::value("x").bytes())), mt::bad_item);
    CHECK(mt::item::parse(std::string(mt::item{{"a", 1}}.bytes())) == mt::item{{"a", 1}});
}

TEST_CASE("nesting without end does not overflow the stack") {
    std::string bytes;
    for (int i = 0; i < 200'000; ++i) {
        bytes += '\5';
        bytes.append("\xff\xff\xff\0", 4);
        bytes += '\1';
    }
    CHECK_FALSE(mt::validate(bytes));
    CHECK_FALSE(mt::detail::validate_item(bytes));
}

TEST_CASE("changed bytes are either refused or safe to read") {
    mt::item const item{
        {"list", mt::value::list({1, "two", mt::decimal("-3.5"), mt::value::binary("\xff")})},
        {"map", mt::value::map(mt::item{{"a", nullptr}, {"b", true}})},
        {"sets", mt::value::list({mt::value::string_set({"a", "b"}), mt::value::number_set({1, -2}),
                                  mt::value::binary_set({"x"})})},
    };
    std::mt19937_64 random(11);
    std::size_t accepted = 0, bytes = 0;
    for (int round = 0; round < 50'000; ++round) {
        std::string changed(item.bytes());
        for (auto changes = 1 + random() % 3; changes != 0; --changes)
            changed[random() % changed.size()] = static_cast<char>(random() % 2 == 0 ? random() % 256 : random() % 10);
        if (random() % 8 == 0) changed.resize(random() % changed.size());
        if (!mt::validate(changed)) continue;
        ++accepted;
        walk(mt::value_view(changed.data()), bytes);
    }
    CHECK(accepted > 0);
    CHECK(bytes > 0);
}
