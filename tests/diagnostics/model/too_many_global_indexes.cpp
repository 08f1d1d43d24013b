// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table has at most 20 global secondary indexes; let entities share them
// expect-first3: shop[,;] .*"shop"
#include <monotable/monotable.hpp>

namespace mt = monotable;

struct Order {
    std::string id;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ORDER#{id}", "ORDER">;
};
#ifdef MISTAKE
struct shop : mt::table<"shop", mt::gsi<"I00">, mt::gsi<"I01">, mt::gsi<"I02">, mt::gsi<"I03">, mt::gsi<"I04">,
                        mt::gsi<"I05">, mt::gsi<"I06">, mt::gsi<"I07">, mt::gsi<"I08">, mt::gsi<"I09">, mt::gsi<"I10">,
                        mt::gsi<"I11">, mt::gsi<"I12">, mt::gsi<"I13">, mt::gsi<"I14">, mt::gsi<"I15">, mt::gsi<"I16">,
                        mt::gsi<"I17">, mt::gsi<"I18">, mt::gsi<"I19">, mt::gsi<"I20">, mt::entities<Order>> {};
#else
struct shop : mt::table<"shop", mt::gsi<"I00">, mt::gsi<"I01">, mt::gsi<"I02">, mt::gsi<"I03">, mt::gsi<"I04">,
                        mt::gsi<"I05">, mt::gsi<"I06">, mt::gsi<"I07">, mt::gsi<"I08">, mt::gsi<"I09">, mt::gsi<"I10">,
                        mt::gsi<"I11">, mt::gsi<"I12">, mt::gsi<"I13">, mt::gsi<"I14">, mt::gsi<"I15">, mt::gsi<"I16">,
                        mt::gsi<"I17">, mt::gsi<"I18">, mt::gsi<"I19">, mt::entities<Order>> {};
#endif

static_assert(mt::valid<shop>);
void use(Order const& order) {
    mt::store<shop> db;
    db.put(order).or_throw();
}
