// SPDX-License-Identifier: BSL-1.0
#include <monotable/monotable.hpp>

#include <string>
#include <vector>

// The verbs of transactions have names that others have as well. Argument-dependent lookup finds them, but only for entities.

namespace {

namespace mt = monotable;

struct entry {
    std::string id;
};
struct plain {
    std::string id;
};

} // namespace

template <>
struct monotable::entity<entry> {
    using key = mt::key<"ENTRY#{id}", "ENTRY">;
};

namespace {

template <class T>
concept can_be_checked = requires(T& v) { check(v); };
template <class T>
concept can_be_erased = requires(T& v) { erase(v); };
template <class T>
concept can_be_put = requires(T& v) { mt::put(v); };
template <class T>
concept can_be_moved = requires(T& v) { mt::move(v, v); };

static_assert(can_be_put<entry> && can_be_put<entry const> && can_be_moved<entry>);
static_assert(can_be_put<plain> && can_be_moved<plain>); // reported by the transaction
static_assert(!can_be_moved<std::vector<int>::iterator> && !can_be_moved<char*>);
static_assert(!can_be_checked<mt::item> && !can_be_erased<mt::item> && !can_be_erased<std::vector<mt::item>>);

} // namespace
