// SPDX-License-Identifier: BSL-1.0
#include <operation_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace mt = monotable;
using namespace operation_support;

namespace {

constexpr int accounts = 6;
constexpr int transfers = 400;
constexpr std::array tables = {"table", "other", "third"};

struct bank {
    bank() {
        for (auto const* table : {"other", "third"})
            db.store->create_table({.name = table, .partition = S("p"), .sort = S("c")});
        for (int i = 0; i < accounts; ++i) {
            keys.push_back(key("account", std::to_string(i).c_str()));
            mt::item const opened{{"p", "account"}, {"c", std::to_string(i)}, {"balance", 100}};
            db.store->put({.table = table_of(i), .item = opened});
        }
    }

    static std::string_view table_of(int account) { return tables[static_cast<std::size_t>(account) % tables.size()]; }
    mt::item const& key_of(int account) const { return keys[static_cast<std::size_t>(account)]; }

    std::int64_t sum(std::vector<std::optional<mt::item>> const& items) const {
        std::int64_t total = 0;
        for (auto const& each : items) total += each->view().find("balance")->as_int64().value();
        return total;
    }

    database db;
    std::vector<mt::item> keys;
};

} // namespace

TEST_CASE("semantics 10: transfers in threads keep the sum, and transactions of reads always see it") {
    bank const b;
    database made;
    auto const give = made.update("SET balance = balance - :v", {{":v", 7}}),
               take = made.update("SET balance = balance + :v", {{":v", 7}});
    auto const enough = made.condition("balance >= :v", {{":v", 7}});
    std::atomic<int> done = 0, refused = 0, wrong = 0;
    std::atomic<bool> finished = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < transfers; ++i) {
                int const from = (i * 5 + t) % accounts, to = (from + 1 + i % (accounts - 1)) % accounts;
                mt::write_request const both[] = {{.table = bank::table_of(from),
                                                   .item = b.key_of(from),
                                                   .kind = mt::write_kind::update,
                                                   .condition = enough,
                                                   .update = give},
                                                  {.table = bank::table_of(to),
                                                   .item = b.key_of(to),
                                                   .kind = mt::write_kind::update,
                                                   .update = take}};
                auto const token = std::to_string(t) + "-" + std::to_string(i);
                ++(b.db.store->transact_write(both, i % 2 == 0 ? token : std::string()).done ? done : refused);
            }
        });
    std::thread reader([&] {
        std::vector<mt::get_request> all;
        for (int i = 0; i < accounts; ++i) all.push_back({.table = bank::table_of(i), .key = b.key_of(i)});
        while (!finished) wrong += b.sum(b.db.store->transact_get(all)) != accounts * 100;
    });
    for (auto& each : threads) each.join();
    finished = true;
    reader.join();
    CHECK(done + refused == 3 * transfers);
    CHECK(done > 0);
    CHECK(wrong == 0);
    std::vector<mt::get_request> all;
    for (int i = 0; i < accounts; ++i) all.push_back({.table = bank::table_of(i), .key = b.key_of(i)});
    CHECK(b.sum(b.db.store->transact_get(all)) == accounts * 100);
}

TEST_CASE("semantics 10: single writes and transactions on one counter lose no update") {
    bank const b;
    database made;
    auto const add = made.update("ADD n :1", {{":1", 1}});
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < transfers; ++i) {
                mt::write_request const counts = {
                    .table = "table", .item = b.key_of(0), .kind = mt::write_kind::update, .update = add};
                mt::write_request const other = {
                    .table = "other", .item = b.key_of(1), .kind = mt::write_kind::update, .update = add};
                if (t == 0) b.db.store->write(counts);
                else if (t == 1) b.db.store->transact_write(std::vector{counts, other}, "");
                else b.db.store->transact_write(std::vector{other, counts}, "");
            }
        });
    for (auto& each : threads) each.join();
    auto const n = [&](char const* table, int account) {
        return b.db.store->get({.table = table, .key = b.key_of(account)})->view().find("n")->as_int64();
    };
    CHECK(n("table", 0) == 3 * transfers);
    CHECK(n("other", 1) == 2 * transfers);
}

TEST_CASE("semantics 10: of requests with one token in several threads one is done") {
    bank const b;
    database made;
    auto const add = made.update("ADD n :1", {{":1", 1}});
    std::vector<std::thread> threads;
    std::atomic<int> done = 0;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < transfers; ++i) {
                mt::write_request const counts[] = {
                    {.table = "table", .item = b.key_of(0), .kind = mt::write_kind::update, .update = add}};
                done += b.db.store->transact_write(counts, std::to_string(i)).done;
            }
        });
    for (auto& each : threads) each.join();
    CHECK(done == 3 * transfers);
    CHECK(b.db.store->get({.table = "table", .key = b.key_of(0)})->view().find("n")->as_int64() == transfers);
}
