// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a projection is a struct whose fields are fields of the entity; use an aggregate
// expect-first3: Order[,;] .*string
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
    std::string id;
};
struct Wrong {
    std::string id;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<std::string>()) static_cast<void>(found);
#else
    for (auto const& found : db.query<Order>("customer_id"_f == "c42").as<Summary>()) static_cast<void>(found);
#endif
}
