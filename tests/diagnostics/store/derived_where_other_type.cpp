// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a where<> compares a field with a value of another type
// expect-first3: badges.*Badge.*gold
#include <monotable/relations.hpp>

namespace mt = monotable;

struct Player {
    int id;
    int badges = 0;
};
struct Badge {
    int player, number;
    bool gold;
};
template <>
struct mt::entity<Player> {
    using key = mt::key<"P#{id}", "P">;
};
template <>
struct mt::entity<Badge> {
    using key = mt::key<"P#{player}", "B#{number}">;
    using indexes = mt::indexes<mt::index<"GSI1", "P#{player}#{gold}", "{number}">>;
};

#ifdef MISTAKE
using condition = mt::where<"gold", 1>;
#else
using condition = mt::where<"gold", true>;
#endif
struct club : mt::table<"club", mt::gsi<"GSI1">, mt::entities<Player, Badge>,
                        mt::total<"badges", Player, Badge, mt::match<"id", "player">, condition, mt::count<"badges">,
                                  mt::in_transaction>> {};

inline mt::store<club> db;
inline void add() { db.put(Badge{1, 1, true}).or_throw(); }
