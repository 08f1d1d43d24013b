// SPDX-License-Identifier: BSL-1.0
// Writes whose arguments are values of whole fields: an update is one pass over the stored item. Their results are those of the
// same writes as expressions.
#include <desk_model.hpp>

#include <monotable/backend/forwarding.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace desk_model;

namespace {

/// Passes requests on, and leaves takes_assignments() false.
struct without_assignments : mt::forwarding_backend {
    using forwarding_backend::forwarding_backend;
};

std::vector<std::string> contents(mt::backend& store) {
    std::vector<std::string> result;
    for (auto const* index : {"", "Owners", "Levels", "Urgent", "Areas"})
        for (mt::item const& each : store.scan({.table = "desk", .index = index}).items)
            result.push_back(std::string(index) + std::string(each.bytes()));
    return result;
}

} // namespace

TEST_CASE("plain updates and updates by expressions leave the same items and entries") {
    std::shared_ptr<mt::backend> const direct = mt::memory(), passed = mt::memory();
    mt::store<desk> by_assignments(direct), by_expressions(std::make_shared<without_assignments>(passed));
    if (!direct->takes_assignments()) return; // these tests run over the wire too
    REQUIRE_FALSE(by_expressions.implementation()->takes_assignments());
    std::mt19937 random(20250107);
    auto const text = [&] {
        return std::string(random() % 5 == 0 ? 140 : 1 + random() % 3, static_cast<char>('a' + random() % 3));
    };
    auto const maybe = [&] { return random() % 3 == 0 ? std::optional<std::string>() : text(); };
    for (int step = 0; step != 400; ++step) {
        int const number = static_cast<int>(random() % 4);
        std::string const team(1, static_cast<char>('a' + random() % 2)), title = text();
        auto const owner = maybe(), area = maybe();
        level const urgency = random() % 2 == 0 ? level::low : level::high;
        auto const verb = random() % 8;
        bool done[2];
        std::optional<std::string> before[2];
        int i = 0;
        for (auto* db : {&by_assignments, &by_expressions}) {
            auto const at_team = "team"_f == team;
            auto const at_number = "number"_f == number;
            if (verb == 0) done[i] = bool(db->put(ticket{team, number, title, owner, urgency, area}));
            else if (verb == 1) done[i] = bool(db->erase<ticket>(at_team, at_number));
            else if (verb == 2) done[i] = bool(db->update<ticket>(at_team, at_number, "title"_f = title));
            else if (verb == 3) done[i] = bool(db->update<ticket>(at_team, at_number, "owner"_f = owner));
            else if (verb == 4)
                done[i] = bool(db->update<ticket>("urgency"_f = urgency, at_number, "area"_f = area, at_team));
            else if (verb == 5) done[i] = bool(db->update<ticket>(at_team, at_number, "owner"_f = std::nullopt));
            else if (verb == 6) {
                auto const result = db->update<ticket>(at_team, at_number, "urgency"_f = urgency, mt::returning_old);
                done[i] = bool(result);
                if (result) before[i] = result.before()->title;
            } else {
                auto const result = db->update<ticket>(at_team, at_number, "title"_f = title, mt::returning_new);
                done[i] = bool(result);
                if (result) before[i] = result.after().title;
            }
            ++i;
        }
        REQUIRE(done[0] == done[1]);
        REQUIRE(before[0] == before[1]);
        REQUIRE(contents(*direct) == contents(*passed));
    }
}

TEST_CASE("a plain update keeps attributes of other programs, and reports what is missing") {
    std::shared_ptr<mt::backend> const backend = mt::memory();
    mt::store<desk> db(backend);
    db.put(ticket{"a", 1, "t", "ann", level::low, {}}).or_throw();
    auto const attribute = [&](std::string_view name) {
        mt::item const found = backend->scan({.table = "desk"}).items.at(0);
        return found.find(name) ? std::optional<mt::value>(mt::value(*found.find(name))) : std::nullopt;
    };
    auto add = mt::item(backend->scan({.table = "desk"}).items.at(0));
    std::vector<mt::item::attribute> all{{"0", 1}, {"zone", "z"}, {"m", mt::value::list({1, "x"})}};
    std::string bytes;
    mt::value_writer writer(bytes);
    writer.begin_map();
    for (auto const& [name, value] : add) writer.name(name), writer.raw(value);
    for (auto const& each : all) writer.name(each.name), writer.raw(each.value);
    writer.end_map();
    auto const merged = mt::item::parse(bytes);
    backend->put({.table = "desk", .item = merged});
    db.update<ticket>("team"_f == "a", "number"_f == 1, "title"_f = "new", "owner"_f = std::nullopt).or_throw();
    for (auto const& each : all) CHECK(attribute(each.name) == each.value);
    CHECK(attribute("title") == mt::value("new"));
    CHECK_FALSE(attribute("owner"));
    CHECK_FALSE(attribute("OwnersPK"));
    mt::item const stored = backend->scan({.table = "desk"}).items.at(0);
    auto const missing = db.update<ticket>("team"_f == "a", "number"_f == 2, "title"_f = "x");
    CHECK(missing.error() == mt::write_error::not_found);
    CHECK(missing.message().find("no item exists with") != std::string::npos);
    CHECK(backend->scan({.table = "desk"}).items.at(0) == stored);
}

TEST_CASE("a plain update that breaks a rule changes nothing") {
    std::shared_ptr<mt::backend> const backend = mt::memory();
    mt::store<desk> db(backend);
    db.put(ticket{"a", 1, "t", "ann", level::high, "x"}).or_throw();
    auto const before = contents(*backend);
    auto const update = [&](auto const& assignment) {
        return db.update<ticket>("team"_f == "a", "number"_f == 1, assignment);
    };
    CHECK_THROWS_AS(update("owner"_f = ""), mt::bad_value);                        // empty in a composed key
    CHECK_THROWS_AS(update("owner"_f = std::string(2100, 'o')), mt::bad_value);    // too long in it
    CHECK_THROWS_AS(update("title"_f = std::string(1100, 't')), mt::bad_value);    // as the part of a sort key
    CHECK_THROWS_AS(update("area"_f = ""), mt::bad_value);                         // empty as a key of its own
    CHECK_THROWS_AS(update("title"_f = std::string(420'000, 't')), mt::bad_value); // as an item
    CHECK_THROWS_AS(update("title"_f = "\xff"), mt::bad_value);
    CHECK_THROWS_AS(db.erase<ticket>("team"_f == "", "number"_f == 1), mt::bad_value);
    CHECK(contents(*backend) == before);
}
