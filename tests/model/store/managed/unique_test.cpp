// SPDX-License-Identifier: BSL-1.0
// Random writes of items with unique fields and a version against a map, with failures of the store between any two of its
// operations: marks are always those of the items, a value has one item, and a write is done or not.
#include <monotable/batches.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/transactions.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <rapidcheck.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct member {
    std::string id;
    std::string email = {};
    std::optional<std::string> badge = {};
    std::int64_t version = 0;

    bool operator==(member const&) const = default;
};

} // namespace

template <>
struct mt::entity<member> {
    using key = mt::key<"MEMBER#{id}", "MEMBER">;
    using attributes = mt::attributes<mt::unique<"email">, mt::unique<"badge">, mt::version<"version">>;
};

namespace {

struct club : mt::table<"club", mt::entities<member>> {};

using members = std::map<std::string, member>;
using marks = std::map<std::string, std::string>; // to the owner's partition key

std::string escaped(std::string const& text) {
    std::string result;
    for (char const c : text) result += c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
    return result;
}

class world {
  public:
    mt::memory memory;
    std::shared_ptr<store_support::failing_backend> faults = std::make_shared<store_support::failing_backend>(memory);
    mt::store<club> db{faults};

    members items() const {
        members result;
        for (member const& each : mt::store<club>(memory).scan<member>()) result[each.id] = each;
        return result;
    }

    void check_guards() const {
        marks wanted, found;
        for (auto const& [id, each] : items()) {
            wanted["UNIQUE#member#email#" + escaped(each.email)] = "MEMBER#" + id;
            if (each.badge) wanted["UNIQUE#member#badge#" + *each.badge] = "MEMBER#" + id;
        }
        mt::scan_request request;
        request.table = "club";
        for (mt::item const& each : memory->scan(request).items)
            if (auto const owner = each.find("unique_of"))
                found[std::string(each.find("PK")->as_string())] = std::string(owner->as_map().find("PK")->as_string());
        RC_ASSERT(wanted == found);
    }
};

/// Whether the value is free for the item with this id.
bool is_free(members const& model, member const& wanted) {
    for (auto const& [id, each] : model)
        if (id != wanted.id && (each.email == wanted.email || (wanted.badge && each.badge == wanted.badge)))
            return false;
    return true;
}

struct step {
    int verb;
    member first, second;
    bool fresh; ///< the object is of the version that is stored
};

step any_step() {
    auto const any_member = [] {
        member m{*rc::gen::element<std::string>("1", "2", "3"), *rc::gen::element<std::string>("a", "b", "c#", "c%23")};
        if (*rc::gen::arbitrary<bool>()) m.badge = *rc::gen::element<std::string>("x", "y", "z");
        m.version = *rc::gen::inRange(0, 3);
        return m;
    };
    return {*rc::gen::inRange(0, 10), any_member(), any_member(), *rc::gen::arbitrary<bool>()};
}

/// What the model says of the step: the members after it, or nothing if it is refused.
std::optional<members> expected(members model, step const& s) {
    member m = s.first;
    auto const there = model.find(m.id);
    bool const exists = there != model.end();
    std::int64_t const version = exists ? there->second.version : 0;
    bool const current = exists && m.version == version;
    auto const store = [&](member stored) -> std::optional<members> {
        if (!is_free(model, stored)) return std::nullopt;
        stored.version = version + 1;
        model[stored.id] = stored;
        return model;
    };
    switch (s.verb) {
    case 0: return exists ? std::nullopt : store(m);  // create
    case 1: return store(m);                          // put
    case 2: return current ? store(m) : std::nullopt; // replace
    case 3:                                           // update of an object
        if (!current) return std::nullopt;
        m.badge = there->second.badge;
        return store(m);
    case 4: // update by key
        if (!exists) return std::nullopt;
        m.email = there->second.email;
        return store(m);
    case 5: // upsert by key
        m.badge = exists ? there->second.badge : std::nullopt;
        return store(m);
    case 6: // erase of an object
        if (!current) return std::nullopt;
        model.erase(m.id);
        return model;
    case 7: model.erase(m.id); return model; // erase by key
    case 8: {                                // two puts in one transaction
        if (m.id == s.second.id) return std::nullopt;
        member second = s.second;
        second.version = (model.count(second.id) ? model[second.id].version : 0) + 1;
        m.version = version + 1;
        model[m.id] = m;
        model[second.id] = second;
        if (!is_free(model, m) || !is_free(model, second)) return std::nullopt;
        return model;
    }
    default: { // erase one and create another
        if (m.id == s.second.id || model.count(s.second.id)) return std::nullopt;
        model.erase(m.id);
        if (!is_free(model, s.second)) return std::nullopt;
        model[s.second.id] = s.second;
        model[s.second.id].version = 1;
        return model;
    }
    }
}

bool run(mt::store<club>& db, step const& s) {
    member const& m = s.first;
    switch (s.verb) {
    case 0: return bool(db.create(m));
    case 1: return bool(db.put(m));
    case 2: return bool(db.replace(m));
    case 3: return bool(db.update(m, "email"_f = m.email));
    case 4: return bool(db.update<member>("id"_f == m.id, "badge"_f = m.badge));
    case 5: return bool(db.upsert<member>("id"_f == m.id, "email"_f = m.email));
    case 6: return bool(db.erase(m));
    case 7: db.erase<member>("id"_f == m.id).or_throw(); return true;
    case 8: return m.id != s.second.id && bool(db.transact(mt::put(m), mt::put(s.second)));
    default: return m.id != s.second.id && bool(db.transact(mt::erase<member>("id"_f == m.id), mt::create(s.second)));
    }
}

} // namespace

TEST_CASE("marks of unique fields and versions are those of a map of the items") {
    CHECK(rc::check([] {
        world w;
        members model;
        auto const count = *rc::gen::inRange(1, 25);
        for (int i = 0; i != count; ++i) {
            step s = any_step();
            if (s.fresh && model.count(s.first.id)) s.first.version = model[s.first.id].version;
            RC_LOG() << "verb " << s.verb << ": " << s.first.id << ' ' << s.first.email << ' '
                     << s.first.badge.value_or("-") << ' ' << s.first.version << "; " << s.second.id << ' '
                     << s.second.email << ' ' << s.second.badge.value_or("-") << '\n';
            auto const wanted = expected(model, s);
            RC_ASSERT(run(w.db, s) == wanted.has_value());
            if (wanted) model = *wanted;
            RC_ASSERT(w.items() == model);
            w.check_guards();
        }
    }));
}

TEST_CASE("a store that fails between any two operations leaves the old state or the new one") {
    CHECK(rc::check([] {
        world w;
        auto const count = *rc::gen::inRange(1, 25);
        for (int i = 0; i != count; ++i) {
            members const before = w.items();
            step s = any_step();
            if (s.fresh && before.count(s.first.id)) s.first.version = before.at(s.first.id).version;
            auto const wanted = expected(before, s);
            w.faults->fail_at(*rc::gen::inRange<std::size_t>(0, 6), *rc::gen::arbitrary<bool>(),
                              *rc::gen::arbitrary<bool>());
            try {
                RC_ASSERT(run(w.db, s) == wanted.has_value());
            } catch (mt::store_error const&) {}
            w.faults->fail_never();
            members const after = w.items();
            RC_ASSERT(after == before || (wanted && after == *wanted));
            w.check_guards();
        }
    }));
}
