// SPDX-License-Identifier: BSL-1.0
#pragma once

// Measures one contender. Each contender is a program of its own: a file that defines a class with these members, and calls
// bench::run<Class>(argc, argv). An operation whose function is missing is not measured.
//
//   static constexpr std::string_view name;
//   using mutex = std::shared_mutex;                   what its users would protect it with; exclusive_mutex if readers change
//                                                      it, no_mutex if it is thread-safe
//   void put(Customer const&), put(Order const&);      inserts or replaces, with the entries of both indexes
//   optional<Order> get(order_key const&)              by value: an object that belongs to the caller
//   int64_t total(order_key const&)                    one field, read in place
//   vector<Order> get(keys)                            a batch; elements can be optional<Order>
//   uint64_t read(keys)                                a batch in place: the sum of digest(total, note)
//   vector<Order> last(customer, n)                    a customer's last orders
//   uint64_t read_last(customer, n)                    the same in place: the sum of digest(total, note)
//   vector<Order> from(customer, time, n)              a customer's orders, from a time on
//   optional<Order> by_id(id)                          by the index of order ids
//   vector<Order> from(status, time, n)                by the index of (status, placed_at)
//   int64_t scan(status, below)                        visits all items: the sum of the totals of orders with this status
//                                                      and a total less than `below`
//   bool set_status(order_key const&, Status)          updates one field, and the index
//   bool set_total(order_key const&, int64_t)          updates one field that is in no index
//   bool erase(order_key const&)
//   size_t other_memory()                              bytes that malloc did not allocate

#include "workload.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS_AT(text)
#endif

