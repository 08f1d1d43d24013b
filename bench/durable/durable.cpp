// SPDX-License-Identifier: BSL-1.0
// A store in a file and a hand-written SQLite schema with the same two indexes at the same settings, in one run on one disk, and
// a file to which lines are appended. measure.sh runs it; arguments: a folder on the disk, the number of items (1100000).
#include <monotable/batches.hpp>
#include <monotable/monotable.hpp>
#include <monotable/sqlite/durable.hpp>
#include <monotable/transactions.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct Order {
    std::string customer, id, status, placed, day;
    std::int64_t total = 0;
    std::string note;
};

} // namespace

template <>
struct mt::entity<Order> {
    using key = mt::key<"CUSTOMER#{customer}", "ORDER#{id}">;
    using indexes =
        mt::indexes<mt::index<"ByStatus", "STATUS#{status}", "{placed}">, mt::index<"ByDay", "DAY#{day}", "{id}">>;
};

namespace {

struct shop : mt::table<"shop", mt::gsi<"ByStatus">, mt::gsi<"ByDay">, mt::entities<Order>> {};

constexpr std::uint64_t per_customer = 50;

Order order(std::uint64_t n) {
    auto const mixed = (n * 0x9e3779b97f4a7c15u) >> 24; // customers order in no particular sequence
    auto const pad = [](std::uint64_t number, std::size_t size) {
        auto text = std::to_string(number);
        return std::string(size - std::min(size, text.size()), '0') + text;
    };
    Order out;
    out.customer = "c" + pad(mixed % (1 + 1'100'000 / per_customer), 6);
    out.id = "o" + pad(n, 9);
    out.status = std::vector<char const*>{"placed", "paid", "shipped", "delivered"}[mixed % 4];
    out.placed = "2026-01-01T" + pad(n, 9);
    out.day = "2026-" + pad(n / 3000, 4);
    out.total = static_cast<std::int64_t>(mixed % 100'000);
    out.note = "A note about this order, which is as long as notes about orders usually are: " + pad(mixed, 12);
    return out;
}

/// The schema and the statements of a program that does without the library.
class by_hand {
  public:
    by_hand(std::string const& path, bool full) {
        check(sqlite3_open(path.c_str(), &db_));
        run("PRAGMA journal_mode=WAL");
        run(full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
        run("PRAGMA cache_size=-65536");
        run("CREATE TABLE IF NOT EXISTS orders(customer TEXT, id TEXT, status TEXT, placed TEXT, day TEXT, total "
            "INTEGER,"
            " note TEXT, PRIMARY KEY(customer, id)) WITHOUT ROWID");
        run("CREATE INDEX IF NOT EXISTS by_status ON orders(status, placed)");
        run("CREATE INDEX IF NOT EXISTS by_day ON orders(day, id)");
        prepare("INSERT OR REPLACE INTO orders VALUES(?,?,?,?,?,?,?)", put_);
        prepare("SELECT * FROM orders WHERE customer = ? AND id = ?", get_);
        prepare("SELECT * FROM orders WHERE status = ? ORDER BY placed DESC LIMIT 10", last_);
        prepare("BEGIN IMMEDIATE", begin_);
        prepare("COMMIT", commit_);
    }
    by_hand(by_hand const&) = delete;
    by_hand& operator=(by_hand const&) = delete;
    ~by_hand() {
        for (auto* each : {put_, get_, last_, begin_, commit_}) sqlite3_finalize(each);
        sqlite3_close(db_);
    }

    void put(Order const& o) {
        std::string const* const texts[] = {&o.customer, &o.id, &o.status, &o.placed, &o.day};
        for (int i = 0; i != 5; ++i) bind(put_, i + 1, *texts[i]);
        sqlite3_bind_int64(put_, 6, o.total);
        bind(put_, 7, o.note);
        step(put_);
    }
    void begin() { step(begin_); }
    void commit() { step(commit_); }

    bool get(std::string const& customer, std::string const& id, Order& out) {
        bind(get_, 1, customer);
        bind(get_, 2, id);
        bool const found = sqlite3_step(get_) == SQLITE_ROW;
        if (found) out = row(get_);
        sqlite3_reset(get_);
        return found;
    }
    std::vector<Order> last(std::string const& status) {
        std::vector<Order> out;
        bind(last_, 1, status);
        while (sqlite3_step(last_) == SQLITE_ROW) out.push_back(row(last_));
        sqlite3_reset(last_);
        return out;
    }

  private:
    static void check(int code) {
        if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) std::abort();
    }
    void run(char const* sql) { check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }
    void prepare(char const* sql, sqlite3_stmt*& out) { check(sqlite3_prepare_v2(db_, sql, -1, &out, nullptr)); }
    static void bind(sqlite3_stmt* to, int i, std::string const& text) {
        sqlite3_bind_text(to, i, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    }
    static void step(sqlite3_stmt* what) {
        check(sqlite3_step(what));
        sqlite3_reset(what);
    }
    static Order row(sqlite3_stmt* from) {
        auto const text = [&](int i) {
            return std::string(reinterpret_cast<char const*>(sqlite3_column_text(from, i)),
                               static_cast<std::size_t>(sqlite3_column_bytes(from, i)));
        };
        return {text(0), text(1), text(2), text(3), text(4), sqlite3_column_int64(from, 5), text(6)};
    }

    sqlite3* db_ = nullptr;
    sqlite3_stmt *put_ = nullptr, *get_ = nullptr, *last_ = nullptr, *begin_ = nullptr, *commit_ = nullptr;
};

using clock_type = std::chrono::steady_clock;

double seconds_since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

/// How often `f(n)` is done per second, in some time.
template <class F>
double rate(double seconds, F&& f) {
    auto const start = clock_type::now();
    std::uint64_t n = 0;
    while (seconds_since(start) < seconds) f(n++);
    return static_cast<double>(n) / seconds_since(start);
}

/// Each measured several times, in turns; the medians.
template <class A, class B>
std::pair<double, double> in_turns(A&& ours, B&& by_hand) {
    std::vector<double> a, b;
    for (int i = 0; i != 5; ++i) {
        a.push_back(ours());
        b.push_back(by_hand());
    }
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    return {a[2], b[2]};
}

void print(char const* name, std::pair<double, double> of, char const* wanted) {
    std::printf("%-32s %12.0f %12.0f %8.2f  %s\n", name, of.first, of.second, of.first / of.second, wanted);
    std::fflush(stdout);
}

double appended_per_second(std::string const& path) {
    int const file = open(path.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
    auto const line = order(1).note + order(1).note;
    auto const out = rate(1, [&](std::uint64_t) {
        if (write(file, line.data(), line.size()) < 0 || fdatasync(file) != 0) std::abort();
    });
    close(file);
    return out;
}

std::uint64_t size_of(std::string const& path) { return std::filesystem::file_size(path); }

} // namespace

int main(int count, char** arguments) {
    std::string const folder = count > 1 ? arguments[1] : ".";
    std::uint64_t const items = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 1'100'000;
    auto const path = folder + "/bench-store.db", hand_path = folder + "/bench-hand.db", log = folder + "/bench-log";
    auto const remove = [&] {
        for (auto const& each : {path, hand_path})
            for (auto const* more : {"", "-wal", "-shm", "-lock"}) std::filesystem::remove(each + more);
        std::filesystem::remove(log);
    };
    remove();
    std::printf("%-32s %12s %12s %8s  wanted\n", "per second", "monotable", "by hand", "ratio");
    {
        auto const start = clock_type::now();
        mt::durable const file(path, {.commits = mt::durability::relaxed});
        mt::store<shop> db{file};
        for (std::uint64_t n = 0; n < items;) {
            auto t = db.transaction();
            for (int i = 0; i != 100 && n < items; ++i) t.put(order(n++));
            t.commit().or_throw();
        }
        auto const ours = static_cast<double>(items) / seconds_since(start);
        auto const second = clock_type::now();
        by_hand hand(hand_path, false);
        for (std::uint64_t n = 0; n < items;) {
            hand.begin();
            for (int i = 0; i != 100 && n < items; ++i) hand.put(order(n++));
            hand.commit();
        }
        print("puts, 100 per commit, relaxed", {ours, static_cast<double>(items) / seconds_since(second)}, "0.8");
    }
    print("bytes of the file", {static_cast<double>(size_of(path)), static_cast<double>(size_of(hand_path))},
          "1.25 at most");
    {
        auto const opened = in_turns(
            [&] {
                auto const start = clock_type::now();
                mt::durable const file(path);
                mt::store<shop> db{file};
                return seconds_since(start) * 1e6;
            },
            [&] {
                auto const start = clock_type::now();
                by_hand hand(hand_path, true);
                return seconds_since(start) * 1e6;
            });
        print("microseconds of opening", opened, "50000 at most");
    }
    mt::durable const file(path);
    mt::store<shop> db{file};
    auto const hand = std::make_unique<by_hand>(hand_path, true);
    std::uint64_t random = 17;
    auto const any = [&] {
        random = random * 6364136223846793005u + 1442695040888963407u;
        return order((random >> 33) % items);
    };
    auto const key = [&] {
        auto const one = any();
        return std::pair(one.customer, one.id);
    };
    std::vector<std::pair<std::string, std::string>> keys;
    for (int i = 0; i != 20'000; ++i) keys.push_back(key());
    print("gets by key",
          in_turns(
              [&] {
                  return rate(0.5, [&](std::uint64_t n) {
                      auto const& [customer, id] = keys[n % keys.size()];
                      if (!db.get<Order>("customer"_f == customer, "id"_f == id)) std::abort();
                  });
              },
              [&] {
                  return rate(0.5, [&](std::uint64_t n) {
                      Order out;
                      if (!hand->get(keys[n % keys.size()].first, keys[n % keys.size()].second, out)) std::abort();
                  });
              }),
          "0.6");
    print("last ten of an index",
          in_turns(
              [&] {
                  return rate(0.5, [&](std::uint64_t n) {
                      std::size_t found = 0;
                      for (Order const& each :
                           db.query<Order>("status"_f == (n % 2 == 0 ? "paid" : "shipped")).descending().limit(10))
                          found += !each.id.empty();
                      if (found != 10) std::abort();
                  });
              },
              [&] {
                  return rate(0.5, [&](std::uint64_t n) {
                      if (hand->last(n % 2 == 0 ? "paid" : "shipped").size() != 10) std::abort();
                  });
              }),
          "0.6");
    std::atomic<std::uint64_t> next = items;
    auto const commits = in_turns([&] { return rate(1, [&](std::uint64_t) { db.put(order(next++)).or_throw(); }); },
                                  [&] { return rate(1, [&](std::uint64_t) { hand->put(order(next++)); }); });
    print("commits, one put each", commits, "0.9");
    print("puts, 100 per commit",
          in_turns(
              [&] {
                  return 100 * rate(1, [&](std::uint64_t) {
                             auto t = db.transaction();
                             for (int i = 0; i != 100; ++i) t.put(order(next++));
                             t.commit().or_throw();
                         });
              },
              [&] {
                  return 100 * rate(1, [&](std::uint64_t) {
                             hand->begin();
                             for (int i = 0; i != 100; ++i) hand->put(order(next++));
                             hand->commit();
                         });
              }),
          "0.8");
    auto const threads = [&](int number, auto&& put) {
        std::atomic<std::uint64_t> done = 0;
        std::vector<std::thread> running;
        auto const start = clock_type::now();
        for (int i = 0; i != number; ++i)
            running.emplace_back([&] {
                while (seconds_since(start) < 2) {
                    put();
                    ++done;
                }
            });
        for (auto& each : running) each.join();
        return static_cast<double>(done) / seconds_since(start);
    };
    auto const four = threads(4, [&] { db.put(order(next++)).or_throw(); });
    auto const one = threads(1, [&] { db.put(order(next++)).or_throw(); });
    std::printf("%-32s %12.0f %12s %8.2f  2 times one\n", "commits of four threads", four, "", four / one);
    std::printf("%-32s %25.0f\n", "lines appended with fdatasync", appended_per_second(log));
    remove();
}
