// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/forwarding.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/streams.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

struct order {
    std::string customer_id, id;
    int total = 0;

    bool operator==(order const&) const = default;
};
struct customer {
    std::string id, name;

    bool operator==(customer const&) const = default;
};

} // namespace

template <>
struct mt::entity<order> {
    using key = mt::key<"C#{customer_id}", "O#{id}">;
};
template <>
struct mt::entity<customer> {
    using key = mt::key<"C#{id}", "C">;
};

namespace {

struct shop : mt::table<"shop", mt::stream, mt::entities<order, customer>> {};
struct keys_shop : mt::table<"shop", mt::stream_of<mt::keys_only>, mt::entities<order, customer>> {};
struct typed_shop : mt::table<"shop", mt::stream, mt::type_attribute<"type">, mt::entities<order, customer>> {};

constexpr std::int64_t hour = 60 * 60 * 1000;
constexpr std::int64_t noon = 1'700'000'000'000;
std::int64_t time_now = noon;
std::int64_t a_clock() { return time_now; }

/// Each test runs with streams of one shard, and with streams whose shards close after one record and after two.
mt::memory new_backend() {
    time_now = noon;
    return mt::memory(a_clock, {.shard_records = GENERATE(0u, 1u, 2u)});
}

void put(mt::store<shop>& db, int from, int to) {
    for (int i = from; i <= to; ++i) db.put(order{"c", std::to_string(i), i}).or_throw();
}

// "1 2 3": the orders that the changes are about.
template <class Range>
std::string ids(Range const& changes) {
    std::string out;
    for (auto const& each : changes) out += (out.empty() ? "" : " ") + each.template as<order>()->after().value().id;
    return out;
}

void turn(mt::memory const& backend, mt::stream_view view) { backend->change_settings("shop", {.stream = view}); }
void turn_off(mt::memory const& backend) { turn(backend, mt::stream_view::none); }
void turn_on(mt::memory const& backend) { turn(backend, mt::stream_view::new_and_old_images); }

} // namespace

TEST_CASE("a consumer gives each change with its entity and both images") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    db.put(customer{"c", "Ann"}).or_throw();
    time_now += 5;
    db.put(order{"c", "1", 10}).or_throw();
    db.put(order{"c", "1", 20}).or_throw();
    db.erase(order{"c", "1"}).or_throw();
    auto const changes = reader.read();
    REQUIRE(changes.size() == 4);
    CHECK(changes[0].entity() == "customer");
    CHECK(changes[0].inserted());
    CHECK(changes[0].as<customer>()->after() == customer{"c", "Ann"});
    CHECK_FALSE(changes[0].as<customer>()->before());
    CHECK_FALSE(changes[0].as<order>());
    CHECK(changes[1].kind() == mt::change_kind::insert);
    CHECK(changes[1].entity() == "order");
    CHECK(changes[1].time() - changes[0].time() == std::chrono::milliseconds(5));
    auto const modified = changes[2].as<order>();
    REQUIRE(modified);
    CHECK(modified->modified());
    CHECK(modified->before() == order{"c", "1", 10});
    CHECK(modified->after() == order{"c", "1", 20});
    CHECK(changes[2].before() == db.to_item(order{"c", "1", 10}));
    CHECK(changes[3].removed());
    CHECK_FALSE(changes[3].expired());
    CHECK(changes[3].as<order>()->before() == order{"c", "1", 20});
    CHECK_FALSE(changes[3].as<order>()->after());
    CHECK(changes[2].position() != changes[3].position());
}

TEST_CASE("an expired item's removal says so") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    backend->change_settings("shop", {.stream = mt::stream_view::new_and_old_images, .time_to_live = "total"});
    mt::consumer<shop> reader(db, "all");
    auto const now = noon / 1000;
    db.put(order{"c", "1", static_cast<int>(now - 10)}).or_throw();
    REQUIRE(backend->local_maintenance()->expire_items(now) == 1);
    auto const changes = reader.read();
    REQUIRE(changes.size() == 2);
    CHECK_FALSE(changes[0].expired());
    CHECK(changes[1].removed());
    CHECK(changes[1].expired());
}

