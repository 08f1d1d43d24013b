// SPDX-License-Identifier: BSL-1.0
// Random typed updates of a table with composed, sparse and sharded indexes, and of structs in a map. After each step the
// stored items are what putting the structs would make of them, and each index holds what it should.
#include <monotable/monotable.hpp>

#include <rapidcheck.h>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

enum class state { open, paid, shipped };

struct part {
    std::string name;
    int count = 0;

    bool operator==(part const&) const = default;
};

struct ticket {
    std::string owner, id;
    state status = state::open;
    std::optional<int> rank;
    std::optional<std::string> team;
    mt::decimal price;
    int number = 0;
    part main;
    std::vector<part> parts;
    std::set<int> marks;
    std::string hidden = "h"; // kept in the key of an index only

    bool operator==(ticket const&) const = default;
};

} // namespace

template <>
struct mt::entity<ticket> {
    using key = mt::key<"U#{owner}", "T#{id}">;
    using indexes =
        mt::indexes<mt::index<"Open", "OPEN#{id:shard 3}", "{number:4}#{id}">::when<"status", state::open>,
                    mt::index<"Ranked", "R#{rank:3}", "{team}#{price:6.2}">,
                    mt::index<"Hidden", "H#{hidden}", "{number:4}">, mt::index<"ByTeam", "{team}", "{number}">>;
    using attributes = mt::attributes<mt::key_only<"owner">, mt::key_only<"hidden">, mt::renamed<"price", "cost">>;
};

namespace {

struct world : mt::table<"world", mt::gsi<"Open">, mt::gsi<"Ranked">,
                         mt::gsi<"Hidden", mt::partition_key<"hk">, mt::sort_key<"hs">>,
                         mt::gsi<"ByTeam", mt::partition_key<"team">, mt::sort_key<"number:N">>,
                         mt::lsi<"ByCost", mt::sort_key<"cost:N">>, mt::entities<ticket>> {};
static_assert(mt::valid<world>);

using key = std::pair<std::string, std::string>;

class game {
  public:
    void step() {
        auto const owner = *rc::gen::element<std::string>("a", "b#c"),
                   id = *rc::gen::element<std::string>("1", "2#", "3");
        auto const found = model_.find({owner, id});
        bool const there = found != model_.end();
        ticket next = there ? found->second : ticket{};
        next.owner = owner;
        next.id = id;
        auto const n = *rc::gen::inRange(0, 1000);
        auto const optional_rank = n % 3 == 0 ? std::nullopt : std::optional(n);
        auto const optional_team = n % 4 == 0 ? std::nullopt : std::optional<std::string>(n % 2 ? "x" : "y");
        auto const status = static_cast<state>(n % 3);
        auto const update = [&](auto const&... arguments) {
            auto const done = db_.update<ticket>("owner"_f == owner, "id"_f == id, arguments...);
            RC_ASSERT(bool(done) == there);
        };
        switch (*rc::gen::inRange(0, 14)) {
        case 0:
            update("status"_f = status);
            next.status = status;
            break;
        case 1:
            update("rank"_f = optional_rank, "price"_f += n);
            next.rank = optional_rank;
            next.price = next.price + n;
            break;
        case 2:
            update("team"_f = optional_team);
            next.team = optional_team;
            break;
        case 3:
            update("rank"_f.remove(), "team"_f.remove());
            next.rank.reset();
            next.team.reset();
            break;
        case 4:
            update("number"_f = n, "status"_f = status);
            next.number = n;
            next.status = status;
            break;
        case 5:
            update("number"_f = mt::if_absent("rank"_f, 3) + 1);
            next.number = next.rank.value_or(3) + 1;
            break;
        case 6:
            update("hidden"_f = std::to_string(n));
            next.hidden = std::to_string(n);
            break;
        case 7:
            update("main.count"_f += n, "parts"_f.append(part{"p", n}), "marks"_f.insert(n % 5));
            next.main.count += n;
            next.parts.push_back({"p", n});
            next.marks.insert(n % 5);
            break;
        case 8:
            update("marks"_f.erase(n % 5), "parts"_f.prepend(part{"f", n}), "rank"_f = optional_rank);
            next.marks.erase(n % 5);
            next.parts.insert(next.parts.begin(), {"f", n});
            next.rank = optional_rank;
            break;
        case 9: {
            auto const done =
                db_.update<ticket>("owner"_f == owner, "id"_f == id, "number"_f = n, "team"_f = optional_team,
                                   mt::when("status"_f == state::open && !("rank"_f < 500)));
            bool const wanted = there && next.status == state::open && !(next.rank && *next.rank < 500);
            RC_ASSERT(bool(done) == wanted);
            RC_ASSERT(done.existing() == (there && !wanted ? std::optional(found->second) : std::nullopt));
            if (!wanted) return;
            next.number = n;
            next.team = optional_team;
            break;
        }
        case 10:
            RC_ASSERT(bool(db_.erase<ticket>("owner"_f == owner, "id"_f == id, mt::when("number"_f >= 300))) ==
                      (there && next.number >= 300));
            if (there && next.number >= 300) model_.erase(found);
            return;
        case 11:
            next = any(owner, id, n);
            db_.put(next).or_throw();
            model_[{owner, id}] = next;
            return;
        default: {
            auto const done =
                db_.upsert<ticket>("owner"_f == owner, "id"_f == id, "status"_f = status, "price"_f = n,
                                   "team"_f = optional_team, "number"_f = mt::if_absent("number"_f, n),
                                   "main"_f = part{"m", n}, "parts"_f = std::vector<part>{}, "hidden"_f = "u");
            RC_ASSERT(bool(done));
            next.status = status;
            next.price = n;
            next.team = optional_team;
            if (!there) next.number = n;
            next.main = {"m", n};
            next.parts.clear();
            next.hidden = "u";
            model_[{owner, id}] = next;
            return;
        }
        }
        if (there) found->second = next;
    }

