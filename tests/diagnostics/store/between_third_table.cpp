// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table has relations<> as an option that do not name it
// expect-first3: archive.*ledger
#include <monotable/relations.hpp>

#include "../two_tables.hpp"

struct accounts;
struct orders;

struct ledger
    : mt::relations<accounts, orders, mt::one_to_many<"orders", Account, Order, mt::match<"id", "account_id">>> {};
struct accounts : mt::table<"accounts", mt::entities<Account>, ledger> {};
struct orders : mt::table<"orders", mt::entities<Order>, ledger> {};
struct Old {
    std::string id;
};
template <>
struct mt::entity<Old> {
    using key = mt::key<"OLD#{id}", "A">;
};
#ifdef MISTAKE
struct archive : mt::table<"archive", mt::entities<Old>, ledger> {};
#else
struct archive : mt::table<"archive", mt::entities<Old>> {};
#endif

static_assert(mt::valid<archive>);
