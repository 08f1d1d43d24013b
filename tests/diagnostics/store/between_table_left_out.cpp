// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table of the store has relations<> with a table that the store does not list, .*list both
// expect-first3: accounts.*orders
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger
    : mt::relations<accounts, orders, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};

#ifdef MISTAKE
void use(mt::store<accounts>& db) { db.put(Account{"a", "Ann"}).or_throw(); }
#else
void use(mt::store<accounts, orders>& db) { db.put(Account{"a", "Ann"}).or_throw(); }
#endif
