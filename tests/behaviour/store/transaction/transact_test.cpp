// SPDX-License-Identifier: BSL-1.0
// Several writes as one: what is done, what each action answers, and what is an error.
#include <monotable/backend/forwarding.hpp>
#include <monotable/transactions.hpp>

#include <shop.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace shop_model;
using store_support::says;

namespace {

struct product {
    std::string id;
    int stock = 0;

    bool operator==(product const&) const = default;
};

} // namespace

template <>
struct mt::entity<product> {
    using key = mt::key<"{id}">;
    using indexes = mt::indexes<mt::index<"ByStock", "ALL", "{stock:6}">>;
};

namespace {

struct warehouse : mt::table<"warehouse", mt::partition_key<"id">, mt::gsi<"ByStock">, mt::entities<product>> {};

using store = mt::store<shop, warehouse>;

order placed(std::string const& id) { return {id, "1", day(1), status::open, 5}; }

store with_product(int stock) {
    store db;
    db.put(product{"p", stock}).or_throw();
    return db;
}

} // namespace

TEST_CASE("a transaction does all of its actions, over several tables") {
    auto db = with_product(3);
    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(address{"1", "old", "x"}).or_throw();
    auto const done = db.transact(
        mt::create(placed("o")), mt::update<product>("id"_f == "p", "stock"_f -= 1, mt::when("stock"_f >= 1)),
        mt::erase<address>("customer_id"_f == "1", "label"_f == "old"), mt::put(address{"1", "new", "y"}),
        mt::check<customer>("id"_f == "1", mt::when("name"_f == "Ann")), mt::token("order-o"));
    REQUIRE(done);
    CHECK(done.size() == 5);
    CHECK(done.get<0>());
    CHECK(done.get<1>().error() == mt::write_error::none);
    CHECK_NOTHROW(done.or_throw());
    CHECK(db.get<product>("id"_f == "p")->stock == 2);
    CHECK(db.query<product>(mt::on<"ByStock">).first()->stock == 2); // the index follows
    CHECK(db.query<order>("id"_f == "o").count() == 1);
    CHECK(!db.get<address>("customer_id"_f == "1", "label"_f == "old"));
    CHECK(db.get<address>("customer_id"_f == "1", "label"_f == "new"));
}

TEST_CASE("what one action refuses none does, and each says why") {
    auto db = with_product(0);
    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(placed("o")).or_throw();
    auto const done =
        db.transact(mt::put(address{"1", "new", "y"}), mt::create(placed("o")),
                    mt::update<product>("id"_f == "p", "stock"_f -= 1, mt::when("stock"_f >= 1)),
                    mt::update<product>("id"_f == "q", "stock"_f += 1), mt::replace(customer{"2", "Bob", {}}),
                    mt::check<customer>("id"_f == "1", mt::when("name"_f == "Eve")));
    REQUIRE(!done);
    CHECK(!done.get<0>());
    CHECK(done.get<0>().error() == mt::write_error::none);
    CHECK(done.get<0>().message().starts_with("monotable: the transaction was not done; action 1: order in shop"));
    CHECK_THROWS_MATCHES(done.get<0>().or_throw(), mt::condition_failed, says("the transaction was not done"));
    CHECK(done.get<1>().error() == mt::write_error::already_exists);
    CHECK(done.get<1>().existing() == placed("o"));
    CHECK(done.get<2>().error() == mt::write_error::condition_failed);
    CHECK(done.get<2>().existing() == product{"p", 0});
    CHECK(done.get<3>().error() == mt::write_error::not_found);
    CHECK(done[4].error() == mt::write_error::not_found);
    CHECK(!done.get<4>().existing());
    CHECK(done.get<5>().error() == mt::write_error::condition_failed);
    CHECK(done.get<5>().existing() == customer{"1", "Ann", {}});
    CHECK_THROWS_MATCHES(
        done.or_throw(), mt::condition_failed,
        says("monotable: the transaction was not done; action 1: order in shop: an item exists with PK = "
             "\"C#1\", SK = ") &&
            says("; action 2: product in warehouse: the condition does not hold for the item with id = "
                 "\"p\"") &&
            says("; action 4: customer in shop: no item exists with PK = \"C#2\", SK = \"C\"") &&
            says("; action 5: customer in shop: the condition does not hold for the item with PK = \"C#1\""));
    CHECK_THROWS_MATCHES(done.get<4>().or_throw(), mt::condition_failed,
                         says("monotable: customer in shop: no item exists"));
    CHECK(!db.get<address>("customer_id"_f == "1", "label"_f == "new"));
    CHECK(db.get<product>("id"_f == "p")->stock == 0);
}

