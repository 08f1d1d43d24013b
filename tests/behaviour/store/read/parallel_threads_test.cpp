// SPDX-License-Identifier: BSL-1.0
// Pages of several partitions read at once: the same items and cursors, exceptions carried over.
#include <store_support.hpp>
#include <tagged_model.hpp>
#include <threads_support.hpp>

#include <monotable/extras/threads.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

using namespace tagged_model;
using store_support::says;

namespace {

std::vector<std::string> names(int count) {
    std::vector<std::string> result;
    for (int i = 0; i != count; ++i) result.push_back("t" + std::to_string(i));
    return result;
}

void fill(database& db, int partitions, int items) {
    for (int i = 0; i != items; ++i)
        db.put(tagged{"t" + std::to_string(i % partitions), "s" + std::to_string(1000 + i / 2), i % 17,
                      i % 3 ? level::low : level::high})
            .or_throw();
    for (int i = 0; i != items; ++i) db.put(job{"q", "j" + std::to_string(i), i % 50}).or_throw();
}

/// Reads only when so many are being read.
class meeting_backend : public mt::forwarding_backend {
  public:
    meeting_backend(std::shared_ptr<mt::backend> inner, int count)
        : forwarding_backend(std::move(inner)), count_(count) {}

    mt::item_page do_query(mt::query_request const& request) override {
        std::unique_lock lock(mutex_);
        ++waiting_;
        arrived_.notify_all();
        arrived_.wait(lock, [&] { return waiting_ >= count_; });
        lock.unlock();
        return forwarding_backend::do_query(request);
    }

  private:
    int count_;
    int waiting_ = 0;
    std::mutex mutex_;
    std::condition_variable arrived_;
};

class failing_backend : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    mt::item_page do_query(mt::query_request const& request) override {
        auto const key = request.partition[0].as_string();
        if (key == "TAG#t3") throw mt::store_error(mt::store_fault::unavailable, "t3 is out of order");
        if (key == "TAG#t5") throw std::string("not an exception");
        return forwarding_backend::do_query(request);
    }
};

/// Backwards, in the calling thread.
class reversing_executor : public mt::executor {
  public:
    void run(std::size_t count, void (*task)(void*, std::size_t), void* context) override {
        ++runs;
        while (count != 0) task(context, --count);
    }
    int runs = 0;
};

template <class Range>
void same(Range const& range, mt::executor& executor) {
    auto const parallel = range.parallel(executor);
    CHECK(range.all() == parallel.all());
    CHECK(range.count() == parallel.count());
    std::string cursor, other;
    int count = 0;
    do {
        auto const page = range.limit(7).max_requests(20).after(cursor).page();
        auto const again = parallel.limit(7).max_requests(20).after(other).page();
        CHECK(page.items == again.items);
        REQUIRE(page.cursor == again.cursor);
        REQUIRE(page.previous == again.previous);
        cursor = page.cursor;
        other = again.cursor;
    } while (!cursor.empty() && ++count < 500);
    CHECK(cursor.empty());
}

} // namespace

TEST_CASE("a range that is read in parallel has the same items and cursors") {
    database db;
    fill(db, 10, 200);
    mt::thread_pool pool(3);
    reversing_executor reversing;
    for (mt::executor* each : {static_cast<mt::executor*>(&pool), static_cast<mt::executor*>(&reversing)}) {
        auto const range = db.query<tagged>("tag"_f.in(names(12)));
        same(range, *each);
        same(range.descending(), *each);
        same(range.distinct().filter("weight"_f < 9), *each);
        same(db.query<tagged>("grade"_f.in(level::low, level::high)), *each);
    }
    CHECK(reversing.runs > 100);
    CHECK(db.query<job>("queue"_f == "q").parallel(pool).count() == 200);
    CHECK(db.query<tagged>("tag"_f.in(names(0))).parallel(pool).all().empty());
    CHECK(db.query<tagged>("tag"_f == "t1").parallel(pool).count() == 20);
}

