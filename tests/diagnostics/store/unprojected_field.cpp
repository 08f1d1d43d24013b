// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the index that serves this query does not project this field; .*include<>
// expect-first3: Order[,;] .*Order.*"label".*"Open"
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
    std::string id;
    mt::timestamp placed_at;
};

void use(mt::store<shop> const& db) {
#ifdef MISTAKE
    for (auto const& order : db.query<Order>(mt::on<"Open">, "status"_f == Status::open)) static_cast<void>(order.id);
#else
    for (auto const& order : db.query<Order>(mt::on<"Open">, "status"_f == Status::open).as<Summary>())
        static_cast<void>(order.id);
#endif
}
