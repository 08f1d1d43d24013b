// SPDX-License-Identifier: BSL-1.0
// Items that an earlier version of a model wrote, read and written by the present one.
#include <monotable/evolution.hpp>
#include <store_support.hpp>
#include <two_versions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>
#include <vector>

namespace {

namespace mt = monotable;
using namespace mt::literals;

v1::Order old_order(std::string id) {
    return {.id = std::move(id),
            .customer_id = "c1",
            .state = "paid",
            .total = 12,
            .weight = "3 kg",
            .mail = "a@b.c",
            .tags = {"x", "y"},
            .ship = {"Main St", "Bonn"},
            .legacy = 7};
}

v2::Order new_order(std::string id) {
    return {.id = std::move(id),
            .customer_id = "c1",
            .status = v2::Status::paid,
            .cents = 1200,
            .grams = 3000,
            .email = "a@b.c",
            .labels = {"x", "y"},
            .ship_to = {"Main St", "Bonn"}};
}

/// One table and both versions of the program, which run at once.
struct both_versions {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    mt::store<v1::shop> before{backend, {.opening = mt::add_missing_indexes}};
    mt::store<v2::shop> now{backend, {.opening = mt::add_missing_indexes}};

    mt::item stored(std::string const& id) const {
        mt::item const key{{"PK", mt::value("CUSTOMER#c1")}, {"SK", mt::value("ORDER#" + id)}};
        return backend->get({.table = "shop", .key = key}).value();
    }
    std::optional<v2::Order> get(char const* id) const {
        return now.get<v2::Order>("customer_id"_f == "c1", "id"_f == id);
    }
};

constexpr char const* former[] = {"state", "total", "mail", "tags", "ship", "legacy"};
constexpr char const* present[] = {"status", "cents", "email", "labels", "ship_to"};

} // namespace

TEST_CASE("items of an earlier version are read by every way of reading") {
    both_versions db;
    db.before.put(old_order("1")).or_throw();
    auto const wanted = new_order("1");
    CHECK(db.get("1") == wanted);
    CHECK(db.now.query<v2::Order>("customer_id"_f == "c1").all() == std::vector{wanted});
    CHECK(db.now.query<v2::Order>("status"_f == v2::Status::paid).first() == wanted);
    CHECK(db.now.scan<v2::Order>().first() == wanted);

    struct Account {
        std::vector<v2::Order> orders;
    };
    CHECK(db.now.collect<Account>("customer_id"_f == "c1").get()->orders == std::vector{wanted});

    struct Summary {
        int cents = 0, grams = 0;
        std::optional<std::string> email;
        v2::Address ship_to;
    };
    for (Summary const& each : db.now.scan<v2::Order>().as<Summary>()) {
        CHECK(each.cents == 1200);
        CHECK(each.grams == 3000);
        CHECK(each.email == "a@b.c");
        CHECK(each.ship_to.city == "Bonn");
    }
    CHECK(db.now.create(new_order("1")).existing() == wanted);
    CHECK(db.now.update(wanted, "note"_f = "n", mt::returning_old).before() == wanted);
}

TEST_CASE("an item of the present version is read as such") {
    both_versions db;
    auto order = new_order("1");
    order.priority = 1;
    order.note = "n";
    order.email.reset();
    order.labels.clear();
    db.now.put(order).or_throw();
    CHECK(db.get("1") == order);
    for (auto const* name : former) CHECK(!db.stored("1").contains(name));
}

TEST_CASE("a put leaves present names only, and what no version knows") {
    both_versions db;
    db.before.put(old_order("1")).or_throw();
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("other")),
                                                               mt::expression::constant(mt::value(1))}));
    auto const key = db.now.to_item(new_order("1"));
    mt::item const primary{{"PK", mt::value(*key.find("PK"))}, {"SK", mt::value(*key.find("SK"))}};
    db.backend->update({.table = "shop", .item = primary, .update = update});
    db.now.put(new_order("1")).or_throw();
    auto const stored = db.stored("1");
    for (auto const* name : former) CHECK(!stored.contains(name));
    for (auto const* name : present) CHECK(stored.contains(name));
    CHECK(stored.contains("other"));
    CHECK(stored.find("weight")->as_int64() == 3000);
    CHECK(db.get("1") == new_order("1"));
}

