// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a const or volatile value cannot be read back; drop the qualifier
// expect-first3: Order.*created
#include <monotable/monotable.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;

struct Order {
    std::string id;
#ifdef MISTAKE
    std::string const created = "today";
#else
    std::string created = "today";
#endif
    int total = 0;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
struct shop : mt::table<"shop", mt::entities<Order>> {};

auto use(mt::store<shop>& db) { return db.get<Order>("id"_f == "o1").has_value(); }
