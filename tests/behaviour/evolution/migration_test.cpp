// SPDX-License-Identifier: BSL-1.0
// Items that move to keys of other templates.
#include <monotable/evolution.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

namespace mt = monotable;
using namespace mt::literals;
using store_support::failing_backend;

/// As the table has it.
struct OldEvent {
    std::string id, device;
    int day = 0, reading = 0;
    std::string unit;
};
struct Event {
    std::string id, device;
    int day = 0;
    double celsius = 0;

    bool operator==(Event const&) const = default;
};
/// The key as before.
struct Sensor {
    std::string id, device;
    int day = 0, tenths = 0;
};

std::optional<Event> present(OldEvent const& old) {
    if (old.unit.empty()) return std::nullopt;
    if (old.unit != "tenths") throw mt::bad_item("an unknown unit: " + old.unit);
    return Event{old.id, old.device, old.day, old.reading / 10.0};
}
Sensor in_place(OldEvent const& old) { return {old.id, old.device, old.day, old.reading}; }

} // namespace

template <>
struct mt::entity<OldEvent> {
    using key = mt::key<"DEVICE#{device}", "EVENT#{id}">;
};
template <>
struct mt::entity<Event> {
    using key = mt::key<"DEVICE#{device}", "EVENT#{day:5}#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "DAY#{day:5}", "{device}">>;
};
template <>
struct mt::entity<Sensor> {
    using key = mt::key<"DEVICE#{device}", "EVENT#{id}">;
};

namespace {

struct before : mt::table<"events", mt::gsi<"GSI1">, mt::entities<OldEvent>> {};
struct events : mt::table<"events", mt::gsi<"GSI1">, mt::entities<Event>> {};
struct sensors : mt::table<"events", mt::gsi<"GSI1">, mt::entities<Sensor>> {};

using to_event = mt::migration<OldEvent, Event, &present>;

OldEvent old_event(int n) { return {"e" + std::to_string(n), "d" + std::to_string(n % 3), 100 + n, n, "tenths"}; }
Event new_event(int n) { return {"e" + std::to_string(n), "d" + std::to_string(n % 3), 100 + n, n / 10.0}; }

std::shared_ptr<failing_backend> filled(int count) {
    auto const backend = std::make_shared<failing_backend>(mt::memory{});
    mt::store<before> db(backend);
    for (int n = 0; n != count; ++n) db.put(old_event(n)).or_throw();
    return backend;
}

bool is_migrated(mt::store<events> const& db, int count) {
    for (int n = 0; n != count; ++n) {
        auto const wanted = new_event(n);
        if (db.get<Event>("device"_f == wanted.device, "day"_f == wanted.day, "id"_f == wanted.id) != wanted)
            return false;
        if (db.query<Event>("day"_f == wanted.day).count() != 1) return false;
    }
    return db.implementation()->scan({.table = "events"}).items.size() == static_cast<std::size_t>(count);
}

} // namespace

TEST_CASE("items move to a key of another template, once") {
    mt::store<events> db(filled(500));
    CHECK(db.scan<Event>().count() == 0);
    CHECK(db.migrate<to_event>({.dry_run = true}).rewritten == 500);
    auto const report = db.migrate<to_event>();
    CHECK(report.done());
    CHECK(report.read == 500);
    CHECK(report.rewritten == 500);
    CHECK(report.left.empty());
    CHECK(is_migrated(db, 500));
    CHECK(db.migrate<to_event>().read == 0);
}

TEST_CASE("attributes that nobody knows go along") {
    auto const backend = filled(1);
    mt::item const key{{"PK", mt::value("DEVICE#d0")}, {"SK", mt::value("EVENT#e0")}};
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("other")),
                                                               mt::expression::constant(mt::value(1))}));
    backend->update({.table = "events", .item = key, .update = update});
    mt::store<events> db(backend);
    CHECK(db.migrate<to_event>().rewritten == 1);
    auto const stored = db.scan<Event>().as<mt::item>().first().value();
    CHECK(stored.contains("other"));
    CHECK(!stored.contains("unit"));
    CHECK(!stored.contains("reading"));
}

