// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two tables of a store have one name, .*give each table a name of its own
// expect-first3: shop.*archive
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Receipt {
    int number = 0;
};
template <>
struct mt::entity<Receipt> {
    using key = mt::key<"R#{number}", "R">;
};

#ifdef MISTAKE
struct archive : mt::table<"shop", mt::entities<Receipt>> {};
#else
struct archive : mt::table<"archive", mt::entities<Receipt>> {};
#endif

void use(Payment const& payment) {
    mt::store<shop, archive> db;
    db.put(payment).or_throw();
    db.put(Receipt{1}).or_throw();
}
