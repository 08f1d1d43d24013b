// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/transaction/actions.hpp>

#include <utility>

/// The arguments of batches.
namespace monotable {

/// Of batches: after how many requests in a row of which the store does nothing they give up. Default: 10.
struct attempts {
    explicit attempts(unsigned n) : count(n) {}

    unsigned count;
};

/// Keys of one entity, for a batch_get of several. A range that is a variable is borrowed.
template <class E, class Range>
struct key_list {
    Range range;
};
template <class E, class Range>
key_list<E, detail::held<Range>> keys(Range&& range) {
    return {std::forward<Range>(range)};
}

} // namespace monotable
