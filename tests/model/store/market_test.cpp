// SPDX-License-Identifier: BSL-1.0
// Everything at once: random typed writes, one by one and several in a transaction, of entities with sparse, sharded and
// composed index keys, versions, unique fields, links, moves, copies and totals, some kept in the transaction and some by a
// worker; and maps of structs. After each step the store is what the maps say. Failures between any two operations of the
// store leave the old state or the new one, or a backlog for the worker.
#include <monotable/batches.hpp>
#include <monotable/relations.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/streams.hpp>
#include <monotable/transactions.hpp>

#include <failing_backend.hpp>

#include <rapidcheck.h>

#include <catch2/catch_test_macros.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
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
struct buyer {
    std::string id, name; // no two of one name
    std::int64_t version = 0;

    bool operator==(buyer const&) const = default;
};
struct liking {
    std::string buyer_id, sku;
    int strength = 0;

    bool operator==(liking const&) const = default;
};
struct visit {
    std::string buyer_id, seller;
    int times = 0;

    bool operator==(visit const&) const = default;
};

} // namespace

template <>
struct mt::entity<seller> {
    using key = mt::key<"S#{name}", "S">;
    using indexes = mt::indexes<mt::index<"GSI1", "SELLERS", "{products:6}#{name}">,
                                mt::index<"Ranked", "S#{rank:3}", "{country}">>;
    using attributes = mt::attributes<mt::defaulted<"products">, mt::defaulted<"stock">>;
};
template <>
struct mt::entity<product> {
    using key = mt::key<"P#{sku}", "P">;
    using indexes =
        mt::indexes<mt::index<"GSI1", "BY#{seller}", "{sku}">,
                    mt::index<"Open", "OPEN#{sku:shard 3}", "{price:6.2}#{sku}">::when<"status", state::open>,
                    mt::index<"Ranked", "P#{rank:3}", "{title}#{sku}">,
                    mt::index<"Land", "LAND#{seller_country}", "{stars:6.0}">>;
    using attributes =
        mt::attributes<mt::defaulted<"seller_country">, mt::defaulted<"reviews">, mt::defaulted<"stars">>;
};
template <>
struct mt::entity<review> {
    using key = mt::key<"P#{sku}", "R#{id}">;
    using attributes = mt::attributes<mt::key_only<"sku">, mt::key_only<"id">, mt::defaulted<"product_title">>;
};
template <>
struct mt::entity<buyer> {
    using key = mt::key<"B#{id}", "B">;
    using attributes = mt::attributes<mt::unique<"name">, mt::version<"version">>;
};
template <>
struct mt::entity<liking> {
    using key = mt::key<"B#{buyer_id}", "L#{sku}">;
    using indexes = mt::indexes<mt::index<"GSI1", "L#{sku}", "{buyer_id}">>;
};
template <>
struct mt::entity<visit> {
    using key = mt::key<"B#{buyer_id}", "V#{seller}">;
    using indexes = mt::indexes<mt::index<"GSI1", "V#{seller}", "{buyer_id}">>;
};

namespace {

struct market
    : mt::table<
          "market", mt::stream, mt::gsi<"GSI1">, mt::gsi<"Open">, mt::gsi<"Ranked">, mt::gsi<"Land">,
          mt::entities<seller, product, review, buyer, liking, visit>,
          mt::duplicated<"seller", seller, product, mt::match<"name", "seller">, mt::copy<"country", "seller_country">,
                         mt::in_transaction>,
          mt::total<"products", seller, product, mt::match<"name", "seller">, mt::count<"products">,
                    mt::sum<"stock", "stock">, mt::in_transaction>,
          mt::duplicated<"title", product, review, mt::match<"sku", "sku">, mt::copy<"title", "product_title">,
                         mt::by_stream>,
          mt::total<"reviews", product, review, mt::match<"sku", "sku">, mt::count<"reviews">,
                    mt::sum<"stars", "stars">, mt::by_stream>,
          mt::many_to_many<"likes", buyer, product,
                           mt::edge<liking, mt::left<"id", "buyer_id">, mt::right<"sku", "sku">>, mt::cascade_erase>,
          mt::many_to_many<"visits", buyer, seller,
                           mt::edge<visit, mt::left<"id", "buyer_id">, mt::right<"name", "seller">>,
                           mt::refuse_erase>> {};
static_assert(mt::valid<market>);

using store = mt::store<market>;
using review_key = std::pair<std::string, std::string>;

struct model {
    std::map<std::string, seller> sellers;
    std::map<std::string, product> products;
    std::map<review_key, review> reviews;
    std::map<std::string, buyer> buyers;
    std::map<std::pair<std::string, std::string>, liking> likings;
    std::map<std::pair<std::string, std::string>, visit> visits;
    std::set<std::string> moved = {}; ///< items that actions have given another key

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
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, high));
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
seller any_seller() { return {any_name(), std::string(1, one_of("ABC")), any_rank(), pick(0, 9), pick(0, 9)}; }
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

