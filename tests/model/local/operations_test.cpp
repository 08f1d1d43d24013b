// SPDX-License-Identifier: BSL-1.0
// Random conditions, updates, filters and transactions on a store and on a naive model: maps of integers, which know
// neither expressions nor encodings.
#include <operation_support.hpp>
#include <shown_items.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace operation_support;

namespace {

using attributes = std::map<std::string, int>;
using place = std::pair<std::string, std::string>; // table and sort key
using model = std::map<place, attributes>;         // without the keys

constexpr std::array tables = {"table", "other"};

std::mt19937 generator;

int below(int n) { return static_cast<int>(generator() % static_cast<unsigned>(n)); }
std::string one_of(std::vector<std::string> const& from) { return from[generator() % from.size()]; }
std::string attribute() { return one_of({"a", "b", "g"}); }
place any_place() {
    auto table = one_of({"table", "other"});
    return {table, one_of({"1", "2", "3"})};
}

// A condition as text, and what it means.
struct condition {
    enum class kind { exists, missing, equal, not_equal, less, between, in, both, either, no };

    kind what;
    std::string name, other; // other: an attribute, or empty for the constant
    int constant;
    std::vector<condition> parts;

    static condition random(int depth) {
        auto const what = static_cast<kind>(below(depth == 0 ? 7 : 10));
        condition out{what, attribute(), below(2) == 0 ? attribute() : std::string(), below(4), {}};
        if (out.other == out.name) out.other.clear(); // operands must differ
        auto const parts = what == kind::both || what == kind::either ? 2 : what == kind::no ? 1 : 0;
        for (int i = 0; i < parts; ++i) out.parts.push_back(random(depth - 1));
        return out;
    }

    std::string text() const {
        auto const right = other.empty() ? ":v" + std::to_string(constant) : other;
        switch (what) {
        case kind::exists: return "attribute_exists(" + name + ")";
        case kind::missing: return "attribute_not_exists(" + name + ")";
        case kind::equal: return name + " = " + right;
        case kind::not_equal: return name + " <> " + right;
        case kind::less: return name + " < " + right;
        case kind::between: return name + " BETWEEN :v0 AND " + right;
        case kind::in: return name + " IN (:v3, " + right + ")";
        case kind::both: return "(" + parts[0].text() + ") AND (" + parts[1].text() + ")";
        case kind::either: return "(" + parts[0].text() + ") OR (" + parts[1].text() + ")";
        default: return "NOT (" + parts[0].text() + ")";
        }
    }

    bool holds(attributes const& of) const {
        auto const value = [&](std::string const& of_name) {
            auto const found = of.find(of_name);
            return found == of.end() ? std::nullopt : std::optional(found->second);
        };
        auto const left = value(name), right = other.empty() ? std::optional(constant) : value(other);
        switch (what) {
        case kind::exists: return left.has_value();
        case kind::missing: return !left;
        case kind::equal: return left && right && *left == *right;
        case kind::not_equal: return !left || !right || *left != *right;
        case kind::less: return left && right && *left < *right;
        case kind::between: return left && right && 0 <= *left && *left <= *right;
        case kind::in: return left && (*left == 3 || (right && *left == *right));
        case kind::both: return parts[0].holds(of) && parts[1].holds(of);
        case kind::either: return parts[0].holds(of) || parts[1].holds(of);
        default: return !parts[0].holds(of);
        }
    }
};

// An action of an update on an attribute that no other one is on.
struct action {
    enum class kind { set, copy, sum, set_default, remove, add };

    kind what;
    std::string name, other;
    int constant;

    std::string text() const {
        auto const v = ":v" + std::to_string(constant);
        switch (what) {
        case kind::set: return name + " = " + v;
        case kind::copy: return name + " = " + other;
        case kind::sum: return name + " = " + other + " + " + v;
        case kind::set_default: return name + " = if_not_exists(" + other + ", " + v + ")";
        case kind::remove: return name;
        default: return name + " " + v;
        }
    }

    // False if it does not fit.
    bool apply(attributes const& old, attributes& next) const {
        auto const found = old.find(other);
        switch (what) {
        case kind::set: next[name] = constant; break;
        case kind::copy:
        case kind::sum:
            if (found == old.end()) return false;
            next[name] = found->second + (what == kind::sum ? constant : 0);
            break;
        case kind::set_default: next[name] = found == old.end() ? constant : found->second; break;
        case kind::remove: next.erase(name); break;
        default: next[name] = constant + (old.count(name) == 1 ? old.at(name) : 0);
        }
        return true;
    }
};

struct update {
    std::vector<action> actions;

    static update random() {
        update out;
        for (auto const* name : {"a", "b", "g"})
            if (below(2) == 0)
                out.actions.push_back({static_cast<action::kind>(below(6)), name, attribute(), below(4)});
        return out;
    }

