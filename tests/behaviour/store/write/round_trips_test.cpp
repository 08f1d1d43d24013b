// SPDX-License-Identifier: BSL-1.0
// A write needs a number of round trips that does not grow with the number of items it reads or changes: what a plan misses is
// read at once. The calls of one step may be performed in any order.
#include <club_check.hpp>
#include <library_check.hpp>
#include <library_model.hpp>

#include <monotable/backend/forwarding.hpp>
#include <monotable/store/transaction/begin.hpp>
#include <monotable/transactions.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

/// Performs the calls of each step in random order, and counts steps with calls.
class shuffling_driver {
  public:
    explicit shuffling_driver(mt::backend& store) : store_(store) {}

    template <class Procedure>
    auto run(Procedure& what) {
        steps = calls = 0;
        for (auto step = what.advance(); !step.is_done(); step = what.advance()) {
            if (step.count != 0) ++steps;
            calls += step.count;
            std::vector<std::size_t> order(step.count);
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::shuffle(order.begin(), order.end(), random_);
            for (std::size_t const i : order) {
                try {
                    store_.perform(step.calls[i].what);
                } catch (...) {
                    step.calls[i].failure = std::current_exception();
                }
            }
        }
        return what.outcome();
    }

    std::size_t steps = 0, calls = 0;

  private:
    mt::backend& store_;
    std::mt19937 random_{7};
};

/// The steps of f(5), f(50) and f(90).
template <class F>
void needs_as_many_steps_for_many(F const& f) {
    std::size_t const few = f(5), some = f(50), many = f(90);
    CAPTURE(few, some, many);
    CHECK(some <= few + 2);
    CHECK(many <= few + 2);
    CHECK(many <= 8);
}

using library = library_model::library<mt::in_transaction>;
using club_model::cascading_town;
using club_model::member;
using club_model::tool;
using library_model::author;
using library_model::book;

mt::store<library> library_of(int books) {
    mt::store<library> db;
    db.put(author{"Lem", "PL", 1921}).or_throw();
    for (int i = 0; i != books; ++i) db.put(book{std::to_string(i), "Lem", "t", mt::decimal(3)}).or_throw();
    return db;
}

mt::store<cascading_town> town_of(int tools) {
    mt::store<cascading_town> db;
    db.put(member{"ann", {}}).or_throw();
    for (int i = 0; i != tools; ++i) REQUIRE(db.put(tool{std::to_string(i), "ann"}));
    return db;
}

} // namespace

TEST_CASE("a change that all copies follow") {
    needs_as_many_steps_for_many([](int books) {
        auto db = library_of(books);
        shuffling_driver driver(*db.implementation());
        auto const write =
            mt::detail::begin_write(db, mt::update<author>("name"_f == "Lem", "country"_f = "UA", mt::returning_old));
        auto const outcome = driver.run(*write);
        CHECK(outcome.reason == mt::write_error::none);
        CHECK(outcome.attributes->find("country")->as_string() == "PL");
        CHECK(library_model::what_is_wrong(db) == "");
        CHECK(db.get<author>("name"_f == "Lem")->country == "UA");
        return driver.steps;
    });
}

TEST_CASE("a copy that is put, whatever the number of others") {
    needs_as_many_steps_for_many([](int books) {
        auto db = library_of(books);
        shuffling_driver driver(*db.implementation());
        auto const write = mt::detail::begin_write(db, mt::put(book{"new", "Lem", "t", mt::decimal(5)}));
        CHECK(driver.run(*write).reason == mt::write_error::none);
        CHECK(library_model::what_is_wrong(db) == "");
        CHECK(db.get<author>("name"_f == "Lem")->books == books + 1);
        return driver.steps;
    });
}

TEST_CASE("an erasure that takes the referring items along") {
    needs_as_many_steps_for_many([](int tools) {
        auto db = town_of(tools);
        shuffling_driver driver(*db.implementation());
        auto const write = mt::detail::begin_write(db, mt::erase<member>("id"_f == "ann"));
        CHECK(driver.run(*write).existed);
        CHECK(faults_of(db) == "");
        CHECK(db.scan<tool>().count() == 0);
        return driver.steps;
    });
}