TEST_CASE("visit calls the overload of the entity, and that of all items for the rest") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    mt::consumer<shop> reader(db, "all");
    db.put(customer{"c", "Ann"}).or_throw();
    db.put(order{"c", "1", 10}).or_throw();
    backend->put({.table = "shop", .item = mt::item{{"PK", "other"}, {"SK", "program"}, {"x", 1}}});
    std::string said;
    for (auto const& change : reader.read())
        change.visit([&](mt::change<shop, order> const& c) { said += "order " + c.after()->id + " "; },
                     [&](mt::change<shop> const& c) { said += "(" + std::string(c.entity()) + ") "; });
    CHECK(said == "(customer) order 1 () ");

    said.clear();
    for (auto const& change : reader.read())
        said += change.visit([](mt::change<shop, order> const&) { return "order "; },
                             [](mt::change<shop, customer> const&) { return "customer "; },
                             [](mt::change<shop> const& c) { return c.after()->contains("x") ? "x " : "? "; });
    CHECK(said == "customer order x ");

    said.clear();
    for (auto const& change : reader.read())
        change.visit([&](auto const&) { said += "any "; },
                     [&](mt::change<shop, customer> const&) { said += "customer "; });
    CHECK(said == "customer any any ");
}

TEST_CASE("visit does not copy its overloads") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 2);
    struct counter {
        int count = 0;
        counter() = default;
        counter(counter const&) = delete;
        void operator()(mt::change<shop> const&) { ++count; }
    } count;
    for (auto const& change : reader.read()) change.visit(count);
    CHECK(count.count == 2);
}

TEST_CASE("a record of an item that does not fit its struct is read, and an error only where it is decoded") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    mt::consumer<shop> reader(db, "all");
    backend->put({.table = "shop", .item = mt::item{{"PK", "C#c"}, {"SK", "O#1"}, {"total", "text"}}});
    put(db, 2, 2);
    auto const changes = reader.read();
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].entity() == "order");
    CHECK(changes[0].after()->contains("total"));
    CHECK_THROWS_AS(changes[0].as<order>()->after(), mt::bad_item);
    CHECK(changes[1].as<order>()->after()->id == "2");
}

TEST_CASE("an item that becomes one of another program is a change of the entity that it was") {
    auto const backend = new_backend();
    mt::store<typed_shop> db(backend);
    mt::consumer<typed_shop> reader(db, "all");
    db.put(order{"c", "1", 1}).or_throw();
    backend->put({.table = "shop", .item = mt::item{{"PK", "C#c"}, {"SK", "O#1"}, {"type", "theirs"}}});
    backend->put({.table = "shop", .item = mt::item{{"PK", "C#c"}, {"SK", "O#1"}, {"type", "theirs"}, {"x", 1}}});
    auto const changes = reader.read();
    REQUIRE(changes.size() == 3);
    auto const turned = changes[1].as<order>();
    REQUIRE(turned);
    CHECK(turned->before() == order{"c", "1", 1});
    CHECK_FALSE(turned->after());
    CHECK(changes[2].entity().empty());
}

TEST_CASE("a stream of keys tells entities apart, and gives fields of the key") {
    struct number {
        std::string id;
    };
    mt::store<keys_shop> db(new_backend());
    mt::consumer<keys_shop> reader(db, "all");
    db.put(order{"c", "1", 1}).or_throw();
    db.put(customer{"c", "Ann"}).or_throw();
    auto const changes = reader.read();
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].as<order>()->keys_as<number>().id == "1");
    CHECK(changes[1].entity() == "customer");
    CHECK(changes[1].keys() == mt::item{{"PK", "C#c"}, {"SK", "C"}});
}

