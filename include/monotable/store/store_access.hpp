// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/action_rules.hpp>
#include <monotable/store/store.hpp>

#include <utility>

namespace monotable::detail {

/// The checks of a store, for the headers that add verbs.
template <class... Tables>
struct store_access<store<Tables...>> {
    using type = store<Tables...>;
    /// A store without a backend, which constructs ranges but sends no requests.
    static type unopened(store_options const& options) { return type(typename type::unopened{}, options); }

    template <class E>
    using table_of = typename type::template table_of<E>;

    template <class E>
    static constexpr bool valid() {
        return type::template valid<E>();
    }
    template <class E, class... C>
    static constexpr bool valid_get() {
        return type::template valid_get<E, C...>();
    }
    template <class E, write_verb Verb, bool WithObject, class... A>
    static constexpr bool valid_write() {
        return type::template valid_write<E, Verb, WithObject, A...>();
    }
};

} // namespace monotable::detail
