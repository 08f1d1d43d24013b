// SPDX-License-Identifier: BSL-1.0
// Random writes of authors and books, to a store and to maps of structs. In a transaction everything is at once what the maps
// say; by stream it is when a worker, which fails now and then, has caught up.
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/streams.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>

#include <rapidcheck.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

using namespace library_model;

namespace {

char const* const names[] = {"Lem", "Le Guin", "Strugatsky", "#", "A#Lem"};

/// What is to be there in a transaction.
struct model {
    std::map<std::string, author> authors;
    std::map<std::string, book> books;

    author const* author_of(book const& b) const {
        if (!b.author) return nullptr;
        auto const found = authors.find(*b.author);
        return found == authors.end() ? nullptr : &found->second;
    }

    void settle() {
        for (auto& [name, a] : authors) a.books = 0, a.pages = mt::decimal(0);
        for (auto& [isbn, b] : books) {
            auto const* const a = author_of(b);
            if (a == nullptr) continue;
            b.author_country = a->country;
            b.author_born = a->born;
            auto& kept = authors[*b.author];
            kept.books += 1;
            kept.pages = kept.pages + b.pages;
        }
    }

    /// False: refused.
    bool put(book b) {
        auto const before = books.find(b.isbn);
        bool const joins = before == books.end() || before->second.author != b.author;
        if (b.author && joins && author_of(b) == nullptr) return false;
        if (b.author && !joins) {
            b.author_country = before->second.author_country;
            b.author_born = before->second.author_born;
        }
        books[b.isbn] = b;
        settle();
        return true;
    }
};

template <class T>
T pick(T const& low, T const& high) {
    return *rc::gen::inRange<T>(low, high);
}

std::string any_name() { return names[pick(0, 5)]; }
std::string any_isbn() { return std::to_string(pick(0, 6)); }
std::optional<int> any_year() { return pick(0, 3) == 0 ? std::nullopt : std::optional(pick(1900, 1904)); }
std::string any_country() { return std::string(1, static_cast<char>('A' + pick(0, 4))); }

author any_author() { return {any_name(), any_country(), any_year(), pick(0, 9), mt::decimal(pick(-9, 9))}; }
book any_book() {
    book b{any_isbn(),    any_name(), "t" + std::to_string(pick(0, 3)), mt::decimal(pick(-5, 50)),
           any_country(), any_year()};
    if (pick(0, 5) == 0) b.author.reset();
    return b;
}

/// One write, to both. Returns whether they agree about the outcome.
template <class Db>
bool step(Db& db, model& m) {
    switch (pick(0, 10)) {
    case 0: {
        author const a = any_author();
        db.put(a).or_throw();
        m.authors[a.name] = a;
        break;
    }
    case 1: {
        std::string const name = any_name(), country = any_country();
        bool const there = m.authors.count(name) != 0;
        if (there) m.authors[name].country = country;
        if (bool(db.template update<author>("name"_f == name, "country"_f = country)) != there) return false;
        break;
    }
    case 2: {
        std::string const name = any_name();
        std::optional<int> const year = any_year();
        bool const there = m.authors.count(name) != 0;
        if (there) m.authors[name].born = year;
        if (bool(db.template update<author>("name"_f == name, "born"_f = year)) != there) return false;
        break;
    }
    case 3: {
        std::string const name = any_name();
        db.template erase<author>("name"_f == name).or_throw();
        m.authors.erase(name);
        break;
    }
    case 4: {
        std::string const isbn = any_isbn();
        db.template erase<book>("isbn"_f == isbn).or_throw();
        m.books.erase(isbn);
        break;
    }
    case 5: {
        std::string const isbn = any_isbn();
        int const more = pick(-3, 9);
        bool const there = m.books.count(isbn) != 0;
        if (there) m.books[isbn].pages = m.books[isbn].pages + mt::decimal(more);
        if (bool(db.template update<book>("isbn"_f == isbn, "pages"_f += more)) != there) return false;
        break;
    }
    case 6: {
        std::string const isbn = any_isbn();
        std::optional<std::string> const name = pick(0, 4) == 0 ? std::nullopt : std::optional(any_name());
        bool done = m.books.count(isbn) != 0;
        if (done) {
            book moved = m.books[isbn];
            moved.author = name;
            done = m.put(moved);
        }
        bool const did = bool(db.template update<book>("isbn"_f == isbn, "author"_f = name));
        if constexpr (std::is_same_v<Db, mt::store<library<mt::in_transaction>>>)
            if (did != done) return false;
        break;
    }
    default: {
        book const b = any_book();
        bool const done = m.put(b);
        if constexpr (std::is_same_v<Db, mt::store<library<mt::in_transaction>>>) {
            if (bool(db.put(b)) != done) return false;
        } else {
            db.put(b).or_throw();
        }
        break;
    }
    }
    m.settle();
    return true;
}

} // namespace

TEST_CASE("in_transaction: after every write copies, totals and entries are what the model says") {
    CHECK(rc::check([] {
        mt::store<library<mt::in_transaction>> db;
        model m;
        for (int i = 0; i != 40; ++i) {
            RC_ASSERT(step(db, m));
            RC_ASSERT(what_is_wrong(db) == std::string());
            for (auto const& a : db.scan<author>()) RC_ASSERT(m.authors[a.name] == a);
            for (auto const& b : db.scan<book>()) RC_ASSERT(m.books[b.isbn] == b);
            RC_ASSERT(db.scan<author>().count() == m.authors.size());
            RC_ASSERT(db.scan<book>().count() == m.books.size());
        }
    }));
}

TEST_CASE("by_stream: when the worker has caught up, everything is true, whatever failed in between") {
    CHECK(rc::check([] {
        auto const backend = std::make_shared<store_support::failing_backend>(mt::memory());
        using shop = library<mt::by_stream>;
        mt::store<shop> db{std::shared_ptr<mt::backend>(backend)};
        for (int round = 0; round != 4; ++round) {
            for (int i = 0; i != 12; ++i) {
                model none; // of what is written here nothing is refused
                static_cast<void>(step(db, none));
            }
            backend->fail_at(static_cast<std::size_t>(pick(0, 60)), pick(0, 2) == 0, pick(0, 2) == 0);
            try {
                mt::worker<shop> worker(db);
                while (worker.run_once(static_cast<std::size_t>(pick(1, 9))) != 0) {}
            } catch (mt::store_error const&) {}
            backend->fail_never();
        }
        mt::worker<shop> worker(db);
        while (worker.run_once() != 0) {}
        RC_ASSERT(what_is_wrong(db) == std::string());
    }));
}
