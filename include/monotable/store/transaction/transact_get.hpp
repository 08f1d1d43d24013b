// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/object_sink.hpp>
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
    static object_sink sink(result& object) { return object_sink(&decode_optional<table, E>, &object); }
};

template <class Store, class... G, std::size_t... I>
auto get_at_once(backend& store, std::index_sequence<I...>, G const&... gets) {
    item const keys[] = {get_traits<G, Store>::key(gets)...};
    std::tuple<typename get_traits<G, Store>::result...> objects;
    object_sink sinks[] = {get_traits<G, Store>::sink(std::get<I>(objects))...};
    get_request requests[] = {{get_traits<G, Store>::table::data.name, keys[I]}...};
    for (std::size_t i = 0; i != sizeof...(G); ++i) requests[i].sink = sinks[i].get();
    auto const found = store.transact_get(requests);
    ((sinks[I].finish(found[I].has_value()) ? void() : std::get<I>(objects).reset()), ...);
    return objects;
}

template <class... Tables, class... G>
auto transact_get_in(store<Tables...> const& db, G const&... gets) {
    using namespace detail;
    if constexpr ((get_traits<G, store<Tables...>>::valid() && ...))
        return get_at_once<store<Tables...>>(*db.implementation(), std::index_sequence_for<G...>{}, gets...);
    else return std::tuple<decltype(static_cast<void>(gets), no_transaction{})...>();
}

} // namespace detail

} // namespace monotable
