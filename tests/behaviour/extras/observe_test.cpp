// SPDX-License-Identifier: BSL-1.0
#include <monotable/batches.hpp>
#include <monotable/extras/observe.hpp>
#include <monotable/extras/operation_log.hpp>
#include <monotable/extras/operation_metrics.hpp>
#include <monotable/transactions.hpp>

#include <failing_backend.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace mt = monotable;
using namespace mt::literals;

struct note {
    std::string id, text;
    int size = 0;
};
struct notes;

} // namespace

template <>
struct monotable::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
    using indexes = mt::indexes<mt::index<"Texts", "{text}", "{id}">>;
};

namespace {

struct notes : mt::table<"notes", mt::gsi<"Texts">, mt::entities<note>> {};

/// What was observed, without what depends on the machine, and one line of it each.
struct journal {
    std::shared_ptr<std::vector<std::string>> lines = std::make_shared<std::vector<std::string>>();

    void operator()(mt::observation const& seen) const {
        CHECK(seen.duration.count() >= 0);
        auto line = mt::to_line(seen);
        lines->push_back(line.substr(0, line.rfind(" us=")));
    }
    std::string last() const { return lines->empty() ? "" : lines->back(); }
};

} // namespace

TEST_CASE("each operation is observed once, with what it returned and consumed") {
    journal seen;
    mt::store<notes> db{mt::observe(mt::memory{}, seen)};
    CHECK(seen.lines->at(0) == "operation=create_table table=notes outcome=done items=0");
    CHECK(seen.last() == "operation=status table=notes outcome=done items=0");
    db.put(note{"n1", "a", 1}).or_throw();
    CHECK(seen.last() == "operation=write table=notes outcome=done items=1 write_units=2");
    CHECK_FALSE(db.create(note{"n1", "a", 1}));
    CHECK(seen.last() == "operation=write table=notes outcome=condition_failed items=0 write_units=1");
    CHECK(db.get<note>("id"_f == "n1"));
    CHECK(seen.last() == "operation=get table=notes outcome=done items=1 read_units=0.5");
    CHECK_FALSE(db.get<note>("id"_f == "n2"));
    CHECK(seen.last() == "operation=get table=notes outcome=not_found items=0 read_units=0.5");
    db.put(note{"n2", "a", 2}).or_throw();
    CHECK(db.query<note>("text"_f == "a").filter("size"_f == 2).count() == 1);
    CHECK(seen.last() == "operation=query table=notes index=Texts outcome=done items=1 scanned=2 read_units=0.5");
    CHECK(db.scan<note>().count() == 2);
    CHECK(seen.last() == "operation=scan table=notes outcome=done items=2 scanned=2 read_units=0.5");
    CHECK(seen.lines->size() == 9);
}

TEST_CASE("batches and transactions are observed as one operation of many items") {
    journal seen;
    mt::store<notes> db{mt::observe(mt::memory{}, seen)};
    db.batch_put(std::vector<note>{{"n1", "a", 1}, {"n2", "b", 2}, {"n3", "c", 3}}).or_throw();
    CHECK(seen.last() == "operation=batch_write table=notes outcome=done items=3 write_units=6");
    CHECK(db.transact(mt::erase<note>("id"_f == "n1"), mt::erase<note>("id"_f == "n2")));
    CHECK(seen.last() == "operation=transact_write table=notes outcome=done items=2 write_units=6");
    CHECK_FALSE(db.transact(mt::create(note{"n3", "x", 1}), mt::create(note{"n4", "x", 1})));
    std::string canceled;
    for (auto const& line : *seen.lines)
        if (line.find("outcome=canceled") != std::string::npos) canceled = line;
    CHECK(canceled == "operation=transact_write table=notes outcome=canceled items=0 write_units=5");
}

