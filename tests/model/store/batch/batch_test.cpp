// SPDX-License-Identifier: BSL-1.0
// Batches over a store that does what it likes of each request, against a map.
#include <monotable/backend/forwarding.hpp>
#include <monotable/batches.hpp>

#include <catch2/catch_test_macros.hpp>
#include <rapidcheck.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct product {
    int id = 0, stock = 0;

    bool operator==(product const&) const = default;
};

} // namespace

template <>
struct mt::entity<product> {
    using key = mt::key<"P#{id}", "P">;
};

namespace {

struct goods : mt::table<"goods", mt::entities<product>> {};

/// Does a random part of each batch, in the order that it was asked for.
class moody : public mt::forwarding_backend {
  public:
    explicit moody(std::uint64_t seed) : forwarding_backend(mt::memory()), state_(seed) {}

    mt::batch_get_result do_batch_get(mt::detail::array_view<mt::get_request> requests) override {
        RC_ASSERT(requests.size() <= 100U);
        mt::batch_get_result result;
        result.items.resize(requests.size());
        for (std::size_t i = 0; i != requests.size(); ++i) {
            if (refuses()) result.unprocessed.push_back(i);
            else result.items[i] = inner().get(requests[i]);
        }
        return result;
    }
    std::vector<std::size_t> do_batch_write(mt::detail::array_view<mt::write_request> requests) override {
        RC_ASSERT(requests.size() <= 25U);
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i != requests.size(); ++i) {
            if (refuses()) left.push_back(i);
            else inner().batch_write(requests.part(i, 1));
        }
        return left;
    }

    unsigned mood = 0; ///< of 8 requests, how many are left undone

  private:
    bool refuses() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return (state_ >> 33) % 8 < mood;
    }

    std::uint64_t state_;
};

} // namespace

TEST_CASE("batches do what single writes do, or say what they have not done") {
    CHECK(rc::check("batches", [](std::uint64_t seed) {
        auto const slow = std::make_shared<moody>(seed);
        mt::store<goods> db(slow);
        std::map<int, int> model;
        int const steps = *rc::gen::inRange(1, 6);
        for (int step = 0; step != steps; ++step) {
            slow->mood = *rc::gen::element(0U, 1U, 4U, 8U);
            auto const ids =
                *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(0, 140), rc::gen::inRange(0, 150));
            mt::attempts const bound(2);
            auto const undone = [](auto const& left, std::size_t i) {
                for (std::size_t const each : left.unprocessed())
                    if (each == i) return true;
                return false;
            };
            if (*rc::gen::arbitrary<bool>()) {
                std::vector<product> products;
                for (int const id : ids) products.push_back({id, static_cast<int>(products.size()) + 1000 * step});
                auto const left = db.batch_put(products, bound);
                RC_ASSERT(bool(left) == left.unprocessed().empty());
                for (std::size_t i = 0; i != products.size(); ++i)
                    if (!undone(left, i)) model[products[i].id] = products[i].stock;
            } else {
                auto const left = db.batch_erase<product>(ids, bound);
                for (std::size_t i = 0; i != ids.size(); ++i)
                    if (!undone(left, i)) model.erase(ids[i]);
            }
            slow->mood = *rc::gen::element(0U, 3U, 8U);
            auto const found = db.batch_get<product>(ids, bound);
            RC_ASSERT(found.size() == ids.size());
            for (std::size_t i = 0; i != ids.size(); ++i) {
                if (undone(found, i)) continue;
                auto const expected = model.find(ids[i]);
                RC_ASSERT(found[i].has_value() == (expected != model.end()));
                if (found[i]) {
                    RC_ASSERT(*found[i] == (product{ids[i], expected->second}));
                }
            }
        }
        for (int id = 0; id != 150; ++id) {
            auto const now = db.get<product>("id"_f == id);
            auto const expected = model.find(id);
            RC_ASSERT(now.has_value() == (expected != model.end()));
            if (now) {
                RC_ASSERT(now->stock == expected->second);
            }
        }
    }));
}
