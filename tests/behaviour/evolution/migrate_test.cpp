// SPDX-License-Identifier: BSL-1.0
// Tables that an earlier version wrote become the present one's, whatever else happens to them.
#include <monotable/evolution.hpp>

#include <failing_backend.hpp>
#include <store_support.hpp>
#include <two_versions.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace {

namespace mt = monotable;
using namespace mt::literals;
using store_support::failing_backend;
using store_support::says;

v1::Order old_order(std::string id, int n = 1) {
    return {.id = std::move(id),
            .customer_id = "c" + std::to_string(n % 7),
            .state = n % 2 == 0 ? "open" : "paid",
            .total = n,
            .weight = std::to_string(n) + " kg",
            .mail = n % 3 == 0 ? std::nullopt : std::optional(std::to_string(n) + "@x"),
            .tags = {},
            .ship = {"Main St", "Bonn"},
            .legacy = n};
}

v2::Order new_order(std::string id, int n = 1) {
    return {.id = std::move(id),
            .customer_id = "c" + std::to_string(n % 7),
            .status = n % 2 == 0 ? v2::Status::open : v2::Status::paid,
            .cents = n * 100,
            .grams = n * 1000,
            .email = n % 3 == 0 ? std::nullopt : std::optional(std::to_string(n) + "@x"),
            .labels = {},
            .ship_to = {"Main St", "Bonn"}};
}

/// `count` orders of the earlier version, in a table that has its index alone.
std::shared_ptr<failing_backend> filled(int count) {
    auto const backend = std::make_shared<failing_backend>(mt::memory{});
    mt::store<v1::shop> before(backend);
    for (int n = 0; n != count; ++n) before.put(old_order(std::to_string(n), n)).or_throw();
    return backend;
}

/// Lets somebody else write before the next write.
struct meddler : mt::forwarding_backend {
    using forwarding_backend::forwarding_backend;
    mt::write_outcome do_write(mt::write_request const& request) override {
        if (meddle != nullptr && request.table == "shop") std::exchange(meddle, nullptr)(inner());
        return forwarding_backend::do_write(request);
    }
    void (*meddle)(mt::backend&) = nullptr;
};

/// Each item is byte for byte what a put of the present version stores.
bool is_migrated(mt::store<v2::shop> const& db, int count) {
    for (int n = 0; n != count; ++n) {
        auto const wanted = new_order(std::to_string(n), n);
        auto const range = db.query<v2::Order>("customer_id"_f == wanted.customer_id, "id"_f == wanted.id);
        if (range.as<mt::item>().first() != db.to_item(wanted)) return false;
    }
    return db.scan<v2::Order>().count() == static_cast<std::size_t>(count);
}

} // namespace

TEST_CASE("a store opens a table that lacks its indexes if it is told to") {
    auto const backend = filled(10);
    CHECK_THROWS_AS(mt::store<v2::shop>(backend), mt::store_error);
    mt::store<v2::shop> db(backend, {.opening = mt::add_missing_indexes});
    CHECK(backend->describe("shop").indexes.size() == 2);
    CHECK(db.query<v2::Order>(mt::on<"GSI2">, "email"_f == "1@x").count() == 0); // no item has its key attributes yet
    CHECK_THROWS_AS(mt::store<v1::shop>(backend), mt::store_error);
    mt::store<v1::shop> before(backend, {.opening = mt::add_missing_indexes});
    CHECK(backend->describe("shop").indexes.size() == 2); // nothing is dropped
    mt::store<v2::shop> again(backend);

    mt::store<v2::shop> fresh(mt::memory{}, {.opening = mt::add_missing_indexes});
    CHECK(fresh.implementation()->describe("shop") == backend->describe("shop"));
}

TEST_CASE("a table with another key is not opened, and nothing is changed") {
    auto const backend = std::make_shared<failing_backend>(mt::memory{});
    backend->create_table({.name = "shop", .partition = {"id", mt::value_type::string}});
    CHECK_THROWS_MATCHES(mt::store<v2::shop>(backend, {.opening = mt::add_missing_indexes}), mt::store_error,
                         says("the table shop exists with another description:\nunsafe: shop: the primary "
                              "key was id (S) and is PK (S), SK (S)"));
    CHECK(backend->describe("shop").indexes.empty());
}

TEST_CASE("a migration makes items what a put stores, and fills new indexes") {
    int const count = 3000;
    mt::store<v2::shop> db(filled(count), {.opening = mt::add_missing_indexes});
    auto const dry = db.migrate<v2::Order>({.limit = 0, .dry_run = true});
    CHECK(dry.rewritten == 3000);
    CHECK(!is_migrated(db, 1));
    std::size_t read = 0, rewritten = 0, calls = 0;
    mt::migrate_options options;
    for (bool done = false; !done; ++calls) {
        auto const report = db.migrate<v2::Order>(options);
        CHECK(report.read <= 1000);
        read += report.read;
        rewritten += report.rewritten;
        CHECK(report.left.empty());
        options.after = report.cursor;
        done = report.done();
    }
    CHECK(read == 3000);
    CHECK(rewritten == 3000);
    CHECK((calls == 3 || calls == 4));
    CHECK(is_migrated(db, count));
    CHECK(db.query<v2::Order>(mt::on<"GSI2">, "email"_f == "1@x").count() == 1);
    auto const again = db.migrate<v2::Order>({.limit = 0});
    CHECK(again.skipped == 3000);
    CHECK(again.rewritten == 0);
}

