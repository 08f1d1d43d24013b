// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the index by which this relation finds its children leaves some out because of this field
// expect-first3: loans.*Loan.*open
#include <monotable/relations.hpp>

#include "../related.hpp"

struct Loan {
    std::string id, customer_id;
    bool open = true;
};
template <>
struct mt::entity<Loan> {
    using key = mt::key<"L#{id}", "L">;
    using indexes = mt::indexes<mt::index<"Open", "C#{customer_id}", "L#{id}">::when<"open", true>>;
};

#ifdef MISTAKE
struct model : mt::table<"model", mt::gsi<"Open">, mt::entities<Customer, Loan>,
                         mt::one_to_many<"loans", Customer, Loan, mt::match<"id", "customer_id">, mt::by_index<"Open">,
                                         mt::refuse_erase>> {};
#else
struct model
    : mt::table<"model", mt::gsi<"Open">, mt::entities<Customer, Loan>,
                mt::one_to_many<"loans", Customer, Loan, mt::match<"id", "customer_id">, mt::by_index<"Open">>> {};
#endif

inline mt::store<model> db;
