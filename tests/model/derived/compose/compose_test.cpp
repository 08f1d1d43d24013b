// SPDX-License-Identifier: BSL-1.0
// Random writes to a store in which features depend on each other, and to maps of structs: copies, fields that are computed
// from them, sums, unique values, moves and transactions.
#include <orders_model.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <rapidcheck.h>

#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace orders_model;

namespace {

using line_key = std::pair<std::string, int>;

/// Everything that is stored.
struct state {
    std::map<std::string, product> products;
    std::map<std::string, order> orders;
    std::map<line_key, line> lines;
    std::map<std::string, parcel> parcels;
    std::map<std::string, offer> offers;
    std::map<std::string, ticket> tickets;
};

template <class Map>
auto* find(Map& map, typename Map::key_type const& key) {
    auto const found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

/// A copy takes the value if its source is there, keeps what it has if not, and cannot come to a source that is not. False: it
/// is refused.
template <class Source, class E, class V>
bool take(Source const* source, V Source::* from, E const* before, bool same_source, std::optional<V> E::* to,
          E& copy) {
    if (source != nullptr) copy.*to = source->*from;
    else if (before == nullptr || !same_source) return false;
    else copy.*to = before->*to;
    return true;
}

/// Derives everything in `now`, which is what was asked for. False: it is refused.
bool derive(state const& before, state& now) {
    for (auto& [key, each] : now.lines) {
        line const* const old = find(before.lines, key);
        if (!take(find(now.products, each.product_id), &product::price, old,
                  old != nullptr && old->product_id == each.product_id, &line::price, each))
            return false;
        each.amount = each.qty * *each.price;
        each.size = size_of(*each.amount);
        bool const grows = each.size == "large" && (old == nullptr || old->size != "large");
        if ((old == nullptr || grows) && find(now.orders, each.order_id) == nullptr) return false;
    }
    for (auto& [id, each] : now.orders) {
        each = {id};
        for (auto const& [key, l] : now.lines) {
            if (l.order_id != id) continue;
            each.amount += *l.amount;
            ++each.lines;
            each.large_lines += l.size == "large" ? 1 : 0;
        }
        each.grade = grade_of(each.amount);
    }
    for (auto& [id, each] : now.parcels) {
        parcel const* const old = find(before.parcels, id);
        if (!take(find(now.orders, each.order_id), &order::grade, old, old != nullptr && old->order_id == each.order_id,
                  &parcel::grade, each))
            return false;
    }
    std::set<int> prices;
    for (auto& [id, each] : now.offers) {
        offer const* const old = find(before.offers, id);
        if (!take(find(now.products, each.product_id), &product::price, old,
                  old != nullptr && old->product_id == each.product_id, &offer::price, each))
            return false;
        if (!prices.insert(*each.price).second) return false;
    }
    std::set<std::string> labels;
    for (auto& [id, each] : now.tickets) {
        ticket const* const old = find(before.tickets, id);
        if (!take(find(now.products, each.product_id), &product::price, old,
                  old != nullptr && old->product_id == each.product_id, &ticket::price, each))
            return false;
        each.label = label_of(*each.price, each.seat);
        if (!labels.insert(*each.label).second) return false;
    }
    return true;
}

template <class... Tables>
void check_stored(mt::store<Tables...>& db, state const& wanted) {
    std::size_t count = 0;
    for (product const& p : db.template scan<product>().all()) {
        ++count;
        RC_ASSERT(wanted.products.at(p.id).price == p.price);
    }
    RC_ASSERT(count == wanted.products.size());
    std::vector<order> const orders = db.template scan<order>().all();
    RC_ASSERT(orders.size() == wanted.orders.size());
    for (order const& o : orders) RC_ASSERT(wanted.orders.at(o.id) == o);
    std::vector<line> const lines = db.template scan<line>().all();
    RC_ASSERT(lines.size() == wanted.lines.size());
    for (line const& l : lines) {
        RC_ASSERT(wanted.lines.at({l.order_id, l.number}) == l);
        RC_ASSERT(db.template query<line>("order_id"_f == l.order_id, "size"_f == *l.size, "note"_f == l.note,
                                          "number"_f == l.number)
                      .count() == 1);
    }
    for (parcel const& p : db.template scan<parcel>().all()) RC_ASSERT(wanted.parcels.at(p.id).grade == p.grade);
    for (offer const& o : db.template scan<offer>().all()) RC_ASSERT(wanted.offers.at(o.id).price == o.price);
    for (ticket const& t : db.template scan<ticket>().all()) RC_ASSERT(wanted.tickets.at(t.id).label == t.label);
    RC_ASSERT((std::size_t{0} + ... + count_guards(*db.implementation(), Tables::data.name)) ==
              wanted.offers.size() + wanted.tickets.size());
}

/// From the whole range, be it the first of many programs or the last.
int any(int from, int to) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to)); }

