// SPDX-License-Identifier: BSL-1.0
// Several changes of one item in one transaction become one write.
#include <monotable/monotable.hpp>
#include <monotable/store/write/write_set.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <memory>
#include <string>
#include <utility>

namespace mt = monotable;
namespace detail = mt::detail;
using store_support::says;

namespace {

struct thing {
    std::string id;
    int a = 0, b = 0;
};

} // namespace

template <>
struct mt::entity<thing> {
    using key = mt::key<"{id}">;
};

namespace {

struct things : mt::table<"things", mt::partition_key<"id">, mt::entities<thing>> {};

detail::entity_data const& model = detail::entity_model<things, thing>::data;

mt::expression assigned(char const* name, mt::value const& v) {
    return mt::expression::make(mt::expression_kind::set,
                                {mt::expression::path(mt::detail::document_path(name)), mt::expression::constant(v)});
}
mt::expression added(char const* name, int n) {
    return mt::expression::make(mt::expression_kind::add, {mt::expression::path(mt::detail::document_path(name)),
                                                           mt::expression::constant(mt::value(n))});
}
mt::expression removed(char const* name) {
    return mt::expression::make(mt::expression_kind::remove, {mt::expression::path(mt::detail::document_path(name))});
}
template <class... Action>
mt::expression update_of(Action const&... actions) {
    mt::expression result;
    result.begin(mt::expression_kind::update);
    (result.add(actions), ...);
    return result;
}

struct fixture {
    mt::memory memory;
    mt::store<things> db{memory};
    detail::known_reads reads;
    detail::write_set set{reads};

    /// Reads items, as an execution does after a plan has missed them.
    template <class... Id>
    void know(Id const&... id) {
        reads.clear();
        (static_cast<void>(set.read(model, mt::item{{"id", mt::value(id)}})), ...);
        auto const step = reads.step();
        for (std::size_t i = 0; i != step.count; ++i) db.implementation()->perform(step.calls[i].what);
        REQUIRE(reads.take());
        REQUIRE(!set.is_incomplete());
    }

    detail::planned_write write(mt::write_kind kind, std::string const& id, int a = 0, int b = 0) {
        detail::planned_write result;
        result.entity = &model;
        result.kind = kind;
        result.attributes = kind == mt::write_kind::put ? db.to_item(thing{id, a, b}) : mt::item{{"id", mt::value(id)}};
        return result;
    }
    void update(std::string const& id, mt::expression change) {
        auto w = write(mt::write_kind::update, id);
        w.update = std::move(change);
        set.add(std::move(w));
    }
    auto commit() {
        auto result = detail::write_set::result::refused;
        if (!set.is_refused()) {
            db.implementation()->perform(set.commit().calls[0].what);
            result = set.take();
        }
        return std::pair(result, set.failures().empty() ? mt::write_error::none : set.failures().front().reason);
    }
    bool done() { return commit().first == detail::write_set::result::done; }
    std::string now(std::string const& id) {
        auto const found = db.implementation()->get({.table = "things", .key = mt::item{{"id", mt::value(id)}}});
        if (!found) return "nothing";
        std::string text;
        for (auto const name : {"a", "b"})
            text += found->find(name) ? store_support::text(*found->find(name)) + " " : "- ";
        return text;
    }
};

} // namespace

TEST_CASE("updates of one item are joined: sums add up, later assignments count") {
    fixture f;
    f.db.put(thing{"x", 1, 2}).or_throw();
    f.know("x");
    f.update("x", update_of(added("a", 3), assigned("b", mt::value(5))));
    f.update("x", update_of(added("a", 4), assigned("b", mt::value(6))));
    CHECK(f.set.size() == 1);
    mt::item const key{{"id", mt::value("x")}};
    CHECK(f.set.read_pending(model, key)->find("a")->as_number() == mt::decimal(8));
    CHECK(f.set.read(model, key)->find("a")->as_number() == mt::decimal(1));
    REQUIRE(f.done());
    CHECK(f.now("x") == "8 6 ");
    f.set.clear();
    f.know("x");
    f.update("x", update_of(added("a", 3)));
    f.update("x", update_of(removed("a")));
    REQUIRE(f.done());
    CHECK(f.now("x") == "- 6 ");
}

TEST_CASE("updates that cannot be joined are an error") {
    fixture f;
    f.update("x", update_of(assigned("a", mt::value(3))));
    CHECK_THROWS_MATCHES(f.update("x", update_of(added("a", 3))), mt::store_error,
                         says("change the attribute a in ways that cannot be joined"));
}

