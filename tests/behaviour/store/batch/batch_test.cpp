// SPDX-License-Identifier: BSL-1.0
// Batches: in the caller's order, of any size, and nothing is lost that the store leaves undone.
#include <monotable/backend/forwarding.hpp>
#include <monotable/batches.hpp>

#include <shop.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <list>
#include <memory>
#include <string>
#include <vector>

using namespace shop_model;
using store_support::says;

namespace {

struct product {
    std::string id;
    int stock = 0;

    bool operator==(product const&) const = default;
};
struct reading {
    int sensor = 0, at = 0;
    double value = 0;

    bool operator==(reading const&) const = default;
};
struct reading_key {
    int at = 0, sensor = 0;
};

} // namespace

template <>
struct mt::entity<product> {
    using key = mt::key<"P#{id}", "P">;
};
template <>
struct mt::entity<reading> {
    using key = mt::key<"R#{sensor:6}", "{at:6}">;
};

namespace {

struct stock : mt::table<"stock", mt::gsi<"ByStock", mt::partition_key<"stock:N">>, mt::entities<product, reading>> {};
using store = mt::store<stock, shop>;

/// Does only the first few of what a batch asks for, or nothing for some time.
class lazy : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    mt::batch_get_result do_batch_get(mt::detail::array_view<mt::get_request> requests) override {
        ++gets;
        CHECK(requests.size() <= 100);
        std::size_t const done = next(requests.size());
        auto result = inner().batch_get(requests.part(0, done));
        result.items.resize(requests.size());
        for (std::size_t i = done; i != requests.size(); ++i) result.unprocessed.push_back(i);
        return result;
    }
    std::vector<std::size_t> do_batch_write(mt::detail::array_view<mt::write_request> requests) override {
        ++writes;
        CHECK(requests.size() <= 25);
        std::size_t const done = next(requests.size());
        if (done != 0) inner().batch_write(requests.part(0, done));
        std::vector<std::size_t> left;
        for (std::size_t i = done; i != requests.size(); ++i) left.push_back(i);
        return left;
    }

    std::size_t at_once = 1000;
    int idle = 0; ///< requests of which nothing is done
    int gets = 0, writes = 0;

  private:
    std::size_t next(std::size_t asked) {
        if (idle > 0) {
            --idle;
            return 0;
        }
        return asked < at_once ? asked : at_once;
    }
};

struct fixture {
    std::shared_ptr<lazy> slow = std::make_shared<lazy>(mt::memory());
    store db{slow};
};

std::vector<product> products(int count) {
    std::vector<product> result;
    for (int i = 0; i != count; ++i) result.push_back({std::to_string(i), i});
    return result;
}

} // namespace

TEST_CASE("a batch of any size is written and read in the caller's order") {
    fixture f;
    auto const all = products(257);
    REQUIRE(f.db.batch_put(all));
    CHECK(f.slow->writes == 11);
    CHECK(f.db.scan<product>().count() == 257);

    std::vector<std::string> keys;
    for (int i = 300; i-- != 0;) keys.push_back(std::to_string(i));
    auto const found = f.db.batch_get<product>(keys);
    CHECK(f.slow->gets == 3);
    REQUIRE(found);
    REQUIRE(found.size() == 300);
    CHECK(!found[0]);
    CHECK(found[43] == product{"256", 256});
    CHECK(found[299] == product{"0", 0});

    REQUIRE(f.db.batch_erase<product>(keys));
    CHECK(f.db.scan<product>().count() == 0);
    CHECK(f.db.batch_put(std::vector<product>{}));
    CHECK(f.db.batch_get<product>(std::vector<std::string>{}).size() == 0);
}

TEST_CASE("keys are objects, structs with the fields of the key, or values of its only field") {
    fixture f;
    REQUIRE(f.db.batch_put(std::list<reading>{{1, 2, 0.5}, {3, 4, 1.5}}));
    REQUIRE(f.db.batch_put(products(2)));
    std::vector<reading_key> const by_struct{{4, 3}, {2, 1}, {9, 9}};
    auto const some = f.db.batch_get<reading>(by_struct);
    CHECK(some[0] == reading{3, 4, 1.5});
    CHECK(some[1] == reading{1, 2, 0.5});
    CHECK(!some[2]);
    CHECK(f.db.batch_get<reading>(std::vector<reading>{{1, 2, 0}})[0] == reading{1, 2, 0.5});
    char const* const names[] = {"1", "0"};
    CHECK(f.db.batch_get<product>(names)[0] == product{"1", 1});

    auto const [readings, goods] =
        f.db.batch_get(mt::keys<reading>(by_struct), mt::keys<product>(std::vector<std::string>{"1", "7"}));
    CHECK(readings[1] == reading{1, 2, 0.5});
    CHECK(goods[0] == product{"1", 1});
    CHECK(!goods[1]);
}

