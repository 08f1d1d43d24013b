// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field of a projection has another type than the entity's; use the same type
// expect-first3: Order[,;] .*Wrong.*"number"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
    std::string id;
};
struct Wrong {
    std::string number;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<Wrong>()) static_cast<void>(found);
#else
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<Summary>()) static_cast<void>(found);
#endif
}
