// SPDX-License-Identifier: BSL-1.0
// The program that every way of consuming monotable builds and runs.
#include <monotable/declare.hpp>

#include <boost/version.hpp>

#include <string>

namespace mt = monotable;

struct customer {
    std::string id, name;
};
template <>
struct mt::entity<customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER#{id}">;
};
struct shop : mt::table<"shop", mt::entities<customer>> {};

int main() { return MONOTABLE_VERSION > 0 && BOOST_VERSION >= 108400 ? 0 : 1; }
