// SPDX-License-Identifier: BSL-1.0
// Puts an item into a store and gets it back.
#include <monotable/monotable.hpp>

#include <boost/version.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;

struct customer {
    std::string id, name;
};
template <>
struct mt::entity<customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER#{id}">;
};
struct shop : mt::table<"shop", mt::entities<customer>> {};

int main() {
    static_assert(MONOTABLE_VERSION > 0 && BOOST_VERSION >= 108100);
    mt::store<shop> db;
    db.put(customer{"c42", "Ada"});
    auto const found = db.get<customer>("id"_f == "c42");
    return found && found->name == "Ada" ? 0 : 1;
}
