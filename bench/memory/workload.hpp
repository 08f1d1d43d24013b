// SPDX-License-Identifier: BSL-1.0
#pragma once

// The data that all contenders store, and the keys that are read, in random orders that depend on nothing but the size.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

using time_point = std::chrono::sys_seconds;

enum class Status { open, paid, shipped };

struct Customer {
    std::string id, name;
};

struct Order {
    std::string id, customer_id;
    time_point placed_at;
    Status status = Status::open;
    std::int64_t total = 0;
    std::string note;
    std::vector<std::string> tags;
};

/// The primary key of an order: a customer's orders in the order of time.
struct order_key {
    std::string customer_id;
    time_point placed_at;
    std::string id;
};

/// A pseudo-random sequence (splitmix64) that is the same on every machine.
class generator {
  public:
    explicit generator(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    /// A number less than n.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>((*this)() % n); }
    /// At least 0, less than 1.
    double fraction() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

/// The ranks 0 to n - 1 with the probabilities of a Zipf distribution, theta = 0.99 as in YCSB (Gray et al., 1994).
class zipfian {
  public:
    explicit zipfian(std::size_t n) : n_(static_cast<double>(n)) {
        for (std::size_t i = 1; i <= n; ++i) zeta_ += 1 / std::pow(static_cast<double>(i), theta);
        eta_ = (1 - std::pow(2 / n_, 1 - theta)) / (1 - (1 + std::pow(0.5, theta)) / zeta_);
    }
    std::size_t operator()(generator& random) const {
        double const u = random.fraction(), uz = u * zeta_;
        if (uz < 1) return 0;
        if (uz < 1 + std::pow(0.5, theta)) return 1;
        auto const rank = static_cast<std::size_t>(n_ * std::pow(eta_ * u - eta_ + 1, 1 / (1 - theta)));
        return std::min(rank, static_cast<std::size_t>(n_) - 1);
    }

  private:
    static constexpr double theta = 0.99;
    double n_, zeta_ = 0, eta_ = 0;
};

/// `items` items: customers with ten orders each. Order n belongs to customer n % customers(), so that a customer's orders are
/// spread over time. No two orders have the same time.
class workload {
  public:
    static constexpr std::size_t orders_of_customer = 10;

    explicit workload(std::size_t items) : workload(items, items / (orders_of_customer + 1)) {}
    workload(std::size_t items, std::size_t customers) : customers_(customers), orders_(items - customers) {}

    std::size_t customers() const { return customers_; }
    std::size_t orders() const { return orders_; }

    static std::string customer_id(std::size_t c) { return numbered('c', 1000000 + c); }
    static std::string order_id(std::size_t n) { return numbered('o', 10000000 + n); }
    static time_point placed_at(std::size_t n) {
        return std::chrono::sys_days(std::chrono::year(2025) / 1 / 1) + std::chrono::seconds(n);
    }
    static Status status_of(std::size_t n) { return static_cast<Status>(generator(n)() % 3); }
    static std::int64_t total_of(std::size_t n) { return static_cast<std::int64_t>(generator(~n)() % 100000); }

    Customer customer(std::size_t c) const { return {customer_id(c), numbered('n', 100000000000 + c)}; }
    Order order(std::size_t n) const { return order_for(n % customers_, n); }
    static Order order_for(std::size_t c, std::size_t n) {
        char note[41];
        std::snprintf(note, sizeof note, "please leave it at the door no. %08zu", n % 100000000);
        return {order_id(n),
                customer_id(c),
                placed_at(n),
                status_of(n),
                total_of(n),
                note,
                {n % 2 ? "gift" : "express", n % 3 ? "web" : "phone"}};
    }
    order_key key(std::size_t n) const { return {customer_id(n % customers_), placed_at(n), order_id(n)}; }

    /// 0 to n - 1 in random order.
    static std::vector<std::uint32_t> shuffled(std::size_t n, std::uint64_t seed) {
        std::vector<std::uint32_t> result(n);
        for (std::size_t i = 0; i != n; ++i) result[i] = static_cast<std::uint32_t>(i);
        generator random(seed);
        for (std::size_t i = n; i > 1; --i) std::swap(result[i - 1], result[random.below(i)]);
        return result;
    }

  private:
    static std::string numbered(char letter, std::size_t n) {
        auto result = std::to_string(n);
        result.insert(result.begin(), letter);
        return result;
    }

    std::size_t customers_, orders_;
};

/// A number that depends on every field; a checksum is the sum of these, so that it does not depend on the order.
inline std::uint64_t digest(Order const& o) {
    auto const text = [](std::string_view s) {
        return s.size() * 131 + static_cast<unsigned char>(s.back()) * 7 + static_cast<unsigned char>(s[s.size() / 2]);
    };
    return text(o.id) + text(o.customer_id) * 3 +
           static_cast<std::uint64_t>(o.placed_at.time_since_epoch().count()) * 5 +
           static_cast<std::uint64_t>(o.status) * 11 + static_cast<std::uint64_t>(o.total) * 13 + text(o.note) * 17 +
           text(o.tags[0]) * 19 + text(o.tags[1]) * 23;
}
/// The same for what operations in place read.
inline std::uint64_t digest(std::int64_t total, std::string_view note) {
    return static_cast<std::uint64_t>(total) * 13 + note.size() + static_cast<unsigned char>(note.back());
}

} // namespace bench
