// SPDX-License-Identifier: BSL-1.0
// Plans that look as if they served a query: each of these would give items that were not asked for, or leave some out.
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;

namespace {

struct job {
    std::string id, queue;
    int priority = 0;
    bool open = false;
    std::optional<std::string> worker;
};

} // namespace

template <>
struct mt::entity<job> {
    using key = mt::key<"JOB#{id}", "JOB">;
    using indexes = mt::indexes<
        mt::index<"ByQueue", "Q#{queue:shard 4}", "{priority}">, mt::index<"Sharded", "S#{id:shard 4}", "{id}">,
        mt::index<"InSort", "ALL", "{queue:shard 4}#{priority}">,
        mt::index<"Sparse", "OPEN", "{queue}">::when<"open", true>, mt::index<"ByWorker", "W#{worker}", "{priority}">>;
};

namespace {

// Twin and Mirror have only key attributes that some items lack.
struct jobs : mt::table<"jobs", mt::gsi<"ByQueue">, mt::gsi<"Sharded">, mt::gsi<"InSort">, mt::gsi<"Sparse">,
                        mt::gsi<"ByWorker">, mt::gsi<"Twin", mt::partition_key<"SparsePK">, mt::sort_key<"id">>,
                        mt::gsi<"Mirror", mt::partition_key<"ByWorkerSK">>, mt::entities<job>> {};

using mt::comparison;
using mt::detail::query_rule;

mt::detail::plan_data plan(std::initializer_list<mt::detail::condition_data> conditions, std::string_view index = {}) {
    return mt::detail::planner(mt::detail::entity_model<jobs, job>::data, {conditions.begin(), conditions.size()})
        .query(index);
}

} // namespace

TEST_CASE("a shard alone does not fix its field") {
    CHECK(plan({{"queue", comparison::equal}}).code != query_rule::none);
    CHECK(plan({{"queue", comparison::equal}}, "ByQueue").code == query_rule::not_in_the_key);
    CHECK(plan({{"queue", comparison::equal}, {"priority", comparison::less}}, "ByQueue").code != query_rule::none);
    CHECK(plan({{"priority", comparison::less}}, "ByQueue").fan_out == 4);
    CHECK(plan({{"id", comparison::equal}}, "Sharded").code == query_rule::none);
    CHECK(plan({{"id", comparison::equal}}, "Sharded").fan_out == 1);
    CHECK(plan({{"id", comparison::begins_with}}, "Sharded").fan_out == 4);
}

TEST_CASE("nothing but equality fixes a shard in a sort key") {
    CHECK(plan({{"queue", comparison::begins_with}}, "InSort").code == query_rule::range_not_ordered);
    CHECK(plan({{"queue", comparison::less}}, "InSort").code == query_rule::range_not_ordered);
    CHECK(plan({{"queue", comparison::equal}, {"priority", comparison::less}}, "InSort").code != query_rule::none);
}

TEST_CASE("what leaves items out serves when that is asked for, or is said by a condition") {
    CHECK(plan({}, "Sparse").code == query_rule::none);
    CHECK(plan({{"open", comparison::equal}}).code == query_rule::none);
    CHECK(plan({{"queue", comparison::greater}}).code == query_rule::leaves_items_out);
    CHECK(plan({{"worker", comparison::equal}}).index == 5);
    CHECK(plan({{"id", comparison::greater}}, "Twin").code == query_rule::not_in_index);
    CHECK(plan({{"priority", comparison::equal}}).index == 1);
}
