// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the store does more for fields of this entity than to store them .version, created, updated, read_only, computed, unique., which needs a header; include <monotable/managed_fields.hpp>
// expect-first3: Member
#include <monotable/monotable.hpp>
#ifndef MISTAKE
#include <monotable/managed_fields.hpp>
#endif

namespace mt = monotable;

struct Member {
    std::string id, email;
    std::int64_t version = 0;
};
template <>
struct mt::entity<Member> {
    using key = mt::key<"MEMBER#{id}", "MEMBER">;
    using attributes = mt::attributes<mt::version<"version">>;
};
struct club : mt::table<"club", mt::entities<Member>> {};

void use(Member const& member) {
    mt::store<club> db;
    db.create(member).or_throw();
}