TEST_CASE("a cursor of another migration is refused") {
    mt::store<v2::shop> db(filled(10), {.opening = mt::add_missing_indexes});
    auto const report = db.migrate<v2::Order>({.limit = 5});
    CHECK(!report.done());
    CHECK_THROWS_AS(db.migrate<v2::Order>({.after = "x" + report.cursor}), mt::bad_cursor);
    CHECK_THROWS_AS(db.migrate<v2::Order>({.after = db.scan<v2::Order>().limit(5).page().cursor}), mt::bad_cursor);
    CHECK(db.migrate<v2::Order>({.after = report.cursor}).read == 5);
}

TEST_CASE("what cannot be read is left as it is, and reported") {
    auto const backend = filled(4);
    mt::store<v1::shop> before(backend);
    auto order = old_order("2", 2);
    order.weight = "heavy";
    before.put(order).or_throw();
    mt::store<v2::shop> db(backend, {.opening = mt::add_missing_indexes});
    auto const report = db.migrate<v2::Order>({});
    CHECK(report.done());
    CHECK(report.read == 4);
    CHECK(report.rewritten == 3);
    REQUIRE(report.left.size() == 1);
    CHECK(report.left[0].key.find("SK")->as_string() == "ORDER#2");
    CHECK(report.left[0].reason ==
          "monotable: Order.grams: not a weight: heavy (item PK = \"CUSTOMER#c2\", SK = \"ORDER#2\")");
    CHECK(before.get<v1::Order>("customer_id"_f == "c2", "id"_f == "2")->weight == "heavy");
}

TEST_CASE("a migration that is interrupted at any operation goes on where it was") {
    bool const after = GENERATE(false, true);
    bool const for_good = GENERATE(false, true);
    int const count = 12;
    mt::migrate_options const options{.limit = 0, .name = "to v2", .step = 5};
    for (std::size_t operation = 0;; ++operation) {
        auto const backend = filled(count);
        mt::store<v2::shop> db(backend, {.opening = mt::add_missing_indexes});
        backend->fail_at(operation, after, for_good);
        try {
            (void)db.migrate<v2::Order>(options);
        } catch (mt::store_error const&) {}
        bool const failed = backend->failed();
        backend->fail_never();
        auto const report = db.migrate<v2::Order>(options);
        CHECK(report.done());
        CHECK(report.left.empty());
        CHECK(is_migrated(db, count));
        if (failed && operation > 25) CHECK(report.read < 12); // the first steps are not done again
        if (!failed) break;
    }
}

TEST_CASE("what others write while a migration runs is not lost") {
    auto const shared = filled(1);
    auto const backend = std::make_shared<meddler>(shared);
    mt::store<v2::shop> db(backend, {.opening = mt::add_missing_indexes});
    static std::shared_ptr<mt::backend> inner;
    inner = shared;

    SECTION("by the earlier version") {
        backend->meddle = [](mt::backend&) {
            auto changed = old_order("0", 0);
            changed.total = 77;
            mt::store<v1::shop>(inner, {.opening = mt::add_missing_indexes}).put(changed).or_throw();
        };
        CHECK(db.migrate<v2::Order>({}).rewritten == 1);
        CHECK(db.get<v2::Order>("customer_id"_f == "c0", "id"_f == "0")->cents == 7700);
    }
    SECTION("by the present version") {
        backend->meddle = [](mt::backend&) {
            auto changed = new_order("0", 0);
            changed.cents = 5;
            mt::store<v2::shop>(inner, {.opening = mt::add_missing_indexes}).put(changed).or_throw();
        };
        CHECK(db.migrate<v2::Order>({}).skipped == 1);
        CHECK(db.get<v2::Order>("customer_id"_f == "c0", "id"_f == "0")->cents == 5);
    }
    SECTION("erasing it") {
        backend->meddle = [](mt::backend&) {
            mt::store<v2::shop>(inner, {.opening = mt::add_missing_indexes}).erase(new_order("0", 0)).or_throw();
        };
        CHECK(db.migrate<v2::Order>({}).skipped == 1);
        CHECK(db.scan<v2::Order>().count() == 0);
    }
    inner.reset();
}

TEST_CASE("what an earlier version writes while an update is worked out is not lost") {
    static std::shared_ptr<mt::backend> inner;
    inner = filled(0);
    auto const backend = std::make_shared<meddler>(inner);
    mt::store<v2::shop> db(backend, {.opening = mt::add_missing_indexes});
    bool const present = GENERATE(true, false);
    if (present) db.put(new_order("0", 0)).or_throw();
    else mt::store<v1::shop>(inner, {.opening = mt::add_missing_indexes}).put(old_order("0", 0)).or_throw();
    backend->meddle = [](mt::backend&) {
        auto changed = old_order("0", 0);
        changed.total = 50;
        changed.weight = "9 kg";
        mt::store<v1::shop>(inner, {.opening = mt::add_missing_indexes}).put(changed).or_throw();
    };
    SECTION("of a field that had another name") {
        CHECK(db.update(new_order("0", 0), "cents"_f += 1, mt::returning_new).after().cents == 5001);
    }
    SECTION("of a field that had another type") {
        CHECK(db.update(new_order("0", 0), "grams"_f += 1, mt::returning_new).after().grams == 9001);
    }
    inner.reset();
}