std::string any_buyer_id() { return one_of({std::string("u"), std::string("v#"), std::string("w")}); }
buyer any_buyer() { return {any_buyer_id(), std::string(1, one_of("AB#")), pick(0, 5)}; }
liking any_liking() { return {any_buyer_id(), any_sku(), pick(0, 9)}; }
visit any_visit() { return {any_buyer_id(), any_name(), pick(0, 9)}; }

std::string item_of(seller const& s) { return "S#" + s.name; }
std::string item_of(product const& p) { return "P#" + p.sku; }
std::string item_of(review const& r) { return "R#" + r.sku + "/" + r.id; }

std::string item_of(buyer const& b) { return "B#" + b.id; }
std::string item_of(liking const& l) { return "L#" + l.buyer_id + "/" + l.sku; }
std::string item_of(visit const& v) { return "V#" + v.buyer_id + "/" + v.seller; }

std::string text_of(seller const& s) { return item_of(s) + "(" + s.country + ")"; }
std::string text_of(product const& p) {
    return item_of(p) + "(by " + p.seller.value_or("-") + ", " + p.title + ", stock " + std::to_string(p.stock) + ")";
}
std::string text_of(review const& r) { return item_of(r) + "(" + std::to_string(r.stars) + ")"; }
std::string text_of(buyer const& b) {
    return item_of(b) + "(" + b.name + ", version " + std::to_string(b.version) + ")";
}
std::string text_of(liking const& l) { return item_of(l); }
std::string text_of(visit const& v) { return item_of(v); }

auto& all_of(model& m, seller const&) { return m.sellers; }
auto& all_of(model& m, product const&) { return m.products; }
auto& all_of(model& m, review const&) { return m.reviews; }
auto& all_of(model& m, buyer const&) { return m.buyers; }
auto& all_of(model& m, liking const&) { return m.likings; }
auto& all_of(model& m, visit const&) { return m.visits; }
auto key_of(seller const& s) { return s.name; }
auto key_of(product const& p) { return p.sku; }
auto key_of(review const& r) { return std::pair(r.sku, r.id); }
auto key_of(buyer const& b) { return b.id; }
auto key_of(liking const& l) { return std::pair(l.buyer_id, l.sku); }
auto key_of(visit const& v) { return std::pair(v.buyer_id, v.seller); }

template <class E>
E* find(model& m, E const& e) {
    auto const found = all_of(m, e).find(key_of(e));
    return found == all_of(m, e).end() ? nullptr : &found->second;
}
template <class E>
void set(model& m, E const& e) {
    all_of(m, e)[key_of(e)] = e;
}
void set(model& m, product p) {
    auto const* const before = find(m, p);
    if (before != nullptr && p.seller && before->seller == p.seller) p.seller_country = before->seller_country;
    m.products[p.sku] = std::move(p);
}
void set(model& m, buyer b) {
    auto const* const before = find(m, b);
    b.version = before != nullptr ? before->version + 1 : 1;
    m.buyers[b.id] = b;
}
/// The object is the version that is there.
template <class E>
bool is_current(model&, E const&) {
    return true;
}
bool is_current(model& m, buyer const& b) {
    auto const* const there = find(m, b);
    return there == nullptr || there->version == b.version;
}
template <class E>
void drop(model& m, E const& e) {
    all_of(m, e).erase(key_of(e));
}