TEST_CASE("until the commit a consumer reads the same records again") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 5);
    CHECK(ids(reader.read(2)) == "1 2");
    CHECK(ids(reader.read(2)) == "1 2");
    CHECK(ids(reader.read(3)) == "1 2 3");
    CHECK(reader.commit());
    CHECK(ids(reader.read(2)) == "4 5");
    CHECK(reader.commit());
    CHECK(reader.commit());
    CHECK(reader.read().empty());
    CHECK(reader.commit());
    put(db, 6, 6);
    CHECK(ids(reader.read()) == "6");
}

TEST_CASE("a consumer commits in the middle of what it read") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 4);
    auto const changes = reader.read();
    CHECK(reader.commit(changes[1]));
    CHECK(ids(reader.read()) == "3 4");
    CHECK(reader.commit(changes[0])); // is done already
    CHECK(ids(reader.read()) == "3 4");
}

TEST_CASE("a consumer goes on where the one of its name was; others do not concern it") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    put(db, 1, 3);
    {
        mt::consumer<shop> reader(db, "a");
        (void)reader.read(2);
        REQUIRE(reader.commit());
        (void)reader.read(); // and is not heard of again
    }
    mt::store<shop> later(backend);
    mt::consumer<shop> a(later, "a"), b(later, "b");
    CHECK(ids(a.read()) == "3");
    CHECK(ids(b.read()) == "1 2 3");
    REQUIRE(b.commit());
    CHECK(ids(a.read()) == "3");
}

TEST_CASE("of two instances of a consumer the second to commit is refused, and goes on where the first is") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> first(db, "all"), second(db, "all");
    put(db, 1, 6);
    CHECK(ids(first.read(4)) == "1 2 3 4");
    CHECK(ids(second.read(2)) == "1 2");
    CHECK(first.commit());
    CHECK_FALSE(second.commit());
    CHECK_FALSE(second.commit());
    CHECK(ids(second.read()) == "5 6");
    CHECK(second.commit());
    CHECK(ids(first.read(1)) == "5");
    CHECK_FALSE(first.commit()); // also where the second got as far or further
    CHECK(first.read().empty());
    mt::consumer<shop> third(db, "all");
    REQUIRE(third.seek(mt::oldest));
    CHECK_FALSE(second.seek(mt::latest)); // although it believes to be there
    CHECK(second.read().size() == 6);
}

TEST_CASE("the same place committed by two instances is refused to the second") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> first(db, "all"), second(db, "all");
    put(db, 1, 2);
    CHECK(first.read().size() == 2);
    CHECK(second.read().size() == 2);
    CHECK(second.commit());
    CHECK_FALSE(first.commit());
    CHECK(first.read().empty());
}

TEST_CASE("a new consumer starts with the oldest record, or behind the newest, also if it dies before its "
          "first commit") {
    mt::store<shop> db(new_backend());
    put(db, 1, 2);
    { mt::consumer<shop> reader(db, "new", {.start = mt::latest}); }
    put(db, 3, 3);
    mt::consumer<shop> reader(db, "new", {.start = mt::latest});
    CHECK(ids(reader.read()) == "3");
    CHECK(ids(mt::consumer<shop>(db, "old").read()) == "1 2 3");
}

TEST_CASE("a consumer replays from the oldest record, from a position and from a time") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    for (int i = 1; i <= 5; ++i) {
        put(db, i, i);
        time_now += 1000;
    }
    auto const all = reader.read();
    REQUIRE(reader.commit());
    CHECK(reader.read().empty());
    CHECK(reader.seek(mt::oldest));
    CHECK(ids(reader.read()) == "1 2 3 4 5");
    CHECK(reader.seek(all[3].position()));
    CHECK(ids(reader.read()) == "4 5");
    CHECK(reader.seek(all[1].time()));
    CHECK(ids(reader.read()) == "2 3 4 5");
    CHECK(reader.seek(all[1].time() + std::chrono::milliseconds(1)));
    CHECK(ids(reader.read()) == "3 4 5");
    CHECK(reader.seek(mt::timestamp()));
    CHECK(ids(reader.read()) == "1 2 3 4 5");
    CHECK(reader.seek(all[4].time() + std::chrono::hours(1)));
    CHECK(reader.read().empty());
    CHECK(reader.seek(mt::oldest));
    CHECK(reader.seek(mt::latest));
    CHECK(reader.read().empty());
    put(db, 6, 6);
    CHECK(ids(mt::consumer<shop>(db, "all").read()) == "6"); // what was sought is durable
}