TEST_CASE("a failure is observed and thrown on") {
    auto const failing = std::make_shared<store_support::failing_backend>(mt::memory{});
    journal seen;
    auto const backend = mt::observe(failing, seen);
    mt::store<notes> db{backend};
    failing->fail_at(0, false);
    CHECK_THROWS_AS(db.put(note{"n1", "a", 1}), mt::store_error);
    CHECK(seen.last() == "operation=write table=notes outcome=transient fault=unavailable items=0");
    failing->fail_at(0, true);
    CHECK_THROWS_AS(db.put(note{"n1", "a", 1}), mt::store_error);
    CHECK(seen.last() == "operation=write table=notes outcome=unknown fault=outcome_unknown items=0 write_units=2");
    failing->fail_never();
    auto const large = mt::item{{"pk", "p"}, {"sk", "s"}, {"text", std::string(410'000, 'a')}};
    CHECK_THROWS_AS(backend->put({.table = "notes", .item = large}), mt::bad_value);
    CHECK(seen.last() == "operation=write table=notes outcome=invalid items=0");
}

TEST_CASE("whoever measures capacity below an observer gets it as well") {
    auto const backend = mt::observe(mt::memory{}, journal{});
    mt::store<notes> const db{backend};
    mt::capacity_meter meter;
    auto const key = db.to_item(note{"n1", "a", 1});
    backend->put({.table = "notes", .item = key, .capacity = &meter});
    REQUIRE(meter.tables().size() == 1);
    CHECK(meter.tables()[0].units.write == 1);
    REQUIRE(meter.tables()[0].indexes.size() == 1);
    CHECK(meter.tables()[0].indexes[0].units.write == 1);
}

TEST_CASE("the capacity that an operation consumes is observed by table and index") {
    std::vector<std::string> parts;
    mt::store<notes> db{mt::observe(mt::memory{}, [&](mt::observation const& seen) {
        for (auto const& table : seen.capacity) {
            std::ostringstream text;
            text << name_of(seen.operation) << ' ' << table.table << ' ' << table.units.total();
            for (auto const& each : table.indexes) text << ' ' << each.index << ' ' << each.units.total();
            parts.push_back(text.str());
        }
    })};
    db.put(note{"n1", "a", 1}).or_throw();
    CHECK(db.get<note>("id"_f == "n1"));
    CHECK(db.query<note>("text"_f == "a").all().size() == 1);
    CHECK(db.transact(mt::put(note{"n1", "b", 1}), mt::put(note{"n2", "c", 1})));
    CHECK(parts == std::vector<std::string>{"write notes 1 Texts 1", "get notes 0.5", "query notes 0 Texts 0.5",
                                            "transact_write notes 4 Texts 3"});
}

TEST_CASE("a backend that repeats requests has its attempts observed") {
    struct repeating : mt::forwarding_backend {
        using forwarding_backend::forwarding_backend;
        std::optional<mt::item> do_get(mt::get_request const& request) override {
            for (int i = 0; i != 2 && request.capacity != nullptr; ++i) request.capacity->count_repetition();
            return forwarding_backend::do_get(request);
        }
    };
    journal seen;
    mt::operation_metrics const metrics;
    mt::store<notes> db{mt::observe(mt::observe(std::make_shared<repeating>(mt::memory{}), seen), metrics)};
    CHECK_FALSE(db.get<note>("id"_f == "n1"));
    CHECK(seen.last() == "operation=get table=notes outcome=not_found attempts=3 items=0 read_units=0.5");
    std::uint64_t repetitions = 0;
    for (auto const& each : metrics.sums()) repetitions += each.repetitions;
    CHECK(repetitions == 2);
}

TEST_CASE("metrics add up by operation, table and outcome") {
    mt::operation_metrics const metrics;
    mt::store<notes> db{mt::observe(mt::memory{}, metrics)};
    for (auto const* id : {"n1", "n2", "n3"}) db.put(note{id, "a", 1}).or_throw();
    CHECK_FALSE(db.create(note{"n1", "a", 1}));
    auto const sums = metrics.sums();
    REQUIRE(sums.size() == 4); // create_table, status, write twice
    CHECK(sums[0].operation == mt::operation_kind::write);
    CHECK(sums[0].outcome == mt::observed_outcome::done);
    CHECK(sums[0].count == 3);
    CHECK(sums[0].items == 3);
    CHECK(sums[0].consumed.write == 6);
    CHECK(sums[0].within.back() == 3);
    CHECK(sums[1].outcome == mt::observed_outcome::condition_failed);
    CHECK(sums[1].count == 1);
    auto const capacity = metrics.capacity();
    REQUIRE(capacity.size() == 2);
    CHECK(capacity[0].index.empty());
    CHECK(capacity[0].consumed.write == 4); // of which one for the condition that failed
    CHECK(capacity[1].index == "Texts");
    CHECK(capacity[1].consumed.write == 3);
    std::ostringstream out;
    write_prometheus(out, metrics);
    CHECK(out.str().find("monotable_capacity_units_total{operation=\"write\",table=\"notes\",index=\"Texts\",kind="
                         "\"write\"} 3\n") != std::string::npos);
    CHECK(out.str().find("monotable_operations_total{operation=\"write\",table=\"notes\",outcome=\"done\"} 3\n") !=
          std::string::npos);
    CHECK(out.str().find("monotable_operation_duration_seconds_count{operation=\"write\",table=\"notes\",outcome="
                         "\"condition_failed\"} 1\n") != std::string::npos);
}

TEST_CASE("a log has a line for each operation") {
    std::ostringstream out;
    mt::store<notes> db{mt::observe(mt::memory{}, mt::operation_log(out))};
    db.put(note{"n1", "a", 1}).or_throw();
    auto const text = out.str();
    CHECK(text.starts_with("operation=create_table table=notes outcome=done items=0 us="));
    CHECK(text.find("\noperation=write table=notes outcome=done items=1 write_units=2 us=") != std::string::npos);
    CHECK(text.ends_with('\n'));
}

TEST_CASE("an observer hands on what a local store leaves to the program") {
    mt::memory memory;
    auto const backend = mt::observe(memory, journal{});
    REQUIRE(backend->local_maintenance() != nullptr);
    CHECK(backend->local_maintenance() == memory->local_maintenance());
    backend->create_table({.name = "table", .partition = {"p", mt::value_type::string}}, {.time_to_live = "end"});
    backend->put({.table = "table", .item = mt::item{{"p", "a"}, {"end", 1'700'000'000}}});
    CHECK(backend->local_maintenance()->expire_items(1'699'999'999) == 0);
    CHECK(backend->local_maintenance()->expire_items(1'700'000'000) == 1);
    CHECK(backend->status("table").table.items == 0);
}
