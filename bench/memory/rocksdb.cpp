// SPDX-License-Identifier: BSL-1.0
// RocksDB in files in memory, without log and without synchronization: a column family each for orders and the two indexes, a
// write batch for each write. Writes read the stored order first, whose index entries they replace, so that one thread writes.
#include "contender.hpp"
#include "directory.hpp"
#include "record.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <memory>

using namespace bench;

namespace {

using rocksdb::PinnableSlice;
using rocksdb::Slice;

void check(rocksdb::Status const& status) {
    if (!status.ok()) fail(status.ToString().c_str());
}
std::string_view view(Slice const& s) { return {s.data(), s.size()}; }

class families {
  public:
    families() {
        rocksdb::BlockBasedTableOptions table;
        table.block_cache = rocksdb::NewLRUCache(std::size_t(4) << 30);
        table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
        table.data_block_index_type = rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
        table.format_version = 5;
        rocksdb::Options options;
        options.create_if_missing = true;
        options.create_missing_column_families = true;
        options.compression = rocksdb::kNoCompression;
        options.write_buffer_size = std::size_t(64) << 20;
        options.max_background_jobs = 2;
        options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
        std::vector<rocksdb::ColumnFamilyDescriptor> described;
        for (char const* name : {"default", "orders", "ids", "statuses"}) described.emplace_back(name, options);
        std::vector<rocksdb::ColumnFamilyHandle*> handles;
        rocksdb::DB* opened = nullptr;
        check(rocksdb::DB::Open(options, files_.path(), described, &handles, &opened));
        db.reset(opened);
        customers = handles[0], orders = handles[1], ids = handles[2], statuses = handles[3];
        unlogged.disableWAL = true;
    }
    families(families const&) = delete;
    families& operator=(families const&) = delete;
    ~families() {
        for (auto* each : {customers, orders, ids, statuses}) check(db->DestroyColumnFamilyHandle(each));
        check(db->Close());
    }

  private:
    directory files_;

  public:
    std::unique_ptr<rocksdb::DB> db;
    rocksdb::ColumnFamilyHandle *customers = nullptr, *orders = nullptr, *ids = nullptr, *statuses = nullptr;
    rocksdb::WriteOptions unlogged;
    rocksdb::ReadOptions plain;
};

class rocks {
  public:
    static constexpr std::string_view name = "RocksDB";
    using mutex = no_mutex;

