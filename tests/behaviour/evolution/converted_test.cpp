// SPDX-License-Identifier: BSL-1.0
// Old types that only refusal tells from new ones, several former names, and values that are absent.
#include <monotable/evolution.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <optional>
#include <string>

namespace {

namespace mt = monotable;
using namespace mt::literals;

namespace first {
enum class State { open, closed };
struct Place {
    std::string street;
    int number = 0;
};
struct Task {
    std::string id;
    State state = State::open;
    Place place;
    std::string title;
    std::optional<int> weight;
};
} // namespace first

namespace second {
struct Task {
    std::string id, name;
};
} // namespace second

namespace third {
enum class State { open, done, failed };
struct Place {
    std::string line, zip;

    bool operator==(Place const&) const = default;
};
struct Task {
    std::string id;
    State state = State::open;
    Place place;
    std::string label;
    std::optional<std::string> weight;
};
inline State present_state(first::State s) { return s == first::State::closed ? State::done : State::open; }
inline Place present_place(first::Place const& p) { return {p.street + " " + std::to_string(p.number), ""}; }
inline std::optional<std::string> present_weight(int kilograms) {
    if (kilograms == 0) return std::nullopt;
    return std::to_string(kilograms) + " kg";
}
} // namespace third

} // namespace

template <>
struct mt::entity<first::Task> {
    using key = mt::key<"TASK#{id}", "TASK">;
};
template <>
struct mt::entity<second::Task> {
    using key = mt::key<"TASK#{id}", "TASK">;
    using attributes = mt::attributes<mt::formerly<"name", "title">>;
};
template <>
struct mt::entity<third::Task> {
    using key = mt::key<"TASK#{id}", "TASK">;
    using attributes = mt::attributes<mt::formerly<"label", "name">, mt::formerly<"label", "title">,
                                      mt::converted<"state", first::State, &third::present_state>,
                                      mt::converted<"place", first::Place, &third::present_place>,
                                      mt::converted<"weight", int, &third::present_weight>>;
};

namespace {

struct first_table : mt::table<"tasks", mt::entities<first::Task>> {};
struct second_table : mt::table<"tasks", mt::entities<second::Task>> {};
struct third_table : mt::table<"tasks", mt::entities<third::Task>> {};

struct versions {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    mt::store<first_table> one{backend};
    mt::store<second_table> two{backend};
    mt::store<third_table> db{backend};

    third::Task get() const { return db.get<third::Task>("id"_f == "1").value(); }
};

} // namespace

TEST_CASE("enumerators and structs of former types are read where they are none of the present") {
    versions v;
    v.one.put(first::Task{"1", first::State::closed, {"Main St", 5}, "t", 7}).or_throw();
    CHECK(v.get().state == third::State::done);
    CHECK(v.get().place == third::Place{"Main St 5", ""});
    CHECK(v.get().weight == "7 kg");
    v.one.put(first::Task{"1", first::State::open, {"Main St", 5}, "t", 0}).or_throw();
    CHECK(v.get().state == third::State::open);
    CHECK(!v.get().weight);
    v.one.put(first::Task{"1", first::State::open, {"Main St", 5}, "t", std::nullopt}).or_throw();
    CHECK(!v.get().weight);

    CHECK(v.db.update<third::Task>("id"_f == "1", "place.zip"_f = "53111"));
    CHECK(v.get().place == third::Place{"Main St 5", "53111"});
    CHECK(v.db.update<third::Task>("id"_f == "1", "state"_f = third::State::failed));
    CHECK(v.get().state == third::State::failed);
    CHECK(v.db.migrate<third::Task>().left.empty());
    CHECK(v.db.migrate<third::Task>().rewritten == 0);
    CHECK(v.get().place == third::Place{"Main St 5", "53111"});
}

TEST_CASE("of several names the one counts that was written last") {
    versions v;
    v.one.put(first::Task{"1", first::State::open, {}, "first", {}}).or_throw();
    CHECK(v.get().label == "first");
    CHECK(v.two.update<second::Task>("id"_f == "1", "name"_f = "second"));
    CHECK(v.get().label == "second");
    CHECK(v.db.scan<third::Task>().filter("label"_f == "second").count() == 1);
    CHECK(v.db.update<third::Task>("id"_f == "1", "label"_f = "third"));
    CHECK(v.get().label == "third");
    CHECK(v.two.update<second::Task>("id"_f == "1", "name"_f = "second"));
    v.one.put(first::Task{"1", first::State::open, {}, "first", {}}).or_throw();
    CHECK(v.get().label == "first");
    CHECK(v.db.scan<third::Task>().filter("label"_f == "first").count() == 1);
    CHECK(v.db.scan<third::Task>().filter("label"_f != "first").count() == 0);
    CHECK(v.db.migrate<third::Task>().rewritten == 1);
    CHECK(v.get().label == "first");
    auto const stored = v.db.scan<third::Task>().as<mt::item>().first().value();
    CHECK(!stored.contains("name"));
    CHECK(!stored.contains("title"));
}

TEST_CASE("an empty table is migrated at once") {
    versions v;
    auto const report = v.db.migrate<third::Task>({.name = "x"});
    CHECK(report.done());
    CHECK(report.read == 0);
}
