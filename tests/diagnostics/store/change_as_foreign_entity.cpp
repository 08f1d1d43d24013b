// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: changes of a table are changes of the entities that it lists, and this is none of them
// expect-first3: Payment[,;].*shop
#include <monotable/streams.hpp>

#include "../streams.hpp"

bool use(mt::change<shop> const& change) {
#ifdef MISTAKE
    return change.as<Payment>().has_value();
#else
    return change.as<Order>().has_value();
#endif
}
