// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the sides of a relation whose copies are maintained by_stream do not count
// expect-first3: member_of.*club
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;

struct Person {
    int id = 0;
    std::string name;
};
struct Club {
    int id = 0;
    std::string city;
};
struct Seat {
    int person = 0, club = 0;
    std::string city;
};
struct Member {
    int club = 0, person = 0;
    std::string name;
};
template <>
struct mt::entity<Person> {
    using key = mt::key<"P#{id}", "P">;
};
template <>
struct mt::entity<Club> {
    using key = mt::key<"C#{id}", "C">;
};
template <>
struct mt::entity<Seat> {
    using key = mt::key<"P#{person}", "C#{club}">;
};
template <>
struct mt::entity<Member> {
    using key = mt::key<"C#{club}", "P#{person}">;
};

#ifdef MISTAKE
#define POLICY , mt::cascade_erase
#else
#define POLICY
#endif
struct clubs : mt::table<"clubs", mt::stream, mt::gsi<"Inverted", mt::partition_key<"SK">, mt::sort_key<"PK">>,
                         mt::entities<Person, Club, Seat, Member>,
                         mt::many_to_many<"member_of", Person, Club,
                                          mt::copies<Seat, Member, mt::left<"id", "person">, mt::right<"id", "club">>,
                                          mt::by_stream POLICY>> {};

inline mt::store<clubs> db;
inline bool join() { return bool(db.link<"member_of">(Person{1, "Ann"}, Club{2, "Bonn"})); }