template <class E>
bool moved(model& m, E const& from, E const& to) {
    m.moved.insert(item_of(from));
    drop(m, from);
    set(m, to);
    return true;
}
bool moved(model& m, buyer const& from, buyer const& to) {
    auto const version = find(m, from)->version;
    m.moved.insert(item_of(from));
    drop(m, from);
    set(m, to);
    find(m, to)->version = version + 1;
    return true;
}

/// One write, to the model, to the store, and as one of several in a transaction.
struct action {
    std::string what;
    std::set<std::string> items;
    std::function<bool(model&)> apply; ///< false: it is refused
    std::function<bool(store&)> store;
    std::function<void(mt::transaction_builder<market>&)> transaction;
    std::set<std::string> erases = {}; ///< or moves; these are not linked in the same transaction
    std::set<std::string> links = {};
};

template <class F>
bool done(F&& write) {
    return bool(write());
}

template <class E>
action put_of(E const& e) {
    return {"put " + text_of(e),
            {item_of(e)},
            [=](model& m) { return set(m, e), true; },
            [=](store& db) { return done([&] { return db.put(e); }); },
            [=](auto& t) { t.put(e); }};
}
template <class E>
action create_of(E const& e) {
    return {"create " + text_of(e),
            {item_of(e)},
            [=](model& m) { return find(m, e) == nullptr && (set(m, e), true); },
            [=](store& db) { return bool(db.create(e)); },
            [=](auto& t) { t.create(e); }};
}
template <class E>
action replace_of(E const& e) {
    return {"replace " + text_of(e),
            {item_of(e)},
            [=](model& m) { return find(m, e) != nullptr && is_current(m, e) && (set(m, e), true); },
            [=](store& db) { return bool(db.replace(e)); },
            [=](auto& t) { t.replace(e); }};
}
/// Of what is not there, it is done, and nothing.
template <class E>
action erase_of(E const& e) {
    return {"erase " + text_of(e),
            {item_of(e)},
            [=](model& m) { return drop(m, e), true; },
            [=](store& db) { return db.erase(e).error() != mt::write_error::referenced; },
            [=](auto& t) { t.erase(e); },
            {item_of(e)}};
}
template <class E>
action move_of(E const& from, E const& to) {
    return {"move " + text_of(from) + " to " + text_of(to),
            {item_of(from), item_of(to)},
            [=](model& m) {
                return find(m, from) != nullptr && is_current(m, from) && find(m, to) == nullptr && moved(m, from, to);
            },
            [=](store& db) { return bool(db.move(from, to)); },
            [=](auto& t) { t.move(from, to); },
            {item_of(from), item_of(to)}};
}
/// `change` does to an object what the assignments do.
template <class E, class F, class... A>
action update_of(E const& e, F const& change, A const&... assignments) {
    return {"update " + text_of(e),
            {item_of(e)},
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
    case 0: return create_of(s);
    case 1: return replace_of(s);
    case 2: return erase_of(s);
    case 3: return update_of(s, [=](seller& o) { o.country = s.country; }, "country"_f = s.country);
    case 4: return update_of(s, [=](seller& o) { o.rank = s.rank; }, "rank"_f = s.rank);
    case 5: {
        auto to = s;
        to.name = any_name();
        if (to.name != s.name) return move_of(s, to);
        return put_of(s);
    }
    default: return put_of(s);
    }
}

action any_product_action() {
    product const p = any_product();
    switch (pick(0, 11)) {
    case 0: return create_of(p);
    case 1: return replace_of(p);
    case 2: return erase_of(p);
    case 3: return update_of(p, [=](product& o) { o.status = p.status; }, "status"_f = p.status);
    case 4: return update_of(p, [=](product& o) { o.stock += p.stock; }, "stock"_f += p.stock);
    case 5: return update_of(p, [=](product& o) { o.seller = p.seller; }, "seller"_f = p.seller);
    case 6:
        return update_of(
            p, [=](product& o) { o.title = p.title, o.rank = p.rank, o.tags.insert("x"); }, "title"_f = p.title,
            "rank"_f = p.rank, "tags"_f.insert("x"));
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
    default: return put_of(p);
    }
}

