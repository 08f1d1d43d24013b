// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: unique<> stores a guard for each value in the table, under the key .{0,2}UNIQUE#
// expect-first3: Member[,;] .*"email"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Member {
    int id = 0;
    std::string email;
};
template <>
struct mt::entity<Member> {
#ifdef MISTAKE
    using key = mt::key<"{id}">;
#else
    using key = mt::key<"MEMBER#{id}">;
#endif
    using attributes = mt::attributes<mt::unique<"email">>;
};
#ifdef MISTAKE
struct club : mt::table<"club", mt::partition_key<"id:N">, mt::entities<Member>> {};
#else
struct club : mt::table<"club", mt::partition_key<"PK">, mt::entities<Member>> {};
#endif

static_assert(mt::valid<club>);
void use(Member const& member) {
    mt::store<club> db;
    db.create(member).or_throw();
}
