// SPDX-License-Identifier: BSL-1.0
// Item collections, and what queries say about themselves.
#include <shop.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace shop_model;
using store_support::says;

namespace {

struct account {
    shop_model::customer customer;
    std::vector<order> orders;
};
struct maybe_account {
    std::optional<shop_model::customer> customer;
    std::optional<address> home;
    std::vector<order> orders;
};
struct only_orders {
    std::vector<order> orders;
};
struct one_order {
    order last;
    shop_model::customer customer;
};

order make(std::string id, int n) { return {std::move(id), "1", day(n), status::open, mt::decimal(n)}; }

} // namespace

TEST_CASE("a collection is one partition in one struct") {
    mt::store<shop> db;
    CHECK(!db.collect<account>("id"_f == "1").get());
    CHECK(!db.collect<maybe_account>("id"_f == "1").get());
    CHECK(db.collect<account>("id"_f == "1").items().empty());

    for (int i : {2, 0, 1}) db.put(make("o" + std::to_string(i), i)).or_throw();
    db.put(order{"x", "2", day(0), status::open, 1}).or_throw();
    CHECK(!db.collect<account>("id"_f == "1").get()); // the customer is required
    CHECK(db.collect<maybe_account>("id"_f == "1").get()->orders.size() == 3);
    CHECK(!db.collect<maybe_account>("id"_f == "1").get()->customer);
    CHECK(db.collect<only_orders>("customer_id"_f == "1").get()->orders.size() == 3);

    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(address{"1", "home", "s"}).or_throw();
    auto const whole = db.collect<account>("id"_f == "1").get();
    REQUIRE(whole);
    CHECK(whole->customer.name == "Ann");
    CHECK(ids(whole->orders) == "o0 o1 o2"); // the address was passed over
    CHECK(ids(db.collect<account>("id"_f == "1").descending().get()->orders) == "o2 o1 o0");
    CHECK(db.collect<maybe_account>("id"_f == "1").get()->home->street == "s");
    CHECK(db.collect<account>("id"_f == "1").items().size() == 5);
    CHECK(db.collect<account>("id"_f == "1").limit(3).get()->orders.size() == 1); // address, customer, order
    CHECK(!db.collect<account>("id"_f == "1").limit(1).get());
    CHECK_THROWS_AS(db.collect<account>("id"_f == "1").limit(-1), mt::bad_value);
    CHECK(db.collect<account>("id"_f == "1").consistent().get());
    CHECK(db.collect<account>("id"_f == "1").index() == "shop");
}

TEST_CASE("several items for a member that holds one are bad_item") {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(make("o1", 1)).or_throw();
    CHECK(db.collect<one_order>("customer_id"_f == "1").get()->last.id == "o1");
    db.put(make("o2", 2)).or_throw();
    CHECK_THROWS_MATCHES(db.collect<one_order>("customer_id"_f == "1").get(), mt::bad_item,
                         says("the item collection has several items of order"));
    db.put(address{"1", "a", "s"}).or_throw();
    db.put(address{"1", "b", "s"}).or_throw();
    CHECK_THROWS_MATCHES(db.collect<maybe_account>("id"_f == "1").get(), mt::bad_item, says("address"));
}

TEST_CASE("a collection reads strange items as any query does") {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    auto& raw_store = *db.implementation();
    raw_store.put({.table = "shop", .item = mt::item{{"PK", "C#1"}, {"SK", "Z"}}}); // of nobody
    CHECK(db.collect<account>("id"_f == "1").get());
    raw_store.put({.table = "shop", .item = mt::item{{"PK", "C#1"}, {"SK", "O#2025-01-01T00:00:00.000Z#o"}}});
    CHECK_THROWS_MATCHES(db.collect<account>("id"_f == "1").get(), mt::bad_item, says("monotable: order."));
    CHECK_THROWS_AS(db.collect<account>("id"_f == ""), mt::bad_value);
}

TEST_CASE("a collection may be filtered, the items of each entity by their own conditions") {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(address{"1", "home", "s"}).or_throw();
    for (int i = 0; i != 5; ++i) db.put(make("o" + std::to_string(i), i)).or_throw();
    auto const all = db.collect<maybe_account>("id"_f == "1");
    auto const some = all.filter<order>("total"_f >= 2, "total"_f < 4).get();
    REQUIRE(some);
    CHECK(some->customer);
    CHECK(some->home);
    CHECK(ids(some->orders) == "o2 o3");
    CHECK(ids(all.filter<order>("total"_f >= 2).filter<order>("id"_f != "o3").descending().get()->orders) == "o4 o2");
    CHECK(ids(all.filter<order>("placed"_f > day(3)).get()->orders) == "o4"); // of the key
    CHECK(!all.filter<customer>("name"_f == "Bob").get()->customer);
    CHECK(all.filter<customer>("name"_f == "Bob").get()->orders.size() == 5);
    CHECK(!db.collect<account>("id"_f == "1").filter<customer>("name"_f == "Bob").get()); // it is required
    CHECK(!db.collect<only_orders>("customer_id"_f == "1").filter<order>("total"_f > 9).get());
    CHECK(db.collect<one_order>("customer_id"_f == "1").filter<order>("id"_f == "o3").get()->last.id == "o3");
    CHECK(all.filter<order>("total"_f >= 2).items().size() == 5);
    CHECK(db.collect<account>("id"_f == "1").filter<order>("total"_f >= 2).items().size() == 5); // the address too
    mt::filter<order> none;
    CHECK(all.filter<order>(none).get()->orders.size() == 5);
    CHECK(all.filter<order>("total"_f >= 2).filter<customer>("name"_f == "Ann").explain().text() ==
          "query maybe_account in shop by primary key\n"
          "  partition: PK = \"C#1\"\n"
          "  order:     ascending\n"
          "  filter:    customer: name = \"Ann\"\n"
          "  filter:    order: total >= 2\n");
}