namespace bench {

using key_span = std::span<order_key const>;

struct no_mutex {
    void lock() {}
    void unlock() {}
    void lock_shared() {}
    void unlock_shared() {}
};
/// Readers exclude each other.
class exclusive_mutex : public std::mutex {
  public:
    void lock_shared() { lock(); }
    void unlock_shared() { unlock(); }
};

[[noreturn]] inline void fail(char const* text) {
    std::fprintf(stderr, "%s\n", text);
    std::exit(1);
}

/// The CPU time of the process with all its threads, which other work on the machine does not lengthen by waiting.
inline double cpu_nanoseconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

inline std::size_t allocated_bytes() {
    auto const info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// Prints a result: operation, nanoseconds of each, their number, a checksum, which must be the same for all contenders.
/// The checksum 0 is not compared.
inline void print(char const* operation, double nanoseconds, std::size_t count, std::uint64_t checksum) {
    std::printf("%s\t%.1f\t%zu\t%llu\n", operation, nanoseconds / static_cast<double>(count), count,
                static_cast<unsigned long long>(checksum));
    std::fflush(stdout);
}

/// Measures the time, and under callgrind the instructions, of some intervals.
class meter {
  public:
    template <class F>
    void operator()(F&& f) {
        CALLGRIND_TOGGLE_COLLECT;
        auto const start = cpu_nanoseconds();
        f();
        nanoseconds_ += cpu_nanoseconds() - start;
        CALLGRIND_TOGGLE_COLLECT;
    }
    void report(char const* operation, std::size_t count, std::uint64_t checksum) const {
        CALLGRIND_DUMP_STATS_AT(operation);
        print(operation, nanoseconds_, count, checksum);
    }

  private:
    double nanoseconds_ = 0;
};

template <class F>
void measure(char const* operation, std::size_t count, F&& f) {
    meter m;
    std::uint64_t checksum = 0;
    m([&] { checksum = f(); });
    m.report(operation, count, checksum);
}

inline std::uint64_t digest(std::optional<Order> const& o) { return o ? digest(*o) : 0; }
template <class Orders>
std::uint64_t digest_all(Orders const& orders) {
    std::uint64_t sum = 0;
    for (auto const& each : orders) sum += digest(each);
    return sum;
}

/// The operations on a store that was loaded with a workload.
template <class C>
class operations {
  public:
    operations(C& contender, workload const& data)
        : c_(contender),
          data_(data),
          order_(workload::shuffled(data.orders(), 2)),
          points_(std::min<std::size_t>(data.orders() / 4, 20000)) {}

    void load(char const* name) {
        for (auto const n : workload::shuffled(data_.customers(), 3)) c_.put(data_.customer(n));
        meter m;
        std::vector<Order> block;
        auto const numbers = workload::shuffled(data_.orders(), 4);
        for (std::size_t i = 0; i != numbers.size();) {
            block.clear();
            for (; i != numbers.size() && block.size() != 8192; ++i) block.push_back(data_.order(numbers[i]));
            m([&] {
                for (auto const& each : block) c_.put(each);
            });
        }
        m.report(name, numbers.size(), 0);
    }

    void reads() {
        point_reads();
        auto const customers = some_customers();
        measure("last ten", customers.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& id : customers) sum += digest_all(c_.last(id, 10));
            return sum;
        });
        auto const others = some_customers(); // drawn in any case, so that all contenders continue with the same orders
        if constexpr (requires { c_.read_last(std::string(), std::size_t(10)); })
            measure("last ten in place", others.size(), [&] {
                std::uint64_t sum = 0;
                for (auto const& id : others) sum += c_.read_last(id, 10);
                return sum;
            });
        std::vector<std::string> ids;
        for (auto const n : some(points_)) ids.push_back(workload::order_id(n));
        measure("by order id", ids.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& id : ids) sum += digest(c_.by_id(id));
            return sum;
        });
        auto const starts = some(points_ / 10);
        measure("20 of a status from a date", starts.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const n : starts)
                sum += digest_all(c_.from(workload::status_of(n), workload::placed_at(n), std::size_t(20)));
            return sum;
        });
        measure("scan with a filter, per item", data_.customers() + data_.orders(),
                [&] { return static_cast<std::uint64_t>(c_.scan(Status::paid, 3000)); });
    }

    /// The operations that depend on the size of a partition.
    void partition_reads() {
        auto const keys = some_keys(points_);
        measure("one partition: get", keys.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& key : keys) sum += digest(c_.get(key));
            return sum;
        });
        auto const id = workload::customer_id(0);
        auto const count = points_ / 10;
        measure("one partition: last ten", count, [&] {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i != count; ++i) sum += digest_all(c_.last(id, 10));
            return sum;
        });
        auto const starts = some(count);
        measure("one partition: ten from a date", count, [&] {
            std::uint64_t sum = 0;
            for (auto const n : starts) sum += digest_all(c_.from(id, workload::placed_at(n), std::size_t(10)));
            return sum;
        });
        auto const updated = some_keys(points_);
        measure("one partition: update of the status", updated.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& key : updated) sum += c_.set_status(key, Status::shipped);
            return sum;
        });
    }

    void point_reads() {
        auto keys = some_keys(points_);
        measure("get", keys.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& key : keys) sum += digest(c_.get(key));
            return sum;
        });
        keys = some_keys(points_);
        if constexpr (requires { c_.total(keys[0]); })
            measure("one field in place", keys.size(), [&] {
                std::uint64_t sum = 0;
                for (auto const& key : keys) sum += static_cast<std::uint64_t>(c_.total(key));
                return sum;
            });
        keys = some_keys(std::max<std::size_t>(points_ / 100, 1) * 100);
        measure("batch of 100, per item", keys.size(), [&] {
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i != keys.size(); i += 100) sum += digest_all(c_.get(key_span(&keys[i], 100)));
            return sum;
        });
        keys = some_keys(keys.size());
        if constexpr (requires { c_.read(key_span(keys)); })
            measure("batch of 100 in place, per item", keys.size(), [&] {
                std::uint64_t sum = 0;
                for (std::size_t i = 0; i != keys.size(); i += 100) sum += c_.read(key_span(&keys[i], 100));
                return sum;
            });
    }

    void writes() {
        std::vector<std::pair<order_key, Status>> updates;
        for (auto const n : some(points_))
            updates.emplace_back(data_.key(n), static_cast<Status>((static_cast<int>(workload::status_of(n)) + 1) % 3));
        measure("update of the status", updates.size(), [&] {
            std::uint64_t done = 0;
            for (auto const& [key, status] : updates) done += c_.set_status(key, status);
            return done;
        });
        ycsb_a();
        ycsb_e();
        auto const erased = erased_keys();
        measure("erase", erased.size(), [&] {
            std::uint64_t done = 0;
            for (auto const& key : erased) done += c_.erase(key);
            return done;
        });
    }

    /// Half gets, half updates of a field; some orders are much more popular than others.
    void ycsb_a() {
        struct step {
            order_key key;
            std::int64_t total; // to store, or -1
        };
        std::vector<step> steps;
        zipfian const popular(data_.orders());
        generator random(5);
        for (std::size_t i = 0; i != points_; ++i)
            steps.push_back({data_.key(order_[popular(random)]),
                             random.below(2) ? static_cast<std::int64_t>(random.below(100000)) : -1});
        measure("YCSB A", steps.size(), [&] {
            std::uint64_t sum = 0;
            for (auto const& s : steps) sum += s.total < 0 ? digest(c_.get(s.key)) : c_.set_total(s.key, s.total);
            return sum;
        });
    }

    /// 95 % short ranges, 5 % new orders, of customers of whom some are much more popular than others.
    void ycsb_e() {
        struct step {
            std::string customer_id;
            time_point from;
            std::size_t limit; // 0: a put of the next new order
        };
        std::vector<step> steps;
        std::vector<Order> added;
        auto const customer_order = workload::shuffled(data_.customers(), 6);
        zipfian const popular(data_.customers());
        generator random(7);
        for (std::size_t i = 0; i != points_ / 4; ++i) {
            std::size_t const c = customer_order[popular(random)];
            if (random.below(20) == 0) {
                added.push_back(workload::order_for(c, data_.orders() + added.size()));
                steps.push_back({{}, {}, 0});
            } else {
                auto const n = random.below(workload::orders_of_customer) * data_.customers() + c;
                steps.push_back({workload::customer_id(c), workload::placed_at(n), 1 + random.below(10)});
            }
        }
        measure("YCSB E", steps.size(), [&] {
            std::uint64_t sum = 0;
            auto next = added.begin();
            for (auto const& s : steps)
                if (s.limit != 0) sum += digest_all(c_.from(s.customer_id, s.from, s.limit));
                else c_.put(*next++);
            return sum;
        });
    }

    /// Compares what the writes have left, by each index.
    void check() {
        std::uint64_t sum = 0;
        for (auto const status : {Status::open, Status::paid, Status::shipped})
            sum = sum * 31 + static_cast<std::uint64_t>(c_.scan(status, 1 << 30));
        for (std::size_t i = 0; i != std::min<std::size_t>(order_.size(), 1000); ++i) {
            std::size_t const n = order_[i];
            sum += digest(c_.by_id(workload::order_id(n)));
            for (auto const status : {Status::open, Status::paid, Status::shipped})
                sum += digest_all(c_.from(status, workload::placed_at(n), std::size_t(20)));
            sum += digest_all(c_.last(workload::customer_id(n % data_.customers()), 20));
        }
        print("(check)", 0, 1, sum);
    }

    /// Readers that get orders by value, and a writer that updates statuses: the time of an operation of all readers together.
    void threads(std::chrono::milliseconds duration) {
        auto const numbers = workload::shuffled(data_.orders(), erase_seed);
        for (std::size_t i = erased_keys().size(); i != numbers.size() && shared_keys_.size() != 65536; ++i)
            shared_keys_.push_back(data_.key(numbers[i]));
        auto const [one, no_writer] = run_threads(1, 0, duration);
        print("1 reader", one, 1, 0);
        auto const [two, no_writer_either] = run_threads(2, 0, duration);
        print("2 readers", two, 1, 0);
        auto const [no_reader, alone] = run_threads(0, 1, duration);
        print("1 writer", alone, 1, 0);
        auto const [reading, writing] = run_threads(2, 1, duration);
        print("2 readers with 1 writer", reading, 1, 0);
        print("1 writer with 2 readers", writing, 1, 0);
    }

  private:
    static constexpr std::uint64_t erase_seed = 8;

    /// The next `count` orders in random order, so that each operation reads others, which are not in the cache.
    std::vector<std::uint32_t> some(std::size_t count) {
        std::vector<std::uint32_t> result;
        for (; result.size() != count; next_ = (next_ + 1) % order_.size()) result.push_back(order_[next_]);
        return result;
    }
    std::vector<order_key> some_keys(std::size_t count) {
        std::vector<order_key> result;
        for (auto const n : some(count)) result.push_back(data_.key(n));
        return result;
    }
    std::vector<std::string> some_customers() {
        std::vector<std::string> result;
        for (auto const n : some(points_ / 10)) result.push_back(workload::customer_id(n % data_.customers()));
        return result;
    }
    std::vector<order_key> erased_keys() const {
        std::vector<order_key> result;
        auto const numbers = workload::shuffled(data_.orders(), erase_seed);
        for (std::size_t i = 0; i != points_; ++i) result.push_back(data_.key(numbers[i]));
        return result;
    }

    /// Nanoseconds for one read of all readers together, and for one write.
    std::pair<double, double> run_threads(int readers, int writers, std::chrono::milliseconds duration) {
        typename C::mutex mutex;
        std::atomic<bool> stop = false;
        std::atomic<std::size_t> reads = 0, writes = 0;
        std::vector<std::thread> running;
        auto const start = std::chrono::steady_clock::now();
        for (int t = 0; t != readers + writers; ++t)
            running.emplace_back([&, t] {
                bool const writer = t >= readers;
                std::size_t done = 0, at = static_cast<std::size_t>(t) * shared_keys_.size() / 3;
                for (int round = 0; !stop.load(std::memory_order_relaxed); ++done) {
                    if (++at >= shared_keys_.size()) at = 0, ++round;
                    if (writer) {
                        std::unique_lock const lock(mutex);
                        if (!c_.set_status(shared_keys_[at],
                                           static_cast<Status>((done + static_cast<std::size_t>(round)) % 3)))
                            fail("an order was not found");
                    } else {
                        std::shared_lock const lock(mutex);
                        if (!c_.get(shared_keys_[at])) fail("an order was not found");
                    }
                }
                (writer ? writes : reads) += done;
            });
        std::this_thread::sleep_for(duration);
        stop = true;
        for (auto& each : running) each.join();
        double const elapsed =
            std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
        auto const each = [&](std::size_t n) { return n == 0 ? elapsed : elapsed / static_cast<double>(n); };
        return {each(reads), each(writes)};
    }

    C& c_;
    workload const& data_;
    std::vector<std::uint32_t> order_;
    std::size_t points_, next_ = 0;
    std::vector<order_key> shared_keys_;
};

