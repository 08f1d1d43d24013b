// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is derived from itself
// expect-first3: "rate"
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>

#include <string>

namespace mt = monotable;

struct Account {
    std::string id;
    int rate = 0, interest = 0;
};
struct Deposit {
    std::string account, id;
    int sum = 0, rate = 0, interest = 0;
};

template <>
struct mt::entity<Account> {
    using key = mt::key<"ACCOUNT#{id}", "A">;
    using attributes = mt::attributes<mt::computed<"rate", [](Account const& a) { return a.interest / 10; },
#ifdef MISTAKE
                                                   "interest"
#else
                                                   "id"
#endif
                                                   >>;
};
template <>
struct mt::entity<Deposit> {
    using key = mt::key<"ACCOUNT#{account}", "DEPOSIT#{id}">;
    using attributes =
        mt::attributes<mt::computed<"interest", [](Deposit const& d) { return d.sum * d.rate; }, "sum", "rate">>;
};
struct bank
    : mt::table<
          "bank", mt::entities<Account, Deposit>,
          mt::duplicated<"rates", Account, Deposit, mt::match<"id", "account">, mt::copy<"rate">, mt::in_transaction>,
          mt::total<"interests", Account, Deposit, mt::match<"id", "account">, mt::sum<"interest">,
                    mt::in_transaction>> {};

void use(mt::store<bank>& db) { db.put(Deposit{"a", "1", 5}).or_throw(); }
