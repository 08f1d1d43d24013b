// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: remove\(\) would leave items that cannot be read, since this field is required; assign a value, or make the field std::optional
// expect-first3: Order[,;] .*"number"
#include <monotable/monotable.hpp>

#include "../orders.hpp"

void use(store& db) {
#ifdef MISTAKE
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "number"_f.remove());
#else
    auto done = db.update<Order>("customer_id"_f == "c42", "id"_f == "o1", "note"_f.remove());
#endif
    if (!done) done.or_throw();
    if (auto const found = done.existing()) static_cast<void>(found->id);
}
