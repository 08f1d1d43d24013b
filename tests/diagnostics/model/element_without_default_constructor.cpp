// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an element needs a default constructor, as reading fills an object in place; give it one
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

#include <vector>

namespace mt = monotable;

struct line {
    line() = delete;
    explicit line(std::string text) : sku(std::move(text)) {}
    std::string sku;
};
template <>
struct mt::codec<line> {
    using stored = std::string;
    static std::string encode(line const& l) { return l.sku; }
    static line decode(std::string text) { return line(std::move(text)); }
};

struct Order {
    std::string id;
#ifdef MISTAKE
    std::vector<line> value;
#else
    std::vector<int> value;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
