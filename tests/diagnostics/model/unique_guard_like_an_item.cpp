// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: unique<> stores a guard for each value in the table, under the key .{0,2}UNIQUE#
// expect-first3: Member[,;] .*"email"
#include <monotable/managed_fields.hpp>

namespace mt = monotable;

struct Member {
    std::string id, email;
};
struct Note {
    std::string id, text;
};
template <>
struct mt::entity<Member> {
    using key = mt::key<"MEMBER#{id}", "MEMBER">;
    using attributes = mt::attributes<mt::unique<"email">>;
};
template <>
struct mt::entity<Note> {
#ifdef MISTAKE
    using key = mt::key<"{id}", "{text}">;
#else
    using key = mt::key<"{id}", "NOTE#{text}">;
#endif
};
struct club : mt::table<"club", mt::entities<Member, Note>> {};

void use(Member const& member) {
    mt::store<club> db;
    db.create(member).or_throw();
}
