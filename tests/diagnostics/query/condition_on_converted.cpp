// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a condition tests a converted<> field, .*migrate the items and drop converted<>
// expect-first3: Customer[,;] .*"total"
#include <monotable/evolution.hpp>

namespace mt = monotable;
using namespace mt::literals;

struct Customer {
    std::string id, name;
    int total = 0;
};
inline int read_number(std::string const& text) { return std::stoi(text); }
template <>
struct mt::entity<Customer> {
    using key = mt::key<"CUSTOMER#{id}", "CUSTOMER">;
    using attributes = mt::attributes<mt::converted<"total", std::string, &read_number>>;
};
struct Former {
    std::string id;
};
template <>
struct mt::entity<Former> {
    using key = mt::key<"{id}", "FORMER">;
};
inline Customer present(Former const& former) { return {former.id, "", 0}; }
[[maybe_unused]] inline Customer other(Customer const& customer) { return customer; }
[[maybe_unused]] inline int number_of(Former const&) { return 0; }
struct shop : mt::table<"shop", mt::entities<Customer>> {};

void use(mt::store<shop>& db) {
#ifdef MISTAKE
    (void)db.query<Customer>("id"_f == "c1").filter("total"_f > 3).count();
#else
    (void)db.query<Customer>("id"_f == "c1").filter("total"_f.exists()).count();
#endif
}
