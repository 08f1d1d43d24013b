// SPDX-License-Identifier: BSL-1.0
// expect: monotable: the fields that a relation matches must be those of the source's
// expect-first3: home.*Shop.*name
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include <string>

namespace mt = monotable;

struct Shop {
    int id;
    std::string name, city;
};
struct Tag {
    std::string tag;
    int shop;
    std::string city = "-";
};
template <>
struct mt::entity<Shop> {
    using key = mt::key<"S#{id}", "SHOP#{name}">;
};
template <>
struct mt::entity<Tag> {
    using key = mt::key<"T#{tag}", "S#{shop}">;
    using indexes = mt::indexes<mt::index<"GSI1", "S#{shop}", "T#{tag}">>;
};

#ifdef MISTAKE
using mode = mt::in_transaction;
#else
using mode = mt::by_stream;
#endif
struct town : mt::table<"town", mt::stream, mt::gsi<"GSI1">, mt::entities<Shop, Tag>,
                        mt::duplicated<"home", Shop, Tag, mt::match<"id", "shop">, mt::copy<"city", "city">, mode>> {};

inline mt::store<town> db;
inline auto add() { return db.put(Tag{"t", 1}); }
