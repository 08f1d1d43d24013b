// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/transaction/actions.hpp>
#include <monotable/store/transaction/no_transaction.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/transaction/transact.hpp>

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace monotable {
namespace detail {

template <class Get, class Store>
struct get_traits {
    static constexpr bool valid() { return report<store_rule::not_a_get, Get>(); }
};
template <class E, class... C, class Store>
struct get_traits<get_action<E, C...>, Store> {
    using access = store_access<Store>;
    using table = typename access::template table_of<E>;
    using result = std::optional<E>;

    static constexpr bool valid() {
        if constexpr (!access::template valid_get<E, C...>()) return false;
        else return valid_result<table, E, 0, E>();
    }
    static item key(get_action<E, C...> const& get) {
        return std::apply([](auto const&... c) { return key_from<table, E>(c...); }, get.conditions);
    }
    static result decode(std::optional<item> const& found) {
        if (!found || !belongs_to(entity_model<table, E>::data, *found)) return std::nullopt;
        return decode_as<table, E, E>(*found);
    }
};

template <class Store, class... G, std::size_t... I>
auto get_at_once(backend& store, std::index_sequence<I...>, G const&... gets) {
    item const keys[] = {get_traits<G, Store>::key(gets)...};
    get_request const requests[] = {{get_traits<G, Store>::table::data.name, keys[I]}...};
    auto const found = store.transact_get(requests);
    return std::tuple<typename get_traits<G, Store>::result...>(get_traits<G, Store>::decode(found[I])...);
}

} // namespace detail

template <class... Tables, class... G>
auto transact_get_in(store<Tables...> const& db, G const&... gets) {
    using namespace detail;
    if constexpr ((get_traits<G, store<Tables...>>::valid() && ...))
        return get_at_once<store<Tables...>>(*db.implementation(), std::index_sequence_for<G...>{}, gets...);
    else return std::tuple<decltype(static_cast<void>(gets), no_transaction{})...>();
}

} // namespace monotable
