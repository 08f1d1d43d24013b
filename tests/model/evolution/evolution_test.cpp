// SPDX-License-Identifier: BSL-1.0
// Random writes of two versions of a program to one table, migrations among them, against a map of what the present version is
// to read.
#include <monotable/evolution.hpp>

#include <two_versions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <rapidcheck.h>

#include <map>
#include <memory>
#include <string>

namespace {

namespace mt = monotable;
using namespace mt::literals;

using orders = std::map<std::string, v2::Order>;

struct both_versions {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    mt::store<v1::shop> before{backend, {.opening = mt::add_missing_indexes}};
    mt::store<v2::shop> now{backend, {.opening = mt::add_missing_indexes}};
    std::string cursor;
};

v2::Status status_of(std::string const& state) { return *mt::detail::enum_from_name<v2::Status>(state); }

/// An earlier program, which knows nothing of "note" and "priority".
void put_former(both_versions& db, orders& model, std::string const& id) {
    int const n = *rc::gen::inRange(0, 50);
    std::string const state = *rc::gen::element<std::string>("open", "paid", "shipped");
    v1::Order const order{.id = id,
                          .customer_id = "c",
                          .state = state,
                          .total = n,
                          .weight = std::to_string(n) + " kg",
                          .mail = std::to_string(n % 3) + "@x",
                          .tags = {"old"},
                          .ship = {"s" + std::to_string(n), "Bonn"},
                          .legacy = n};
    db.before.put(order).or_throw();
    v2::Order& m = model[id];
    m.id = id;
    m.customer_id = "c";
    m.status = status_of(state);
    m.cents = n * 100;
    m.grams = n * 1000;
    m.email = order.mail;
    m.labels = order.tags;
    m.ship_to = {order.ship.street, order.ship.city};
}

void put_present(both_versions& db, orders& model, std::string const& id) {
    int const n = *rc::gen::inRange(0, 50);
    v2::Order order{.id = id,
                    .customer_id = "c",
                    .status = v2::Status::open,
                    .cents = n,
                    .grams = n,
                    .ship_to = {"p", "Ulm"},
                    .priority = n};
    if (n % 2 == 0) order.email = std::to_string(n % 3) + "@x";
    if (n % 3 == 0) order.labels = {"new"};
    db.now.put(order).or_throw();
    model[id] = order;
}

void change(both_versions& db, orders& model, std::string const& id) {
    auto const found = model.find(id);
    bool const there = found != model.end();
    v2::Order nothing;
    v2::Order& m = there ? found->second : nothing;
    v2::Order const key{.id = id, .customer_id = "c"};
    int const n = *rc::gen::inRange(0, 50);
    bool done = false, expected = there;
    switch (*rc::gen::inRange(0, 9)) {
    case 0: done = bool(db.now.update(key, "cents"_f += n)), m.cents += n; break;
    case 1: done = bool(db.now.update(key, "cents"_f = n, "email"_f = "u@x")), m.cents = n, m.email = "u@x"; break;
    case 2: done = bool(db.now.update(key, "email"_f.remove())), m.email.reset(); break;
    case 3: done = bool(db.now.update(key, "ship_to.city"_f = "Köln")), m.ship_to.city = "Köln"; break;
    case 4:
        done = bool(db.now.update(key, "labels"_f.insert("more"), "priority"_f = n)), m.labels.insert("more"),
        m.priority = n;
        break;
    case 5: done = bool(db.now.update(key, "status"_f = v2::Status::shipped)), m.status = v2::Status::shipped; break;
    case 6:
        done = bool(db.now.update(key, "grams"_f += 1, "priority"_f = "cents"_f)), m.grams += 1, m.priority = m.cents;
        break;
    case 7:
        expected = there && m.email == "1@x";
        done = bool(db.now.update(key, "note"_f = "n", mt::when("email"_f == "1@x")));
        if (expected) m.note = "n";
        break;
    default:
        expected = there && m.labels.contains("old") && m.status != v2::Status::open;
        done = bool(db.now.put(v2::Order{.id = id, .customer_id = "c"},
                               mt::when("labels"_f.contains("old") && "status"_f != v2::Status::open)));
        if (expected) m = v2::Order{.id = id, .customer_id = "c"};
    }
    RC_ASSERT(done == expected);
}

void erase(both_versions& db, orders& model, std::string const& id) {
    bool const there = model.erase(id) != 0;
    bool const former = *rc::gen::arbitrary<bool>();
    if (former) { // which cannot read what the present version has written
        db.before.erase<v1::Order>("customer_id"_f == "c", "id"_f == id).or_throw();
        return;
    }
    auto const erased = db.now.erase<v2::Order>("customer_id"_f == "c", "id"_f == id, mt::returning_old);
    RC_ASSERT(there == erased.before().has_value());
}

void step(both_versions& db, orders& model) {
    std::string const id = *rc::gen::element<std::string>("a", "b", "c");
    switch (*rc::gen::inRange(0, 10)) {
    case 0:
    case 1: return put_former(db, model, id);
    case 2: return put_present(db, model, id);
    case 3: return erase(db, model, id);
    case 4: {
        auto const report = db.now.migrate<v2::Order>({.limit = 2, .after = db.cursor});
        RC_ASSERT(report.left.empty());
        db.cursor = report.cursor;
        return;
    }
    default: return change(db, model, id);
    }
}

void check(both_versions& db, orders const& model) {
    auto const all = db.now.query<v2::Order>("customer_id"_f == "c").all();
    RC_ASSERT(all.size() == model.size());
    std::size_t with_mail = 0, old = 0, mailed = 0, labelled = 0;
    for (auto const& [id, order] : model) {
        with_mail += order.email ? 1 : 0;
        mailed += order.email == "1@x" ? 1 : 0;
        old += order.labels.contains("old") ? 1 : 0;
        labelled += order.ship_to.city == "Köln" || !order.email ? 1 : 0;
    }
    for (auto const& each : all) RC_ASSERT(each == model.at(each.id));
    auto const range = db.now.query<v2::Order>("customer_id"_f == "c");
    RC_ASSERT(range.filter("email"_f.exists()).count() == with_mail);
    RC_ASSERT(range.filter("email"_f == "1@x").count() == mailed);
    RC_ASSERT(range.filter("labels"_f.contains("old")).count() == old);
    RC_ASSERT(range.filter("ship_to.city"_f == "Köln" || "email"_f.absent()).count() == labelled);
    RC_ASSERT(range.filter("email"_f != "1@x").count() == model.size() - mailed);
    std::size_t open = 0;
    for (auto const& [id, order] : model) open += order.status == v2::Status::open ? 1 : 0;
    RC_ASSERT(db.now.query<v2::Order>("status"_f == v2::Status::open).count() == open);
}

} // namespace

TEST_CASE("two versions of a program and migrations write to one table") {
    CHECK(rc::check([] {
        both_versions db;
        orders model;
        int const steps = *rc::gen::inRange(1, 40);
        for (int i = 0; i != steps; ++i) {
            step(db, model);
            check(db, model);
        }
        auto const report = db.now.migrate<v2::Order>({.limit = 0});
        RC_ASSERT(report.read == model.size());
        check(db, model);
        for (auto const& stored : db.now.scan<v2::Order>().as<mt::item>()) {
            auto const id = std::string(stored.find("id")->as_string());
            RC_ASSERT(stored == db.now.to_item(model.at(id)));
        }
    }));
}