std::string named(char const* prefix) { return prefix + std::to_string(any(0, 3)); }

/// Adds one action to the transaction and to the maps; false: one of its item is there already.
template <class Transaction>
bool add_action(Transaction& all, state& now, std::set<std::string>& written) {
    auto const is_new = [&](std::string const& key) { return written.insert(key).second; };
    int const number = any(0, 3);
    std::string const product_id = named("p"), order_id = named("o"), id = named("i");
    int const what = any(0, 14);
    if (what < 3) {
        product const made{product_id, any(1, 40)};
        if (!is_new(product_id)) return false;
        all.put(made);
        now.products[product_id] = made;
    } else if (what == 3) {
        if (!is_new(product_id)) return false;
        all.template erase<product>("id"_f == product_id);
        now.products.erase(product_id);
    } else if (what < 6) {
        if (!is_new(order_id)) return false;
        all.put(order{order_id, any(-9, 9), 4, 5, "x"});
        now.orders[order_id] = {order_id};
    } else if (what == 6) {
        if (!is_new(order_id)) return false;
        all.template erase<order>("id"_f == order_id);
        now.orders.erase(order_id);
    } else if (what < 10) {
        if (!is_new(order_id + "/" + std::to_string(number))) return false;
        line const made{order_id, number, product_id, any(0, 9), any(0, 99), 1000, "x"};
        all.put(made);
        now.lines[{order_id, number}] = made;
    } else if (what == 10) {
        if (!is_new(order_id + "/" + std::to_string(number))) return false;
        all.template erase<line>("order_id"_f == order_id, "number"_f == number);
        now.lines.erase({order_id, number});
    } else if (what == 11) {
        if (!is_new("parcel" + id)) return false;
        all.put(parcel{id, order_id, "x"});
        now.parcels[id] = {id, order_id};
    } else if (what == 12) {
        if (!is_new("offer" + id)) return false;
        if (any(0, 2) == 0) {
            all.put(offer{id, product_id, any(1, 40)});
            now.offers[id] = {id, product_id};
        } else {
            all.template erase<offer>("id"_f == id);
            now.offers.erase(id);
        }
    } else {
        if (!is_new("ticket" + id)) return false;
        ticket const made{id, product_id, number, 5, "x"};
        all.put(made);
        now.tickets[id] = made;
    }
    return true;
}

using in_one = mt::store<shop>;
using in_two = two_shops<mt::in_transaction, mt::in_transaction>;

} // namespace

TEMPLATE_TEST_CASE("any transactions leave what is derived as structs say, or are refused as a whole", "", in_one,
                   in_two) {
    REQUIRE(rc::check([] {
        TestType db;
        state stored;
        int const steps = any(1, 60);
        for (int step = 0; step != steps; ++step) {
            state now = stored;
            bool wanted = true, done = true;
            if (any(0, 8) == 0 && !stored.lines.empty()) {
                line const from =
                    std::next(stored.lines.begin(), any(0, static_cast<int>(stored.lines.size())))->second;
                line const to{named("o"), any(0, 3), named("p"), from.qty + 1, 3, 3, "x"};
                bool const stays = from.order_id == to.order_id && from.number == to.number;
                wanted = stays || find(stored.lines, {to.order_id, to.number}) == nullptr;
                now.lines.erase({from.order_id, from.number});
                now.lines[{to.order_id, to.number}] = to;
                done = static_cast<bool>(db.move(from, to));
            } else {
                auto all = db.transaction();
                std::set<std::string> written;
                int const count = any(1, 5);
                for (int n = 0; n != count; ++n) add_action(all, now, written);
                done = static_cast<bool>(all.commit());
            }
            wanted = wanted && derive(stored, now);
            RC_ASSERT(done == wanted);
            if (done) stored = std::move(now);
            check_stored(db, stored);
        }
    }));
}