TEST_CASE("what an earlier version wrote last is what counts") {
    both_versions db;
    db.now.put(new_order("1")).or_throw();
    auto order = old_order("1");
    order.total = 99;
    db.before.put(order).or_throw(); // keeps "cents", which it does not know
    CHECK(db.stored("1").contains("cents"));
    CHECK(db.get("1")->cents == 9900);
    CHECK(db.now.query<v2::Order>("customer_id"_f == "c1").filter("email"_f == "a@b.c").count() == 1);
    db.now.put(*db.get("1")).or_throw();
    CHECK(db.stored("1").find("cents")->as_int64() == 9900);
    CHECK(!db.stored("1").contains("total"));
}

TEST_CASE("an update moves what it assigns") {
    both_versions db;
    auto const key = new_order("1");
    auto wanted = new_order("1");
    db.before.put(old_order("1")).or_throw();

    SECTION("to a value") {
        CHECK(db.now.update(key, "email"_f = "x@y.z", "cents"_f = 5));
        wanted.email = "x@y.z";
        wanted.cents = 5;
        CHECK(!db.stored("1").contains("mail"));
        CHECK(!db.stored("1").contains("total"));
    }
    SECTION("to nothing") {
        CHECK(db.now.update(key, "email"_f.remove()));
        wanted.email.reset();
        CHECK(!db.stored("1").contains("mail"));
    }
    SECTION("by what was there, converted") {
        CHECK(db.now.update(key, "cents"_f += 5, mt::returning_new).after().cents == 1205);
        wanted.cents = 1205;
        CHECK(db.stored("1").find("cents")->as_int64() == 1205);
        CHECK(!db.stored("1").contains("total"));
        CHECK(db.now.update(key, "grams"_f -= 1));
        wanted.grams = 2999;
    }
    SECTION("by what was there in another field") {
        CHECK(db.now.update(key, "priority"_f = "cents"_f, mt::when("ship_to.city"_f == "Bonn")));
        wanted.priority = 1200;
    }
    SECTION("in a part") {
        CHECK(db.now.update(key, "ship_to.city"_f = "Köln", "ship_to.street"_f = "Ring"));
        wanted.ship_to = {"Ring", "Köln"};
        CHECK(!db.stored("1").contains("ship"));
    }
    SECTION("in a set") {
        CHECK(db.now.update(key, "labels"_f.insert("z")));
        CHECK(!db.stored("1").contains("tags"));
        CHECK(db.now.update(key, "labels"_f.erase("x", "y")));
        wanted.labels = {"z"};
    }
    SECTION("into its index") {
        CHECK(db.now.query<v2::Order>(mt::on<"GSI2">, "email"_f == "a@b.c").count() == 0);
        CHECK(db.now.update(key, "priority"_f = 1));
        wanted.priority = 1;
        CHECK(db.now.query<v2::Order>(mt::on<"GSI2">, "email"_f == "a@b.c").count() == 1);
        CHECK(db.now.update(key, "status"_f = v2::Status::shipped));
        wanted.status = v2::Status::shipped;
        CHECK(!db.stored("1").contains("state"));
        CHECK(db.now.query<v2::Order>("status"_f == v2::Status::shipped).count() == 1);
        CHECK(db.now.query<v2::Order>("status"_f == v2::Status::paid).count() == 0);
    }
    SECTION("as an upsert") {
        CHECK(db.now.upsert(key, "status"_f = v2::Status::open, "cents"_f = 1, "grams"_f = 2,
                            "ship_to"_f = v2::Address{"s", "c"}, "labels"_f.insert("n")));
        wanted.status = v2::Status::open;
        wanted.cents = 1;
        wanted.grams = 2;
        wanted.ship_to = {"s", "c"};
        wanted.labels.insert("n");
        for (auto const* name : {"state", "total", "tags", "ship"}) CHECK(!db.stored("1").contains(name));
    }
    CHECK(db.get("1") == wanted);
    CHECK(!db.stored("1").contains("legacy"));
}

