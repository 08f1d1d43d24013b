// SPDX-License-Identifier: BSL-1.0
// A structure for exactly these structs and operations, as an expert writes it: orders at fixed addresses, a flat hash of
// customers' sorted vectors, a flat hash of ids, and sorted blocks for each status. Batches look up all keys, then fetch all
// orders, so that the accesses to memory overlap.
#include "contender.hpp"

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include <array>
#include <deque>
#include <memory>

using namespace bench;

namespace {

/// The time is next to the pointer, so that a search visits an order only if times are equal.
struct entry {
    time_point at;
    Order* order;
    bool operator<(entry const& other) const { return at != other.at ? at < other.at : order->id < other.order->id; }
};
struct before_time {
    bool operator()(entry const& e, time_point at) const { return e.at < at; }
};

/// Orders by time: one vector, or from `limit` orders on, a sequence of vectors: the lower two levels of a B-tree.
class sorted_orders {
  public:
    void insert(entry e) {
        if (!blocks_) {
            first_.insert(std::upper_bound(first_.begin(), first_.end(), e), e);
            if (first_.size() == limit) {
                blocks_ = std::make_unique<blocks>();
                blocks_->lows.push_back(first_.front());
                blocks_->parts.push_back(std::move(first_));
                split(0);
            }
            return;
        }
        std::size_t const b = block_of(e);
        auto& part = blocks_->parts[b];
        part.insert(std::upper_bound(part.begin(), part.end(), e), e);
        blocks_->lows[b] = part.front();
        if (part.size() == limit) split(b);
    }
    void erase(entry e) {
        if (!blocks_) {
            first_.erase(std::lower_bound(first_.begin(), first_.end(), e));
            return;
        }
        std::size_t const b = block_of(e);
        auto& part = blocks_->parts[b];
        part.erase(std::lower_bound(part.begin(), part.end(), e));
        auto const offset = static_cast<std::ptrdiff_t>(b);
        if (!part.empty()) {
            blocks_->lows[b] = part.front();
        } else if (blocks_->parts.size() != 1) {
            blocks_->parts.erase(blocks_->parts.begin() + offset);
            blocks_->lows.erase(blocks_->lows.begin() + offset);
        }
    }
    /// Calls f with up to n orders from the time on, ascending.
    template <class F>
    void from(time_point at, std::size_t n, F&& f) const {
        if (!blocks_) {
            for (auto i = std::lower_bound(first_.begin(), first_.end(), at, before_time());
                 i != first_.end() && n != 0; ++i, --n)
                f(*i->order);
            return;
        }
        auto const& lows = blocks_->lows;
        auto const low = std::lower_bound(lows.begin(), lows.end(), at, before_time());
        auto b = static_cast<std::size_t>(low - lows.begin());
        if (b != 0) --b;
        auto i = std::lower_bound(blocks_->parts[b].begin(), blocks_->parts[b].end(), at, before_time());
        for (; n != 0; --n, ++i) {
            if (i == blocks_->parts[b].end()) {
                if (++b == blocks_->parts.size()) return;
                i = blocks_->parts[b].begin();
            }
            f(*i->order);
        }
    }
    /// Calls f with up to n orders, from the last one on.
    template <class F>
    void last(std::size_t n, F&& f) const {
        if (!blocks_) {
            for (auto i = first_.rbegin(); i != first_.rend() && n != 0; ++i, --n) f(*i->order);
            return;
        }
        for (auto part = blocks_->parts.rbegin(); part != blocks_->parts.rend(); ++part)
            for (auto i = part->rbegin(); i != part->rend(); ++i, --n) {
                if (n == 0) return;
                f(*i->order);
            }
    }

  private:
    static constexpr std::size_t limit = 512;
    struct blocks {
        std::vector<entry> lows; // the first of each part
        std::vector<std::vector<entry>> parts;
    };

    std::size_t block_of(entry const& e) const {
        auto const at = std::upper_bound(blocks_->lows.begin(), blocks_->lows.end(), e) - blocks_->lows.begin();
        return at == 0 ? 0 : static_cast<std::size_t>(at) - 1;
    }
    void split(std::size_t b) {
        auto& part = blocks_->parts[b];
        std::vector<entry> upper;
        upper.reserve(limit);
        upper.assign(part.begin() + limit / 2, part.end());
        part.resize(limit / 2);
        auto const next = static_cast<std::ptrdiff_t>(b) + 1;
        blocks_->lows.insert(blocks_->lows.begin() + next, upper.front());
        blocks_->parts.insert(blocks_->parts.begin() + next, std::move(upper));
    }

    std::vector<entry> first_;
    std::unique_ptr<blocks> blocks_;
};

struct id_hash {
    using is_transparent = void;
    std::size_t operator()(Order const* o) const { return (*this)(o->id); }
    std::size_t operator()(std::string_view id) const { return boost::hash<std::string_view>()(id); }
};
struct id_equal {
    using is_transparent = void;
    bool operator()(Order const* a, Order const* b) const { return a->id == b->id; }
    bool operator()(Order const* a, std::string_view b) const { return a->id == b; }
    bool operator()(std::string_view a, Order const* b) const { return a == b->id; }
};

class expert {
  public:
    static constexpr std::string_view name = "expert's structure";
    using mutex = std::shared_mutex;

