// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a filter tests a field that the index that serves this query does not project, so that it would find it absent
// expect-first3: Session[,;] .*"expires"
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

struct Id {
    std::string id;
};

std::size_t use(mt::store<shop>& db) {
#ifdef MISTAKE
    return db.query<Session>("user"_f == "ann").unexpired().as<Id>().count();
#else
    return db.scan<Session>().unexpired().as<Id>().count();
#endif
}
