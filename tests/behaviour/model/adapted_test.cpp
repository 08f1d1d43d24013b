// SPDX-License-Identifier: BSL-1.0
// Classes adapted with Boost.Hana and the aggregate that they stand for: the same items, the same queries.
#include <monotable/monotable.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/pair.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct line {
    std::string product;
    int quantity = 0;

    bool operator==(line const&) const = default;
};

struct plain {
    std::string id, owner;
    int amount = 0;
    std::optional<std::string> team;
    std::vector<line> lines;
    std::string note = "initial";
};

struct defined {
    BOOST_HANA_DEFINE_STRUCT(defined, (std::string, id), (std::string, owner), (int, amount),
                             (std::optional<std::string>, team), (std::vector<line>, lines), (std::string, note));
    defined() : note("initial") {}
};

/// A base class, a constructor, another order of members.
struct base {
    explicit base(std::string name) : id(std::move(name)) {}
    std::string id;
    std::optional<std::string> team;
};
struct derived : base {
    derived() : base("") {}
    virtual ~derived() = default;
    std::string note = "initial";
    std::vector<line> lines;
    int amount = 0;
    std::string owner;
};

/// Private members, read through accessors of its own.
class secretive {
  public:
    secretive() = default;
    secretive(std::string id, int amount) : id_(std::move(id)), amount_(amount) {}
    std::string const& id() const { return id_; }
    int amount() const { return amount_; }

    struct hana_accessors_impl {
        static constexpr auto apply() {
            return boost::hana::make_tuple(
                boost::hana::make_pair(BOOST_HANA_STRING("id"), [](auto&& s) -> auto& { return s.id_; }),
                boost::hana::make_pair(BOOST_HANA_STRING("amount"), [](auto&& s) -> auto& { return s.amount_; }));
        }
    };

  private:
    std::string id_;
    int amount_ = 0;
};

} // namespace

BOOST_HANA_ADAPT_STRUCT(derived, id, owner, amount, team, lines, note);

namespace {

template <class E>
struct model {
    using key = mt::key<"OWNER#{owner}", "THING#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "TEAM#{team}", "{amount:6}">>;
    using attributes = mt::attributes<mt::key_only<"owner">, mt::defaulted<"note">>;
    using type = mt::entity_type<"thing">;
};

} // namespace

template <>
struct mt::entity<plain> : model<plain> {};
template <>
struct mt::entity<defined> : model<defined> {};
template <>
struct mt::entity<derived> : model<derived> {};
template <>
struct mt::entity<secretive> {
    using key = mt::key<"SECRET#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "SECRETS", "{amount}">>;
};

namespace {

struct plain_table : mt::table<"things", mt::gsi<"GSI1">, mt::type_attribute<"kind">, mt::entities<plain>> {};
struct defined_table : mt::table<"things", mt::gsi<"GSI1">, mt::type_attribute<"kind">, mt::entities<defined>> {};
struct derived_table : mt::table<"things", mt::gsi<"GSI1">, mt::type_attribute<"kind">, mt::entities<derived>> {};

struct secrets : mt::table<"secrets", mt::partition_key<"PK">, mt::gsi<"GSI1">, mt::entities<secretive>> {};

template <class E>
E thing(std::string id, int amount, std::optional<std::string> team) {
    E result;
    result.id = std::move(id);
    result.owner = "ann";
    result.amount = amount;
    result.team = std::move(team);
    result.lines = {{"p", amount}, {"q", 2}};
    return result;
}

template <class E>
std::string text(E const& e) {
    return e.id + ' ' + e.owner + ' ' + std::to_string(e.amount) + ' ' + e.team.value_or("-") + ' ' + e.note + ' ' +
           std::to_string(e.lines.size());
}

template <class E>
std::string texts(std::vector<E> const& all) {
    std::string result;
    for (E const& e : all) result += text(e) + "\n";
    return result;
}

} // namespace

TEMPLATE_TEST_CASE("an adapted class is stored and found as the aggregate is", "", (std::pair<defined, defined_table>),
                   (std::pair<derived, derived_table>)) {
    using adapted = typename TestType::first_type;
    using table = typename TestType::second_type;
    mt::memory const shared;
    mt::store<plain_table> original(shared);
    mt::store<table> db(shared);

    CHECK(db.to_item(thing<adapted>("1", 5, "x")) == original.to_item(thing<plain>("1", 5, "x")));
    CHECK(db.to_item(thing<adapted>("1", 5, std::nullopt)) == original.to_item(thing<plain>("1", 5, std::nullopt)));

    for (int i = 0; i != 5; ++i) {
        original
            .put(thing<plain>("p" + std::to_string(i), 10 - i,
                              i % 2 != 0 ? std::optional<std::string>("x") : std::nullopt))
            .or_throw();
        db.put(thing<adapted>("a" + std::to_string(i), i, "x")).or_throw();
    }
    CHECK(texts(db.template query<adapted>("owner"_f == "ann").all()) ==
          texts(original.query<plain>("owner"_f == "ann").all()));
    CHECK(db.template query<adapted>("owner"_f == "ann", "id"_f.begins_with("p")).count() == 5);
    auto const in_team = db.template query<adapted>("team"_f == "x", "amount"_f >= 2);
    CHECK(texts(in_team.all()) == texts(original.query<plain>("team"_f == "x", "amount"_f >= 2).all()));
    CHECK(in_team.count() == 5);
    CHECK(in_team.explain().text() == original.query<plain>("team"_f == "x", "amount"_f >= 2).explain().text());
    CHECK(db.template get<adapted>("owner"_f == "ann", "id"_f == "p3")->lines == thing<plain>("p3", 7, "x").lines);
    CHECK(!db.create(thing<adapted>("p3", 0, "x")));
    CHECK(original.erase(thing<plain>("a1", 0, std::nullopt), mt::returning_old).before());
    CHECK(!db.erase(thing<adapted>("a1", 0, std::nullopt), mt::returning_old).before());
}

TEST_CASE("what a default constructor sets is the default") {
    mt::store<defined_table> db;
    db.implementation()->put(
        {.table = "things",
         .item = mt::item{
             {"PK", "OWNER#o"}, {"SK", "THING#1"}, {"id", "1"}, {"amount", 1}, {"lines", mt::value::list({})}}});
    CHECK(db.get<defined>("owner"_f == "o", "id"_f == "1")->note == "initial");
}

TEST_CASE("an adapted class is a projection too") {
    mt::store<plain_table> db;
    db.put(thing<plain>("1", 5, "x")).or_throw();
    CHECK(text(*db.query<plain>("owner"_f == "ann").as<derived>().first()) == text(thing<plain>("1", 5, "x")));
}

TEST_CASE("private members are fields where the class says so") {
    mt::store<secrets> db;
    for (int i : {3, 1, 2}) db.put(secretive("s" + std::to_string(i), -i)).or_throw();
    auto const found = db.query<secretive>("amount"_f < -1).all();
    REQUIRE(found.size() == 2);
    CHECK(found[0].id() == "s3");
    CHECK(found[1].amount() == -2);
    CHECK(db.get<secretive>("id"_f == "s1")->amount() == -1);
}
