// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an optional of an optional or of a set cannot be distinguished from the absent value inside; drop the outer optional
// expect-first3: Order[,;] .*"value"
#include <monotable/monotable.hpp>

#include <optional>

namespace mt = monotable;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::optional<std::optional<int>> value;
#else
    std::optional<int> value;
#endif
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

static_assert(mt::valid<shop>);