TEST_CASE("a collection in pages, forward and backward") {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    db.put(address{"1", "home", "s"}).or_throw();
    for (int i = 0; i != 5; ++i) db.put(make("o" + std::to_string(i), i)).or_throw();
    auto const range = db.collect<maybe_account>("id"_f == "1").limit(3);
    auto const first = range.page();
    CHECK(first.part.home);
    CHECK(first.part.customer);
    CHECK(ids(first.part.orders) == "o0");
    CHECK(first.previous.empty());
    auto const second = range.after(first.cursor).page();
    CHECK(!second.part.customer);
    CHECK(ids(second.part.orders) == "o1 o2 o3");
    auto const third = range.after(second.cursor).page();
    CHECK(ids(third.part.orders) == "o4");
    CHECK(third.cursor.empty());
    CHECK(ids(range.before(third.previous).page().part.orders) == "o1 o2 o3");
    auto const back = range.before(second.previous).page();
    CHECK(back.part.customer->name == "Ann");
    CHECK(back.previous.empty());
    CHECK(ids(range.after(back.cursor).page().part.orders) == "o1 o2 o3");
    CHECK(ids(range.filter<order>("id"_f != "o2").after(first.cursor).page().part.orders) == "o1 o3"); // it was read
    CHECK(ids(range.descending().page().part.orders) == "o4 o3 o2");
    CHECK(ids(range.before("").page().part.orders) == "o2 o3 o4");
    CHECK(range.limit(0).page().cursor.empty());
    CHECK(ids(range.after(first.cursor).get()->orders) == "o1 o2 o3");
    CHECK_THROWS_AS(range.descending().after(first.cursor).page(), mt::bad_cursor);
    CHECK_THROWS_AS(range.before(first.cursor).page(), mt::bad_cursor);
    CHECK_THROWS_AS(db.collect<maybe_account>("id"_f == "2").after(first.cursor).page(), mt::bad_cursor);
    CHECK_THROWS_AS(db.query<order>("customer_id"_f == "1").after(first.cursor).all(), mt::bad_cursor);
    CHECK(!db.collect<maybe_account>("id"_f == "2").limit(3).page().part.customer);
}

TEST_CASE("explain says what is read") {
    mt::store<shop> db;
    auto const of_1 = "customer_id"_f == "1";
    CHECK(db.query<order>(of_1).explain().text() == "query order in shop by primary key\n"
                                                    "  partition: PK = \"C#1\"\n"
                                                    "  sort:      SK begins with \"O#\"\n"
                                                    "  order:     ascending\n");
    CHECK(db.query<order>(of_1, "placed"_f > day(1)).descending().limit(3).explain().text() ==
          "query order in shop by primary key\n"
          "  partition: PK = \"C#1\"\n"
          "  sort:      SK >= \"O#2024-10-05T00:00:00.000Z$\" and SK < \"O$\"\n"
          "  order:     descending\n"
          "  limit:     3\n");
    CHECK(db.query<order>(of_1, "placed"_f.between(day(1), day(0))).explain().text() ==
          "query order in shop by primary key\n"
          "  partition: none: no key can satisfy the conditions\n"
          "  order:     ascending\n");
    CHECK(db.query<order>("state"_f == status::open, "placed"_f >= day(1)).explain().text() ==
          "query order in shop by Open\n"
          "  partition: OpenPK = \"OPEN#0\"\n"
          "             OpenPK = \"OPEN#1\"\n"
          "             OpenPK = \"OPEN#2\"\n"
          "             OpenPK = \"OPEN#3\"\n"
          "             (4 partitions, merged in order)\n"
          "  sort:      OpenSK < \"7975-89-94T99:99:99.999Z$\"\n"
          "  order:     ascending\n");
    CHECK(db.query<order>(of_1, "total"_f > 5).as<mt::item>().explain().text() == "query order in shop by ByTotal\n"
                                                                                  "  partition: PK = \"C#1\"\n"
                                                                                  "  sort:      total > 5\n"
                                                                                  "  order:     ascending\n");
    CHECK(db.scan<order>().explain().text() == "scan shop: every item is read\n");
    CHECK(db.collect<account>("id"_f == "1").explain().text() == "query account in shop by primary key\n"
                                                                 "  partition: PK = \"C#1\"\n"
                                                                 "  order:     ascending\n");
}

