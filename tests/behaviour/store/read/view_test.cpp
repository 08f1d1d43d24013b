// SPDX-License-Identifier: BSL-1.0
// Reading without decoding: views of items, and objects that are reused.
#include <shop.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

using namespace shop_model;

namespace {

std::string const long_note = "a note that is too long to be stored inside of a string object";

mt::store<shop> three_orders() {
    mt::store<shop> db;
    db.put(customer{"1", "Ann", {}}).or_throw();
    for (int i = 0; i != 3; ++i)
        db.put(order{"o" + std::to_string(i), "1", day(i), status::paid, mt::decimal(10 * i), long_note}).or_throw();
    db.put(address{"1", "home", "Main Street"}).or_throw();
    return db;
}

constexpr auto of_order(int i) {
    return [i](auto const& db, auto const& f) {
        return db.template get<order>("customer_id"_f == "1", "placed"_f == day(i), "id"_f == "o" + std::to_string(i),
                                      f);
    };
}

} // namespace

TEST_CASE("a get with a function gives the value that it returns") {
    auto const db = three_orders();
    auto const total = of_order(2)(db, [](mt::view<order> each) { return each["total"_f]; });
    static_assert(std::is_same_v<decltype(total), std::optional<mt::decimal> const>);
    CHECK(total == mt::decimal(20));
    CHECK(of_order(2)(db, [](auto const& each) {
              return each["state"_f] == status::paid && each["placed"_f] == day(2);
          }) == true);
    CHECK_FALSE(of_order(7)(db, [](mt::view<order> each) { return each["total"_f]; }));
    // Without a value: whether the item exists.
    std::size_t calls = 0;
    auto const count = [&](mt::view<order> each) { calls += each["note"_f].size(); };
    static_assert(std::is_same_v<decltype(of_order(1)(db, count)), bool>);
    CHECK(of_order(1)(db, count));
    CHECK(calls == long_note.size());
    CHECK_FALSE(of_order(9)(db, count));
}

TEST_CASE("the text of a field is borrowed from the view, and copied where it leaves it") {
    auto const db = three_orders();
    auto const note = of_order(1)(db, [](mt::view<order> each) { return each["note"_f]; });
    static_assert(std::is_same_v<decltype(note), std::optional<std::string> const>);
    CHECK(note == long_note);
    CHECK(of_order(1)(db, [](mt::view<order> each) {
              auto const text = each["note"_f];
              std::string const copy = text;
              return text == long_note && copy == text.view() && text.str() == copy && text < "b" &&
                     text.starts_with("a note") && text.ends_with("object") && !text.empty() &&
                     each["id"_f] != each["note"_f];
          }) == true);
    static_assert(!std::is_convertible_v<mt::borrowed_text, std::string_view>);
    static_assert(!std::is_copy_constructible_v<mt::borrowed_text> && !std::is_copy_constructible_v<mt::view<order>>);
}

TEST_CASE("a view reads fields that are not attributes") {
    auto const db = three_orders();
    // Fields that only the text of a key has.
    CHECK(db.get<address>("customer_id"_f == "1", "label"_f == "home", [](mt::view<address> each) {
        return each["label"_f].str() + each["customer_id"_f].str();
    }) == "home1");
    CHECK(db.get<customer>("id"_f == "1", [](mt::view<customer> each) { return each["email"_f].has_value(); }) ==
          false);
    // A field with a default that the stored item lacks.
    std::string bytes;
    mt::value_writer writer(bytes);
    writer.begin_map();
    mt::item const whole = db.to_item(order{"bare", "1", day(5), {}, 1, "x"});
    for (auto const& [name, value] : whole) {
        if (name == "note" || name == "total") continue;
        writer.name(name);
        writer.raw(value);
    }
    writer.end_map();
    mt::item const stored = mt::item::from_encoding(bytes);
    db.implementation()->write({.table = "shop", .item = stored});
    auto const of_bare = [&](auto const& f) {
        return db.get<order>("customer_id"_f == "1", "placed"_f == day(5), "id"_f == "bare", f);
    };
    CHECK(of_bare([](mt::view<order> each) { return each["note"_f]; }) == "-");
    CHECK_THROWS_WITH(of_bare([](mt::view<order> each) { return each["total"_f]; }),
                      Catch::Matchers::ContainsSubstring("monotable: order.total: the item has no attribute") &&
                          Catch::Matchers::ContainsSubstring("O#"));
}

