// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields of a struct with a C array are not found; use std::array, or std::string for text
// expect-first3: Order[,;] .*"member 2"
#include <monotable/monotable.hpp>

#include <array>

namespace mt = monotable;

struct Line {
    std::string sku;
    int quantity = 0;
};
struct Order {
    std::string id;
#ifdef MISTAKE
    Line lines[3];
#else
    std::array<Line, 3> lines;
#endif
    std::string note;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