action any_review_action() {
    review const r = any_review();
    switch (pick(0, 6)) {
    case 0: return create_of(r);
    case 1: return erase_of(r);
    case 2: return update_of(r, [=](review& o) { o.stars -= 1; }, "stars"_f -= 1);
    case 3: {
        auto to = any_review();
        if (item_of(to) != item_of(r)) return move_of(r, to);
        return put_of(r);
    }
    default: return put_of(r);
    }
}

action any_buyer_action() {
    buyer const b = any_buyer();
    switch (pick(0, 8)) {
    case 0: return create_of(b);
    case 1: return replace_of(b);
    case 2: {
        auto to = b;
        to.id = any_buyer_id();
        if (to.id != b.id) return move_of(b, to);
        return put_of(b);
    }
    case 3: // of whatever version
        return {"erase " + text_of(b),
                {item_of(b)},
                [=](model& m) { return drop(m, b), true; },
                [=](store& db) { return db.erase<buyer>("id"_f == b.id).error() != mt::write_error::referenced; },
                [=](auto& t) { t.template erase<buyer>("id"_f == b.id); },
                {item_of(b)}};
    case 4:
        return {"update " + text_of(b),
                {item_of(b)},
                [=](model& m) {
                    auto* const there = find(m, b);
                    if (there != nullptr) there->name = b.name, ++there->version;
                    return there != nullptr;
                },
                [=](store& db) { return bool(db.update<buyer>("id"_f == b.id, "name"_f = b.name)); },
                [=](auto& t) { t.template update<buyer>("id"_f == b.id, "name"_f = b.name); }};
    case 5: {
        auto change = update_of(b, [=](buyer& o) { o.name = b.name, ++o.version; }, "name"_f = b.name);
        auto const apply = change.apply;
        change.apply = [=](model& m) { return is_current(m, b) && apply(m); };
        return change;
    }
    default: return put_of(b);
    }
}

template <mt::fixed_string Relation, class Edge, class Right, class... A>
action link_of(Edge const& e, Right const& right, A const&... payload) {
    buyer const left{e.buyer_id, {}, 0};
    return {"link " + text_of(e),
            {item_of(e)},
            [=](model& m) { return set(m, e), true; },
            [=](store& db) { return bool(db.link<Relation>(left, right, payload...)); },
            [=](auto& t) { t.add(mt::link<Relation>(left, right, payload...)); },
            {},
            {item_of(left), item_of(right)}};
}
template <mt::fixed_string Relation, class Edge, class Right>
action unlink_of(Edge const& e, Right const& right) {
    buyer const left{e.buyer_id, {}, 0};
    return {"unlink " + text_of(e),
            {item_of(e)},
            [=](model& m) { return drop(m, e), true; },
            [=](store& db) {
                db.unlink<Relation>(left, right).or_throw();
                return true;
            },
            [=](auto& t) { t.add(mt::unlink<Relation>(left, right)); },
            {},
            {item_of(left), item_of(right)}};
}
template <class Edge, class Right>
action edge_put_of(Edge const& e, Right const& right) {
    auto put = coin() ? put_of(e) : create_of(e);
    put.links = {item_of(buyer{e.buyer_id, {}, 0}), item_of(right)};
    return put;
}

action any_link_action() {
    liking const l = any_liking();
    product p;
    p.sku = l.sku;
    visit const v = any_visit();
    seller s;
    s.name = v.seller;
    switch (pick(0, 8)) {
    case 0: return unlink_of<"likes">(l, p);
    case 1: return unlink_of<"visits">(v, s);
    case 2: return edge_put_of(l, p);
    case 3: return edge_put_of(v, s);
    case 4: return link_of<"visits">(v, s, "times"_f = v.times);
    case 5: return link_of<"visits">(v, s, v);
    case 6: return link_of<"likes">(l, p, l);
    default: return link_of<"likes">(l, p, "strength"_f = l.strength);
    }
}