    void put(Customer const& c) { check(db_.db->Put(db_.unlogged, db_.customers, c.id, c.name)); }
    void put(Order const& o) {
        record::primary(key_, o);
        PinnableSlice before;
        batch_.Clear();
        if (found(db_.orders, key_, before))
            if (auto const status = record::status_of(view(before)); status != o.status)
                check(batch_.Delete(db_.statuses, record::by_status(status_key_, status, o.placed_at, o.id)));
        check(batch_.Put(db_.orders, key_, record::value(bytes_, o)));
        check(batch_.Put(db_.ids, o.id, key_));
        check(batch_.Put(db_.statuses, record::by_status(status_key_, o.status, o.placed_at, o.id), key_));
        check(db_.db->Write(db_.unlogged, &batch_));
    }
    std::optional<Order> get(order_key const& key) const {
        thread_local std::string bytes;
        PinnableSlice value;
        if (!found(db_.orders, record::primary(bytes, key), value)) return {};
        return record::order(bytes, view(value));
    }
    std::int64_t total(order_key const& key) const {
        thread_local std::string bytes;
        PinnableSlice value;
        return found(db_.orders, record::primary(bytes, key), value) ? record::head_of(view(value)).total : 0;
    }
    std::vector<Order> get(key_span all) const {
        std::vector<Order> result;
        result.reserve(all.size());
        multi_get(primary_keys(all),
                  [&](std::string_view key, std::string_view value) { result.push_back(record::order(key, value)); });
        return result;
    }
    std::uint64_t read(key_span all) const {
        std::uint64_t sum = 0;
        multi_get(primary_keys(all), [&](std::string_view, std::string_view value) {
            sum += digest(record::head_of(value).total, record::note_of(value));
        });
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
    std::vector<Order> from(std::string const& customer, time_point at, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        std::string const end = customer + '\1';
        Slice const bound(end);
        auto options = db_.plain;
        options.iterate_upper_bound = &bound;
        std::string key;
        std::unique_ptr<rocksdb::Iterator> const i(db_.db->NewIterator(options, db_.orders));
        for (i->Seek(record::primary(key, customer, at, "")); i->Valid() && result.size() != n; i->Next())
            result.push_back(record::order(view(i->key()), view(i->value())));
        return result;
    }
    std::optional<Order> by_id(std::string const& id) const {
        PinnableSlice key, value;
        if (!found(db_.ids, id, key) || !found(db_.orders, key, value)) return {};
        return record::order(view(key), view(value));
    }
    std::vector<Order> from(Status status, time_point at, std::size_t n) const {
        std::vector<Order> result;
        result.reserve(n);
        std::string key;
        std::string const end(1, static_cast<char>(static_cast<int>(status) + 1));
        Slice const bound(end);
        auto options = db_.plain;
        options.iterate_upper_bound = &bound;
        std::unique_ptr<rocksdb::Iterator> const i(db_.db->NewIterator(options, db_.statuses));
        std::vector<std::string> found;
        found.reserve(n);
        for (i->Seek(record::by_status(key, status, at, "")); i->Valid() && found.size() != n; i->Next())
            found.push_back(i->value().ToString());
        multi_get(found, [&](std::string_view k, std::string_view v) { result.push_back(record::order(k, v)); });
        return result;
    }
    std::int64_t scan(Status status, std::int64_t below) const {
        std::int64_t sum = 0;
        auto options = db_.plain;
        options.fill_cache = false;
        std::unique_ptr<rocksdb::Iterator> const i(db_.db->NewIterator(options, db_.orders));
        for (i->SeekToFirst(); i->Valid(); i->Next()) {
            auto const h = record::head_of(view(i->value()));
            if (h.status == static_cast<std::uint32_t>(status) && h.total < below) sum += h.total;
        }
        return sum;
    }
    bool set_status(order_key const& key, Status status) {
        return change(key, [&](record::head& h) {
            auto const before = static_cast<Status>(h.status);
            if (before == status) return;
            check(batch_.Delete(db_.statuses, record::by_status(status_key_, before, key.placed_at, key.id)));
            check(batch_.Put(db_.statuses, record::by_status(status_key_, status, key.placed_at, key.id), key_));
            h.status = static_cast<std::uint32_t>(status);
        });
    }
    bool set_total(order_key const& key, std::int64_t total) {
        return change(key, [&](record::head& h) { h.total = total; });
    }
    bool erase(order_key const& key) {
        PinnableSlice value;
        if (!found(db_.orders, record::primary(key_, key), value)) return false;
        batch_.Clear();
        check(batch_.Delete(db_.orders, key_));
        check(batch_.Delete(db_.ids, key.id));
        check(batch_.Delete(db_.statuses,
                            record::by_status(status_key_, record::status_of(view(value)), key.placed_at, key.id)));
        check(db_.db->Write(db_.unlogged, &batch_));
        return true;
    }
    /// The files, which are in memory.
    std::size_t other_memory() const {
        std::uint64_t size = 0, running = 1;
        for (; running != 0; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
            running = 0;
            for (char const* work : {"rocksdb.mem-table-flush-pending", "rocksdb.num-running-flushes",
                                     "rocksdb.compaction-pending", "rocksdb.num-running-compactions"}) {
                std::uint64_t n = 0;
                db_.db->GetAggregatedIntProperty(work, &n);
                running += n;
            }
        }
        for (auto* each : {db_.customers, db_.orders, db_.ids, db_.statuses}) {
            std::uint64_t of_one = 0;
            if (db_.db->GetIntProperty(each, "rocksdb.total-sst-files-size", &of_one)) size += of_one;
        }
        return size;
    }

  private:
    bool found(rocksdb::ColumnFamilyHandle* in, Slice key, PinnableSlice& value) const {
        auto const status = db_.db->Get(db_.plain, in, key, &value);
        if (status.IsNotFound()) return false;
        check(status);
        return true;
    }
    template <class F>
    bool change(order_key const& key, F&& f) {
        PinnableSlice value;
        if (!found(db_.orders, record::primary(key_, key), value)) return false;
        bytes_.assign(view(value));
        auto h = record::head_of(bytes_);
        batch_.Clear();
        f(h);
        std::memcpy(bytes_.data(), &h, sizeof h);
        check(batch_.Put(db_.orders, key_, bytes_));
        check(db_.db->Write(db_.unlogged, &batch_));
        return true;
    }
    static std::vector<std::string> primary_keys(key_span all) {
        std::vector<std::string> result(all.size());
        for (std::size_t i = 0; i != all.size(); ++i) record::primary(result[i], all[i]);
        return result;
    }
    template <class F>
    void multi_get(std::vector<std::string> const& found, F&& f) const {
        std::vector<Slice> const slices(found.begin(), found.end());
        std::vector<PinnableSlice> values(found.size());
        std::vector<rocksdb::Status> statuses(found.size());
        db_.db->MultiGet(db_.plain, db_.orders, found.size(), slices.data(), values.data(), statuses.data());
        for (std::size_t i = 0; i != found.size(); ++i) {
            check(statuses[i]);
            f(found[i], view(values[i]));
        }
    }
    template <class F>
    void each_of_last(std::string const& customer, std::size_t n, F&& f) const {
        std::string const begin = customer + '\0', end = customer + '\1';
        Slice const bound(begin);
        auto options = db_.plain;
        options.iterate_lower_bound = &bound;
        std::unique_ptr<rocksdb::Iterator> const i(db_.db->NewIterator(options, db_.orders));
        for (i->SeekForPrev(end); n != 0 && i->Valid(); i->Prev(), --n) f(view(i->key()), view(i->value()));
    }

    families db_;
    rocksdb::WriteBatch batch_;
    std::string key_, bytes_, status_key_;
};

} // namespace

int main(int argc, char** argv) { return run<rocks>(argc, argv); }
