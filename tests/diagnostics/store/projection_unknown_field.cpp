// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a projection has a field that the entity does not have; name its fields as the entity does
// expect-first3: Order[,;] .*Wrong.*"amount"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
    std::string id;
};
struct Wrong {
    mt::decimal amount;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<Wrong>()) static_cast<void>(found);
#else
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<Summary>()) static_cast<void>(found);
#endif
}