TEST_CASE("a key that comes twice is read once, and of two puts the last counts") {
    fixture f;
    REQUIRE(f.db.batch_put(std::vector<product>{{"a", 1}, {"b", 1}, {"a", 2}}));
    auto const found = f.db.batch_get<product>(std::vector<std::string>{"a", "b", "a"});
    CHECK(found[0] == product{"a", 2});
    CHECK(found[2] == product{"a", 2});
    auto batch = f.db.batch();
    batch.put(product{"c", 1});
    batch.erase<product>("id"_f == "c");
    batch.erase(product{"a", 0});
    batch.put(product{"a", 3});
    batch.put(customer{"1", "Ann", {}});
    REQUIRE(batch.commit());
    CHECK(!f.db.get<product>("id"_f == "c"));
    CHECK(f.db.get<product>("id"_f == "a")->stock == 3);
    CHECK(f.db.get<customer>("id"_f == "1"));
}

TEST_CASE("what the store leaves undone is asked for again") {
    fixture f;
    f.slow->at_once = 7;
    REQUIRE(f.db.batch_put(products(60)));
    CHECK(f.db.scan<product>().count() == 60);
    f.slow->idle = 3;
    std::vector<std::string> keys;
    for (int i = 0; i != 60; ++i) keys.push_back(std::to_string(i));
    auto const found = f.db.batch_get<product>(keys);
    REQUIRE(found);
    for (int i = 0; i != 60; ++i) CHECK(found[static_cast<std::size_t>(i)] == product{std::to_string(i), i});
    f.slow->idle = 3;
    REQUIRE(f.db.batch_erase<product>(keys));
    CHECK(f.db.scan<product>().count() == 0);
}

TEST_CASE("a batch gives up after a bound, and says what was not done") {
    fixture f;
    auto all = products(30);
    all[29] = all[3]; // what is undone of an item is undone for all who asked
    f.slow->idle = 1000;
    auto const left = f.db.batch_put(all, mt::attempts(3));
    CHECK(!left);
    CHECK(left.unprocessed().size() == 30);
    CHECK(f.slow->writes == 3);
    CHECK_THROWS_MATCHES(left.or_throw(), mt::store_error, says("the store did not do 30 of the batch's writes"));
    f.slow->idle = 0;
    f.slow->at_once = 5;
    REQUIRE(f.db.batch_put(all));
    f.slow->idle = 1000;
    auto const found = f.db.batch_get<product>(std::vector<std::string>{"3", "x", "3"}, mt::attempts(2));
    CHECK(!found);
    CHECK(found.unprocessed() == std::vector<std::size_t>{0, 1, 2});
    CHECK(!found[0]);
    CHECK_THROWS_MATCHES(found.or_throw(), mt::store_error, says("did not look for 3 of 3 keys"));
    CHECK(f.db.batch_erase<product>(std::vector<std::string>{"3"}, mt::attempts(1)).unprocessed() ==
          std::vector<std::size_t>{0});
    CHECK(f.db.get<product>("id"_f == "3"));
}

TEST_CASE("one bad object keeps its batch from being written, and is named") {
    fixture f;
    auto all = products(3);
    all[1].id.clear();
    CHECK_THROWS_MATCHES(f.db.batch_put(all), mt::bad_value, says("monotable: product.id"));
    CHECK(f.db.scan<product>().count() == 0);
    std::vector<customer> people{{"1", "Ann", "a@x"}, {"2", std::string(500'000, 'x'), {}}};
    CHECK_THROWS_MATCHES(f.db.batch_put(people), mt::bad_value, says("customer") && says("Item size"));
    CHECK(raw(f.db, "shop").empty());
}

TEST_CASE("index entries and unknown attributes are as put has them") {
    fixture f;
    REQUIRE(f.db.batch_put(std::vector<order>{{"o", "1", day(1), status::open, 5}}));
    CHECK(f.db.query<order>("state"_f == status::open).as<mt::item>().count() == 1);
    mt::item const stored = raw(f.db, "shop").front();
    mt::item const key{{"PK", mt::value(*stored.find("PK"))}, {"SK", mt::value(*stored.find("SK"))}};
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::detail::document_path("ttl")),
                                                               mt::expression::constant(mt::value(7))}));
    f.db.implementation()->update({.table = "shop", .item = key, .update = update});
    REQUIRE(f.db.batch_put(std::vector<order>{{"o", "1", day(1), status::paid, 5}}));
    CHECK(f.db.query<order>(mt::on<"Open">).as<mt::item>().count() == 0);
    CHECK(raw(f.db, "shop").front().contains("ttl"));
}
