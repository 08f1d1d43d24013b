// SPDX-License-Identifier: BSL-1.0
// LMDB in a file in memory that is never synchronized; each write is a transaction. Reads use a transaction of the thread that
// is kept and renewed, and decode from the map.
#include "contender.hpp"
#include "directory.hpp"
#include "record.hpp"

#include <lmdb.h>

#include <memory>

using namespace bench;

namespace {

void check(int code) {
    if (code != MDB_SUCCESS) fail(mdb_strerror(code));
}
MDB_val val(std::string_view s) { return {s.size(), const_cast<char*>(s.data())}; }
std::string_view view(MDB_val const& v) { return {static_cast<char const*>(v.mv_data), v.mv_size}; }

class environment {
  public:
    environment() {
        check(mdb_env_create(&env));
        check(mdb_env_set_maxdbs(env, 4));
        check(mdb_env_set_mapsize(env, std::size_t(8) << 30));
        check(mdb_env_open(env, files_.path().c_str(),
                           MDB_NOSYNC | MDB_NOMETASYNC | MDB_WRITEMAP | MDB_NORDAHEAD | MDB_NOMEMINIT, 0600));
        MDB_txn* txn = nullptr;
        check(mdb_txn_begin(env, nullptr, 0, &txn));
        check(mdb_dbi_open(txn, "customers", MDB_CREATE, &customers));
        check(mdb_dbi_open(txn, "orders", MDB_CREATE, &orders));
        check(mdb_dbi_open(txn, "ids", MDB_CREATE, &ids));
        check(mdb_dbi_open(txn, "statuses", MDB_CREATE, &statuses));
        check(mdb_txn_commit(txn));
    }
    environment(environment const&) = delete;
    environment& operator=(environment const&) = delete;
    ~environment() { mdb_env_close(env); }

    MDB_env* env = nullptr;
    MDB_dbi customers = 0, orders = 0, ids = 0, statuses = 0;

  private:
    directory files_;
};

/// A thread's read transaction with its cursors and buffers.
class reader {
  public:
    explicit reader(environment const& e) : e_(e) {
        check(mdb_txn_begin(e.env, nullptr, MDB_RDONLY, &txn_));
        check(mdb_cursor_open(txn_, e.orders, &orders));
        check(mdb_cursor_open(txn_, e.statuses, &statuses));
        mdb_txn_reset(txn_);
    }
    reader(reader const&) = delete;
    reader& operator=(reader const&) = delete;
    ~reader() {
        mdb_cursor_close(orders);
        mdb_cursor_close(statuses);
        mdb_txn_abort(txn_);
    }

    /// A consistent view of the data.
    class scope {
      public:
        explicit scope(reader& r) : r_(r) { check(mdb_txn_renew(r.txn_)); }
        scope(scope const&) = delete;
        scope& operator=(scope const&) = delete;
        ~scope() { mdb_txn_reset(r_.txn_); }

        /// The value, or an empty view.
        std::string_view get(MDB_dbi db, std::string_view key) const {
            MDB_val k = val(key), v;
            int const code = mdb_get(r_.txn_, db, &k, &v);
            if (code == MDB_NOTFOUND) return {};
            check(code);
            return view(v);
        }
        void renew(MDB_cursor* cursor) const { check(mdb_cursor_renew(r_.txn_, cursor)); }

      private:
        reader& r_;
    };

    MDB_cursor *orders = nullptr, *statuses = nullptr;
    std::string key, bytes;

  private:
    environment const& e_;
    MDB_txn* txn_ = nullptr;
};

class lmdb {
  public:
    static constexpr std::string_view name = "LMDB";
    using mutex = no_mutex;