TEST_CASE("create with an or in its condition does not overwrite") {
    store db;
    db.put(customer{"1", "Ann", "a@x"}).or_throw();
    auto const alone = db.create(customer{"1", "Bob", {}}, mt::when("name"_f == "Eve" || "email"_f.exists()));
    CHECK(alone.error() == mt::write_error::already_exists);
    auto const done =
        db.transact(mt::create(customer{"1", "Bob", {}}, mt::when("name"_f == "Eve" || "email"_f.exists())));
    CHECK(done.get<0>().error() == mt::write_error::already_exists);
    auto const update = db.transact(
        mt::update<customer>("id"_f == "2", "name"_f = "x", mt::when("name"_f == "Eve" || "email"_f.absent())));
    CHECK(update.get<0>().error() == mt::write_error::not_found); // no ghost
    CHECK(raw(db).size() == 1);
    CHECK(db.get<customer>("id"_f == "1")->name == "Ann");
}

TEST_CASE("two actions on one item are an error that names both") {
    auto db = with_product(3);
    CHECK_THROWS_MATCHES(
        db.transact(mt::put(address{"1", "a", "x"}), mt::create(placed("o")), mt::erase(placed("o"))), mt::store_error,
        says("monotable: order in shop: the item with PK = \"C#1\", SK = ") &&
            says("Transaction request cannot include multiple operations on one item: actions 1 (create) and "
                 "2 (erase)"));
    CHECK_THROWS_AS(db.transact(mt::update<product>("id"_f == "p", "stock"_f = 1),
                                mt::check<product>("id"_f == "p", mt::when("stock"_f == 3))),
                    mt::store_error);
    CHECK(raw(db).empty());
    CHECK(db.get<product>("id"_f == "p")->stock == 3);
}

TEST_CASE("an update in a transaction returns its item, before or after it") {
    auto db = with_product(3);
    auto done = db.transact(mt::update<product>("id"_f == "p", "stock"_f += 4, mt::returning_new),
                            mt::create(customer{"1", "Ann", {}}));
    CHECK(done.get<0>().after() == product{"p", 7});
    auto next = db.transact(mt::upsert<product>("id"_f == "p", "stock"_f = 1, mt::returning_old),
                            mt::upsert<product>("id"_f == "q", "stock"_f = 1, mt::returning_old));
    CHECK(next.get<0>().before() == product{"p", 7});
    CHECK(!next.get<1>().before());
    CHECK(db.get<product>("id"_f == "q")->stock == 1);
    auto const refused = db.transact(mt::update<product>("id"_f == "p", "stock"_f += 4, mt::returning_new),
                                     mt::create(customer{"1", "Ann", {}}));
    CHECK_THROWS_AS(refused.get<0>().after(), mt::condition_failed);
}

TEST_CASE("a transaction is not done again under its token, and answers as the first time") {
    auto db = with_product(3);
    SECTION("where the requests are the same") {
        auto const act = [&](int total) {
            return db.transact(mt::create(order{"o", "1", day(1), status::open, total}), mt::token("t"));
        };
        REQUIRE(act(5));
        CHECK(act(5));
        CHECK_THROWS_AS(act(6), mt::store_error); // other actions
        db.erase(placed("o")).or_throw();
        CHECK(act(5));
        CHECK(raw(db).empty());
    }
    SECTION("where they depend on what is there") {
        auto const act = [&](int step) {
            return db.transact(mt::update<product>("id"_f == "p", "stock"_f -= step), mt::token("t"));
        };
        REQUIRE(act(1));
        CHECK(act(1));
        CHECK(db.get<product>("id"_f == "p")->stock == 2);
        CHECK(db.query<product>(mt::on<"ByStock">).first()->stock == 2);
    }
    SECTION("where they could not even be planned any more") {
        auto const act = [&] {
            return db.transact(mt::update<product>("id"_f == "p", "stock"_f -= 3, mt::when("stock"_f >= 3)),
                               mt::token("t"));
        };
        REQUIRE(act());
        CHECK(act());
        CHECK(db.get<product>("id"_f == "p")->stock == 0);
        auto const other =
            db.transact(mt::update<product>("id"_f == "p", "stock"_f -= 3, mt::when("stock"_f >= 3)), mt::token("u"));
        CHECK(other.get<0>().error() == mt::write_error::condition_failed);
        db.put(product{"p", 3}).or_throw(); // a token of what was refused is free
        CHECK(
            db.transact(mt::update<product>("id"_f == "p", "stock"_f -= 3, mt::when("stock"_f >= 3)), mt::token("u")));
        CHECK(db.get<product>("id"_f == "p")->stock == 0);
    }
    CHECK_THROWS_MATCHES(db.transact(mt::put(product{"p", 3}), mt::token(std::string(37, 'x'))), mt::store_error,
                         says("36"));
}