/// usage: <contender> name | <items> all|single|partition [milliseconds]
/// `all`: every operation; `single`: those of one thread; `partition`: one customer has all orders.
template <class C>
int run(int argc, char** argv) {
    if (argc == 2 && !std::strcmp(argv[1], "name")) {
        std::printf("%.*s\n", static_cast<int>(C::name.size()), C::name.data());
        return 0;
    }
    if (argc < 3) fail("usage: <contender> name | <items> all|single|partition [milliseconds]");
    std::string_view const part = argv[2];
    auto const items = static_cast<std::size_t>(std::atoll(argv[1]));
    if (items < 1000) fail("at least 1000 items");
    if (part == "partition") {
        workload const one(items, 1);
        C contender;
        operations<C> measured(contender, one);
        measured.load("one partition: put");
        measured.partition_reads();
        return 0;
    }
    workload const data(items);
    mallopt(M_MMAP_THRESHOLD, 1 << 20); // fixed, so that the count of allocated bytes is comparable
    C contender;
    operations<C> measured(contender, data);
    auto const before = allocated_bytes();
    measured.load("put");
    auto const bytes = static_cast<double>(allocated_bytes() - before + contender.other_memory());
    print("bytes", bytes, items, 0);
    measured.reads();
    measured.writes();
    measured.check();
    if (part == "all") measured.threads(std::chrono::milliseconds(argc > 3 ? std::atoi(argv[3]) : 250));
    return 0;
}

} // namespace bench
