// SPDX-License-Identifier: BSL-1.0
// Red-black trees of the standard library with indexes that are kept by hand. The key of a std::map would be a second copy of
// three fields of the order, so the orders are a std::set of the same kind of tree; the indexes point to its nodes.
#include "contender.hpp"

#include <map>
#include <set>
#include <tuple>

using namespace bench;

namespace {

struct by_key {
    using is_transparent = void;
    using parts = std::tuple<std::string_view, time_point, std::string_view>;
    static parts of(Order const& o) { return {o.customer_id, o.placed_at, o.id}; }
    static parts of(order_key const& k) { return {k.customer_id, k.placed_at, k.id}; }
    static parts of(parts const& p) { return p; }
    bool operator()(auto const& a, auto const& b) const { return of(a) < of(b); }
};
struct by_status {
    using is_transparent = void;
    using parts = std::tuple<Status, time_point, std::string_view>;
    static parts of(Order const* o) { return {o->status, o->placed_at, o->id}; }
    static parts of(parts const& p) { return p; }
    bool operator()(auto const& a, auto const& b) const { return of(a) < of(b); }
};

class standard_map {
  public:
    static constexpr std::string_view name = "std::map";
    using mutex = std::shared_mutex;

    void put(Customer const& c) { customers_.insert_or_assign(c.id, c); }
    void put(Order const& o) {
        if (auto const [at, added] = orders_.insert(o); added) {
            ids_.emplace(at->id, &stored(at));
            statuses_.insert(&stored(at));
        } else { // the key and the id are the same
            auto node = statuses_.extract(&stored(at));
            stored(at) = o;
            ids_.erase(ids_.find(o.id));
            ids_.emplace(at->id, &stored(at)); // refers to the characters that were assigned
            statuses_.insert(std::move(node));
        }
    }
    std::optional<Order> get(order_key const& key) const {
        auto const at = orders_.find(key);
        return at == orders_.end() ? std::nullopt : std::optional(*at);
    }
    std::int64_t total(order_key const& key) const { return orders_.find(key)->total; }
    std::vector<Order> get(key_span all) const {
        std::vector<Order> result;
        result.reserve(all.size());
        for (auto const& key : all) result.push_back(*orders_.find(key));
        return result;
    }
    std::uint64_t read(key_span all) const {
        std::uint64_t sum = 0;
        for (auto const& key : all) {
            auto const at = orders_.find(key);
            sum += digest(at->total, at->note);
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
        for (auto i = orders_.lower_bound(by_key::parts(customer, at, "")); i != orders_.end() && result.size() != n;
             ++i) {
            if (i->customer_id != customer) break;
            result.push_back(*i);
        }
        return result;
    }
    std::optional<Order> by_id(std::string const& id) const {
        auto const at = ids_.find(id);
        return at == ids_.end() ? std::nullopt : std::optional(*at->second);
    }
    std::vector<Order> from(Status status, time_point at, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        for (auto i = statuses_.lower_bound(by_status::parts(status, at, ""));
             i != statuses_.end() && result.size() != n; ++i) {
            if ((*i)->status != status) break;
            result.push_back(**i);
        }
        return result;
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        for (auto const& o : orders_)
            if (o.status == status && o.total < below) sum += o.total;
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        auto const at = orders_.find(key);
        if (at == orders_.end()) return false;
        if (at->status == status) return true;
        auto node = statuses_.extract(&stored(at));
        stored(at).status = status;
        statuses_.insert(std::move(node));
        return true;
    }
    bool set_total(order_key const& key, std::int64_t total) {
        auto const at = orders_.find(key);
        if (at == orders_.end()) return false;
        stored(at).total = total;
        return true;
    }
    bool erase(order_key const& key) {
        auto const at = orders_.find(key);
        if (at == orders_.end()) return false;
        statuses_.erase(&stored(at));
        ids_.erase(ids_.find(at->id));
        orders_.erase(at);
        return true;
    }
    std::size_t other_memory() const { return 0; }

  private:
    using set = std::set<Order, by_key>;

    /// The elements are not const objects; fields that are not part of the key may change.
    static Order& stored(set::const_iterator at) { return const_cast<Order&>(*at); }

    template <class F>
    void each_of_last(std::string const& customer, std::size_t n, F&& f) const {
        auto i = orders_.upper_bound(by_key::parts(customer, time_point::max(), ""));
        for (; n != 0 && i != orders_.begin() && (--i)->customer_id == customer; --n) f(*i);
    }

    std::map<std::string, Customer> customers_;
    set orders_;
    std::map<std::string_view, Order*> ids_;
    std::set<Order*, by_status> statuses_;
};

} // namespace

int main(int argc, char** argv) { return run<standard_map>(argc, argv); }
