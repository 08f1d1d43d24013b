// SPDX-License-Identifier: BSL-1.0
#pragma once

// boost::multi_index with one ordered index for ranges of a customer, one for ranges of a status, and two kinds of index by id:
// multi_index_ordered.cpp and multi_index_hashed.cpp.

#include "contender.hpp"

#include <boost/multi_index/global_fun.hpp>
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>

#include <tuple>

namespace bench {

namespace mi = boost::multi_index;

struct by_customer {};
struct by_id_tag {};
struct by_status {};

/// Tuples of references compare each part once; a composite_key compares equal parts twice.
using customer_key = std::tuple<std::string_view, time_point, std::string_view>;
using status_key = std::tuple<Status, time_point>;
inline customer_key customer_key_of(Order const& o) { return {o.customer_id, o.placed_at, o.id}; }
inline status_key status_key_of(Order const& o) { return {o.status, o.placed_at}; }

template <class CustomerIndex, class IdIndex, class Find>
class multi_index {
  public:
    using mutex = std::shared_mutex;

    void put(Customer const& c) {
        if (auto const [at, added] = customers_.insert(c); !added) customers_.replace(at, c);
    }
    void put(Order const& o) {
        if (auto const [at, added] = orders_.insert(o); !added) orders_.replace(at, o);
    }
    std::optional<Order> get(order_key const& key) const {
        auto const* o = Find()(orders_, key);
        return o ? std::optional(*o) : std::nullopt;
    }
    std::int64_t total(order_key const& key) const { return Find()(orders_, key)->total; }
    std::vector<Order> get(key_span all) const {
        std::vector<Order> result;
        result.reserve(all.size());
        for (auto const& key : all) result.push_back(*Find()(orders_, key));
        return result;
    }
    std::uint64_t read(key_span all) const {
        std::uint64_t sum = 0;
        for (auto const& key : all) {
            auto const* o = Find()(orders_, key);
            sum += digest(o->total, o->note);
        }
        return sum;
    }
    std::vector<Order> last(std::string const& customer, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        each_of_last(customer, n, [&](Order const& o) { result.push_back(o); });
        return result;
    }
    std::uint64_t read_last(std::string const& customer, std::size_t n) const {
        std::uint64_t sum = 0;
        each_of_last(customer, n, [&](Order const& o) { sum += digest(o.total, o.note); });
        return sum;
    }
    std::vector<Order> from(std::string const& customer, time_point at, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        auto const& index = orders_.template get<by_customer>();
        for (auto i = index.lower_bound(customer_key(customer, at, ""));
             i != index.end() && result.size() != n && i->customer_id == customer; ++i)
            result.push_back(*i);
        return result;
    }
    std::optional<Order> by_id(std::string const& id) const {
        auto const& index = orders_.template get<by_id_tag>();
        auto const at = index.find(id);
        return at == index.end() ? std::nullopt : std::optional(*at);
    }
    std::vector<Order> from(Status status, time_point at, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        auto const& index = orders_.template get<by_status>();
        for (auto i = index.lower_bound(status_key(status, at));
             i != index.end() && result.size() != n && i->status == status; ++i)
            result.push_back(*i);
        return result;
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        for (auto const& o : orders_)
            if (o.status == status && o.total < below) sum += o.total;
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        auto const* o = Find()(orders_, key);
        return o && orders_.modify(orders_.iterator_to(*o), [&](Order& stored) { stored.status = status; });
    }
    bool set_total(order_key const& key, std::int64_t total) {
        auto const* o = Find()(orders_, key);
        if (!o) return false;
        const_cast<Order*>(o)->total = total; // no index depends on it, so that modify() would only cost time
        return true;
    }
    bool erase(order_key const& key) {
        auto const* o = Find()(orders_, key);
        if (!o) return false;
        orders_.erase(orders_.iterator_to(*o));
        return true;
    }
    std::size_t other_memory() const { return 0; }

  private:
    template <class F>
    void each_of_last(std::string const& customer, std::size_t n, F&& f) const {
        auto const& index = orders_.template get<by_customer>();
        auto i = index.upper_bound(customer_key(customer, time_point::max(), ""));
        for (; n != 0 && i != index.begin() && (--i)->customer_id == customer; --n) f(*i);
    }

    mi::multi_index_container<Customer,
                              mi::indexed_by<mi::hashed_unique<mi::member<Customer, std::string, &Customer::id>>>>
        customers_;
    mi::multi_index_container<
        Order,
        mi::indexed_by<CustomerIndex, IdIndex,
                       mi::ordered_non_unique<mi::tag<by_status>,
                                              mi::global_fun<Order const&, status_key, &status_key_of>, std::less<>>>>
        orders_;
};

using order_id = mi::member<Order, std::string, &Order::id>;
/// A customer's orders in the order of time.
using customer_index =
    mi::ordered_unique<mi::tag<by_customer>, mi::global_fun<Order const&, customer_key, &customer_key_of>, std::less<>>;

} // namespace bench
