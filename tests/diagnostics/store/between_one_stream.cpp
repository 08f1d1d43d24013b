// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: by_stream follows the streams, with both images, of the tables
// expect-first3: "name".*(Account|Order)|(Account|Order).*"name"
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger
    : mt::relations<
          accounts, orders,
          mt::duplicated<"name", Account, Order, mt::match<"id", "account_id">, mt::copy<"name">, mt::by_stream>> {};
#ifdef MISTAKE
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
#else
struct accounts : mt::table<"accounts", mt::entities<Account>, mt::stream, ledger> {};
#endif
struct orders : mt::table<"orders", mt::entities<Order>, mt::stream, ledger> {};

static_assert(mt::valid<accounts>);