TEST_CASE("an erasure of more than a transaction takes needs a step for each of its parts") {
    auto db = town_of(500);
    shuffling_driver driver(*db.implementation());
    auto const write = mt::detail::begin_write(db, mt::erase<member>("id"_f == "ann"));
    CHECK(driver.run(*write).existed);
    CHECK(faults_of(db) == "");
    CHECK(db.scan<tool>().count() == 0);
    CHECK(!db.get<member>("id"_f == "ann"));
    CHECK(driver.steps <= 4 + 500 / 50);
}

TEST_CASE("a transaction, whatever the number of its actions") {
    std::size_t few = 0;
    for (int const count : {2, 45}) {
        auto db = town_of(0);
        for (int i = 0; i != count; ++i) db.put(member{"m" + std::to_string(i), {}}).or_throw();
        shuffling_driver driver(*db.implementation());
        auto builder = std::vector<mt::detail::write_action>();
        using traits = mt::detail::action_traits<decltype(mt::put(tool{})), mt::store<cascading_town>>;
        for (int i = 0; i != count; ++i) {
            std::string const n = std::to_string(i);
            builder.push_back(traits::prepare(db.clock(), mt::put(tool{n, "m" + n})));
        }
        mt::detail::transaction_execution transaction(std::move(builder), {}, db.retry());
        CHECK(driver.run(transaction).done);
        CHECK(faults_of(db) == "");
        CHECK(db.scan<tool>().count() == static_cast<std::size_t>(count));
        if (few == 0) few = driver.steps;
        CHECK(driver.steps == few);
        CHECK(driver.steps <= 4);
    }
}

TEST_CASE("a transaction is refused as by the store's verb, with all that is refused") {
    auto db = town_of(1);
    shuffling_driver driver(*db.implementation());
    auto const transaction = mt::detail::begin_transaction(db, {}, mt::put(tool{"a", "nobody"}),
                                                           mt::create(tool{"0", "ann"}), mt::replace(tool{"z", "ann"}));
    auto const report = driver.run(*transaction);
    CHECK(!report.done);
    CHECK(report.actions[1].reason == mt::write_error::already_exists);
    CHECK(report.actions[2].reason == mt::write_error::not_found);
    CHECK(db.scan<tool>().count() == 1);
}

TEST_CASE("a link, whatever the number of others") {
    needs_as_many_steps_for_many([](int links) {
        auto db = town_of(0);
        club_model::club const chess{1, {}};
        db.put(chess).or_throw();
        for (int i = 0; i != links; ++i) {
            db.put(member{std::to_string(i), {}}).or_throw();
            REQUIRE(db.link<"belongs">(member{std::to_string(i), {}}, chess));
        }
        shuffling_driver driver(*db.implementation());
        auto const linked = mt::detail::begin_transaction(db, {}, mt::link<"belongs">(member{"ann", {}}, chess));
        CHECK(driver.run(*linked).done);
        CHECK(faults_of(db) == "");
        CHECK(db.linked<"belongs">(chess).count() == static_cast<std::size_t>(links + 1));
        return driver.steps;
    });
}

namespace {

/// Leaves what it is asked to read, so often.
class lazy_backend : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;
    int refusals = 0;

    mt::batch_get_result do_batch_get(mt::detail::array_view<mt::get_request> requests) override {
        if (refusals == 0) {
            if (requests.size() < 2) return forwarding_backend::do_batch_get(requests);
            auto result = forwarding_backend::do_batch_get({requests.begin(), 1}); // the rest is left
            result.items.resize(requests.size());
            for (std::size_t i = 1; i != requests.size(); ++i) result.unprocessed.push_back(i);
            return result;
        }
        --refusals;
        mt::batch_get_result result;
        result.items.resize(requests.size());
        for (std::size_t i = 0; i != requests.size(); ++i) result.unprocessed.push_back(i);
        return result;
    }
};

} // namespace

TEST_CASE("items that a store leaves unread are requested again, until it has read nothing too often") {
    auto const lazy = std::make_shared<lazy_backend>(mt::memory());
    mt::store<cascading_town> db(lazy, {.retry = {.attempts = 5}});
    db.put(member{"ann", {}}).or_throw();
    for (int i = 0; i != 4; ++i) REQUIRE(db.put(tool{std::to_string(i), "ann"}));
    lazy->refusals = 5;
    CHECK_THROWS_MATCHES(db.erase<member>("id"_f == "ann"), mt::store_error, says("5 attempts"));
    CHECK(db.scan<tool>().count() == 4);
    lazy->refusals = 4;
    REQUIRE(db.erase<member>("id"_f == "ann"));
    CHECK(db.scan<tool>().count() == 0);
}