    std::string text() const {
        std::string set, remove, add;
        for (auto const& each : actions) {
            auto& clause = each.what == action::kind::remove ? remove : each.what == action::kind::add ? add : set;
            clause += (clause.empty() ? "" : ", ") + each.text();
        }
        return (set.empty() ? "" : " SET " + set) + (remove.empty() ? "" : " REMOVE " + remove) +
               (add.empty() ? "" : " ADD " + add);
    }

    // What becomes of what was there; nothing within if the item does not come to be, nothing at all if it does not fit.
    std::optional<std::optional<attributes>> apply(std::optional<attributes> const& old) const {
        auto next = old.value_or(attributes());
        bool creates = old || actions.empty();
        for (auto const& each : actions) {
            if (!each.apply(old.value_or(attributes()), next)) return std::nullopt;
            creates = creates || each.what != action::kind::remove;
        }
        return creates ? std::optional(next) : std::optional<attributes>();
    }
};

struct write {
    mt::write_kind kind;
    place where;
    std::optional<condition> when;
    attributes content; // of a put
    update change;

    static write random(bool of_transaction) {
        write out{static_cast<mt::write_kind>(below(of_transaction ? 4 : 3)), any_place(), {}, {}, update::random()};
        if (below(3) != 0) out.when = condition::random(2);
        for (auto const* name : {"a", "b", "g"})
            if (below(2) == 0) out.content[name] = below(4);
        return out;
    }
};

mt::item item_of(place const& where, attributes const& content) {
    std::string bytes;
    mt::value_writer out(bytes);
    out.begin_map();
    for (auto const& [name, value] : content) {
        out.name(name);
        out.number(value);
    }
    out.name("c");
    out.string(where.second);
    out.name("p");
    out.string("p");
    out.end_map();
    return mt::item::parse(bytes);
}

// Only the constants that a text mentions may be defined.
values constants(std::string const& text) {
    values out;
    for (int i = 0; i < 4; ++i)
        if (auto const name = ":v" + std::to_string(i); text.find(name) != std::string::npos) out.emplace(name, i);
    return out;
}

enum class fate { done, failed, misfit };

// What a write makes of a model, which is changed only if it is done.
fate apply(write const& w, model& all) {
    auto const found = all.find(w.where);
    auto const old = found == all.end() ? std::nullopt : std::optional(found->second);
    if (w.when && !w.when->holds(old.value_or(attributes()))) return fate::failed;
    if (w.kind == mt::write_kind::put) all[w.where] = w.content;
    if (w.kind == mt::write_kind::erase) all.erase(w.where);
    if (w.kind == mt::write_kind::update) {
        auto const next = w.change.apply(old);
        if (!next) return fate::misfit;
        if (*next) all[w.where] = **next;
    }
    return fate::done;
}

class both {
  public:
    both() {
        for (auto const* name : tables) {
            auto table = simple_table();
            table.name = name;
            table.indexes = {{.name = "global", .partition = {N("g")}, .sort = {N("a")}}};
            if (name == std::string("table")) db_.store->add_index(name, table.indexes[0]);
            else db_.store->create_table(table);
        }
    }

    void write_one() {
        auto const w = write::random(false);
        auto request = request_of(w);
        request.return_failed = true;
        if (below(2) == 0) request.returns = static_cast<mt::return_values>(below(3)); // none, existed, all_old
        auto const before = item_at(w.where);
        auto const fate = apply(w, model_);
        try {
            auto const outcome = db_.store->write(request);
            REQUIRE(fate != fate::misfit);
            REQUIRE(outcome.done == (fate == fate::done));
            bool const requested = request.returns != mt::return_values::none;
            bool const whole = !outcome.done || request.returns == mt::return_values::all_old;
            REQUIRE(outcome.existed == (outcome.done && requested && before.has_value()));
            REQUIRE(outcome.attributes == (whole ? before : std::nullopt));
        } catch (mt::store_error const&) {
            REQUIRE(fate == fate::misfit);
        }
    }

    void transact() {
        std::vector<write> writes;
        std::vector<mt::write_request> requests;
        for (int i = 1 + below(4); i != 0; --i) {
            auto const w = write::random(true);
            bool again = false;
            for (auto const& each : writes) again = again || each.where == w.where;
            if (again) continue;
            writes.push_back(w);
            requests.push_back(request_of(w));
        }
        auto next = model_;
        std::vector<mt::cancellation> reasons;
        bool done = true, told = false;
        for (auto const& each : writes) {
            auto const fate = apply(each, next);
            done = done && fate == fate::done;
            reasons.push_back(fate == fate::failed            ? mt::cancellation::condition_failed
                              : fate == fate::misfit && !told ? mt::cancellation::invalid
                                                              : mt::cancellation::none);
            told = told || fate == fate::misfit;
        }
        auto const outcome = db_.store->transact_write(requests, "");
        REQUIRE(outcome.done == done);
        for (std::size_t i = 0; i != writes.size(); ++i) REQUIRE(outcome.actions[i].reason == reasons[i]);
        if (done) model_ = next;
    }

