// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: relations<> has an argument that is neither a relation nor a defined table
// expect-first3: accounts.*ledger.*order
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct order_table;
#ifdef MISTAKE
struct ledger
    : mt::relations<accounts, order_table, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
#else
struct ledger
    : mt::relations<accounts, orders, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
#endif
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};

static_assert(mt::valid<accounts>);
