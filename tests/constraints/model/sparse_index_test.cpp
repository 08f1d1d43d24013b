// SPDX-License-Identifier: BSL-1.0
// An index can leave items out only if it has a composed key attribute that nothing else of the entity writes.
#include <monotable/monotable.hpp>

#include <string>

namespace mt = monotable;
using mt::detail::model_rule;

namespace {

struct both_indexes_share_all {
    std::string id;
    bool open = false;
};
struct one_attribute_is_its_own {
    std::string id;
    bool open = false;
};

struct sharing
    : mt::table<"sharing", mt::gsi<"Every", mt::partition_key<"A">, mt::sort_key<"B">>,
                mt::gsi<"Open", mt::partition_key<"B">, mt::sort_key<"A">>, mt::entities<both_indexes_share_all>> {};
struct apart
    : mt::table<"apart", mt::gsi<"Every", mt::partition_key<"A">, mt::sort_key<"B">>,
                mt::gsi<"Open", mt::partition_key<"B">, mt::sort_key<"C">>, mt::entities<one_attribute_is_its_own>> {};

} // namespace

template <>
struct mt::entity<both_indexes_share_all> {
    using key = mt::key<"{id}", "X">;
    using indexes =
        mt::indexes<mt::index<"Every", "A#{id}", "B#{id}">, mt::index<"Open", "B#{id}", "A#{id}">::when<"open", true>>;
};
template <>
struct mt::entity<one_attribute_is_its_own> {
    using key = mt::key<"{id}", "X">;
    using indexes =
        mt::indexes<mt::index<"Every", "A#{id}", "B#{id}">, mt::index<"Open", "B#{id}", "C#{id}">::when<"open", true>>;
};

static_assert(mt::detail::entity_model<sharing, both_indexes_share_all>::storage.wrong.code ==
              model_rule::condition_on_native_index);
static_assert(mt::detail::entity_model<apart, one_attribute_is_its_own>::storage.wrong.code == model_rule::none);
