// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a const or volatile value cannot be read back; drop the qualifier
// expect-first3: Summary.*order_id
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Summary {
#ifdef MISTAKE
    std::string const order_id;
#else
    std::string order_id;
#endif
};

std::size_t use(mt::store<shop>& db) {
    std::size_t count = 0;
    for (Summary const& each : db.scan<Payment>().as<Summary>()) count += !each.order_id.empty() ? 1u : 0u;
    return count;
}