namespace {

struct Login {
    std::string user, day;
    int number = 0;
    friend bool operator==(Login const&, Login const&) = default;
};
struct Purchase {
    std::string user_id, on;
    int place = 0;
    std::string item;
};
struct Profile {
    std::string id;
};
struct activity {
    std::vector<Login> logins;
    std::vector<Purchase> purchases;
};
struct profile_and_logins {
    std::optional<Profile> profile;
    std::vector<Login> logins;
};

} // namespace

template <>
struct mt::entity<Login> {
    using key = mt::key<"USER#{user}", "LOGIN#{day}#{number}">;
    using indexes = mt::indexes<mt::index<"days", "USER#{user}", "DAY#{day}#{number:04}#LOGIN">>;
};
template <>
struct mt::entity<Purchase> {
    using key = mt::key<"USER#{user_id}", "LOOT#{on}#{place}#{item}">;
    using indexes = mt::indexes<mt::index<"days", "USER#{user_id}", "DAY#{on}#{place:04}#LOOT#{item}">>;
};
template <>
struct mt::entity<Profile> {
    using key = mt::key<"USER#{id}", "PROFILE">;
};

namespace {

struct journal : mt::table<"journal", mt::gsi<"days">, mt::entities<Login, Purchase, Profile>> {};

// In days d1 to d4 five events each; the purchases are those with odd numbers.
mt::store<journal> journal_of_four_days() {
    mt::store<journal> db;
    db.put(Profile{"u"}).or_throw();
    for (char const* const day : {"d1", "d2", "d3", "d4"}) {
        for (int n = 0; n != 5; ++n) {
            if (n % 2 == 0) db.put(Login{"u", day, n}).or_throw();
            else db.put(Purchase{"u", day, n, "hat"}).or_throw();
        }
    }
    db.put(Login{"other", "d2", 1}).or_throw();
    return db;
}

std::string text_of(std::optional<activity> const& found) {
    if (!found) return "nothing";
    std::string text;
    for (auto const& each : found->logins) text += each.day + '.' + std::to_string(each.number) + ' ';
    text += '|';
    for (auto const& each : found->purchases) text += ' ' + each.on + '.' + std::to_string(each.place);
    return text;
}

} // namespace

TEST_CASE("a collection is a range of what the sort keys of its members begin with alike") {
    auto const db = journal_of_four_days();
    auto const of = [&](auto const&... conditions) {
        return text_of(db.collect<activity>("user"_f == "u", conditions...).get());
    };
    CHECK(of("day"_f == "d2") == "d2.0 d2.2 d2.4 | d2.1 d2.3");
    CHECK(of("day"_f == "d2", "number"_f == 3) == "| d2.3");
    CHECK(of("day"_f == "d2", "number"_f >= 2) == "d2.2 d2.4 | d2.3");
    CHECK(of("day"_f == "d2", "number"_f > 1, "number"_f < 4) == "d2.2 | d2.3");
    CHECK(of("day"_f == "d2", "number"_f.between(1, 3)) == "d2.2 | d2.1 d2.3");
    CHECK(of("day"_f > "d3") == "d4.0 d4.2 d4.4 | d4.1 d4.3");
    CHECK(of("day"_f < "d2") == "d1.0 d1.2 d1.4 | d1.1 d1.3");
    CHECK(of("day"_f.between("d2", "d3")) == "d2.0 d2.2 d2.4 d3.0 d3.2 d3.4 | d2.1 d2.3 d3.1 d3.3");
    CHECK(of("day"_f.begins_with("d")) == of());
    CHECK(of("day"_f == "d9") == "nothing");
    CHECK(of("day"_f == "d") == "nothing");

    auto const part = db.collect<activity>("user"_f == "u", "day"_f >= "d3").descending().limit(3);
    CHECK(text_of(part.get()) == "d4.4 d4.2 | d4.3");
    auto const next = db.collect<activity>("user"_f == "u", "day"_f >= "d3").limit(7).page();
    auto const rest = db.collect<activity>("user"_f == "u", "day"_f >= "d3").after(next.cursor).limit(7).page();
    CHECK(text_of(next.part) == "d3.0 d3.2 d3.4 d4.0 | d3.1 d3.3 d4.1");
    CHECK(text_of(rest.part) == "d4.2 d4.4 | d4.3");
    CHECK_THROWS_AS(db.collect<activity>("user"_f == "u", "day"_f >= "d2").after(next.cursor).page(), mt::bad_cursor);
    CHECK(db.collect<activity>("user"_f == "u", "day"_f == "d2").filter<Login>("number"_f > 2).get()->logins ==
          std::vector{Login{"u", "d2", 4}});
    CHECK(db.collect<profile_and_logins>("id"_f == "u").get()->logins.size() == 12);
}