TEST_CASE("what cannot be moved is left and reported") {
    auto const backend = filled(4);
    mt::store<before> old(backend);
    auto odd = old_event(1);
    odd.unit = "pints";
    old.put(odd).or_throw();
    odd = old_event(2);
    odd.unit = "";
    old.put(odd).or_throw();
    mt::store<events> db(backend);
    db.put(new_event(3)).or_throw(); // somebody has been here
    auto const report = db.migrate<to_event>();
    CHECK(report.read == 4);
    CHECK(report.rewritten == 1);
    CHECK(report.skipped == 1);
    REQUIRE(report.left.size() == 2);
    for (auto const& each : report.left) {
        bool const is_first = each.key.find("SK")->as_string() == "EVENT#e1";
        CHECK(each.reason == (is_first ? "an unknown unit: pints"
                                       : "monotable: Event in events: an item exists with PK = "
                                         "\"DEVICE#d0\", SK = \"EVENT#00103#e3\""));
    }
    CHECK(old.query<OldEvent>("device"_f == "d0", "id"_f == "e3").count() == 1);
}

TEST_CASE("items whose key stays are rewritten where they are") {
    mt::store<sensors> db(filled(5));
    auto const report = db.migrate<mt::migration<OldEvent, Sensor, &in_place>>();
    CHECK(report.rewritten == 5);
    CHECK(report.left.empty());
    CHECK(db.get<Sensor>("device"_f == "d1", "id"_f == "e4")->tenths == 4);
    for (auto const& stored : db.scan<Sensor>().as<mt::item>()) CHECK(!stored.contains("unit"));
    CHECK(db.migrate<mt::migration<OldEvent, Sensor, &in_place>>().read == 0);
}

TEST_CASE("moving items that is interrupted at any operation loses and doubles nothing") {
    bool const after = GENERATE(false, true);
    bool const for_good = GENERATE(false, true);
    mt::migrate_options const options{.limit = 0, .name = "day", .step = 4};
    for (std::size_t operation = 0;; ++operation) {
        auto const backend = filled(9);
        mt::store<events> db(backend);
        backend->fail_at(operation, after, for_good);
        try {
            (void)db.migrate<to_event>(options);
        } catch (mt::store_error const&) {}
        bool const failed = backend->failed();
        backend->fail_never();
        auto const report = db.migrate<to_event>(options);
        CHECK(report.done());
        CHECK(report.left.empty());
        CHECK(is_migrated(db, 9));
        if (!failed) break;
    }
}

TEST_CASE("what others write while an item moves is not lost") {
    struct meddler : mt::forwarding_backend {
        using forwarding_backend::forwarding_backend;
        mt::transaction_outcome do_transact_write(mt::detail::array_view<mt::write_request> actions,
                                                  std::string_view token) override {
            if (meddle != nullptr) std::exchange(meddle, nullptr)(inner());
            return forwarding_backend::do_transact_write(actions, token);
        }
        void (*meddle)(mt::backend&) = nullptr;
    };
    static std::shared_ptr<mt::backend> inner;
    inner = filled(1);
    auto const backend = std::make_shared<meddler>(inner);
    mt::store<events> db(backend);
    SECTION("who change it") {
        backend->meddle = [](mt::backend&) {
            auto changed = old_event(0);
            changed.reading = 55;
            mt::store<before>(inner).put(changed).or_throw();
        };
        CHECK(db.migrate<to_event>().rewritten == 1);
        CHECK(db.scan<Event>().first()->celsius == 5.5);
    }
    SECTION("who erase it") {
        backend->meddle = [](mt::backend&) { mt::store<before>(inner).erase(old_event(0)).or_throw(); };
        CHECK(db.migrate<to_event>().skipped == 1);
        CHECK(inner->scan({.table = "events"}).items.empty());
    }
    SECTION("who migrate it") {
        backend->meddle = [](mt::backend&) { (void)mt::store<events>(inner).migrate<to_event>(); };
        CHECK(db.migrate<to_event>().left.empty());
        CHECK(is_migrated(db, 1));
    }
    inner.reset();
}
