// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no table of the store lists this as an entity; add it to the entities<>
// expect-first3: Note[,;] .*shop
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Note {
    std::string id, text;
};
template <>
struct mt::entity<Note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
};
struct notes : mt::table<"notes", mt::entities<Note>> {};

void use(Note const& note) {
#ifdef MISTAKE
    mt::store<shop> db;
    db.put(note).or_throw();
    auto const found = db.get<Note>("id"_f == note.id);
#else
    mt::store<shop, notes> db;
    db.put(note).or_throw();
    auto const found = db.get<Note>("id"_f == note.id);
#endif
    if (found) static_cast<void>(found->text);
}
