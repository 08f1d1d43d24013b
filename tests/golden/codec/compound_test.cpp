// SPDX-License-Identifier: BSL-1.0
// What containers, variants and structs are stored as.
#include <monotable/codec/type_of.hpp>

#include <stored.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace mt = monotable;
using namespace std::chrono_literals;
using stored::encoded;
using stored::stored_text;

namespace shop {
enum class colour { red, green };
struct size {
    int width = 0;
    int height = 0;
};
struct line {
    std::string product;
    unsigned quantity = 0;
    std::optional<std::string> note;
    std::set<std::string> tags;
    std::vector<size> sizes;
};
struct circle {
    double radius;
};
struct square {
    double side;
};
struct nothing {};
struct tree {
    std::string name;
    std::vector<tree> children;
};
template <class T>
struct box {
    T content;
};

struct account {
    account() = default;
    account(std::string i, int b) : id(std::move(i)), balance(b) {}

    BOOST_HANA_DEFINE_STRUCT(account, (std::string, id), (int, balance));
};
struct adapted : size {
    adapted() {}
    std::string colour = "red";
};
} // namespace shop
BOOST_HANA_ADAPT_STRUCT(shop::adapted, width, colour);

TEST_CASE("an optional is its value, or not stored") {
    CHECK(stored_text(std::optional(5)) == "5");
    CHECK(encoded(std::optional<int>()).type() == mt::value_type::null); // nothing was written
    std::string bytes;
    mt::value_writer writer(bytes);
    std::optional<int> const absent;
    CHECK(!mt::type_of<std::optional<int>>.encode(&absent, writer));
    CHECK(bytes.empty());
}

TEST_CASE("sequences are lists") {
    CHECK(stored_text(std::vector<int>{}) == "[]");
    CHECK(stored_text(std::vector<int>{3, 1, 3}) == "[3, 1, 3]");
    CHECK(stored_text(std::vector<bool>{true, false}) == "[true, false]");
    CHECK(stored_text(std::deque<std::string>{"a"}) == R"(["a"])");
    CHECK(stored_text(std::list<std::vector<int>>{{1}, {}}) == "[[1], []]");
    CHECK(stored_text(std::array<int, 2>{1, 2}) == "[1, 2]");
}

TEST_CASE("absent elements keep their place as NULL") {
    CHECK(stored_text(std::vector<std::optional<int>>{1, {}, 3}) == "[1, null, 3]");
    CHECK(stored_text(std::vector<std::set<int>>{{1}, {}}) == "[NS[1], null]");
    CHECK(stored_text(std::map<std::string, std::optional<int>>{{"a", {}}, {"b", 1}}) == R"({"a": null, "b": 1})");
}

TEST_CASE("maps are maps, ordered by the bytes of their keys") {
    CHECK(stored_text(std::map<std::string, int>{}) == "{}");
    CHECK(stored_text(std::map<std::string, int>{{"b", 1}, {"a", 2}, {"é", 3}, {"z", 4}}) ==
          R"({"a": 2, "b": 1, "z": 4, "é": 3})");
    CHECK(stored_text(std::unordered_map<std::string, bool>{{"b", true}, {"a", false}}) ==
          R"({"a": false, "b": true})");
    CHECK(stored_text(std::map<int, int>{{-2, 1}, {9, 2}, {10, 3}}) == R"({"-2": 1, "10": 3, "9": 2})");
    CHECK(stored_text(std::map<std::uint64_t, int>{{18446744073709551615u, 1}}) == R"({"18446744073709551615": 1})");
    CHECK(stored_text(std::map<shop::colour, std::string>{{shop::colour::green, "g"}}) == R"({"green": "g"})");
}

TEST_CASE("sets are DynamoDB's sets where it has them") {
    CHECK(stored_text(std::set<std::string>{"b", "a"}) == R"(SS["a", "b"])");
    CHECK(stored_text(std::unordered_set<int>{10, -1, 9}) == "NS[-1, 9, 10]");
    CHECK(stored_text(std::set<double>{0.5}) == "NS[0.5]");
    CHECK(stored_text(std::set<std::vector<std::byte>>{{std::byte{1}}, {}}) == R"(BS[b"", b"01"])");
    CHECK(stored_text(std::set<shop::colour>{shop::colour::red}) == R"(SS["red"])");
    CHECK(stored_text(std::set<std::chrono::sys_days>{2025y / 12 / 20}) == R"(SS["2025-12-20"])");
    CHECK(stored_text(std::set<bool>{true, false}) == "[false, true]");
    CHECK(stored_text(std::set<std::vector<int>>{{2}, {1, 2}}) == "[[1, 2], [2]]");
}

TEST_CASE("an empty set is absence, an empty list is not") {
    CHECK(encoded(std::set<int>{}).type() == mt::value_type::null); // nothing was written
    CHECK(stored_text(std::set<bool>{}) == "[]");
}

TEST_CASE("structs are maps of their present fields") {
    CHECK(stored_text(shop::size{1, 2}) == R"({"height": 2, "width": 1})");
    CHECK(stored_text(shop::line{"p", 2, {}, {}, {}}) == R"({"product": "p", "quantity": 2, "sizes": []})");
    CHECK(stored_text(shop::line{"p", 2, "n", {"t"}, {{1, 2}}}) ==
          R"({"note": "n", "product": "p", "quantity": 2, "sizes": [{"height": 2, "width": 1}], "tags": SS["t"]})");
    CHECK(
        stored_text(shop::tree{"a", {{"b", {}}, {"c", {{"d", {}}}}}}) ==
        R"({"children": [{"children": [], "name": "b"}, {"children": [{"children": [], "name": "d"}], "name": "c"}], )"
        R"("name": "a"})");
    CHECK(stored_text(shop::nothing{}) == "{}");
}

TEST_CASE("adapted classes are maps of what is adapted") {
    CHECK(stored_text(shop::account("x", 3)) == R"({"balance": 3, "id": "x"})");
    CHECK(stored_text(shop::adapted{}) == R"({"colour": "red", "width": 0})");
}

TEST_CASE("of a variant, structs are named and other alternatives are themselves") {
    using shape = std::variant<shop::circle, shop::square, shop::nothing, std::string, int>;
    CHECK(stored_text(shape(shop::circle{1})) == R"({"circle": {"radius": 1}})");
    CHECK(stored_text(shape(shop::square{2})) == R"({"square": {"side": 2}})");
    CHECK(stored_text(shape(shop::nothing{})) == R"({"nothing": {}})");
    CHECK(stored_text(shape("round")) == R"("round")");
    CHECK(stored_text(shape(3)) == "3");
    CHECK(stored_text(std::variant<std::monostate, int>()) == R"({"monostate": {}})");
    CHECK(stored_text(std::variant<shop::box<int>, shop::box<shop::size>>(shop::box<int>{1})) ==
          R"({"box<int>": {"content": 1}})");
    CHECK(stored_text(std::vector<std::variant<bool, std::vector<int>>>{true, std::vector{1}}) == "[true, [1]]");
}
