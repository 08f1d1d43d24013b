// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: objects are read into a default-constructed one; give the class a default constructor
// expect-first3: Note
#include <monotable/monotable.hpp>

#include "../shop.hpp"

struct Money {
    explicit Money(long c) : cents(c) {}
    long cents;
};
template <>
struct mt::codec<Money> {
    using stored = long;
    static stored encode(Money const& m) { return m.cents; }
    static Money decode(stored cents) { return Money(cents); }
};
struct Note {
    std::string id;
    Money fee;
};
template <>
struct mt::entity<Note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
};
struct notes : mt::table<"notes", mt::entities<Note, Payment>> {};

void use(mt::store<notes> const& db) {
#ifdef MISTAKE
    auto const found = db.get<Note>("id"_f == "n1");
    for (Note const& note : db.scan<Note>()) static_cast<void>(note);
#else
    auto const found = db.get<Payment>("id"_f == "n1");
#endif
    static_cast<void>(found);
}
