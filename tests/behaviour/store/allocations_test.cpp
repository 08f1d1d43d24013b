// SPDX-License-Identifier: BSL-1.0
// The memory that plain reads and writes of a store in memory allocate. Not run over the wire.
#include <desk_model.hpp>
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

namespace {

thread_local std::size_t allocations = 0; // of the whole program; the tests look at differences

template <class F>
std::size_t allocated(F&& f) {
    std::size_t const before = allocations;
    f();
    return allocations - before;
}

} // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* const place = std::malloc(size == 0 ? 1 : size)) return place;
    throw std::bad_alloc();
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

TEST_CASE("plain writes allocate for what is stored and returned only") {
    using namespace desk_model;
    mt::store<desk> db;
    ticket const stored{"a", 1, std::string(60, 't'), "ann", level::low, "sales"};
    for (int i = 0; i != 40; ++i) db.put(ticket{"a", i, std::string(60, 't'), "ann", level::low, "sales"}).or_throw();
    // The result of a put has the item; the others are the engine's: the record, the entries that are added, its steps.
    CHECK(allocated([&] { db.put(stored).or_throw(); }) <= 1); // nothing changes
    CHECK(allocated([&] { db.put(ticket{"b", 1, "t", {}, level::low, {}}).or_throw(); }) <= 7);
    CHECK(allocated([&] { db.update<ticket>("team"_f == "a", "number"_f == 1, "title"_f = "other").or_throw(); }) <= 7);
    CHECK(allocated([&] { db.update<ticket>("team"_f == "b", "number"_f == 1, "area"_f = "x").or_throw(); }) <= 5);
    CHECK(allocated([&] { db.erase<ticket>("team"_f == "a", "number"_f == 1).or_throw(); }) <= 3);
}

TEST_CASE("a read allocates what its result needs") {
    using namespace shop_model;
    std::string const note = "a note that is too long to be stored inside of a string object";
    mt::store<shop> db;
    for (int i = 0; i != 3; ++i)
        db.put(order{"o" + std::to_string(i), "1", day(i), status::paid, mt::decimal(10 * i), note}).or_throw();
    auto const counted = [](auto const& read) {
        read(); // the first one may fill caches
        return allocated(read);
    };
    std::string const id = "o1";
    CHECK(counted([&] {
              auto const found = db.get<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == id);
              CHECK(found.has_value());
          }) <= 1); // the note
    CHECK(counted([&] {
              bool const found =
                  db.get<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == id, [&](mt::view<order> each) {
                        return each["note"_f] == note;
                    }).value();
              static_cast<void>(found);
          }) == 0);
    CHECK(
        counted([&] {
            std::size_t size = 0;
            db.query<order>("customer_id"_f == "1").visit([&](mt::view<order> each) { size += each["note"_f].size(); });
        }) <= 6); // of the range, the reader and the page, for any number of items
}