    void check() const {
        std::size_t count = 0;
        for (auto const& [k, t] : model_) {
            RC_ASSERT(db_.get<ticket>("owner"_f == k.first, "id"_f == k.second) == t);
            auto const item = db_.query<ticket>("owner"_f == k.first, "id"_f == k.second).as<mt::item>().first();
            RC_ASSERT(item.has_value());
            RC_ASSERT(*item == db_.to_item(t));
            ++count;
        }
        RC_ASSERT(db_.scan<ticket>().count() == count);
        std::size_t open = 0, ranked = 0, in_team = 0;
        for (auto const& [k, t] : model_) {
            open += t.status == state::open;
            ranked += t.rank && t.team;
            in_team += t.team.has_value();
            if (t.rank && t.team)
                RC_ASSERT(has(db_.query<ticket>("rank"_f == *t.rank, "team"_f == *t.team, "price"_f == t.price), t));
            RC_ASSERT(has(db_.query<ticket>("hidden"_f == t.hidden, "number"_f == t.number), t));
            if (t.team) RC_ASSERT(has(db_.query<ticket>("team"_f == *t.team, "number"_f == t.number), t));
            RC_ASSERT(has(db_.query<ticket>("owner"_f == t.owner, "price"_f == t.price), t));
        }
        RC_ASSERT(db_.query<ticket>("status"_f == state::open).count() == open);
        RC_ASSERT(in("Ranked") == ranked);
        RC_ASSERT(in("ByTeam") == in_team);
        RC_ASSERT(in("Hidden") == count);
    }

  private:
    static ticket any(std::string const& owner, std::string const& id, int n) {
        ticket t;
        t.owner = owner;
        t.id = id;
        t.status = static_cast<state>(n % 3);
        if (n % 2) t.rank = n;
        if (n % 5) t.team = n % 5 == 1 ? "x" : "y";
        t.price = n;
        t.number = n;
        t.hidden = n % 7 ? "h" : "i";
        return t;
    }
    template <class Range>
    static bool has(Range const& range, ticket const& wanted) {
        for (ticket const& each : range)
            if (each == wanted) return true;
        return false;
    }
    std::size_t in(char const* index) const {
        mt::scan_request request;
        request.table = "world";
        request.index = index;
        return db_.implementation()->scan(request).count;
    }

    mt::store<world> db_;
    std::map<key, ticket> model_;
};

} // namespace

TEST_CASE("typed updates agree with structs in a map") {
    CHECK(rc::check([] {
        game g;
        auto const steps = *rc::gen::inRange(1, 60);
        for (int i = 0; i != steps; ++i) {
            g.step();
            g.check();
        }
    }));
}
