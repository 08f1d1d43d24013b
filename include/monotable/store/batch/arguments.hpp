// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/transaction/actions.hpp>

#include <utility>

/// The arguments of batches.
namespace monotable {

/// The number of consecutive requests without progress after which a batch gives up. The default is 10.
struct attempts {
    explicit attempts(unsigned n) : count(n) {}

    unsigned count;
};

namespace detail {

/// The keys of one entity, for a batch_get of several entities. Refers to an lvalue range, owns an rvalue.
template <class E, class Range>
struct key_list {
    Range range;
};

} // namespace detail

template <class E, class Range>
detail::key_list<E, detail::held<Range>> keys(Range&& range) {
    return {std::forward<Range>(range)};
}

} // namespace monotable
