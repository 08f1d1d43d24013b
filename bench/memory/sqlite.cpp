// SPDX-License-Identifier: BSL-1.0
// SQLite in memory with prepared statements that are kept; each write is a transaction. Orders are clustered by their primary
// key. Several threads share the connection, because a database in memory belongs to it. Pages of 8 kB: most commits visit all slots of
// SQLite's table of pages, which takes longer than the rest of a put if a million orders are stored in pages of 4 kB; pages of 16 kB
// make writes of 100,000 orders slower by half.
#include "contender.hpp"

#include <sqlite3.h>

using namespace bench;

namespace {

class statement {
  public:
    statement(sqlite3* db, char const* sql) : db_(db) {
        if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s_, nullptr) != SQLITE_OK)
            fail(sqlite3_errmsg(db));
    }
    statement(statement const&) = delete;
    statement& operator=(statement const&) = delete;
    ~statement() { sqlite3_finalize(s_); }

    /// An execution with these parameters; text must outlive it.
    class rows {
      public:
        template <class... A>
        explicit rows(statement& s, A const&... a) : s_(s.s_), db_(s.db_) {
            int n = 0;
            (bind(++n, a), ...);
        }
        rows(rows const&) = delete;
        rows& operator=(rows const&) = delete;
        ~rows() { sqlite3_reset(s_); }
        bool next() {
            int const code = sqlite3_step(s_);
            if (code == SQLITE_ROW) return true;
            if (code != SQLITE_DONE) fail(sqlite3_errmsg(db_));
            return false;
        }
        std::int64_t number(int column) const { return sqlite3_column_int64(s_, column); }
        std::string_view text(int column) const {
            auto const* const t = reinterpret_cast<char const*>(sqlite3_column_text(s_, column));
            return {t, static_cast<std::size_t>(sqlite3_column_bytes(s_, column))};
        }
        /// The columns of order_columns.
        Order order() const {
            Order o;
            o.id = text(0);
            o.customer_id = text(1);
            o.placed_at = time_point(std::chrono::seconds(number(2)));
            o.status = static_cast<Status>(number(3));
            o.total = number(4);
            o.note = text(5);
            auto tags = text(6);
            o.tags.reserve(2);
            for (std::size_t end = 0; end != tags.npos; tags.remove_prefix(end == tags.npos ? 0 : end + 1)) {
                end = tags.find('\n');
                o.tags.emplace_back(tags.substr(0, end));
            }
            return o;
        }

      private:
        void bind(int n, std::string_view t) {
            sqlite3_bind_text(s_, n, t.data(), static_cast<int>(t.size()), SQLITE_STATIC);
        }
        void bind(int n, std::int64_t i) { sqlite3_bind_int64(s_, n, i); }
        void bind(int n, std::size_t i) { sqlite3_bind_int64(s_, n, static_cast<std::int64_t>(i)); }
        void bind(int n, time_point t) { sqlite3_bind_int64(s_, n, t.time_since_epoch().count()); }
        void bind(int n, Status s) { sqlite3_bind_int64(s_, n, static_cast<std::int64_t>(s)); }

        sqlite3_stmt* s_;
        sqlite3* db_;
    };

  private:
    sqlite3* db_;
    sqlite3_stmt* s_ = nullptr;
};

class connection {
  public:
    connection() {
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
        if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                            nullptr) != SQLITE_OK)
            fail("sqlite3_open_v2");
        char const* const sql =
            "pragma page_size = 8192; pragma journal_mode = memory; pragma synchronous = off;"
            "pragma locking_mode = exclusive; pragma temp_store = memory;"
            "create table customers (id text primary key, name text) without rowid;"
            "create table orders (customer_id text, placed_at integer, id text, status integer, total integer,"
            " note text, tags text, primary key (customer_id, placed_at, id)) without rowid;"
            "create unique index ids on orders (id);"
            "create index statuses on orders (status, placed_at)";
        if (sqlite3_exec(db, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(sqlite3_errmsg(db));
    }
    connection(connection const&) = delete;
    connection& operator=(connection const&) = delete;
    ~connection() { sqlite3_close(db); }
    sqlite3* db = nullptr;
};

#define ORDERS "select id, customer_id, placed_at, status, total, note, tags from orders where "
#define KEY "customer_id = ?1 and placed_at = ?2 and id = ?3"

class sqlite {
  public:
    static constexpr std::string_view name = "SQLite in memory";
    using mutex = exclusive_mutex;

