// SPDX-License-Identifier: BSL-1.0
// What becomes of the struct or map that a nested place is in: replaced, merged into, or created.
#include <monotable/backend/forwarding.hpp>
#include <monotable/monotable.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

struct place {
    std::string street, city = "Bonn";
    std::optional<std::string> floor = {};

    bool operator==(place const&) const = default;
};
struct contact {
    std::string mail;
    std::optional<place> home = {};

    bool operator==(contact const&) const = default;
};
struct person {
    std::string id;
    std::optional<place> address = {};
    std::optional<contact> reach = {};
    std::map<std::string, int> scores = {};
    std::optional<std::map<std::string, std::vector<int>>> lists = {};
    int level = 0;

    bool operator==(person const&) const = default;
};

} // namespace

template <>
struct mt::entity<person> {
    using key = mt::key<"P#{id}">;
    using indexes = mt::indexes<mt::index<"Levels", "ALL", "{level:4}">>;
    using attributes = mt::attributes<mt::renamed<"address", "Address">>;
};

namespace {

struct people : mt::table<"people", mt::partition_key<"pk">, mt::gsi<"Levels">, mt::entities<person>> {};

struct fixture {
    mt::store<people> db;
    explicit fixture(person const& p = {"1"}) { db.put(p).or_throw(); }
    person now() { return db.get<person>("id"_f == "1").value(); }
    template <class... A>
    auto update(A const&... arguments) {
        return db.update<person>("id"_f == "1", arguments...);
    }
};

} // namespace

TEST_CASE("without a choice the parent has to be there") {
    fixture f;
    CHECK_THROWS_MATCHES(f.update("address.city"_f = "Ulm"), mt::store_error, says("document path"));
    CHECK(f.now() == person{"1"});
}

TEST_CASE("a parent that is not there is created, one that is stays") {
    fixture f;
    REQUIRE(f.update(mt::creating_parent("address.street"_f = "Rhine")));
    CHECK(f.now().address == place{"Rhine", "Bonn"});
    REQUIRE(f.update(mt::creating_parent("address.city"_f = "Ulm")));
    CHECK(f.now().address == place{"Rhine", "Ulm"});
    REQUIRE(f.update(mt::creating_parent("scores.chess"_f = 3), mt::creating_parent("lists.odd"_f.append(1, 3))));
    REQUIRE(f.update(mt::creating_parent("lists.odd"_f.append(5)),
                     mt::creating_parent("lists.even"_f = std::vector<int>{2})));
    CHECK(f.now().scores == std::map<std::string, int>{{"chess", 3}});
    CHECK(f.now().lists == std::map<std::string, std::vector<int>>{{"even", {2}}, {"odd", {1, 3, 5}}});
}

TEST_CASE("several levels are created, and several places in one parent") {
    fixture f;
    REQUIRE(f.update(mt::creating_parent("reach.home.city"_f = "Ulm"), mt::creating_parent("reach.home.floor"_f = "3"),
                     mt::creating_parent("reach.mail"_f = "a@x"), "level"_f += 2));
    CHECK(f.now() == person{"1", {}, contact{"a@x", place{"", "Ulm", "3"}}, {}, {}, 2});
    CHECK(f.db.query<person>("level"_f == 2).count() == 1);
    REQUIRE(f.update("reach.home"_f = std::nullopt));
    REQUIRE(f.update(mt::creating_parent("reach.home.street"_f = "Danube")));
    CHECK(f.now().reach == contact{"a@x", place{"Danube"}});
}

TEST_CASE("an upsert creates the parent with the item") {
    mt::store<people> db;
    for (int i = 1; i != 3; ++i) {
        REQUIRE(db.upsert<person>("id"_f == "1", "level"_f = i, mt::creating_parent("address.city"_f = "Ulm"),
                                  mt::creating_parent("scores.go"_f = i)));
        CHECK(db.get<person>("id"_f == "1") == person{"1", place{"", "Ulm"}, {}, {{"go", i}}, {}, i});
    }
}

TEST_CASE("a value is merged into what is there, or replaces it") {
    fixture f(person{"1", place{"Rhine", "Bonn", "3"}, {}, {{"chess", 1}, {"go", 2}}});
    REQUIRE(f.update(mt::merging("scores"_f = std::map<std::string, int>{{"go", 5}, {"darts", 6}})));
    CHECK(f.now().scores == std::map<std::string, int>{{"chess", 1}, {"darts", 6}, {"go", 5}});
    REQUIRE(f.update("scores"_f = std::map<std::string, int>{{"go", 7}}));
    CHECK(f.now().scores == std::map<std::string, int>{{"go", 7}});

    // A member that this program does not know.
    mt::item const key{{"pk", mt::value("P#1")}};
    mt::expression update;
    update.begin(mt::expression_kind::update);
    update.add(mt::expression::make(mt::expression_kind::set,
                                    {mt::expression::path(mt::detail::document_path("Address").member("zip")),
                                     mt::expression::constant(mt::value("53"))}));
    f.db.implementation()->update({.table = "people", .item = key, .update = update});
    REQUIRE(f.update(mt::merging("address"_f = place{"Main", "Bonn"})));
    CHECK(f.now().address == place{"Main", "Bonn"});
    auto const stored = f.db.scan<person>().as<mt::item>().first().value();
    CHECK(stored.find("Address")->as_map().contains("zip"));

    CHECK_THROWS_AS(f.update(mt::merging("reach"_f = contact{"a@x"})), mt::store_error);
    REQUIRE(f.update(mt::creating_parent(mt::merging("reach"_f = contact{"a@x"}))));
    CHECK(f.now().reach == contact{"a@x"});
    REQUIRE(f.update(mt::creating_parent(mt::merging("reach.home"_f = place{"Elbe"}))));
    CHECK(f.now().reach == contact{"a@x", place{"Elbe"}});
}

TEST_CASE("conditions hold as ever, and a parent that appears in between is not overwritten") {
    class meddler : public mt::forwarding_backend {
      public:
        using forwarding_backend::forwarding_backend;
        mt::write_outcome do_write(mt::write_request const& request) override {
            if (request.kind == mt::write_kind::update && armed) {
                armed = false;
                mt::store<people> other{std::shared_ptr<mt::backend>(&inner(), [](mt::backend*) {})};
                REQUIRE(other.update<person>("id"_f == "1", "address"_f = place{"Other", "Köln"}));
            }
            return inner().write(request);
        }
        bool armed = false;
    };
    auto const watched = std::make_shared<meddler>(mt::memory());
    mt::store<people> db(watched);
    db.put(person{"1"}).or_throw();
    CHECK(!db.update<person>("id"_f == "1", mt::creating_parent("address.city"_f = "Ulm"), mt::when("level"_f == 1)));
    CHECK(db.update<person>("id"_f == "2", mt::creating_parent("address.city"_f = "Ulm")).error() ==
          mt::write_error::not_found);
    watched->armed = true;
    REQUIRE(db.update<person>("id"_f == "1", mt::creating_parent("address.city"_f = "Ulm")));
    CHECK(db.get<person>("id"_f == "1")->address == place{"Other", "Ulm"});
}
