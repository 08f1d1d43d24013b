// SPDX-License-Identifier: BSL-1.0
// Everything at once: random typed writes, one by one and several in a transaction, of entities with sparse, sharded and
// composed index keys, with copies and totals, some kept in the transaction and some by a worker; and maps of structs. After
// each step the store is what the maps say. Failures between any two operations leave the old state or the new one.
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <failing_backend.hpp>

#include <rapidcheck.h>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

enum class state { open, sold };

struct seller {
    std::string name, country;
    std::optional<int> rank;
    int products = 0;
    mt::decimal stock;

    bool operator==(seller const&) const = default;
};
struct product {
    std::string sku;
    std::optional<std::string> seller;
    std::string title = "-";
    state status = state::open;
    mt::decimal price;
    int stock = 0;
    std::optional<int> rank;
    std::set<std::string> tags;
    std::string seller_country = "?";
    int reviews = 0;
    mt::decimal stars;

    bool operator==(product const&) const = default;
};
struct review {
    std::string sku, id;
    int stars = 0;
    std::string product_title = "?";

    bool operator==(review const&) const = default;
};

} // namespace

template <>
struct mt::entity<seller> {
    using key = mt::key<"S#{name}", "S">;
    using indexes = mt::indexes<mt::in<"GSI1", "SELLERS", "{products:6}#{name}">,
                                mt::in<"Ranked", "S#{rank:3}", "{country}">>;
    using attributes = mt::attributes<mt::defaulted<"products">, mt::defaulted<"stock">>;
};
template <>
struct mt::entity<product> {
    using key = mt::key<"P#{sku}", "P">;
    using indexes =
        mt::indexes<mt::in<"GSI1", "BY#{seller}", "{sku}">,
                    mt::in<"Open", "OPEN#{sku:shard 3}", "{price:6.2}#{sku}">::when<"status", state::open>,
                    mt::in<"Ranked", "P#{rank:3}", "{title}#{sku}">,
                    mt::in<"Land", "LAND#{seller_country}", "{stars:6.0}">>;
    using attributes =
        mt::attributes<mt::defaulted<"seller_country">, mt::defaulted<"reviews">, mt::defaulted<"stars">>;
};
template <>
struct mt::entity<review> {
    using key = mt::key<"P#{sku}", "R#{id}">;
    using attributes = mt::attributes<mt::in_key<"sku">, mt::in_key<"id">, mt::defaulted<"product_title">>;
};

namespace {

struct market : mt::table<"market", mt::stream, mt::gsi<"GSI1">, mt::gsi<"Open">, mt::gsi<"Ranked">,
                          mt::gsi<"Land">, mt::entities<seller, product, review>,
                          mt::duplicated<"seller", seller, product, mt::match<"name", "seller">,
                                         mt::copy<"country", "seller_country">, mt::in_transaction>,
                          mt::total<"products", seller, product, mt::match<"name", "seller">,
                                    mt::count<"products">, mt::sum<"stock", "stock">, mt::in_transaction>,
                          mt::duplicated<"title", product, review, mt::match<"sku", "sku">,
                                         mt::copy<"title", "product_title">, mt::by_stream>,
                          mt::total<"reviews", product, review, mt::match<"sku", "sku">, mt::count<"reviews">,
                                    mt::sum<"stars", "stars">, mt::by_stream>> {};
static_assert(mt::valid<market>);

using store = mt::store<market>;
using review_key = std::pair<std::string, std::string>;

struct model {
    std::map<std::string, seller> sellers;
    std::map<std::string, product> products;
    std::map<review_key, review> reviews;