TEST_CASE("an update of a field that is under two names starts from the one that counts") {
    both_versions db;
    db.now.put(new_order("1")).or_throw();
    auto order = old_order("1");
    order.total = 50;
    db.before.put(order).or_throw();
    CHECK(db.now.update(new_order("1"), "cents"_f += 1, mt::returning_new).after().cents == 5001);
    CHECK(db.get("1")->cents == 5001);
}

TEST_CASE("conditions test whichever name there is") {
    both_versions db;
    db.before.put(old_order("1")).or_throw();
    db.now.put(new_order("2")).or_throw();
    auto third = new_order("3");
    third.email.reset();
    third.labels.clear();
    db.now.put(third).or_throw();
    auto fourth = old_order("4");
    fourth.mail.reset();
    fourth.tags = {};
    db.before.put(fourth).or_throw();

    auto const all = db.now.query<v2::Order>("customer_id"_f == "c1");
    auto const ids = [&](auto const& condition) {
        std::string out;
        for (auto const& each : all.filter(condition)) out += each.id;
        return out;
    };
    CHECK(ids("email"_f == "a@b.c") == "12");
    CHECK(ids("email"_f != "a@b.c") == "34");
    CHECK(ids(!("email"_f == "a@b.c")) == "34");
    CHECK(ids("email"_f.exists()) == "12");
    CHECK(ids("email"_f.absent()) == "34");
    CHECK(ids("email"_f.begins_with("a")) == "12");
    CHECK(ids("email"_f.in("q", "a@b.c")) == "12");
    CHECK(ids("labels"_f.contains("x")) == "12");
    CHECK(ids("labels"_f.size() == 2) == "12");
    CHECK(ids("labels"_f.size() == 0) == "34");
    CHECK(ids("ship_to.city"_f == "Bonn" && "email"_f.exists()) == "12");
    CHECK(ids("ship_to.city"_f == "Bonn" && !("email"_f.exists() || "labels"_f.contains("x"))) == "34");
    CHECK(ids("ship_to.city"_f == "email"_f) == "");
    CHECK(ids("ship_to.city"_f != "email"_f) == "1234");
    mt::filter<v2::Order> some;
    some |= "status"_f == v2::Status::paid;
    some &= "email"_f.absent();
    CHECK(ids(some) == "34");

    CHECK(!db.now.update(new_order("1"), "note"_f = "n", mt::when("status"_f == v2::Status::open)));
    CHECK(db.now.update(new_order("1"), "note"_f = "n", mt::when("status"_f == v2::Status::paid)));
    CHECK(!db.now.put(new_order("1"), mt::when("email"_f.absent())));
    CHECK(!db.now.erase<v2::Order>("customer_id"_f == "c1", "id"_f == "1", mt::when("ship_to.city"_f == "Rom")));
    CHECK(db.now.erase<v2::Order>("customer_id"_f == "c1", "id"_f == "1", mt::when("ship_to.city"_f == "Bonn")));
}

TEST_CASE("a condition on two renamed fields tests each under the name it has") {
    both_versions db;
    db.before.put(old_order("1")).or_throw();
    CHECK(db.now.update(new_order("1"), "ship_to"_f = v2::Address{"a@b.c", "Bonn"})); // "ship_to" and "mail"
    CHECK(db.now.query<v2::Order>("customer_id"_f == "c1").filter("ship_to.street"_f == "email"_f).count() == 1);
    CHECK(db.now.query<v2::Order>("customer_id"_f == "c1").filter("ship_to.city"_f == "email"_f).count() == 0);
}

TEST_CASE("what cannot be converted is an error that names the field") {
    both_versions db;
    auto order = old_order("1");
    order.weight = "heavy";
    db.before.put(order).or_throw();
    CHECK_THROWS_MATCHES(
        db.get("1"), mt::bad_item,
        store_support::says(
            "monotable: Order.grams: not a weight: heavy (item PK = \"CUSTOMER#c1\", SK = \"ORDER#1\")"));
}