TEST_CASE("a consumer that is too late fails, and says what to do") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "late");
    put(db, 1, 2);
    (void)reader.read(1);
    REQUIRE(reader.commit());
    time_now += 25 * hour;
    put(db, 3, 3);
    CHECK_THROWS_MATCHES(
        reader.read(), mt::store_error,
        says("monotable: consumer late of shop: The operation attempted to read past the oldest stream "
             "record in a shard. Records "
             "that it has not read are no longer kept; seek(oldest) goes on with those that are"));
    try {
        (void)reader.read();
    } catch (mt::store_error const& e) {
        CHECK(e.fault() == mt::store_fault::trimmed);
    }
    CHECK(reader.commit());
    CHECK_THROWS_AS(reader.read(), mt::store_error);
    REQUIRE(reader.seek(mt::oldest));
    auto const changes = reader.read();
    CHECK(ids(changes) == "3");
    CHECK_FALSE(changes[0].after_gap());
}

TEST_CASE("a consumer that is too late may start again with the oldest record, and is told") {
    mt::store<shop> db(new_backend());
    mt::consumer_options const options{.trimmed = mt::when_trimmed::restart};
    mt::consumer<shop> reader(db, "late", options);
    put(db, 1, 2);
    (void)reader.read(1);
    REQUIRE(reader.commit());
    time_now += 25 * hour;
    CHECK(reader.read().empty());
    CHECK(reader.commit());
    put(db, 3, 4);
    for (int again = 0; again != 2; ++again) { // until it is committed, also after a crash
        mt::consumer<shop> other(db, "late", options);
        auto const changes = other.read();
        REQUIRE(ids(changes) == "3 4");
        CHECK(changes[0].after_gap());
        CHECK_FALSE(changes[1].after_gap());
    }
    CHECK(ids(reader.read(1)) == "3");
    REQUIRE(reader.commit());
    CHECK_FALSE(reader.read()[0].after_gap());
}

TEST_CASE("a consumer that has read everything is not late, however long it was away") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "idle");
    put(db, 1, 2);
    REQUIRE(reader.read().size() == 2);
    REQUIRE(reader.commit());
    time_now += 100 * hour;
    CHECK(reader.read().empty());
    put(db, 3, 3);
    CHECK(ids(reader.read()) == "3");
}

TEST_CASE("streams that were turned off and on are read in order") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 2);
    turn_off(backend);
    put(db, 3, 3); // nobody records it
    turn_on(backend);
    turn_off(backend); // without a record
    turn_on(backend);
    put(db, 4, 5);
    CHECK(ids(reader.read(1)) == "1");
    CHECK(ids(reader.read(3)) == "1 2 4");
    CHECK(ids(reader.read()) == "1 2 4 5");
    CHECK(reader.seek(reader.read()[2].position()));
    CHECK(ids(reader.read()) == "4 5");
    CHECK(reader.seek(mt::oldest));
    auto const changes = reader.read();
    CHECK(reader.commit(changes[1]));
    CHECK(ids(reader.read()) == "4 5");
    CHECK(reader.seek(mt::timestamp()));
    CHECK(ids(reader.read()) == "1 2 4 5");
    CHECK(reader.commit());
    turn_off(backend);
    CHECK(reader.read().empty());
    CHECK(reader.commit());
    turn_on(backend);
    put(db, 6, 6);
    CHECK(ids(reader.read()) == "6");
}