    /// What is kept in the transaction.
    void settle() {
        for (auto& [name, s] : sellers) s.products = 0, s.stock = mt::decimal(0);
        for (auto& [sku, p] : products) {
            auto const found = p.seller ? sellers.find(*p.seller) : sellers.end();
            if (found == sellers.end()) continue;
            p.seller_country = found->second.country;
            ++found->second.products;
            found->second.stock += mt::decimal(p.stock);
        }
    }
    /// What a worker keeps.
    void catch_up() {
        for (auto& [sku, p] : products) p.reviews = 0, p.stars = mt::decimal(0);
        for (auto& [k, r] : reviews) {
            auto const found = products.find(r.sku);
            if (found == products.end()) continue;
            r.product_title = found->second.title;
            ++found->second.reviews;
            found->second.stars += mt::decimal(r.stars);
        }
    }
};

template <class T>
T pick(T low, T high) {
    return *rc::gen::inRange<T>(low, high);
}
template <class T, std::size_t N>
T one_of(T const (&values)[N]) {
    return values[pick<std::size_t>(0, N)];
}
bool coin() { return pick(0, 2) == 0; }
std::string any_name() {
    static std::string const names[] = {"ann", "bob", "c#d", "P#1"};
    return one_of(names);
}
std::string any_sku() {
    static std::string const skus[] = {"1", "2#", "3", "R"};
    return one_of(skus);
}
std::optional<int> any_rank() { return pick(0, 3) == 0 ? std::nullopt : std::optional(pick(-2, 3)); }
seller any_seller() {
    return {any_name(), std::string(1, one_of("ABC")), any_rank(), pick(0, 9), pick(0, 9)};
}
product any_product() {
    product p;
    p.sku = any_sku();
    if (pick(0, 4) != 0) p.seller = any_name();
    p.title = one_of("xyz");
    p.status = static_cast<state>(pick(0, 2));
    p.price = pick(0, 900);
    p.stock = pick(0, 9);
    p.rank = any_rank();
    if (coin()) p.tags = {"new"};
    p.seller_country = "made up";
    p.reviews = pick(0, 5);
    p.stars = pick(0, 5);
    return p;
}
review any_review() { return {any_sku(), std::to_string(pick(0, 3)), pick(0, 6), "made up"}; }

std::string item_of(seller const& s) { return "S#" + s.name; }
std::string item_of(product const& p) { return "P#" + p.sku; }
std::string item_of(review const& r) { return "R#" + r.sku + "/" + r.id; }

seller* find(model& m, seller const& s) {
    auto const found = m.sellers.find(s.name);
    return found == m.sellers.end() ? nullptr : &found->second;
}
product* find(model& m, product const& p) {
    auto const found = m.products.find(p.sku);
    return found == m.products.end() ? nullptr : &found->second;
}
review* find(model& m, review const& r) {
    auto const found = m.reviews.find({r.sku, r.id});
    return found == m.reviews.end() ? nullptr : &found->second;
}
void set(model& m, seller const& s) { m.sellers[s.name] = s; }
void set(model& m, product p) {
    auto const* const before = find(m, p);
    if (before != nullptr && p.seller && before->seller == p.seller)
        p.seller_country = before->seller_country;
    m.products[p.sku] = std::move(p);
}
void set(model& m, review const& r) { m.reviews[{r.sku, r.id}] = r; }
void drop(model& m, seller const& s) { m.sellers.erase(s.name); }
void drop(model& m, product const& p) { m.products.erase(p.sku); }
void drop(model& m, review const& r) { m.reviews.erase({r.sku, r.id}); }

/// One write, to the model, to the store, and as one of several in a transaction.
struct action {
    std::set<std::string> items;
    std::function<bool(model&)> model; ///< false: it is refused
    std::function<bool(store&)> store;
    std::function<void(mt::transaction_builder<market>&)> transaction;
};

template <class F>
bool done(F&& write) {
    if constexpr (std::is_void_v<decltype(write())>) {
        write();
        return true;
    } else {
        return bool(write());
    }
}

template <class E>
action put_of(E const& e) {
    return {{item_of(e)},
            [=](model& m) { return set(m, e), true; },
            [=](store& db) { return done([&] { return db.put(e); }); },
            [=](auto& t) { t.put(e); }};
}
template <class E>
action create_of(E const& e) {
    return {{item_of(e)},
            [=](model& m) { return find(m, e) == nullptr && (set(m, e), true); },
            [=](store& db) { return bool(db.create(e)); },
            [=](auto& t) { t.create(e); }};
}
template <class E>
action replace_of(E const& e) {
    return {{item_of(e)},
            [=](model& m) { return find(m, e) != nullptr && (set(m, e), true); },
            [=](store& db) { return bool(db.replace(e)); },
            [=](auto& t) { t.replace(e); }};
}
/// Of what is not there, it is done, and nothing.
template <class E>
action erase_of(E const& e) {
    return {{item_of(e)},
            [=](model& m) { return drop(m, e), true; },
            [=](store& db) {
                static_cast<void>(db.erase(e));
                return true;
            },
            [=](auto& t) { t.erase(e); }};
}
template <class E>
action move_of(E const& from, E const& to) {
    return {{item_of(from), item_of(to)},
            [=](model& m) {
                return find(m, from) != nullptr && find(m, to) == nullptr &&
                       (drop(m, from), set(m, to), true);
            },
            [=](store& db) { return bool(db.move(from, to)); },
            [=](auto& t) { t.move(from, to); }};
}
/// `change` does to an object what the assignments do.
template <class E, class F, class... A>
action update_of(E const& e, F const& change, A const&... assignments) {
    return {{item_of(e)},
            [=](model& m) {
                auto* const there = find(m, e);
                if (there != nullptr) change(*there);
                return there != nullptr;
            },
            [=](store& db) { return bool(db.update(e, assignments...)); },
            [=](auto& t) { t.update(e, assignments...); }};
}

action any_seller_action() {
    seller const s = any_seller();
    switch (pick(0, 7)) {
    case 0:
        return create_of(s);
    case 1:
        return replace_of(s);
    case 2:
        return erase_of(s);
    case 3:
        return update_of(
            s, [=](seller& o) { o.country = s.country; }, "country"_f = s.country);
    case 4:
        return update_of(
            s, [=](seller& o) { o.rank = s.rank; }, "rank"_f = s.rank);
    case 5: {
        auto to = s;
        to.name = any_name();
        if (to.name != s.name) return move_of(s, to);
        return put_of(s);
    }
    default:
        return put_of(s);
    }
}

action any_product_action() {
    product const p = any_product();
    switch (pick(0, 11)) {
    case 0:
        return create_of(p);
    case 1:
        return replace_of(p);
    case 2:
        return erase_of(p);
    case 3:
        return update_of(
            p, [=](product& o) { o.status = p.status; }, "status"_f = p.status);
    case 4:
        return update_of(
            p, [=](product& o) { o.stock += p.stock; }, "stock"_f += p.stock);
    case 5:
        return update_of(
            p, [=](product& o) { o.seller = p.seller; }, "seller"_f = p.seller);
    case 6:
        return update_of(
            p, [=](product& o) { o.title = p.title, o.rank = p.rank, o.tags.insert("x"); },
            "title"_f = p.title, "rank"_f = p.rank, "tags"_f.insert("x"));
    case 7:
        return update_of(
            p, [=](product& o) { o.price += 5, o.seller.reset(), o.tags.erase("new"); }, "price"_f += 5,
            "seller"_f.remove(), "tags"_f.erase("new"));
    case 8: {
        auto to = p;
        to.sku = any_sku();
        if (to.sku != p.sku) return move_of(p, to);
        return put_of(p);
    }
    default:
        return put_of(p);
    }
}

action any_review_action() {
    review const r = any_review();
    switch (pick(0, 6)) {
    case 0:
        return create_of(r);
    case 1:
        return erase_of(r);
    case 2:
        return update_of(
            r, [=](review& o) { o.stars -= 1; }, "stars"_f -= 1);
    case 3: {
        auto to = any_review();
        if (item_of(to) != item_of(r)) return move_of(r, to);
        return put_of(r);
    }
    default:
        return put_of(r);
    }
}

action any_action() {
    switch (pick(0, 6)) {
    case 0:
        return any_seller_action();
    case 1:
        return any_review_action();
    case 2:
        return any_review_action();
    default:
        return any_product_action();
    }
}

/// A product that joins a seller needs one.
bool sides_are_there(model const& before, model const& after) {
    for (auto const& [sku, p] : after.products) {
        if (!p.seller || after.sellers.count(*p.seller) != 0) continue;
        auto const old = before.products.find(sku);
        if (old == before.products.end() || old->second.seller != p.seller) return false;
    }
    return true;
}

/// Says what differs; nothing: all is as it should be.
class inspection {
  public:
    inspection(store const& db, model const& m, bool caught_up) : db_(db), model_(m), caught_up_(caught_up) {
        for (auto& each : db_.scan<seller>()) sellers(each);
        for (auto& each : db_.scan<product>()) products(each);
        for (auto& each : db_.scan<review>()) reviews(each);
        if (seen_ != m.sellers.size() + m.products.size() + m.reviews.size())
            wrong_ += "something is missing; ";
        for (auto const* const index : {"GSI1", "Open", "Ranked", "Land"}) entries(index);
    }
    std::string const& wrong() const { return wrong_; }

