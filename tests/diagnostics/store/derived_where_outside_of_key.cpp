// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the key or index that finds the copies \(children\) does not hold the field of this where<>
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
#ifdef MISTAKE
    using indexes = mt::indexes<mt::index<"GSI1", "P#{player}", "{number}">>;
#else
    using indexes = mt::indexes<mt::index<"GSI1", "P#{player}#{gold}", "{number}">>;
#endif
};

struct club : mt::table<"club", mt::gsi<"GSI1">, mt::entities<Player, Badge>,
                        mt::total<"badges", Player, Badge, mt::match<"id", "player">, mt::where<"gold", true>,
                                  mt::count<"badges">, mt::in_transaction>> {};

inline mt::store<club> db;
inline void add() { db.put(Badge{1, 1, true}).or_throw(); }