TEST_CASE("a stream that ended a day ago is missed only by a consumer that had not read to its end") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    mt::consumer<shop> done(db, "done"), behind(db, "behind");
    put(db, 1, 2);
    turn_off(backend);
    REQUIRE(done.read().size() == 2);
    REQUIRE(done.commit());
    REQUIRE(behind.read(1).size() == 1);
    REQUIRE(behind.commit());
    turn_on(backend);
    time_now += 25 * hour;
    put(db, 3, 3);
    REQUIRE(backend->streams("shop").size() == 1);
    CHECK(ids(done.read()) == "3");
    CHECK_THROWS_AS(behind.read(), mt::store_error);
    mt::consumer<shop> again(db, "behind", {.trimmed = mt::when_trimmed::restart});
    CHECK(again.read()[0].after_gap());
    REQUIRE(behind.seek(mt::oldest));
    CHECK(ids(behind.read()) == "3");
}

TEST_CASE("a stream whose beginning is no longer kept is noticed by who comes from the one before") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 1);
    turn_off(backend);
    REQUIRE(reader.read().size() == 1);
    REQUIRE(reader.commit());
    turn_on(backend);
    put(db, 2, 2);
    time_now += 25 * hour;
    put(db, 3, 3);
    CHECK_THROWS_AS(reader.read(), mt::store_error);
    mt::consumer<shop> fresh(db, "fresh"); // one that has read nothing misses nothing
    CHECK(ids(fresh.read()) == "3");
}

TEST_CASE("a new consumer of a table whose first streams have no record left misses nothing") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    put(db, 1, 1);
    time_now += 23 * hour;
    turn_off(backend);
    turn_on(backend);
    put(db, 2, 2);
    time_now += 2 * hour; // of the first stream, which is still there, no record is kept
    REQUIRE(backend->streams("shop").size() == 2);
    mt::consumer<shop> reader(db, "new");
    CHECK(ids(reader.read()) == "2");
}

TEST_CASE("a consumer of a table whose stream was turned off waits for the next") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    turn_off(backend);
    time_now += 25 * hour;
    REQUIRE(backend->streams("shop").empty());
    mt::consumer<shop> reader(db, "all"), from_now(db, "now", {.start = mt::latest});
    CHECK(reader.read().empty());
    CHECK(reader.seek(mt::timestamp()));
    turn_on(backend);
    put(db, 1, 1);
    CHECK(ids(reader.read()) == "1");
    CHECK(ids(from_now.read()) == "1");
}

TEST_CASE("run_once handles a batch and commits it; what a handler throws at comes again") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 5);
    std::string seen;
    auto const note = [&](mt::change<shop> const& c) { seen += c.as<order>()->after()->id + " "; };
    CHECK(reader.run_once(note, 2) == 2);
    CHECK_THROWS_AS(reader.run_once([&](mt::change<shop> const& c) {
        if (c.as<order>()->after()->id == "4") throw 4;
        note(c);
    }),
                    int);
    CHECK(seen == "1 2 3 ");
    CHECK(ids(mt::consumer<shop>(db, "all").read()) == "4 5");
    CHECK(reader.run_once(note) == 2);
    CHECK(reader.run_once(note) == 0);
    CHECK(seen == "1 2 3 4 5 ");
}

TEST_CASE("run reads until it is told to stop, and commits what was handled") {
    mt::store<shop> db(new_backend());
    mt::consumer<shop> reader(db, "all");
    put(db, 1, 5);
    std::string seen;
    int asked = 0;
    reader.run([&] { return seen == "1 2 3 4 5 6 7 "; },
               [&](mt::change<shop> const& c) {
                   seen += c.as<order>()->after()->id + " ";
                   if (++asked == 5) put(db, 6, 9);
               },
               {.batch = 2, .poll = std::chrono::milliseconds(0)});
    CHECK(ids(mt::consumer<shop>(db, "all").read()) == "8 9");
}

TEST_CASE("checkpoints are items of a table of their own, of which the caller chooses the name") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    put(db, 1, 3);
    mt::consumer<shop> reader(db, "all", {.checkpoints = "places"});
    CHECK(backend->tables() == std::vector<std::string>{"places", "shop"});
    (void)reader.read(1);
    REQUIRE(reader.commit());
    mt::consumer<shop> other(db, "all");
    CHECK(backend->tables() == std::vector<std::string>{"monotable-consumers", "places", "shop"});
    CHECK(other.read().size() == 3);
    CHECK(reader.read().size() == 2);
    CHECK(other.name() == "all");
}