TEST_CASE("a transaction is put together at run time") {
    auto db = with_product(3);
    auto t = db.transaction();
    CHECK(t.empty());
    CHECK(t.commit());
    CHECK(t.create(customer{"1", "Ann", {}}) == 0);
    std::vector<order> const orders{placed("a"), placed("b")};
    for (auto const& each : orders) t.create(each);
    t.update<product>("id"_f == "p", "stock"_f -= static_cast<int>(orders.size()), mt::when("stock"_f >= 2));
    CHECK(t.add(mt::put(address{"1", "a", "x"})) == 4);
    CHECK(t.size() == 5);
    REQUIRE(t.commit(mt::token("once")));
    CHECK(t.commit(mt::token("once")));
    CHECK(db.get<product>("id"_f == "p")->stock == 1);
    auto other = db.transaction();
    for (auto const& each : {placed("c"), placed("d"), placed("e")}) other.create(each);
    auto const changed = other.update<product>("id"_f == "p", "stock"_f -= 2, mt::when("stock"_f >= 2));
    auto const refused = other.commit();
    CHECK(!refused);
    CHECK(refused.size() == 4);
    CHECK(refused[3].error() == mt::write_error::condition_failed);
    CHECK(refused[changed].existing() == product{"p", 1});
    CHECK_THROWS_MATCHES(refused.or_throw(), mt::condition_failed,
                         says("action 3: product in warehouse: the condition does not hold"));
}

TEST_CASE("a transaction that was done is not committed again; one that was not done may be") {
    auto db = with_product(1);
    auto t = db.transaction();
    t.update<product>("id"_f == "p", "stock"_f -= 2, mt::when("stock"_f >= 2));
    CHECK(!t.commit());
    db.put(product{"p", 4}).or_throw();
    REQUIRE(t.commit());
    CHECK_THROWS_MATCHES(t.commit(), mt::store_error, says("the transaction was committed before, and was done"));
    CHECK_THROWS_AS(t.commit(mt::token("other")), mt::store_error);
    CHECK(db.get<product>("id"_f == "p")->stock == 2);

    auto named = db.transaction();
    named.update<product>("id"_f == "p", "stock"_f -= 1);
    REQUIRE(named.commit(mt::token("sale")));
    CHECK(named.commit(mt::token("sale")));
    CHECK_THROWS_AS(named.commit(), mt::store_error);
    CHECK_THROWS_AS(named.commit(mt::token("another sale")), mt::store_error);
    CHECK(db.get<product>("id"_f == "p")->stock == 1);
}

namespace {

auto put_of_local() {
    std::string const name = "a name that is too long to be stored within the string itself";
    customer const local{"1", name, {}};
    return mt::put(local);
}
auto move_of_locals() {
    address const from{"1", "a label that is too long to be stored within the string itself", "x"};
    address to = from;
    to.label = "another label that is too long to be stored within the string itself";
    return mt::move(from, to);
}

} // namespace

TEST_CASE("actions hold their objects, so that functions may return them") {
    store db;
    db.put(address{"1", "a label that is too long to be stored within the string itself", "x"}).or_throw();
    auto const write = put_of_local();
    auto const move = move_of_locals();
    REQUIRE(db.transact(write, move));
    CHECK(db.get<customer>("id"_f == "1")->name == "a name that is too long to be stored within the string itself");
    CHECK(db.get<address>("customer_id"_f == "1",
                          "label"_f == "another label that is too long to be stored within the string itself"));
}

TEST_CASE("more than 100 actions are an error, and nothing is done") {
    store db;
    auto t = db.transaction();
    auto larger = db.transaction();
    for (int i = 0; i != 100; ++i) {
        t.put(product{std::to_string(i), i});
        larger.put(product{std::to_string(i), 0});
    }
    REQUIRE(t.commit());
    larger.put(product{"100", 1});
    CHECK_THROWS_MATCHES(larger.commit(), mt::store_error,
                         says("a transaction has 101 actions, and takes at most 100"));
    CHECK(db.get<product>("id"_f == "1")->stock == 1);
    CHECK(!db.get<product>("id"_f == "100"));
}

TEST_CASE("several items are read at one moment") {
    auto db = with_product(3);
    db.put(placed("o")).or_throw();
    auto const [p, o, absent] = db.transact_get(
        mt::get<product>("id"_f == "p"), mt::get<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o"),
        mt::get<customer>("id"_f == "1"));
    CHECK(p == product{"p", 3});
    CHECK(o == placed("o"));
    CHECK(!absent);
}

