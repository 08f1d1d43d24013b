// SPDX-License-Identifier: BSL-1.0
// Random changes in streams whose shards split, close, are trimmed and go, while a consumer reads, commits in the middle of what
// it read, dies and begins again. It is given each change of an item once between two commits, in order, and none is left out.
#include <monotable/streams.hpp>

#include <sharded_backend.hpp>

#include <catch2/catch_test_macros.hpp>
#include <rapidcheck.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using store_support::sharded_backend;

namespace {

struct counter {
    std::string id;
    int n = 0;
};

} // namespace

template <>
struct mt::entity<counter> {
    using key = mt::key<"COUNTER#{id}", "COUNTER">;
};

namespace {

struct counters : mt::table<"counters", mt::stream, mt::entities<counter>> {};
using counts = std::map<std::string, int>;

class history {
  public:
    history() { begin(); }

    void step() {
        switch (*rc::gen::inRange(0, 16)) {
        case 0: return close(true);
        case 1: return close(false);
        case 2: drained_ = false; return backend_->list_all();
        case 3: return backend_->expire();
        case 4: return trim();
        case 5:
            if (*rc::gen::inRange(0, 4) != 0) return;
            backend_->list_all(); // a service lists all shards before it forgets a stream
            backend_->end();
            return begin();
        case 6: return reader_.reset(); // the program dies
        case 7:
        case 8: return read(*rc::gen::inRange<std::size_t>(1, 20), true);
        case 9: return read(*rc::gen::inRange<std::size_t>(1, 5), false);
        case 10: backend_->empty_pages = !backend_->empty_pages; return;
        default: return count();
        }
    }

    /// Reads what is left, and finds all of it.
    void finish() {
        backend_->list_all();
        backend_->empty_pages = false;
        int left = 1000;
        for (bool more = true; more && --left != 0;) {
            auto const before = committed_;
            read(50, true);
            more = committed_ != before;
        }
        RC_ASSERT(committed_ == written_);
    }

  private:
    static mt::item keys(std::string const& id) { return {{"PK", "COUNTER#" + id}, {"SK", "COUNTER"}}; }

    void begin() {
        backend_->begin(*rc::gen::inRange(0, 2) == 0);
        drained_ = false;
    }

    void count() {
        std::string const id(1, static_cast<char>('a' + *rc::gen::inRange(0, 6)));
        int const times = *rc::gen::inRange(1, 6);
        for (int i = 0; i != times; ++i) backend_->append(keys(id), db_.to_item(counter{id, ++written_[id]}));
    }

    void close(bool split) {
        std::vector<std::size_t> open;
        auto const& shards = backend_->feed.back().shards;
        for (std::size_t i = 0; i != shards.size(); ++i)
            if (!shards[i].closed) open.push_back(i);
        if (open.empty() || shards.size() > 40) return;
        drained_ = false;
        backend_->close(open[*rc::gen::inRange<std::size_t>(0, open.size())], split, *rc::gen::inRange(0, 3) != 0);
    }

    /// What the consumer has committed goes, and shards that it has read.
    void trim() {
        for (auto& stream : backend_->feed)
            for (auto& shard : stream.shards) {
                while (shard.trimmed != shard.records.size() && is_committed(shard.records[shard.trimmed]))
                    ++shard.trimmed;
                bool const all = shard.trimmed == shard.records.size();
                if (shard.closed && all && drained_ && shard.listed) shard.gone = true;
            }
    }
    bool is_committed(mt::stream_record const& record) const {
        auto const found = committed_.find(std::string(record.after->find("id")->as_string()));
        return found != committed_.end() && record.after->find("n")->as_int64() <= found->second;
    }

    void read(std::size_t limit, bool commits) {
        if (!reader_) reader_.emplace(db_, "all");
        auto const changes = reader_->read(limit);
        RC_ASSERT(changes.size() <= limit);
        std::vector<counts> after{committed_};
        for (auto const& each : changes) {
            RC_ASSERT(!each.after_gap());
            auto const now = each.as<counter>()->after().value();
            after.push_back(after.back());
            RC_ASSERT(now.n == after.back()[now.id] + 1);
            after.back()[now.id] = now.n;
        }
        drained_ = false;
        if (!commits) return;
        auto const part = *rc::gen::inRange<std::size_t>(0, changes.size() + 1);
        if (part == 0 || *rc::gen::inRange(0, 2) == 0) {
            RC_ASSERT(reader_->commit());
            committed_ = after.back();
            drained_ = changes.empty() && !backend_->empty_pages; // it knows of every shard that is listed
        } else {
            RC_ASSERT(reader_->commit(changes[part - 1]));
            committed_ = after[part];
        }
    }

    std::shared_ptr<sharded_backend> backend_ = std::make_shared<sharded_backend>(mt::memory{});
    mt::store<counters> db_{backend_};
    std::optional<mt::consumer<counters>> reader_;
    counts written_, committed_;
    bool drained_ = false;
};

} // namespace

TEST_CASE("a consumer of streams that are divided is given each change of an item once, in order") {
    CHECK(rc::check([] {
        history it;
        int const steps = *rc::gen::inRange(1, 120);
        for (int i = 0; i != steps; ++i) it.step();
        it.finish();
    }));
}
