// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two of the tables that are related by relations<> list this entity, .*list it in one
// expect-first3: orders.*Order|Order.*orders
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger
    : mt::relations<accounts, orders, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
#ifdef MISTAKE
struct accounts : mt::table<"accounts", mt::entities<Account, Order>, ledger> {};
#else
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
#endif
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};

static_assert(mt::valid<accounts>);
