// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the children of this relation are not in_collection with their parent
// expect-first3: orders.*Account
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger : mt::relations<accounts, orders,
                              mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">
#ifdef MISTAKE
                                              ,
                                              mt::in_collection
#endif
                                              >> {
};
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};

static_assert(mt::valid<accounts>);