TEST_CASE("a query visits views of its items") {
    auto const db = three_orders();
    auto const orders = db.query<order>("customer_id"_f == "1");
    std::string seen;
    orders.descending().visit([&](mt::view<order> each) { seen += each["id"_f].str() + " "; });
    CHECK(seen == "o2 o1 o0 ");
    seen.clear();
    orders.filter("total"_f > 0).visit([&](mt::view<order> each) {
        seen += each["id"_f].str() + " ";
        return false; // ends it
    });
    CHECK(seen == "o1 ");
    // The whole object, and the store, can be used in the function.
    orders.limit(2).visit(
        [&](mt::view<order> each) { CHECK(each.object() == db.query<order>("id"_f == each["id"_f].str()).first()); });
    CHECK_THROWS_AS(orders.visit([](mt::view<order>) { throw std::runtime_error("stop"); }), std::runtime_error);
    std::size_t count = 0;
    db.scan<order>().visit([&](mt::view<order>) { ++count; });
    CHECK(count == 3);
}

TEST_CASE("an object is reused") {
    auto const db = three_orders();
    order object{"", "", {}, status::open, 7, "another note that is too long to be stored inside of a string object"};
    CHECK(db.get_into(object, "customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o1"));
    CHECK(object == db.query<order>("id"_f == "o1").first());
    auto const before = object;
    CHECK_FALSE(db.get_into(object, "customer_id"_f == "1", "placed"_f == day(1), "id"_f == "o9"));
    CHECK(object == before);
    // An optional that was set is absent afterwards.
    customer ann{"", "", "ann@example.org"};
    CHECK(db.get_into(ann, "id"_f == "1"));
    CHECK(ann == customer{"1", "Ann", {}});
}

TEST_CASE("a field that an item lacks has its default in a reused object too") {
    auto const db = three_orders();
    auto const put_without_note = [&](order const& object) {
        std::string bytes;
        mt::value_writer writer(bytes);
        writer.begin_map();
        mt::item const whole = db.to_item(object);
        for (auto const& [name, value] : whole) {
            if (name == "note") continue;
            writer.name(name);
            writer.raw(value);
        }
        writer.end_map();
        mt::item const stored = mt::item::from_encoding(bytes);
        db.implementation()->write({.table = "shop", .item = stored});
    };
    put_without_note({"bare", "1", day(9), {}, 1, "x"});
    std::string notes;
    for (order const& each : db.query<order>("customer_id"_f == "1")) notes += each.note.substr(0, 6) + '|';
    CHECK(notes == "a note|a note|a note|-|");
    order object{"", "", {}, {}, 7, "an old note"};
    CHECK(db.get_into(object, "customer_id"_f == "1", "placed"_f == day(9), "id"_f == "bare"));
    CHECK(object == order{"bare", "1", day(9), {}, 1, "-"});
}

TEST_CASE("items of others in the range are passed over") {
    auto const db = three_orders();
    mt::item const foreign{{"PK", "C#1"}, {"SK", "O#of another program"}};
    db.implementation()->write({.table = "shop", .item = foreign});
    auto const orders = db.query<order>("customer_id"_f == "1");
    CHECK(orders.first()->id == "o0");
    CHECK(orders.descending().first()->id == "o2");
    CHECK(ids(orders.descending()) == "o2 o1 o0");
    CHECK(ids(orders.descending().limit(1)) == "o2");
    std::size_t count = 0;
    orders.visit([&](mt::view<order>) { ++count; });
    CHECK(count == 3);
}

TEST_CASE("keys of any length are made") {
    mt::store<shop> db;
    for (std::size_t const length : {1u, 100u, 126u, 127u, 128u, 250u, 900u}) {
        std::string const id(length, 'x');
        db.put(customer{id, "Ann", {}}).or_throw();
        db.put(order{id, id, day(1), {}, 1, "-"}).or_throw();
        CHECK(db.get<customer>("id"_f == id)->id == id);
        CHECK(db.get<order>("customer_id"_f == id, "placed"_f == day(1), "id"_f == id)->id == id);
        CHECK(db.query<order>("id"_f == id).first()->customer_id == id);
        CHECK(db.query<order>("customer_id"_f == id).all().size() == 1);
    }
}