action any_action() {
    switch (pick(0, 10)) {
    case 0:
    case 1: return any_seller_action();
    case 2:
    case 3: return any_review_action();
    case 4: return any_buyer_action();
    case 5:
    case 6: return any_link_action();
    default: return any_product_action();
    }
}

template <class Map>
bool is_erased(Map const& before, Map const& after, std::string const& key) {
    return before.count(key) != 0 && after.count(key) == 0;
}

/// What the actions have in common: a product that joins a seller, and a link, need their sides; erasing a side of likings
/// erases them, but to move it is refused; erasing one of visits is refused. False: refused.
bool settle(model const& before, model& after) {
    for (auto const& [sku, p] : after.products) {
        if (!p.seller || after.sellers.count(*p.seller) != 0) continue;
        auto const old = before.products.find(sku);
        if (old == before.products.end() || old->second.seller != p.seller) return false;
    }
    std::set<std::string> names;
    for (auto const& [id, b] : after.buyers)
        if (!names.insert(b.name).second) return false;
    for (auto const& [key, v] : after.visits)
        if (after.buyers.count(v.buyer_id) == 0 || after.sellers.count(v.seller) == 0) return false;
    for (auto i = after.likings.begin(); i != after.likings.end();) {
        bool const erased = is_erased(before.buyers, after.buyers, i->second.buyer_id) ||
                            is_erased(before.products, after.products, i->second.sku);
        if (!erased && (after.buyers.count(i->second.buyer_id) == 0 || after.products.count(i->second.sku) == 0))
            return false;
        product p;
        p.sku = i->second.sku;
        if (erased &&
            (after.moved.count(item_of(p)) != 0 || after.moved.count(item_of(buyer{i->second.buyer_id, {}, 0})) != 0))
            return false;
        i = erased ? after.likings.erase(i) : std::next(i);
    }
    after.moved.clear();
    after.settle();
    return true;
}

