// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table that relations<> names does not have them among its options, .*add them to the options of each
// expect-first3: orders.*ledger
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger
    : mt::relations<accounts, orders, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
#ifdef MISTAKE
struct orders : mt::table<"orders", mt::entities<Order>> {};
#else
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};
#endif

void use(mt::store<accounts, orders>& db) { db.put(Account{"a", "Ann"}).or_throw(); }