TEST_CASE("a consumer whose checkpoint was erased is refused, and begins with the oldest") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    put(db, 1, 3);
    mt::consumer<shop> reader(db, "all", {.start = mt::latest});
    put(db, 4, 4);
    (void)reader.read();
    backend->erase({.table = "monotable-consumers", .item = mt::item{{"table", "shop"}, {"consumer", "all"}}});
    CHECK_FALSE(reader.commit());
    CHECK(ids(reader.read()) == "1 2 3 4");
}

TEST_CASE("a name or a checkpoint that is none is an error that says so") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    CHECK_THROWS_MATCHES(mt::consumer<shop>(db, ""), mt::bad_value, says("monotable: a consumer of shop has no name"));
    { mt::consumer<shop> reader(db, "all"); }
    backend->put(
        {.table = "monotable-consumers", .item = mt::item{{"table", "shop"}, {"consumer", "all"}, {"stream", "x"}}});
    CHECK_THROWS_MATCHES(mt::consumer<shop>(db, "all"), mt::bad_item,
                         says("monotable: the checkpoint of consumer all of shop has no number \"format\""));
}

TEST_CASE("a consumer goes on through a table that is deleted and created again") {
    auto const backend = new_backend();
    {
        mt::store<shop> db(backend);
        mt::consumer<shop> reader(db, "all");
        put(db, 1, 2);
    }
    backend->delete_table("shop");
    mt::store<shop> db(backend);
    put(db, 3, 3);
    CHECK(ids(mt::consumer<shop>(db, "all").read()) == "1 2 3");
}

TEST_CASE("a consumer that has never committed is not late") {
    mt::store<shop> db(new_backend());
    put(db, 1, 1);
    { mt::consumer<shop> reader(db, "new"); }
    time_now += 25 * hour;
    put(db, 2, 2);
    CHECK(ids(mt::consumer<shop>(db, "new").read()) == "2");
}

TEST_CASE("a consumer that starts behind the end of a stream that is off misses nothing of the next") {
    auto const backend = new_backend();
    mt::store<shop> db(backend);
    put(db, 1, 1);
    turn_off(backend);
    mt::consumer<shop> reader(db, "now", {.start = mt::latest});
    turn_on(backend);
    put(db, 2, 2);
    time_now += 23 * hour;
    put(db, 3, 3);
    CHECK(ids(reader.read()) == "2 3");
    time_now += 2 * hour; // the first stream is gone, and so is a record of the second
    REQUIRE(backend->streams("shop").size() == 1);
    CHECK_THROWS_AS(reader.read(), mt::store_error);
    turn_off(backend);
    REQUIRE(reader.seek(mt::latest));
    time_now += 25 * hour;
    turn_on(backend);
    put(db, 4, 4);
    REQUIRE(backend->streams("shop").size() == 1);
    CHECK(ids(reader.read()) == "4");
}

TEST_CASE("of two instances that begin at the same time one makes the checkpoint") {
    class late_get : public mt::forwarding_backend {
      public:
        using forwarding_backend::forwarding_backend;
        std::optional<mt::item> do_get(mt::get_request const& request) override {
            auto found = forwarding_backend::do_get(request);
            if (auto const other = std::exchange(meanwhile, nullptr)) other();
            return found;
        }
        std::function<void()> meanwhile;
    };
    auto const plain = new_backend();
    auto const backend = std::make_shared<late_get>(plain);
    mt::store<shop> db(backend);
    put(db, 1, 3);
    backend->meanwhile = [&] {
        mt::consumer<shop> first(db, "all");
        (void)first.read(2);
        REQUIRE(first.commit());
    };
    mt::consumer<shop> second(db, "all");
    CHECK(ids(second.read()) == "3");
    CHECK(second.commit());
}
