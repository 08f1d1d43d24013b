// SPDX-License-Identifier: BSL-1.0
// Entities of two tables, between which the files named between_ of store/ declare relations, most of them mistaken.
#pragma once

namespace mt = monotable;
using namespace mt::literals;

struct Account {
    std::string id, name;
    int spent = 0;
};
struct Order {
    std::string id, account_id;
    int amount = 0;
    std::string name = "-";
};

template <>
struct mt::entity<Account> {
    using key = mt::key<"ACCOUNT#{id}", "A">;
};
template <>
struct mt::entity<Order> {
    using key = mt::key<"ACCOUNT#{account_id}", "ORDER#{id}">;
};