  private:
    template <class E>
    void compare(E const& there, E const* wanted) {
        ++seen_;
        if (wanted == nullptr || !(there == *wanted))
            wrong_ += item_of(there) + (wanted == nullptr ? " is there; " : " is another; ");
        // As putting the object would make it.
        auto const found = raw(there);
        auto const made = db_.to_item(there);
        for (auto const& [name, value] : made)
            if (found.find(name) != value) wrong_ += item_of(there) + "." + std::string(name) + "; ";
        for (auto const* const name :
             {"GSI1PK", "GSI1SK", "OpenPK", "OpenSK", "RankedPK", "RankedSK", "LandPK", "LandSK"}) {
            if (found.contains(name) && !made.contains(name))
                wrong_ += item_of(there) + " keeps " + name + "; ";
            if (found.contains(name)) ++in_indexes_[std::string(name)];
        }
    }
    template <class E>
    mt::item raw(E const& e) {
        auto const made = db_.to_item(e);
        mt::item const key{{"PK", mt::value(*made.find("PK"))}, {"SK", mt::value(*made.find("SK"))}};
        return db_.implementation()->get({.table = "market", .key = key, .consistent = true}).value();
    }
    void sellers(seller const& there) {
        auto const found = model_.sellers.find(there.name);
        compare(there, found == model_.sellers.end() ? nullptr : &found->second);
    }
    void products(product const& there) {
        auto const found = model_.products.find(there.sku);
        if (found == model_.products.end()) return compare<product>(there, nullptr);
        auto wanted = found->second;
        if (!caught_up_) wanted.reviews = there.reviews, wanted.stars = there.stars;
        compare(there, &wanted);
    }
    void reviews(review const& there) {
        auto const found = model_.reviews.find({there.sku, there.id});
        if (found == model_.reviews.end()) return compare<review>(there, nullptr);
        auto wanted = found->second;
        if (!caught_up_ || model_.products.count(there.sku) == 0) wanted.product_title = there.product_title;
        compare(there, &wanted);
    }
    void entries(std::string const& index) {
        auto const count = db_.implementation()->scan({.table = "market", .index = index}).count;
        if (count != in_indexes_[index + "PK"] || count != in_indexes_[index + "SK"])
            wrong_ += index + " has others; ";
    }

