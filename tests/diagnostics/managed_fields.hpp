// SPDX-License-Identifier: BSL-1.0
// A correct model whose fields have roles, for mistakes in what is done with them. See shop.hpp.
#pragma once

#include <cstdint>
#include <string>

namespace mt = monotable;
using namespace mt::literals;

struct Account {
    std::string id, owner, opened_by, label;
    std::int64_t version = 0, balance = 0;
    mt::timestamp opened_at{}, changed_at{};
    std::string cache;
    std::string make_label() const { return owner + "'s"; }
};

template <>
struct mt::entity<Account> {
    using key = mt::key<"ACCOUNT#{id}", "ACCOUNT">;
    using attributes = mt::attributes<mt::version<"version">, mt::created<"opened_at">, mt::updated<"changed_at">,
                                      mt::read_only<"opened_by">, mt::computed<"label", &Account::make_label, "owner">,
                                      mt::not_stored<"cache">>;
};

struct bank : mt::table<"bank", mt::entities<Account>> {};
using store = mt::store<bank>;
