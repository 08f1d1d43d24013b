// SPDX-License-Identifier: BSL-1.0
// Transactions and batches in several threads: what depends on others' writes is worked out again, and nothing is lost or
// done twice.
#include <monotable/batches.hpp>
#include <monotable/transactions.hpp>

#include <threads_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct account {
    std::string id;
    int balance = 0;
};

} // namespace

template <>
struct mt::entity<account> {
    using key = mt::key<"A#{id}">;
    using indexes = mt::indexes<mt::index<"ByBalance", "ALL", "{balance:6}">>; // so that updates have to read
};

namespace {

struct bank : mt::table<"bank", mt::partition_key<"pk">, mt::gsi<"ByBalance">, mt::entities<account>> {};

} // namespace

TEST_CASE("transfers between accounts in several threads keep the sum, and the index") {
    mt::store<bank> db;
    for (int i = 0; i != 4; ++i) db.put(account{std::to_string(i), 100}).or_throw();
    std::atomic<int> done{0}, refused{0}, given_up{0};
    store_support::in_threads(4, [&](int thread) {
        for (int i = 0; i != 40; ++i) {
            auto const from = std::to_string((thread + i) % 4), to = std::to_string((thread + i + 1 + i % 3) % 4);
            auto const amount = 1 + (i * 7 + thread) % 50;
            auto const result =
                db.transact(mt::update<account>("id"_f == from, "balance"_f -= amount, mt::when("balance"_f >= amount)),
                            mt::update<account>("id"_f == to, "balance"_f += amount));
            if (result) ++done;
            else if (result.get<0>().error() == mt::write_error::condition_failed) ++refused;
            else ++given_up;
        }
    });
    CHECK(done + refused + given_up == 160);
    CHECK(done > 0);
    int sum = 0;
    for (auto const& each : db.query<account>(mt::on<"ByBalance">)) {
        CHECK(each.balance >= 0);
        sum += each.balance;
        CHECK(db.get<account>("id"_f == each.id)->balance == each.balance);
        CHECK(db.query<account>("balance"_f == each.balance).count() >= 1);
    }
    CHECK(sum == 400);
}

TEST_CASE("several threads that ask for one transaction under one token do it once") {
    mt::store<bank> db;
    db.put(account{"a", 0}).or_throw();
    store_support::in_threads(4, [&](int) {
        for (int i = 0; i != 10; ++i) {
            auto const result =
                db.transact(mt::update<account>("id"_f == "a", "balance"_f += 1), mt::token("t" + std::to_string(i)));
            if (!result && result.get<0>().error() != mt::write_error::contention) result.or_throw();
        }
    });
    for (int i = 0; i != 10; ++i)
        db.transact(mt::update<account>("id"_f == "a", "balance"_f += 1), mt::token("t" + std::to_string(i)))
            .or_throw();
    CHECK(db.get<account>("id"_f == "a")->balance == 10);
}
