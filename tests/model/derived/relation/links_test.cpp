// SPDX-License-Identifier: BSL-1.0
// Random links, unlinks, erasures and children, to a store and to maps, under each policy.
#include <club_check.hpp>

#include <rapidcheck.h>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace club_model;

namespace {

struct maps {
    std::set<std::string> members;
    std::set<int> clubs;
    std::map<std::pair<std::string, int>, int> memberships;
    std::set<std::pair<std::string, std::string>> likes;
    std::map<std::string, std::optional<std::string>> tools;

    bool is_linked(std::string const& m) const {
        for (auto const& [pair, since] : memberships)
            if (pair.first == m) return true;
        for (auto const& pair : likes)
            if (pair.first == m || pair.second == m) return true;
        for (auto const& [id, owner] : tools)
            if (owner == m) return true;
        return false;
    }
    bool is_linked(int c) const {
        for (auto const& [pair, since] : memberships)
            if (pair.second == c) return true;
        return false;
    }
    void erase(std::string const& m) {
        members.erase(m);
        std::erase_if(memberships, [&](auto const& each) { return each.first.first == m; });
        std::erase_if(likes, [&](auto const& each) { return each.first == m || each.second == m; });
        std::erase_if(tools, [&](auto const& each) { return each.second == m; });
    }
    void erase(int c) {
        clubs.erase(c);
        std::erase_if(memberships, [&](auto const& each) { return each.first.second == c; });
    }
};

/// Keys that look like pieces of each other.
std::vector<std::string> const ids = {"a", "b", "a#", "M#a", "F#b"};

template <class Town, bool Cascades>
void step(mt::store<Town>& db, maps& model) {
    std::string const m = *rc::gen::elementOf(ids), other = *rc::gen::elementOf(ids);
    int const c = *rc::gen::inRange(-1, 3), since = *rc::gen::inRange(0, 5);
    member const one{m, {}}, two{other, {}};
    club const at{c, {}};
    bool const pair = model.members.count(m) != 0 && model.clubs.count(c) != 0;
    switch (*rc::gen::inRange(0, 13)) {
    case 0:
    case 1: RC_ASSERT(bool(db.create(one)) == model.members.insert(m).second); break;
    case 2: RC_ASSERT(bool(db.create(at)) == model.clubs.insert(c).second); break;
    case 3:
        RC_ASSERT(bool(db.template link<"belongs">(one, at, "since"_f = since)) == pair);
        if (pair) model.memberships[{m, c}] = since;
        break;
    case 4:
        RC_ASSERT(bool(db.put(membership{m, c, since, "-"})) == pair);
        if (pair) model.memberships[{m, c}] = since;
        break;
    case 5:
        RC_ASSERT(db.template unlink<"belongs">(one, at, mt::returning_old).before().has_value() ==
                  (model.memberships.erase({m, c}) != 0));
        break;
    case 6: {
        bool const both = model.members.count(m) != 0 && model.members.count(other) != 0;
        RC_ASSERT(bool(db.template link<"likes">(one, two)) == both);
        if (both) model.likes.emplace(m, other);
        break;
    }
    case 7: {
        std::optional<std::string> const owner = since == 0 ? std::optional<std::string>() : m;
        bool const owned = !owner || model.members.count(m) != 0 || model.tools["saw"] == owner;
        if (!model.tools["saw"] && since != 0 && model.members.count(m) == 0) RC_ASSERT(!owned);
        RC_ASSERT(bool(db.put(tool{"saw", owner})) == owned);
        if (owned) model.tools["saw"] = owner;
        break;
    }
    case 8: { // both or neither, as a transaction
        bool const both = pair && model.members.count(other) != 0;
        auto const done = db.transact(mt::link<"belongs">(one, at), mt::link<"likes">(two, one));
        RC_ASSERT(bool(done) == both);
        if (!both) break;
        model.memberships.emplace(std::pair(m, c), 0);
        model.likes.emplace(other, m);
        break;
    }
    case 9: { // linked to a side that the same transaction creates, in any order
        bool const possible = model.members.count(m) != 0 && model.clubs.count(c) == 0;
        auto all = db.transaction();
        if (other < m) all.create(at);
        all.add(mt::link<"belongs">(one, at, "since"_f = since));
        if (other >= m) all.create(at);
        RC_ASSERT(bool(all.commit()) == possible);
        if (!possible) break;
        model.clubs.insert(c);
        model.memberships[{m, c}] = since;
        break;
    }
    case 10: { // the same, for a side that is moved
        int const to = *rc::gen::inRange(-1, 3);
        club const moved{to, {}};
        bool const possible = pair && (to == c || (model.clubs.count(to) == 0 && !model.is_linked(c)));
        auto all = db.transaction();
        if (other < m) all.move(at, moved);
        all.add(mt::link<"belongs">(one, moved));
        if (other >= m) all.move(at, moved);
        RC_ASSERT(bool(all.commit()) == possible);
        if (!possible) break;
        model.clubs.erase(c);
        model.clubs.insert(to);
        model.memberships.emplace(std::pair(m, to), 0);
        break;
    }
    case 11: {
        bool const refused = !Cascades && model.is_linked(m);
        auto const done = db.erase(one);
        if constexpr (!Cascades) RC_ASSERT((done.error() == mt::write_error::referenced) == refused);
        if (!refused) model.erase(m);
        break;
    }
    default: {
        bool const refused = !Cascades && model.is_linked(c);
        auto const done = db.erase(at);
        if constexpr (!Cascades) RC_ASSERT((done.error() == mt::write_error::referenced) == refused);
        if (!refused) model.erase(c);
        break;
    }
    }
}

template <class Town>
void compare(mt::store<Town> const& db, maps const& model) {
    RC_ASSERT(faults_of(db) == std::string());
    for (std::string const& m : ids) {
        std::map<std::pair<std::string, int>, int> found, wanted;
        for (membership const& each : db.template linked<"belongs">(member{m, {}}))
            found[{each.member_id, each.club_number}] = each.since;
        for (auto const& [pair, since] : model.memberships)
            if (pair.first == m) wanted[pair] = since;
        RC_ASSERT(found == wanted);
        std::set<std::pair<std::string, std::string>> liked, likes;
        for (friendship const& each : db.template linked<"likes">(mt::inverse, member{m, {}}))
            liked.emplace(each.who, each.whom);
        for (auto const& pair : model.likes)
            if (pair.second == m) likes.insert(pair);
        RC_ASSERT(liked == likes);
        std::size_t tools = 0;
        for (auto const& [id, owner] : model.tools) tools += owner == m ? 1 : 0;
        RC_ASSERT(db.template children<"tools">(member{m, {}}).count() == tools);
        RC_ASSERT(db.template get<member>("id"_f == m).has_value() == (model.members.count(m) != 0));
    }
    RC_ASSERT(db.template scan<membership>().count() == model.memberships.size());
    RC_ASSERT(db.template scan<friendship>().count() == model.likes.size());
    RC_ASSERT(db.template scan<club>().count() == model.clubs.size());
}

template <class Town, bool Cascades>
bool holds() {
    return rc::check([] {
        mt::store<Town> db;
        maps model;
        model.tools["saw"] = {};
        db.put(tool{"saw", {}}).or_throw();
        int const steps = *rc::gen::inRange(1, 60);
        for (int i = 0; i != steps; ++i) {
            step<Town, Cascades>(db, model);
            if (model.tools.empty()) { // it went with its owner
                model.tools["saw"] = {};
                db.put(tool{"saw", {}}).or_throw();
            }
            compare(db, model);
        }
    });
}

} // namespace

TEST_CASE("links under refuse_erase are what maps say") { REQUIRE(holds<strict_town, false>()); }

TEST_CASE("links under cascade_erase are what maps say") { REQUIRE(holds<cascading_town, true>()); }
