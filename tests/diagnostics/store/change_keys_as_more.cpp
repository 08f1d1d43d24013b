// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: keys_as<> reads a struct whose fields are all in the entity.s primary key, and this one is not
// expect-first3: Order.*number
#include <monotable/streams.hpp>

#include "../streams.hpp"

struct Place {
    std::string id, customer_id;
};
struct Counted {
    std::string id;
    int number = 0;
};

void use(mt::change<keys_shop, Order> const& change) {
#ifdef MISTAKE
    static_cast<void>(change.keys_as<Counted>());
#else
    static_cast<void>(change.keys_as<Place>());
#endif
}
