// SPDX-License-Identifier: BSL-1.0
// One policy says how often writes are attempted, and how long the pauses between attempts are.
#include <monotable/backend/forwarding.hpp>
#include <monotable/managed_fields.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/transactions.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;
using store_support::says;

namespace {

struct user {
    std::string id, email, city;
};

} // namespace

template <>
struct mt::entity<user> {
    using key = mt::key<"{id}">;
    using indexes = mt::indexes<mt::index<"ByCity", "{city}", "{email}#{id}">>;
};

namespace {

struct users : mt::table<"users", mt::partition_key<"id">, mt::gsi<"ByCity">, mt::entities<user>> {};

/// Changes the item before each write to it.
class rival : public mt::forwarding_backend {
  public:
    explicit rival(std::shared_ptr<mt::backend> inner) : forwarding_backend(inner), store_(std::move(inner)) {}

    int attempts = 0;

  protected:
    mt::write_outcome do_write(mt::write_request const& request) override {
        if (request.kind == mt::write_kind::update) {
            mt::store<users>(store_).put(user{"1", "e" + std::to_string(++attempts), "Rome"}).or_throw();
        }
        return forwarding_backend::do_write(request);
    }

  private:
    std::shared_ptr<mt::backend> store_;
};

} // namespace

TEST_CASE("pauses are random, and get longer up to a bound") {
    mt::detail::backoff pauses({.attempts = 1000, .first = 100us, .longest = 900us});
    std::uint64_t longest[8] = {};
    for (int run = 0; run != 200; ++run) {
        pauses.start_over();
        for (std::uint64_t& each : longest) each = std::max(each, pauses.next_pause());
    }
    std::uint64_t bound = 100;
    for (std::uint64_t const each : longest) {
        CHECK(each <= bound);
        CHECK(each > bound / 2); // of 200
        bound = std::min<std::uint64_t>(bound * 2, 900);
    }
}

TEST_CASE("attempts are bounded by number and by time") {
    mt::detail::backoff three({.attempts = 3});
    CHECK(three.goes_on());
    CHECK(three.goes_on());
    CHECK(!three.goes_on());
    CHECK(three.attempts() == 3);
    CHECK(!mt::detail::backoff({.attempts = 0}).goes_on());
    mt::detail::backoff timed({.deadline = 2ms});
    CHECK(timed.goes_on());
    mt::detail::sleep_for(3000);
    CHECK(!timed.goes_on());
    timed.start_over();
    CHECK(timed.goes_on());
}

TEST_CASE("the policy of a store bounds the attempts of its writes") {
    std::shared_ptr<mt::backend> const quiet = mt::memory();
    auto const busy = std::make_shared<rival>(quiet);
    mt::store<users> db(busy, mt::retry_policy{.attempts = 4});
    CHECK(db.retry().attempts == 4);
    mt::store<users>(quiet).put(user{"1", "e", "Rome"}).or_throw();
    auto const given_up = db.update<user>("id"_f == "1", "city"_f = "Oslo");
    CHECK(given_up.error() == mt::write_error::contention);
    CHECK_THROWS_MATCHES(given_up.or_throw(), mt::condition_failed, says("before each of 4 attempts"));
    CHECK(busy->attempts == 4);
    CHECK(db.get<user>("id"_f == "1")->city == "Rome");
}
