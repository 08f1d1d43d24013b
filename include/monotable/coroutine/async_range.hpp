// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/read/collection.hpp>
#include <monotable/store/read/range.hpp>
#include <monotable/store/read/read_procedure.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// Reads items as objects.
template <class Table, class E, class Result>
class object_procedure final : public read_procedure {
  public:
    using read_procedure::read_procedure;
    std::vector<Result> objects;

  protected:
    void take(item_view next) override { objects.push_back(decode_as<Table, E, Result>(next)); }
};

} // namespace detail

/// The result of a query or scan of an async_store: the options of item_range, and reads as awaitables. Requests are
/// started by co_await; pages of several partitions are requested concurrently. A range can be copied and can outlive
/// the store. Errors are those of item_range.
template <class Table, class E, std::size_t Index, class Result>
class async_range<item_range<Table, E, Index, Result>> {
    using range = item_range<Table, E, Index, Result>;
    using objects = detail::object_procedure<Table, E, Result>;

  public:
    async_range(std::shared_ptr<async_backend> store, range from) : store_(std::move(store)), range_(std::move(from)) {}

    // Like the functions of item_range.
    [[nodiscard]] async_range descending() const { return with(range_.descending()); }
    template <class... C>
    [[nodiscard]] async_range filter(C const&... conditions) const {
        return with(range_.filter(conditions...));
    }
    [[nodiscard]] async_range unexpired() const { return with(range_.unexpired()); }
    template <std::integral Count>
    [[nodiscard]] async_range limit(Count count) const {
        return with(range_.limit(count));
    }
    [[nodiscard]] async_range after(std::string_view cursor) const { return with(range_.after(cursor)); }
    [[nodiscard]] async_range before(std::string_view cursor) const { return with(range_.before(cursor)); }
    [[nodiscard]] async_range distinct() const { return with(range_.distinct()); }
    [[nodiscard]] async_range max_requests(std::size_t count) const { return with(range_.max_requests(count)); }
    [[nodiscard]] async_range consistent() const { return with(range_.consistent()); }
    [[nodiscard]] async_range segment(std::uint32_t number, std::uint32_t count) const {
        return with(range_.segment(number, count));
    }
    [[nodiscard]] async_range segments(std::uint32_t count) const { return with(range_.segments(count)); }
    template <class Other>
    [[nodiscard]] auto as() const {
        auto other = range_.template as<Other>();
        return async_range<decltype(other)>(store_, std::move(other));
    }
    explanation explain() const { return range_.explain(); }
    std::string_view index() const { return range_.index(); }

    async_result<std::optional<Result>> first() const {
        range const one = range_.options_.backward ? range_ : range_.limit(1);
        return detail::make_verb<objects>(
            store_,
            [](objects& read) {
                return read.objects.empty() ? std::optional<Result>() : std::move(read.objects.front());
            },
            one.source_, one.options(false));
    }

    async_result<std::vector<Result>> all() const {
        return detail::make_verb<objects>(
            store_, [](objects& read) { return std::move(read.objects); }, range_.source_, range_.options(false));
    }

    async_result<monotable::page<Result>> page() const {
        bool const backward = range_.options_.backward;
        return detail::make_verb<objects>(
            store_,
            [backward](objects& read) {
                monotable::page<Result> result{std::move(read.objects), std::move(read.ahead()), read.behind()};
                if (backward) std::swap(result.cursor, result.previous);
                return result;
            },
            range_.source_, range_.options(true));
    }

    async_result<std::size_t> count() const {
        return detail::make_verb<detail::count_procedure>(
            store_, [](detail::count_procedure& read) { return read.count(); }, range_.source_, range_.options(false));
    }

  private:
    async_range with(range changed) const { return {store_, std::move(changed)}; }

    std::shared_ptr<async_backend> store_;
    range range_;
};

/// The result of collect of an async_store: see item_collection.
template <class Table, class Collection, std::size_t Index>
class async_range<item_collection<Table, Collection, Index>> {
    using collection = item_collection<Table, Collection, Index>;

    class procedure final : public detail::read_procedure {
      public:
        procedure(collection const& from, detail::read_options options)
            : read_procedure(from.source_, std::move(options)), collection_(from) {}

        std::optional<Collection> result() { return parts_.take(detail::member_indices<Collection>{}); }

      protected:
        void take(item_view next) override { collection_.add(parts_, next, detail::member_indices<Collection>{}); }

      private:
        collection collection_;
        typename collection::parts parts_;
    };

  public:
    async_range(std::shared_ptr<async_backend> store, collection from)
        : store_(std::move(store)), collection_(std::move(from)) {}

    // Like the functions of item_collection.
    [[nodiscard]] async_range descending() const { return with(collection_.descending()); }
    template <std::integral Count>
    [[nodiscard]] async_range limit(Count count) const {
        return with(collection_.limit(count));
    }
    [[nodiscard]] async_range after(std::string_view cursor) const { return with(collection_.after(cursor)); }
    [[nodiscard]] async_range before(std::string_view cursor) const { return with(collection_.before(cursor)); }
    template <class E, class... C>
    [[nodiscard]] async_range filter(C const&... conditions) const {
        return with(collection_.template filter<E>(conditions...));
    }
    [[nodiscard]] async_range unexpired() const { return with(collection_.unexpired()); }
    [[nodiscard]] async_range consistent() const { return with(collection_.consistent()); }
    explanation explain() const { return collection_.explain(); }
    std::string_view index() const { return collection_.index(); }

    async_result<std::optional<Collection>> get() const {
        if constexpr (collection::valid_results(detail::member_indices<Collection>{}))
            return detail::make_verb<procedure>(
                store_, [](procedure& read) { return read.result(); }, collection_, collection_.options_);
        else return async_result<std::optional<Collection>>();
    }

    async_result<collection_page<Collection>> page() const {
        if constexpr (collection::valid_page() && collection::valid_results(detail::member_indices<Collection>{})) {
            detail::read_options options = collection_.options_;
            bool const backward = options.backward;
            options.in_pages = true;
            return detail::make_verb<procedure>(
                store_,
                [backward](procedure& read) {
                    collection_page<Collection> result{};
                    if (auto part = read.result()) result.part = std::move(*part);
                    result.cursor = std::move(read.ahead());
                    result.previous = read.behind();
                    if (backward) std::swap(result.cursor, result.previous);
                    return result;
                },
                collection_, std::move(options));
        } else {
            return async_result<collection_page<Collection>>();
        }
    }

  private:
    async_range with(collection changed) const { return {store_, std::move(changed)}; }

    std::shared_ptr<async_backend> store_;
    collection collection_;
};

/// The result after an error that has been reported.
template <class Result>
class async_range<detail::error_placeholder<Result>> : public detail::error_placeholder<Result> {
    using placeholder = detail::error_placeholder<Result>;

  public:
    async_range(std::shared_ptr<async_backend> const&, placeholder const&) {}

    template <class... A>
    async_range descending(A const&...) const {
        return *this;
    }
    async_result<std::optional<Result>> first() const { return async_result<std::optional<Result>>(); }
    async_result<std::vector<Result>> all() const { return async_result<std::vector<Result>>(); }
    async_result<monotable::page<Result>> page() const { return async_result<monotable::page<Result>>(); }
    async_result<std::size_t> count() const { return async_result<std::size_t>(); }
    async_result<std::optional<Result>> get() const { return async_result<std::optional<Result>>(); }
};

} // namespace monotable