TEST_CASE("an update joins a put of the item, and vanishes in its erasure") {
    fixture f;
    f.set.add(f.write(mt::write_kind::put, "x", 1, 2));
    f.update("x", update_of(added("a", 3)));
    f.db.put(thing{"y", 1, 1}).or_throw();
    f.know("x", "y");
    f.set.add(f.write(mt::write_kind::erase, "y"));
    f.update("y", update_of(added("a", 3)));
    CHECK(f.set.size() == 2);
    CHECK(f.set.read_pending(model, mt::item{{"id", mt::value("y")}}) == nullptr);
    REQUIRE(f.done());
    CHECK(f.now("x") == "4 2 ");
    CHECK(f.now("y") == "nothing");
}

TEST_CASE("what one change leaves another takes, on the condition of both") {
    fixture f;
    f.db.put(thing{"x", 1, 2}).or_throw();
    auto leave = f.write(mt::write_kind::erase, "x");
    leave.expected = mt::precondition::must_exist;
    leave.requirements.push_back(
        {mt::expression::make(mt::expression_kind::equal, {mt::expression::path(mt::detail::document_path("a")),
                                                           mt::expression::constant(mt::value(1))}),
         mt::write_error::none,
         {}});
    auto take = f.write(mt::write_kind::put, "x", 7, 8);
    take.expected = mt::precondition::must_not_exist;
    take.if_failed = mt::write_error::not_unique;
    SECTION("as it was") {
        f.set.add(std::move(leave));
        f.set.add(std::move(take));
        REQUIRE(f.done());
        CHECK(f.now("x") == "7 8 ");
    }
    SECTION("changed meanwhile") {
        f.db.put(thing{"x", 5, 5}).or_throw();
        f.set.add(std::move(leave));
        f.set.add(std::move(take));
        CHECK(f.commit().first == detail::write_set::result::changed);
        CHECK(f.now("x") == "5 5 ");
    }
    SECTION("not left, but taken twice") {
        auto second = take;
        f.set.add(std::move(take));
        f.set.add(std::move(second));
        CHECK(f.commit().second == mt::write_error::not_unique);
    }
}

TEST_CASE("a check is of what the transaction leaves") {
    fixture f;
    auto check = f.write(mt::write_kind::check, "x");
    check.expected = mt::precondition::must_exist;
    check.if_failed = mt::write_error::missing_reference;
    SECTION("nothing") {
        f.set.add(std::move(check));
        CHECK(f.commit().second == mt::write_error::missing_reference);
    }
    SECTION("created before or behind it") {
        bool const behind = GENERATE(true, false);
        if (!behind) f.set.add(f.write(mt::write_kind::put, "x", 1, 1));
        f.set.add(std::move(check));
        if (behind) f.set.add(f.write(mt::write_kind::put, "x", 1, 1));
        CHECK(f.set.size() == 1);
        REQUIRE(f.done());
        CHECK(f.now("x") == "1 1 ");
    }
    SECTION("erased") {
        f.db.put(thing{"x", 1, 1}).or_throw();
        f.set.add(f.write(mt::write_kind::erase, "x"));
        f.set.add(std::move(check));
        CHECK(f.commit().second == mt::write_error::missing_reference);
        CHECK(f.now("x") == "1 1 ");
    }
    SECTION("updated") {
        f.update("x", update_of(added("a", 3)));
        f.set.add(std::move(check));
        CHECK(f.commit().second == mt::write_error::missing_reference);
        CHECK(f.now("x") == "nothing");
    }
}

TEST_CASE("what fails because of a guard is not told as a reason") {
    fixture f;
    f.db.put(thing{"x", 1, 2}).or_throw();
    f.db.put(thing{"y", 1, 2}).or_throw();
    f.know("x", "y");
    f.update("x", update_of(assigned("a", mt::value(3))));
    f.set.guard(0, "b");
    auto create = f.write(mt::write_kind::put, "y", 7, 8);
    create.expected = mt::precondition::must_not_exist;
    create.if_failed = mt::write_error::not_unique;
    SECTION("others may be planned from what has changed") {
        f.set.add(std::move(create));
        f.db.put(thing{"x", 1, 3}).or_throw();
        CHECK(f.commit().first == detail::write_set::result::changed);
        CHECK(f.set.failures().empty());
    }
    SECTION("but not what was asked for") {
        create.main = true;
        f.set.add(std::move(create));
        f.db.put(thing{"x", 1, 3}).or_throw();
        CHECK(f.commit().second == mt::write_error::not_unique);
    }
    SECTION("without a change it is") {
        f.set.add(std::move(create));
        CHECK(f.commit().second == mt::write_error::not_unique);
    }
}
