// SPDX-License-Identifier: BSL-1.0
// Both versions of a program write while the table is migrated: nothing that either of them wrote is lost.
#include <monotable/evolution.hpp>

#include <threads_support.hpp>
#include <two_versions.hpp>

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <memory>
#include <string>

namespace mt = monotable;
using namespace mt::literals;

TEST_CASE("writers of both versions and migrations run at once") {
    std::shared_ptr<mt::backend> const backend = mt::memory{};
    int const orders = 20, rounds = 40;
    {
        mt::store<v1::shop> before(backend);
        for (int n = 0; n != orders; ++n)
            before
                .put(v1::Order{
                    .id = std::to_string(n), .customer_id = "c", .state = "open", .weight = "1 kg", .mail = "m"})
                .or_throw();
    }
    mt::store<v2::shop> now(backend, {.opening = mt::add_missing_indexes});
    mt::store<v1::shop> before(backend, {.opening = mt::add_missing_indexes});
    // Each has fields of its own: the earlier one writes "ship" with whole objects, the present one counts in "cents".
    std::atomic<int> failures = 0;
    store_support::in_threads(4, [&](int thread) {
        for (int round = 0; round != rounds; ++round) {
            for (int n = thread % 2; n < orders; n += 2) {
                std::string const id = std::to_string(n);
                if (thread < 2) {
                    if (!now.update<v2::Order>("customer_id"_f == "c", "id"_f == id, "cents"_f += 1, "grams"_f += 1))
                        ++failures;
                } else if (thread == 2) {
                    before
                        .update<v1::Order>("customer_id"_f == "c", "id"_f == id,
                                           "ship"_f = v1::Address{"street " + std::to_string(round), "Bonn"})
                        .or_throw();
                } else {
                    (void)now.migrate<v2::Order>({.limit = 7});
                }
            }
        }
    });
    CHECK(failures == 0);
    for (mt::migrate_options options;;) {
        auto const report = now.migrate<v2::Order>(options);
        CHECK(report.left.empty());
        options.after = report.cursor;
        if (report.done()) break;
    }
    for (auto const& order : now.query<v2::Order>("customer_id"_f == "c")) {
        CHECK(order.cents == rounds);
        CHECK(order.grams == 1000 + rounds);
        if (std::stoi(order.id) % 2 == 0) CHECK(order.ship_to.street == "street " + std::to_string(rounds - 1));
        auto const stored = now.query<v2::Order>("customer_id"_f == "c", "id"_f == order.id).as<mt::item>().first();
        CHECK(stored == now.to_item(order));
    }
}