TEST_CASE("the segments of a scan are read in parallel") {
    database db;
    fill(db, 10, 200);
    mt::thread_pool pool(4);
    auto const scan = db.scan<tagged>().segments(8);
    same(scan, pool);
    CHECK(scan.parallel(pool).count() == db.scan<tagged>().count());
}

TEST_CASE("partitions are read at once, not one after another") {
    database filled;
    fill(filled, 4, 40);
    database const db(std::make_shared<meeting_backend>(filled.implementation(), 4));
    mt::thread_pool pool(3); // and the caller
    CHECK(db.query<tagged>("tag"_f.in(names(4))).parallel(pool).limit(3).page().items.size() == 3);
}

TEST_CASE("later pages are read at once too, though partitions do not end together") {
    auto const store = counted();
    database db(store);
    std::string const large(20'000, 'x');
    for (int i = 0; i != 600; ++i)
        store->put({.table = "tags",
                    .item = mt::item{{"PK", "TAG#t" + std::to_string(i % 4)},
                                     {"SK", "REMARK#" + std::to_string(1000 + i)},
                                     {"tag", "t" + std::to_string(i % 4)},
                                     {"text", std::to_string(1000 + i)},
                                     {"more", large}}});
    auto const texts = [](auto const& range) {
        std::string result;
        for (remark const& each : range) result += each.text + ' ';
        return result;
    };
    auto const range = db.query<remark>("tag"_f.in(names(4)));
    auto const expected = texts(range);
    auto const requests = store->requests();
    reversing_executor executor;
    for (bool const descending : {false, true}) {
        store->reset();
        executor.runs = 0;
        CHECK(texts((descending ? range.descending() : range).parallel(executor)) ==
              (descending ? texts(range.descending()) : expected));
        CHECK(executor.runs >= 3);
        CHECK(executor.runs <= 4);
    }
    CHECK(requests == 12);
    CHECK(texts(range.filter("text"_f > "1300").parallel(executor)) == texts(range.filter("text"_f > "1300")));
    CHECK(texts(range.before("").parallel(executor)) == expected);
}

TEST_CASE("what a request throws reaches the reader, the first one's") {
    database filled;
    fill(filled, 10, 40);
    database const db(std::make_shared<failing_backend>(filled.implementation()));
    mt::thread_pool pool(3);
    CHECK_THROWS_MATCHES(db.query<tagged>("tag"_f.in(names(10))).parallel(pool).all(), mt::store_error,
                         says("t3 is out of order"));
    CHECK_THROWS_AS(db.query<tagged>("tag"_f.in("t4", "t5", "t6")).parallel(pool).all(), std::string);
    CHECK(db.query<tagged>("tag"_f.in("t6", "t7")).parallel(pool).count() == 8);
}

TEST_CASE("one pool serves many readers, and tasks that use it again") {
    database db;
    fill(db, 10, 100);
    mt::thread_pool pool(2);
    std::atomic<int> wrong = 0;
    store_support::in_threads(4, [&](int) {
        for (int i = 0; i != 20; ++i)
            if (db.query<tagged>("tag"_f.in(names(10))).parallel(pool).count() != 100) ++wrong;
    });
    CHECK(wrong == 0);

    struct nested {
        mt::thread_pool& pool;
        std::atomic<int> sum = 0;
    } context{pool};
    pool.run(
        5,
        [](void* c, std::size_t) {
            static_cast<nested*>(c)->pool.run(
                7, [](void* inner, std::size_t i) { static_cast<nested*>(inner)->sum += static_cast<int>(i); }, c);
        },
        &context);
    CHECK(context.sum == 5 * 21);
    pool.run(0, [](void*, std::size_t) {}, nullptr);
    mt::thread_pool none(0);
    CHECK(db.query<tagged>("tag"_f.in(names(10))).parallel(none).count() == 100);
}