    void put(Customer const& c) { customers_.insert_or_assign(c.id, c); }
    void put(Order const& o) {
        Order* stored = nullptr;
        if (unused_.empty()) {
            stored = &orders_.emplace_back(o);
        } else {
            stored = unused_.back();
            unused_.pop_back();
            *stored = o;
        }
        auto const [at, added] = ids_.insert(stored);
        if (!added) {
            unlink(**at);
            **at = std::exchange(*stored, Order());
            unused_.push_back(stored);
        }
        link(**at);
    }
    std::optional<Order> get(order_key const& key) const {
        auto const* o = find(key);
        return o ? std::optional(*o) : std::nullopt;
    }
    std::int64_t total(order_key const& key) const { return find(key)->total; }
    std::vector<Order> get(key_span all) const {
        std::vector<Order> result;
        result.reserve(all.size());
        each(all, [&](Order const& o) { result.push_back(o); });
        return result;
    }
    std::uint64_t read(key_span all) const {
        std::uint64_t sum = 0;
        each(all, [&](Order const& o) { sum += digest(o.total, o.note); });
        return sum;
    }
    std::vector<Order> last(std::string const& customer, std::size_t n) const {
        std::vector<Order> result;
        if (auto const at = of_customer_.find(customer); at != of_customer_.end()) {
            result.reserve(n);
            at->second.last(n, [&](Order const& o) { result.push_back(o); });
        }
        return result;
    }
    std::uint64_t read_last(std::string const& customer, std::size_t n) const {
        std::uint64_t sum = 0;
        if (auto const at = of_customer_.find(customer); at != of_customer_.end())
            at->second.last(n, [&](Order const& o) { sum += digest(o.total, o.note); });
        return sum;
    }
    std::vector<Order> from(std::string const& customer, time_point time, std::size_t n) const {
        std::vector<Order> result;
        if (auto const at = of_customer_.find(customer); at != of_customer_.end()) {
            result.reserve(n);
            at->second.from(time, n, [&](Order const& o) { result.push_back(o); });
        }
        return result;
    }
    std::optional<Order> by_id(std::string const& id) const {
        auto const at = ids_.find(std::string_view(id));
        return at == ids_.end() ? std::nullopt : std::optional(**at);
    }
    std::vector<Order> from(Status status, time_point time, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        of_status_[static_cast<std::size_t>(status)].from(time, n, [&](Order const& o) { result.push_back(o); });
        return result;
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        for (auto const& o : orders_) // the id of an unused order is empty
            if (o.status == status && o.total < below && !o.id.empty()) sum += o.total;
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        auto* o = find(key);
        if (!o) return false;
        if (o->status == status) return true;
        of_status_[static_cast<std::size_t>(o->status)].erase({o->placed_at, o});
        o->status = status;
        of_status_[static_cast<std::size_t>(o->status)].insert({o->placed_at, o});
        return true;
    }
    bool set_total(order_key const& key, std::int64_t total) {
        auto* o = find(key);
        if (o) o->total = total;
        return o != nullptr;
    }
    bool erase(order_key const& key) {
        auto* o = find(key);
        if (!o) return false;
        unlink(*o);
        ids_.erase(o);
        *o = Order();
        unused_.push_back(o);
        return true;
    }
    std::size_t other_memory() const { return 0; }

  private:
    Order* find(order_key const& key) const {
        auto const at = ids_.find(std::string_view(key.id));
        return at == ids_.end() || (*at)->placed_at != key.placed_at || (*at)->customer_id != key.customer_id ? nullptr
                                                                                                              : *at;
    }
    void link(Order& o) {
        of_customer_[o.customer_id].insert({o.placed_at, &o});
        of_status_[static_cast<std::size_t>(o.status)].insert({o.placed_at, &o});
    }
    void unlink(Order& o) {
        of_customer_.find(o.customer_id)->second.erase({o.placed_at, &o});
        of_status_[static_cast<std::size_t>(o.status)].erase({o.placed_at, &o});
    }
    template <class F>
    void each(key_span all, F&& f) const {
        constexpr std::size_t group = 16;
        Order const* found[group];
        for (std::size_t i = 0; i < all.size(); i += group) {
            std::size_t const n = std::min(group, all.size() - i);
            for (std::size_t j = 0; j != n; ++j) {
                found[j] = *ids_.find(std::string_view(all[i + j].id));
                __builtin_prefetch(reinterpret_cast<char const*>(found[j]) + 64);
            }
            for (std::size_t j = 0; j != n; ++j) {
                __builtin_prefetch(found[j]->note.data());
                __builtin_prefetch(found[j]->tags.data());
            }
            for (std::size_t j = 0; j != n; ++j) {
                if (found[j]->customer_id != all[i + j].customer_id) fail("another customer's order");
                f(*found[j]);
            }
        }
    }

    boost::unordered_flat_map<std::string, Customer> customers_;
    std::deque<Order> orders_;
    std::vector<Order*> unused_;
    boost::unordered_flat_map<std::string, sorted_orders> of_customer_;
    boost::unordered_flat_set<Order*, id_hash, id_equal> ids_;
    std::array<sorted_orders, 3> of_status_;
};

} // namespace

int main(int argc, char** argv) { return run<expert>(argc, argv); }