    void put(Customer const& c) {
        write([&](MDB_txn* txn) {
            MDB_val k = val(c.id), v = val(c.name);
            check(mdb_put(txn, db_.customers, &k, &v, 0));
            return true;
        });
    }
    void put(Order const& o) {
        write([&](MDB_txn* txn) {
            record::primary(key_, o);
            record::value(bytes_, o);
            MDB_val k = val(key_), v = val(bytes_);
            if (int const code = mdb_put(txn, db_.orders, &k, &v, MDB_NOOVERWRITE); code == MDB_KEYEXIST) {
                if (auto const before = record::status_of(view(v)); before != o.status)
                    erase_status(txn, before, o.placed_at, o.id); // the time and the id are part of the key
                v = val(bytes_);
                check(mdb_put(txn, db_.orders, &k, &v, 0));
            } else {
                check(code);
            }
            MDB_val id = val(o.id), to = val(key_);
            check(mdb_put(txn, db_.ids, &id, &to, 0));
            insert_status(txn, o.status, o.placed_at, o.id);
            return true;
        });
    }
    std::optional<Order> get(order_key const& key) const {
        auto& r = mine();
        reader::scope const at(r);
        auto const value = at.get(db_.orders, record::primary(r.key, key));
        return value.empty() ? std::nullopt : std::optional(record::order(r.key, value));
    }
    std::int64_t total(order_key const& key) const {
        auto& r = mine();
        reader::scope const at(r);
        return record::head_of(at.get(db_.orders, record::primary(r.key, key))).total;
    }
    std::vector<Order> get(key_span all) const {
        std::vector<Order> result;
        result.reserve(all.size());
        auto& r = mine();
        reader::scope const at(r);
        for (auto const& key : all) {
            auto const value = at.get(db_.orders, record::primary(r.key, key));
            result.push_back(record::order(r.key, value));
        }
        return result;
    }
    std::uint64_t read(key_span all) const {
        std::uint64_t sum = 0;
        auto& r = mine();
        reader::scope const at(r);
        for (auto const& key : all) {
            auto const value = at.get(db_.orders, record::primary(r.key, key));
            sum += digest(record::head_of(value).total, record::note_of(value));
        }
        return sum;
    }
    std::vector<Order> last(std::string const& customer, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        each_of_last(customer, n,
                     [&](std::string_view k, std::string_view v) { result.push_back(record::order(k, v)); });
        return result;
    }
    std::uint64_t read_last(std::string const& customer, std::size_t n) const {
        std::uint64_t sum = 0;
        each_of_last(customer, n, [&](std::string_view, std::string_view v) {
            sum += digest(record::head_of(v).total, record::note_of(v));
        });
        return sum;
    }
    std::vector<Order> from(std::string const& customer, time_point time, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        auto& r = mine();
        reader::scope const at(r);
        at.renew(r.orders);
        MDB_val k = val(record::primary(r.key, customer, time, "")), v;
        for (int code = mdb_cursor_get(r.orders, &k, &v, MDB_SET_RANGE); code == MDB_SUCCESS && result.size() != n;
             code = mdb_cursor_get(r.orders, &k, &v, MDB_NEXT)) {
            if (record::customer_of(view(k)) != customer) break;
            result.push_back(record::order(view(k), view(v)));
        }
        return result;
    }
    std::optional<Order> by_id(std::string const& id) const {
        auto& r = mine();
        reader::scope const at(r);
        auto const key = at.get(db_.ids, id);
        return key.empty() ? std::nullopt : std::optional(record::order(key, at.get(db_.orders, key)));
    }
    std::vector<Order> from(Status status, time_point time, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        auto& r = mine();
        reader::scope const at(r);
        at.renew(r.statuses);
        MDB_val k = val(record::by_status(r.key, status, time, "")), v;
        for (int code = mdb_cursor_get(r.statuses, &k, &v, MDB_SET_RANGE); code == MDB_SUCCESS && result.size() != n;
             code = mdb_cursor_get(r.statuses, &k, &v, MDB_NEXT)) {
            if (view(k)[0] != static_cast<char>(status)) break;
            result.push_back(record::order(view(v), at.get(db_.orders, view(v))));
        }
        return result;
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        auto& r = mine();
        reader::scope const at(r);
        at.renew(r.orders);
        MDB_val k, v;
        while (mdb_cursor_get(r.orders, &k, &v, MDB_NEXT) == MDB_SUCCESS) {
            auto const h = record::head_of(view(v));
            if (h.status == static_cast<std::uint32_t>(status) && h.total < below) sum += h.total;
        }
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        return change(key, [&](MDB_txn* txn, record::head& h) {
            auto const before = static_cast<Status>(h.status);
            if (before == status) return;
            erase_status(txn, before, key.placed_at, key.id);
            insert_status(txn, status, key.placed_at, key.id);
            h.status = static_cast<std::uint32_t>(status);
        });
    }
    bool set_total(order_key const& key, std::int64_t total) {
        return change(key, [&](MDB_txn*, record::head& h) { h.total = total; });
    }
    bool erase(order_key const& key) {
        return write([&](MDB_txn* txn) {
            MDB_val k = val(record::primary(key_, key)), v;
            if (mdb_get(txn, db_.orders, &k, &v) != MDB_SUCCESS) return false;
            erase_status(txn, record::status_of(view(v)), key.placed_at, key.id);
            k = val(key_);
            check(mdb_del(txn, db_.orders, &k, nullptr));
            MDB_val id = val(key.id);
            check(mdb_del(txn, db_.ids, &id, nullptr));
            return true;
        });
    }
    /// The used part of the file.
    std::size_t other_memory() const {
        MDB_envinfo info;
        MDB_stat stat;
        check(mdb_env_info(db_.env, &info));
        check(mdb_env_stat(db_.env, &stat));
        return (info.me_last_pgno + 1) * stat.ms_psize;
    }

