// SPDX-License-Identifier: BSL-1.0
// Enumerators are stored by name, whatever their type, place and value.
#include <monotable/codec/enumeration.hpp>

#include <stored.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace mt = monotable;
using mt::detail::enum_name;
using stored::stored_text;

enum class outside { yes, no };
enum unscoped_outside : int { unscoped_yes, unscoped_no = 100 };

namespace shop {
enum class status { open, paid, shipped = 7, returned = -1 };
enum class tiny : std::uint8_t { zero, last = 127, beyond = 128, most = 255 };
enum class below : std::int8_t { least = -128, beyond = -9, first = -8, minus = -1 };
enum class wide : std::uint64_t { small = 3, huge = 0xffff'ffff'ffff'ffff };
enum class truth : bool { off, on };
enum class letter : char { a = 'a', b = 'b' };
enum class twice { first = 1, again = 1, second };
enum class empty {};
enum class ünïcode { größe };
enum class every : std::uint8_t { // no value without a name among the first
    v0,
    v1,
    v2,
    v3,
    v4,
    v5,
    v6,
    v7,
    v8,
    v9,
    v10,
    v11,
    v12,
    v13,
    v14,
    v15
};
enum unscoped : unsigned { red, green };

struct order {
    enum class kind { retail, wholesale };
    enum plain : short { low = -8, high = 127 };
};

template <class A, class B>
struct box {
    enum class state { open, closed = 4 };
    enum class only_here : int { x = 2 };
};
} // namespace shop

namespace {
enum class hidden { x, y = 5 };
enum class hidden_dense : bool { f, t };
} // namespace

TEST_CASE("the enumerator's name is stored") {
    CHECK(stored_text(shop::status::open) == R"("open")");
    CHECK(stored_text(shop::status::shipped) == R"("shipped")");
    CHECK(stored_text(shop::status::returned) == R"("returned")");
    CHECK(stored_text(outside::no) == R"("no")");
    CHECK(stored_text(unscoped_no) == R"("unscoped_no")");
    CHECK(stored_text(shop::green) == R"("green")");
    CHECK(stored_text(shop::order::kind::wholesale) == R"("wholesale")");
    CHECK(stored_text(shop::order::high) == R"("high")");
    CHECK(stored_text(shop::ünïcode::größe) == R"("größe")");
    CHECK(stored_text(hidden::y) == R"("y")");
}

TEST_CASE("names are known to the compiler") {
    static_assert(enum_name(shop::status::open) == "open");
    static_assert(enum_name(shop::status::returned) == "returned");
    static_assert(enum_name(outside::yes) == "yes" && enum_name(outside::no) == "no");
    static_assert(enum_name(unscoped_yes) == "unscoped_yes" && enum_name(unscoped_no) == "unscoped_no");
    static_assert(enum_name(shop::red) == "red");
    static_assert(enum_name(shop::order::low) == "low" && enum_name(shop::order::high) == "high");
    static_assert(enum_name(shop::order::kind::retail) == "retail");
    static_assert(enum_name(hidden::x) == "x" && enum_name(hidden::y) == "y");
    static_assert(enum_name(hidden_dense::f) == "f" && enum_name(hidden_dense::t) == "t");
    static_assert(enum_name(shop::truth::off) == "off" && enum_name(shop::truth::on) == "on");
    static_assert(enum_name(shop::letter::a) == "a" && enum_name(shop::letter::b) == "b");
    static_assert(enum_name(shop::every::v0) == "v0" && enum_name(shop::every::v15) == "v15");
    static_assert(mt::detail::enum_from_name<shop::status>("shipped") == shop::status::shipped);
    static_assert(mt::detail::enum_from_name<shop::below>("first") == shop::below::first);
    static_assert(!mt::detail::enum_from_name<shop::status>("Open"));
    static_assert(!mt::detail::enum_from_name<shop::status>(""));
    static_assert(!mt::detail::enum_from_name<shop::empty>("x"));
}

TEST_CASE("enumerations inside of class templates") {
    enum class local { here, there };
    static_assert(enum_name(shop::box<int, shop::box<int, char>>::state::closed) == "closed");
    static_assert(enum_name(static_cast<shop::box<long, long>::state>(4)) == "closed"); // not mentioned before
    static_assert(enum_name(static_cast<shop::box<long, long>::only_here>(2)) == "x");
    static_assert(enum_name(local::there) == "there");
}

TEST_CASE("names are known for -8 to 127") {
    static_assert(enum_name(shop::tiny::last) == "last");
    static_assert(enum_name(shop::tiny::beyond).empty() && enum_name(shop::tiny::most).empty());
    static_assert(enum_name(shop::below::first) == "first" && enum_name(shop::below::minus) == "minus");
    static_assert(enum_name(shop::below::beyond).empty() && enum_name(shop::below::least).empty());
    static_assert(enum_name(shop::wide::small) == "small" && enum_name(shop::wide::huge).empty());
    static_assert(enum_name(static_cast<shop::status>(2)).empty());
    static_assert(enum_name(static_cast<shop::status>(100000)).empty());
    static_assert(enum_name(shop::empty{}).empty());
}

TEST_CASE("of two names for one value the first is stored") {
    static_assert(enum_name(shop::twice::again) == "first");
    static_assert(!mt::detail::enum_from_name<shop::twice>("again"));
    static_assert(enum_name(shop::twice::second) == "second");
}

TEST_CASE("sets and maps of enumerators") {
    CHECK(stored_text(std::set{shop::status::paid, shop::status::open}) == R"(SS["open", "paid"])");
    CHECK(stored_text(std::map<shop::status, int>{{shop::status::paid, 2}, {shop::status::open, 1}}) ==
          R"({"open": 1, "paid": 2})");
}
