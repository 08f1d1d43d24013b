// SPDX-License-Identifier: BSL-1.0
// Roles of fields in tables of other shapes: native keys, a type attribute, fields that are kept in keys, adapted classes,
// earlier versions of items.
#include <monotable/evolution.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <boost/hana/adapt_struct.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct part {
    std::string id, name = {};
    int number = 0;
    std::optional<std::string> place = {};
    std::int64_t version = 0;

    bool operator==(part const&) const = default;
};

class document {
  public:
    document() = default;
    document(std::string owner, std::string slug, std::string text)
        : owner_(std::move(owner)), slug_(std::move(slug)), text_(std::move(text)) {}

    std::string const& text() const { return text_; }
    std::string const& slug() const { return slug_; }
    std::uint64_t version() const { return version_; }
    int words() const { return words_; }
    int count_words() const { return static_cast<int>(text_.size()); }

  private:
    friend struct boost::hana::accessors_impl<document>;
    std::string owner_, slug_, text_;
    std::uint64_t version_ = 0;
    int words_ = 0;
};

struct label {
    std::string id, first = {}, last = {}, full = {}, upper = {};
    std::int64_t version = 0;

    bool operator==(label const&) const = default;
};

} // namespace

BOOST_HANA_ADAPT_STRUCT(document, owner_, slug_, text_, version_, words_);

template <>
struct mt::entity<part> {
    using key = mt::key<"{id}", "{name}">;
    using attributes = mt::attributes<mt::version<"version">>;
};
template <>
struct mt::entity<document> {
    using key = mt::key<"DOCUMENT#{owner_}", "TITLE#{slug_}">;
    using indexes = mt::indexes<mt::index<"BySlug", "SLUG#{slug_}", "{words_:6}">>;
    using attributes =
        mt::attributes<mt::key_only<"owner_", "slug_">, mt::version<"version_">, mt::renamed<"version_", "v">,
                       mt::unique<"owner_", "text_">, mt::computed<"words_", &document::count_words>>;
    using type = mt::entity_type<"doc">;
};
template <>
struct mt::entity<label> {
    using key = mt::key<"LABEL#{id}", "LABEL">;
    using attributes =
        mt::attributes<mt::version<"version">, mt::defaulted<"version", "full", "upper">,
                       mt::formerly<"last", "surname">,
                       mt::computed<"full", [](label const& l) { return l.first + " " + l.last; }, "first", "last">,
                       mt::computed<"upper", [](label const& l) { return "<" + l.full + ">"; }, "full">>;
};

namespace {

struct parts
    : mt::table<"parts", mt::partition_key<"id">, mt::sort_key<"name">, mt::lsi<"ByNumber", mt::sort_key<"number:N">>,
                mt::gsi<"ByPlace", mt::partition_key<"place">, mt::sort_key<"number:N">>, mt::type_attribute<"type">,
                mt::entities<part>> {};
struct texts : mt::table<"texts", mt::gsi<"BySlug">, mt::type_attribute<"type">, mt::entities<document, label>> {};

} // namespace

TEST_CASE("puts as updates write native keys, index entries and the type") {
    mt::store<parts> native;
    native.put(part{"p", "n", 1, "here"}).or_throw();
    native.put(part{"p", "n", 2}).or_throw();
    part const p = native.get<part>("id"_f == "p", "name"_f == "n").value();
    CHECK(p == part{"p", "n", 2, {}, 2});
    CHECK(native.query<part>("id"_f == "p", "number"_f == 2).count() == 1);
    CHECK(native.query<part>("id"_f == "p", "number"_f == 1).count() == 0);
    CHECK(native.query<part>("place"_f == "here").count() == 0);
    CHECK(native.replace(part{"p", "n", 3, "there", 2}).after().version == 3);
    CHECK(native.query<part>("place"_f == "there").count() == 1);
    CHECK(native.scan<part>().as<mt::item>().first()->find("type")->as_string() == "part");

    mt::store<texts> db;
    REQUIRE(db.put(document("ann", "a#b", "one")));
    REQUIRE(db.put(document("ann", "a#b", "four")));
    auto const d = db.get<document>("owner_"_f == "ann", "slug_"_f == "a#b").value();
    CHECK(d.version() == 2);
    CHECK(d.words() == 4);
    CHECK(d.text() == "four");
    auto const item = db.scan<document>().as<mt::item>().first().value();
    CHECK(item.find("type")->as_string() == "doc");
    CHECK(item == db.to_item(d));
    CHECK(db.query<document>("slug_"_f == "a#b", "words_"_f == 4).count() == 1);
    CHECK(db.query<document>("slug_"_f == "a#b").count() == 1);
    REQUIRE(db.update<document>("owner_"_f == "ann", "slug_"_f == "a#b", "text_"_f = "seven"));
    CHECK(db.query<document>("slug_"_f == "a#b", "words_"_f == 5).count() == 1);
    CHECK(db.query<document>("slug_"_f == "a#b").count() == 1);
    CHECK(db.upsert<document>("owner_"_f == "bea", "slug_"_f == "c", "text_"_f = "seven").after().version() == 1);
    CHECK(db.create(document("bea", "d", "seven")).error() == mt::write_error::not_unique);
    CHECK(db.update<document>("owner_"_f == "bea", "slug_"_f == "c", "text_"_f = "one"));
    CHECK(db.create(document("bea", "d", "seven")));
    CHECK(db.move(db.get<document>("owner_"_f == "bea", "slug_"_f == "d").value(), document("bea", "e", "seven")));
    CHECK(db.create(document("bea", "f", "seven")).error() == mt::write_error::not_unique);
    CHECK(db.erase<document>("owner_"_f == "bea", "slug_"_f == "e"));
    CHECK(db.create(document("bea", "f", "seven")));
}

TEST_CASE("items of before a field had its role get it with the next write") {
    mt::store<texts> db;
    auto const old = [&](std::string const& id) {
        db.implementation()->put({"texts", mt::item{{"PK", mt::value("LABEL#" + id)},
                                                    {"SK", mt::value("LABEL")},
                                                    {"id", mt::value(id)},
                                                    {"first", mt::value("Ann")},
                                                    {"surname", mt::value("Lee")}}});
    };
    auto const get = [&](std::string const& id) { return db.get<label>("id"_f == id).value(); };
    old("1");
    CHECK(get("1") == label{"1", "Ann", "Lee", "", "", 0});
    REQUIRE(db.update<label>("id"_f == "1", "first"_f = "Bea"));
    CHECK(get("1") == label{"1", "Bea", "Lee", "Bea Lee", "<Bea Lee>", 1});
    old("2");
    CHECK(db.replace(get("2")).error() == mt::write_error::version_mismatch);
    CHECK(db.put(get("2")).after() == label{"2", "Ann", "Lee", "Ann Lee", "<Ann Lee>", 1});
    CHECK(db.replace(get("2")).after().version == 2);
}
