// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/coroutine/async_range.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/store/read/get_procedure.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/store_access.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// Typed access to one or more tables of an asynchronous backend: the verbs of `store` as awaitables, with the same arguments,
/// results, rules and exceptions.
///
/// Keeps the backend alive; copies share it. All members may be called from several threads at once. Each verb encodes its
/// arguments when it is called, and bad_value is thrown there; what the backend refuses is thrown by co_await.
template <class... Tables>
class async_store {
    using blocking = store<Tables...>;
    using access = detail::store_access<blocking>;

  public:
    /// Requests nothing: the tables exist.
    explicit async_store(std::shared_ptr<async_backend> implementation, clock_function now = detail::system_clock)
        : backend_(std::move(implementation)), reads_(access::unopened(std::move(now))) {}

    /// The item with this primary key: one == condition per field of the key. Absent when there is none.
    template <class E, class... C>
    async_result<std::optional<E>> get(C const&... conditions) const {
        if constexpr (access::template valid_get<E, C...>()) {
            using table = typename access::template table_of<E>;
            if constexpr (detail::valid_result<table, E, 0, E>()) {
                return detail::make_verb<detail::get_procedure>(
                    backend_,
                    [](detail::get_procedure& done) {
                        std::optional<E> result;
                        if (auto const& found = done.found()) result = detail::decode_as<table, E, E>(*found);
                        return result;
                    },
                    detail::entity_model<table, E>::data, detail::key_from<table, E>(conditions...));
            }
        }
        return async_result<std::optional<E>>();
    }

    /// The items of E that satisfy the conditions, in the order of the sort key: an async_range, with all(), first(), page() and
    /// count().
    template <class E, class... C>
    [[nodiscard]] auto query(C const&... conditions) const {
        return range_of(reads_.template query<E>(conditions...));
    }
    /// As query, by the index named (the table's own name: the primary key).
    template <class E, fixed_string Index, class... C>
    [[nodiscard]] auto query(on_index<Index> index, C const&... conditions) const {
        return range_of(reads_.template query<E>(index, conditions...));
    }

    /// Several entities of one partition in one query: an async_range of an item_collection, with get() and page().
    template <class Collection, class... C>
    [[nodiscard]] auto collect(C const&... conditions) const {
        return range_of(reads_.template collect<Collection>(conditions...));
    }

    /// Every item of E: reads the whole table. An async_range, in no particular order.
    template <class E>
    [[nodiscard]] auto scan() const {
        return range_of(reads_.template scan<E>());
    }

    /// The untyped operations underneath.
    std::shared_ptr<async_backend> const& implementation() const noexcept { return backend_; }

    clock_function const& clock() const noexcept { return reads_.clock(); }

  private:
    template <class Range>
    async_range<Range> range_of(Range range) const {
        return {backend_, std::move(range)};
    }

    std::shared_ptr<async_backend> backend_;
    blocking reads_; // its ranges are read through backend_
};

} // namespace monotable