    void read() {
        auto const filter = condition::random(2);
        auto const text = filter.text();
        std::string const table = one_of({"table", "other"});
        auto const limit = static_cast<std::size_t>(below(4));
        auto const g = below(8);
        std::multimap<int, mt::item> expected; // in the order of the index's key, then of the table's
        for (auto const& [where, content] : model_)
            if (where.first == table && content.count("g") && content.at("g") == g && content.count("a") &&
                filter.holds(content))
                expected.emplace(content.at("a"), item_of(where, content));
        mt::query_request request{.table = table, .index = "global", .partition = {g}, .limit = limit};
        // Key attributes of the index may not be filtered by: as a scan then.
        bool const on_key = text.find('g') != std::string::npos || text.find('a') != std::string::npos;
        std::vector<mt::item> found;
        if (!on_key) {
            request.filter = db_.condition(text, constants(text));
            do {
                auto page = db_.store->query(request);
                store_support::shown_items shown;
                request.sink = shown.sink();
                auto const same = db_.store->query(request);
                request.sink = nullptr;
                REQUIRE(same.items.empty());
                REQUIRE(shown.items(same.count) == page.items);
                REQUIRE(same.last_evaluated_key == page.last_evaluated_key);
                for (auto& each : page.items) found.push_back(std::move(each));
                request.exclusive_start_key = std::move(page.last_evaluated_key);
            } while (request.exclusive_start_key);
            REQUIRE(found.size() == expected.size());
            auto next = expected.begin();
            for (auto const& each : found) REQUIRE(each == (next++)->second);
        }
        mt::scan_request scan{.table = table, .filter = db_.condition(text, constants(text))};
        auto const scanned = db_.store->scan(scan);
        store_support::shown_items shown;
        scan.sink = shown.sink();
        REQUIRE(shown.items(db_.store->scan(scan).count) == scanned.items);
        std::size_t count = 0, all = 0;
        for (auto const& [where, content] : model_) {
            all += where.first == table;
            count += where.first == table && filter.holds(content);
        }
        REQUIRE(scanned.count == count);
        REQUIRE(scanned.scanned_count == all);
    }

    void get() {
        auto const where = any_place();
        auto const key = item_of(where, {});
        store_support::shown_items shown[3];
        mt::get_request request{.table = where.first, .key = key, .consistent = true};
        auto const expected = db_.store->get(request);
        REQUIRE(expected == item_at(where));
        request.sink = shown[0].sink();
        std::optional<mt::item> replies[3] = {db_.store->get(request)};
        request.sink = shown[1].sink();
        replies[1] = db_.store->batch_get({&request, 1}).items.at(0);
        request.sink = shown[2].sink();
        replies[2] = db_.store->transact_get({&request, 1}).at(0);
        for (int i = 0; i != 3; ++i) {
            REQUIRE(replies[i].has_value() == expected.has_value());
            REQUIRE(shown[i].calls() == (expected ? 1 : 0));
            if (expected) REQUIRE(shown[i].items(1).at(0) == *expected);
        }
    }

    void compare() {
        for (auto const* table : tables) {
            auto const items = db_.store->query({.table = table, .partition = {"p"}}).items;
            std::vector<mt::item> expected;
            for (auto const& [where, content] : model_)
                if (where.first == table) expected.push_back(item_of(where, content));
            REQUIRE(items == expected);
            std::size_t entries = 0;
            for (auto const& [where, content] : model_)
                entries += where.first == table && content.count("g") && content.count("a");
            REQUIRE(db_.store->scan({.table = table, .index = "global"}).count == entries);
        }
    }

  private:
    mt::write_request request_of(write const& w) {
        mt::write_request out{.table = w.where.first == "table" ? tables[0] : tables[1], .kind = w.kind};
        out.item = db_.borrowed(w.kind == mt::write_kind::put ? item_of(w.where, w.content) : item_of(w.where, {}));
        if (w.when) out.condition = db_.condition(w.when->text(), constants(w.when->text()));
        auto const text = w.change.text();
        if (w.kind == mt::write_kind::update && !text.empty()) out.update = db_.update(text, constants(text));
        return out;
    }

    std::optional<mt::item> item_at(place const& where) const {
        auto const found = model_.find(where);
        return found == model_.end() ? std::nullopt : std::optional(item_of(where, found->second));
    }

    database db_;
    model model_;
};

} // namespace

TEST_CASE("operations with expressions do what a naive model does") {
    auto const seed = GENERATE(range(1u, 41u));
    generator.seed(seed);
    both stores;
    for (int step = 0; step < 150; ++step) {
        CAPTURE(seed, step);
        switch (below(5)) {
        case 0: stores.transact(); break;
        case 1: stores.read(); break;
        case 2: stores.get(); break;
        default: stores.write_one();
        }
        stores.compare();
    }
}