TEST_CASE("an item moves to another primary key, with attributes that the entity does not know") {
    store db;
    order const o = placed("o");
    db.put(o).or_throw();
    mt::item const key = mt::detail::primary_key_of(shop::data, db.to_item(o));
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::document_path("ttl")),
                                                               mt::expression::constant(mt::value(7))}));
    db.implementation()->update({.table = "shop", .item = key, .update = update});

    order moved = o;
    moved.placed = day(2);
    moved.state = status::paid;
    REQUIRE(db.move(o, moved));
    REQUIRE(raw(db).size() == 1);
    CHECK(raw(db)[0].contains("ttl"));
    CHECK(db.query<order>("id"_f == "o").first() == moved);
    CHECK(!raw(db)[0].contains("OpenPK"));

    CHECK(db.move(o, moved).error() == mt::write_error::not_found);
    db.put(o).or_throw();
    auto const onto = db.move(o, moved);
    CHECK(onto.error() == mt::write_error::already_exists);
    CHECK(onto.existing() == moved);
    CHECK_THROWS_MATCHES(onto.or_throw(), mt::condition_failed,
                         says("an item exists with PK = \"C#1\", SK = \"O#2024-10-06"));
    CHECK(raw(db).size() == 2);

    order same = o;
    same.total = 99;
    CHECK(db.move(o, same, mt::when("total"_f == 4)).error() == mt::write_error::condition_failed);
    REQUIRE(db.move(o, same, mt::when("total"_f == 5))); // the key stays
    CHECK(raw(db).size() == 2);
    REQUIRE(db.transact(mt::erase(moved), mt::move(same, order{"z", "1", day(3), status::open, 1})));
    CHECK(raw(db).size() == 1);
}

TEST_CASE("a move returns the item before or after it") {
    auto db = with_product(3);
    CHECK(db.move(product{"p", 3}, product{"q", 4}).after() == product{"q", 4});
    auto const old = db.move(product{"q", 0}, product{"r", 5}, mt::returning_old);
    CHECK(old.before() == product{"q", 4});
    auto const both = db.transact(mt::move(product{"r", 0}, product{"s", 6}, mt::returning_old),
                                  mt::create(product{"t", 7}, mt::returning_new));
    CHECK(both.get<0>().before() == product{"r", 5});
    CHECK(both.get<1>().after() == product{"t", 7});
    CHECK(db.move(product{"s", 0}, product{"s", 8}, mt::returning_old).before() == product{"s", 6}); // the key stays
    auto const refused = db.move(product{"p", 3}, product{"q", 4}, mt::returning_old);
    CHECK(refused.error() == mt::write_error::not_found);
    CHECK_THROWS_AS(refused.before(), mt::condition_failed);
}

TEST_CASE("a repeated transaction does not say what was before or after it") {
    auto db = with_product(3);
    auto const act = [&] {
        return db.transact(
            mt::update<product>("id"_f == "p", "stock"_f += 1, mt::returning_old),
            mt::erase<order>("customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o", mt::returning_old),
            mt::token("t"));
    };
    auto const first = act();
    CHECK(first.get<0>().before() == product{"p", 3});
    CHECK(!first.get<1>().before());
    auto const again = act();
    REQUIRE(again);
    CHECK_THROWS_AS(again.get<0>().before(), mt::store_error);
    CHECK_THROWS_AS(again.get<1>().before(), mt::store_error);
    CHECK(db.get<product>("id"_f == "p")->stock == 4);
}

TEST_CASE("what changes in an item while it moves, moves with it") {
    class meddler : public mt::forwarding_backend {
      public:
        using forwarding_backend::forwarding_backend;
        mt::transaction_outcome do_transact_write(mt::detail::array_view<mt::write_request> actions,
                                                  std::string_view token) override {
            if (++transactions == 1) {
                mt::item const key{{"id", mt::value("p")}};
                mt::expression update;
                update.begin(mt::expression_kind::update);
                update.add(
                    mt::expression::make(mt::expression_kind::set, {mt::expression::path(mt::document_path("shelf")),
                                                                    mt::expression::constant(mt::value(8))}));
                inner().update({.table = "warehouse", .item = key, .update = update});
            }
            return inner().transact_write(actions, token);
        }
        int transactions = 0;
    };
    mt::memory const memory;
    mt::store<warehouse> plain(memory);
    plain.put(product{"p", 1}).or_throw();
    mt::item const shelf{{"id", mt::value("p")}, {"shelf", mt::value(7)}, {"stock", mt::value(1)}};
    memory->put({.table = "warehouse", .item = shelf});
    auto const watched = std::make_shared<meddler>(memory);
    mt::store<warehouse> db(watched);
    REQUIRE(db.move(product{"p", 1}, product{"q", 1}));
    CHECK(watched->transactions == 2);
    auto const all = raw(db, "warehouse");
    REQUIRE(all.size() == 1);
    CHECK(all[0].find("shelf")->as_number() == mt::decimal(8));
    CHECK(plain.get<product>("id"_f == "q"));
}
