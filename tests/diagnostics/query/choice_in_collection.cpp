// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index serves this query, because no condition fixes this field of the partition key with ==
// expect-first3: Customer[,;] .*"id"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Account {
    Customer customer;
    std::vector<Order> orders;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    auto account = db.collect<Account>("id"_f.in("c42", "c43"));
#else
    auto account = db.collect<Account>("id"_f == "c42");
#endif
    if (auto const found = account.get()) static_cast<void>(found->customer.id);
}