/// Says what differs; nothing: all is as it should be.
class inspection {
  public:
    inspection(store const& db, model const& m, bool caught_up) : db_(db), model_(m), caught_up_(caught_up) {
        for (auto& each : db_.scan<seller>()) sellers(each);
        for (auto& each : db_.scan<product>()) products(each);
        for (auto& each : db_.scan<review>()) reviews(each);
        for (auto& each : db_.scan<buyer>()) plain(each, model_.buyers);
        for (auto& each : db_.scan<liking>()) plain(each, model_.likings);
        for (auto& each : db_.scan<visit>()) plain(each, model_.visits);
        for (auto const& each : m.buyers) {
            auto const& id = each.first;
            count("likes", db_.linked<"likes">(each.second), m.likings, [&](auto& l) { return l.buyer_id == id; });
            count("visits", db_.linked<"visits">(each.second), m.visits, [&](auto& v) { return v.buyer_id == id; });
        }
        for (auto const& each : m.products)
            count("likes", db_.linked<"likes">(each.second), m.likings, [&](auto& l) { return l.sku == each.first; });
        for (auto const& each : m.sellers)
            count("visits", db_.linked<"visits">(each.second), m.visits,
                  [&](auto& v) { return v.seller == each.first; });
        std::size_t marks = 0;
        for (auto const& each : db_.implementation()->scan({.table = "market"}).items)
            marks += each.find("PK")->as_string().starts_with("UNIQUE#");
        if (marks != m.buyers.size()) wrong_ += "other marks; ";
        if (seen_ != m.sellers.size() + m.products.size() + m.reviews.size() + m.buyers.size() + m.likings.size() +
                         m.visits.size())
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
            if (found.contains(name) && !made.contains(name)) wrong_ += item_of(there) + " keeps " + name + "; ";
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
    template <class E, class Map>
    void plain(E const& there, Map const& wanted) {
        auto const found = wanted.find(key_of(there));
        compare(there, found == wanted.end() ? nullptr : &found->second);
    }
    template <class Range, class Map, class F>
    void count(std::string const& relation, Range const& links, Map const& all, F const& belongs) {
        std::size_t wanted = 0;
        for (auto const& [key, each] : all) wanted += belongs(each);
        if (links.count() != wanted) wrong_ += relation + " lists others; ";
    }
    void entries(std::string const& index) {
        auto const count = db_.implementation()->scan({.table = "market", .index = index}).count;
        if (count != in_indexes_[index + "PK"] || count != in_indexes_[index + "SK"]) wrong_ += index + " has others; ";
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

    /// Mostly what is possible.
    static step any(model const& now) {
        step result;
        std::set<std::string> items, erases, links;
        for (int left = coin() ? 2 : pick(3, 8); left != 0; --left) {
            auto next = any_action();
            model probe = now;
            if (!(next.apply(probe) && ::settle(now, probe)) && pick(0, 6) != 0) continue;
            bool again = false;
            for (auto const& each : next.items) again = items.count(each) != 0 || again;
            for (auto const& each : next.erases) again = links.count(each) != 0 || again;
            for (auto const& each : next.links) again = erases.count(each) != 0 || again;
            if (again) continue;
            items.insert(next.items.begin(), next.items.end());
            erases.insert(next.erases.begin(), next.erases.end());
            links.insert(next.links.begin(), next.links.end());
            result.actions.push_back(std::move(next));
        }
        return result;
    }

    std::string text() const {
        std::string result;
        for (auto const& each : actions) result += (result.empty() ? "" : "; ") + each.what;
        return result;
    }

    /// What the model is afterwards; nothing if it is refused.
    std::optional<model> after(model const& before) const {
        model next = before;
        bool possible = true;
        for (auto const& each : actions) possible = each.apply(next) && possible;
        if (!possible || !settle(before, next)) return std::nullopt;
        return next;
    }
    bool take(store& db) const {
        if (actions.size() == 1) return actions[0].store(db);
        auto t = db.transaction();
        for (auto const& each : actions) each.transaction(t);
        auto const result = t.commit();
        for (std::size_t i = 0; !result && i != actions.size(); ++i)
            RC_LOG() << "  reason of action " << i << ": " << name_of(result[i].error()) << "\n";
        return bool(result);
    }
};

/// Some of everything, so that most of what follows is possible.
model start(store& db) {
    model m;
    std::vector<seller> const sellers{{"ann", "A", {}, 0, {}}, {"c#d", "B", 1, 0, {}}, {"P#1", "C", {}, 0, {}}};
    std::vector<buyer> const buyers{{"u", "A", 0}, {"v#", "B", 0}};
    std::vector<review> const reviews{{"1", "0", 3, {}}, {"1", "1", 5, {}}, {"2#", "0", 1, {}}};
    RC_ASSERT(bool(db.batch_put(sellers)));
    RC_ASSERT(bool(db.batch_put(buyers)));
    RC_ASSERT(bool(db.batch_put(reviews)));
    for (auto const& each : sellers) set(m, each);
    for (auto const& each : buyers) set(m, each);
    for (auto const& each : reviews) set(m, each);
    return m;
}

void catch_up(store const& db) {
    mt::worker<market> worker(db);
    while (worker.run_once(static_cast<std::size_t>(pick(1, 20))) != 0) {}
}

} // namespace

TEST_CASE("after every write and transaction, indexes, copies and totals are what structs in maps say") {
    CHECK(rc::check([] {
        store db;
        model m = start(db);
        for (auto left = pick(1, 50); left != 0; --left) {
            auto const next = step::any(m);
            auto const wanted = next.after(m);
            RC_LOG() << next.text() << (wanted ? "\n" : ": refused\n");
            RC_ASSERT(next.take(db) == wanted.has_value());
            if (wanted) m = *wanted;
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
        model m = start(db);
        for (auto left = pick(1, 40); left != 0; --left) {
            auto const next = step::any(m);
            backend->fail_at(static_cast<std::size_t>(pick(0, 12)), coin(), coin());
            bool failed = false;
            auto const wanted = next.after(m);
            RC_LOG() << next.text() << (wanted ? "\n" : ": refused\n");
            try {
                RC_ASSERT(next.take(db) == wanted.has_value());
            } catch (mt::store_error const& e) {
                RC_ASSERT(is_retryable(e.classification(), true));
                failed = true;
            }
            backend->fail_never();
            if (wanted && (!failed || wrong(db, *wanted) == std::string())) m = *wanted;
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