    void put(Customer const& c) { rows(put_customer_, c.id, c.name).next(); }
    void put(Order const& o) {
        tags_.clear();
        for (auto const& tag : o.tags) {
            if (!tags_.empty()) tags_ += '\n';
            tags_ += tag;
        }
        rows(put_, o.customer_id, o.placed_at, o.id, o.status, o.total, o.note, tags_).next();
    }
    std::optional<Order> get(order_key const& key) {
        rows found(get_, key.customer_id, key.placed_at, key.id);
        return found.next() ? std::optional(found.order()) : std::nullopt;
    }
    std::int64_t total(order_key const& key) {
        rows found(total_, key.customer_id, key.placed_at, key.id);
        return found.next() ? found.number(0) : 0;
    }
    std::vector<Order> get(key_span all) {
        std::vector<Order> result;
        result.reserve(all.size());
        rows(begin_).next(); // one read lock for all
        for (auto const& key : all) {
            rows found(get_, key.customer_id, key.placed_at, key.id);
            if (found.next()) result.push_back(found.order());
        }
        rows(commit_).next();
        return result;
    }
    std::uint64_t read(key_span all) {
        std::uint64_t sum = 0;
        rows(begin_).next();
        for (auto const& key : all) {
            rows found(read_, key.customer_id, key.placed_at, key.id);
            if (found.next()) sum += digest(found.number(0), found.text(1));
        }
        rows(commit_).next();
        return sum;
    }
    std::vector<Order> last(std::string const& customer, std::size_t n) {
        rows found(last_, customer, n);
        return all(found, n);
    }
    std::uint64_t read_last(std::string const& customer, std::size_t n) {
        std::uint64_t sum = 0;
        rows found(read_last_, customer, n);
        while (found.next()) sum += digest(found.number(0), found.text(1));
        return sum;
    }
    std::vector<Order> from(std::string const& customer, time_point at, std::size_t n) {
        rows found(customer_from_, customer, at, n);
        return all(found, n);
    }
    std::optional<Order> by_id(std::string const& id) {
        rows found(by_id_, id);
        return found.next() ? std::optional(found.order()) : std::nullopt;
    }
    std::vector<Order> from(Status status, time_point at, std::size_t n) {
        rows found(status_from_, status, at, n);
        return all(found, n);
    }
    std::int64_t scan(Status status, std::int64_t below) {
        rows found(scan_, status, below);
        return found.next() ? found.number(0) : 0;
    }
    bool set_status(order_key const& key, Status status) {
        rows(set_status_, key.customer_id, key.placed_at, key.id, status).next();
        return sqlite3_changes(db_.db) != 0;
    }
    bool set_total(order_key const& key, std::int64_t total) {
        rows(set_total_, key.customer_id, key.placed_at, key.id, total).next();
        return sqlite3_changes(db_.db) != 0;
    }
    bool erase(order_key const& key) {
        rows(erase_, key.customer_id, key.placed_at, key.id).next();
        return sqlite3_changes(db_.db) != 0;
    }
    std::size_t other_memory() const { return 0; }

  private:
    using rows = statement::rows;

    static std::vector<Order> all(rows& found, std::size_t n) {
        std::vector<Order> result;
        result.reserve(n);
        while (found.next()) result.push_back(found.order());
        return result;
    }

    connection db_;
    std::string tags_;
    statement begin_{db_.db, "begin"}, commit_{db_.db, "commit"};
    statement put_customer_{db_.db, "insert or replace into customers values (?1, ?2)"};
    statement put_{db_.db,
                   "insert into orders values (?1, ?2, ?3, ?4, ?5, ?6, ?7) on conflict (customer_id, placed_at, id)"
                   " do update set status = ?4, total = ?5, note = ?6, tags = ?7"};
    statement get_{db_.db, ORDERS KEY};
    statement total_{db_.db, "select total from orders where " KEY};
    statement read_{db_.db, "select total, note from orders where " KEY};
    statement last_{db_.db, ORDERS "customer_id = ?1 order by placed_at desc, id desc limit ?2"};
    statement read_last_{
        db_.db, "select total, note from orders where customer_id = ?1 order by placed_at desc, id desc limit ?2"};
    statement customer_from_{db_.db, ORDERS "customer_id = ?1 and placed_at >= ?2 order by placed_at, id limit ?3"};
    statement by_id_{db_.db, ORDERS "id = ?1"};
    statement status_from_{db_.db, ORDERS "status = ?1 and placed_at >= ?2 order by placed_at limit ?3"};
    // A + prevents the use of the index, which would look up each order.
    statement scan_{db_.db, "select coalesce(sum(total), 0) from orders where +status = ?1 and total < ?2"};
    statement set_status_{db_.db, "update orders set status = ?4 where " KEY};
    statement set_total_{db_.db, "update orders set total = ?4 where " KEY};
    statement erase_{db_.db, "delete from orders where " KEY};
};

} // namespace

int main(int argc, char** argv) { return run<sqlite>(argc, argv); }
