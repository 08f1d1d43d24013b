// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: items of this entity do not expire; drop unexpired, or give the entity.s attributes time_to_live<
// expect-first3: User
#include <monotable/monotable.hpp>

#include <chrono>

namespace mt = monotable;
using namespace mt::literals;

struct Session {
    std::string id, user;
    std::chrono::sys_seconds expires{};
};
struct User {
    std::string id, name;
};
template <>
struct mt::entity<Session> {
    using key = mt::key<"SESSION#{id}", "SESSION">;
    using indexes = mt::indexes<mt::index<"ByUser", "USER#{user}", "{id}">>;
    using attributes = mt::attributes<mt::time_to_live<"expires">>;
};
template <>
struct mt::entity<User> {
    using key = mt::key<"USER#{id}", "USER">;
};
struct shop : mt::table<"shop", mt::gsi<"ByUser", mt::keys_only>, mt::entities<Session, User>> {};

std::size_t use(mt::store<shop>& db) {
#ifdef MISTAKE
    return db.scan<User>().unexpired().count();
#else
    return db.scan<Session>().unexpired().count();
#endif
}