  private:
    reader& mine() const {
        thread_local std::unique_ptr<reader> r; // one store a process
        if (!r) r = std::make_unique<reader>(db_);
        return *r;
    }
    template <class F>
    bool write(F&& f) {
        MDB_txn* txn = nullptr;
        check(mdb_txn_begin(db_.env, nullptr, 0, &txn));
        if (f(txn)) {
            check(mdb_txn_commit(txn));
            return true;
        }
        mdb_txn_abort(txn);
        return false;
    }
    /// Changes the fixed fields of an order. The size of the value stays the same, so that it is overwritten where it is.
    template <class F>
    bool change(order_key const& key, F&& f) {
        return write([&](MDB_txn* txn) {
            MDB_cursor* cursor = nullptr;
            check(mdb_cursor_open(txn, db_.orders, &cursor));
            MDB_val k = val(record::primary(key_, key)), v;
            bool const found = mdb_cursor_get(cursor, &k, &v, MDB_SET) == MDB_SUCCESS;
            if (found) {
                bytes_.assign(view(v));
                auto h = record::head_of(bytes_);
                f(txn, h);
                std::memcpy(bytes_.data(), &h, sizeof h);
                v = val(bytes_);
                check(mdb_cursor_put(cursor, &k, &v, MDB_CURRENT));
            }
            mdb_cursor_close(cursor);
            return found;
        });
    }
    void insert_status(MDB_txn* txn, Status status, time_point at, std::string_view id) {
        MDB_val k = val(record::by_status(status_key_, status, at, id)), v = val(key_);
        check(mdb_put(txn, db_.statuses, &k, &v, 0));
    }
    void erase_status(MDB_txn* txn, Status status, time_point at, std::string_view id) {
        MDB_val k = val(record::by_status(status_key_, status, at, id));
        check(mdb_del(txn, db_.statuses, &k, nullptr));
    }
    template <class F>
    void each_of_last(std::string const& customer, std::size_t n, F&& f) const {
        auto& r = mine();
        reader::scope const at(r);
        at.renew(r.orders);
        r.key.assign(customer);
        r.key += '\1'; // after all orders of the customer
        MDB_val k = val(r.key), v;
        int code = mdb_cursor_get(r.orders, &k, &v, MDB_SET_RANGE);
        code = mdb_cursor_get(r.orders, &k, &v, code == MDB_SUCCESS ? MDB_PREV : MDB_LAST);
        for (; n != 0 && code == MDB_SUCCESS; --n, code = mdb_cursor_get(r.orders, &k, &v, MDB_PREV)) {
            if (record::customer_of(view(k)) != customer) break;
            f(view(k), view(v));
        }
    }

    environment db_;
    std::string key_, bytes_, status_key_;
};

} // namespace

int main(int argc, char** argv) { return run<lmdb>(argc, argv); }