    store const& db_;
    model const& model_;
    bool caught_up_;
    std::size_t seen_ = 0;
    std::map<std::string, std::size_t> in_indexes_;
    std::string wrong_;
};

std::string wrong(store const& db, model const& m, bool caught_up = false) {
    return inspection(db, m, caught_up).wrong();
}

/// One action or, in a transaction, several on different items.
struct step {
    std::vector<action> actions;

    static step any() {
        step result;
        std::set<std::string> items;
        for (int left = coin() ? 1 : pick(2, 5); left != 0; --left) {
            auto next = any_action();
            bool again = false;
            for (auto const& each : next.items) again = !items.insert(each).second || again;
            if (!again) result.actions.push_back(std::move(next));
        }
        return result;
    }

    /// What the model is afterwards; the same if it is refused.
    model after(model const& before) const {
        model next = before;
        bool possible = true;
        for (auto const& each : actions) possible = each.model(next) && possible;
        next.settle();
        return possible && sides_are_there(before, next) ? next : before;
    }
    bool is_refused(model const& before) const {
        model next = before;
        for (auto const& each : actions)
            if (!each.model(next)) return true;
        return !sides_are_there(before, next);
    }
    bool take(store& db) const {
        if (actions.size() == 1) return actions[0].store(db);
        auto t = db.transaction();
        for (auto const& each : actions) each.transaction(t);
        return bool(t.commit());
    }
};

void catch_up(store const& db) {
    mt::worker<market> worker(db);
    while (worker.run_once(static_cast<std::size_t>(pick(1, 20))) != 0) {}
}

} // namespace

TEST_CASE("after every write and transaction, indexes, copies and totals are what structs in maps say") {
    CHECK(rc::check([] {
        store db;
        model m;
        for (auto left = *rc::gen::inRange(1, 50); left != 0; --left) {
            auto const next = step::any();
            bool const refused = next.is_refused(m);
            RC_ASSERT(next.take(db) == !refused);
            m = next.after(m);
            RC_ASSERT(wrong(db, m) == std::string());
            if (pick(0, 4) != 0) continue;
            catch_up(db);
            m.catch_up();
            RC_ASSERT(wrong(db, m, true) == std::string());
        }
    }));
}

TEST_CASE("a failure between any two operations of the store leaves what was there, or what was wanted") {
    CHECK(rc::check([] {
        auto const backend = std::make_shared<store_support::failing_backend>(mt::memory());
        store db{std::shared_ptr<mt::backend>(backend)};
        model m;
        for (auto left = *rc::gen::inRange(1, 40); left != 0; --left) {
            auto const next = step::any();
            backend->fail_at(static_cast<std::size_t>(pick(0, 12)), coin(), coin());
            bool failed = false;
            try {
                RC_ASSERT(next.take(db) == !next.is_refused(m));
            } catch (mt::store_error const& e) {
                RC_ASSERT(e.fault() == mt::store_fault::unavailable);
                failed = true;
            }
            backend->fail_never();
            auto const wanted = next.after(m);
            if (!failed || wrong(db, wanted) == std::string()) m = wanted;
            RC_ASSERT(wrong(db, m) == std::string());
            if (pick(0, 5) != 0) continue;
            backend->fail_at(static_cast<std::size_t>(pick(0, 60)), coin(), coin());
            try {
                catch_up(db);
            } catch (mt::store_error const&) {}
            backend->fail_never();
            RC_ASSERT(wrong(db, m) == std::string());
        }
        catch_up(db); // the backlog
        m.catch_up();
        RC_ASSERT(wrong(db, m, true) == std::string());
    }));
}
