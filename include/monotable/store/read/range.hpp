// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/query/explain.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/read/filtering.hpp>
#include <monotable/store/read/first_request.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/read/reader.hpp>
#include <monotable/store/read/view.hpp>
#include <monotable/violation/store.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

template <class Range>
class async_range; // coroutine/async_range.hpp

namespace detail {

/// True unless the index is a global secondary one, which cannot be read consistently; then reports one error.
template <class Table, class E, std::size_t Index>
constexpr bool valid_consistent() {
    if constexpr (Table::data.indexes[Index].kind != index_kind::global) {
        return true;
    } else {
        constexpr std::string_view name = Table::data.indexes[Index].name;
        return report<store_rule::inconsistent_index, E, named<to_fixed<name.size()>(name)>>();
    }
}

/// The position of an iterator. Shared as this base class, so that std::shared_ptr is instantiated once.
struct read_place {
    explicit read_place(item_reader from) : reader(std::move(from)) {}
    virtual ~read_place() = default;
    item_reader reader;
};

} // namespace detail

/// The items of one page, and opaque cursors to the adjacent pages.
template <class Result>
struct page {
    std::vector<Result> items;
    std::string cursor;   ///< for after(): the next page; empty exactly if no items follow
    std::string previous; ///< for before(): the previous page; empty on the first page
};

/// The result of a query or scan: a lazy range of Result in the order of the sort key (for a scan, in unspecified
/// order).
///
/// Several partitions (of shards, or of in()) are read page by page and merged; the order of equal sort keys is
/// deterministic. begin(), first(), all(), count() and page() read, each anew. A range can be copied and can outlive
/// the store, whose backend it keeps alive; different threads can read copies. Reading throws bad_item if an item does
/// not fit Result, bad_cursor, and store_error.
template <class Table, class E, std::size_t Index, class Result = E>
class item_range {
    static constexpr bool is_scan = Index == detail::whole_table;
    static constexpr std::size_t index_read = is_scan ? 0 : Index;

  public:
    /// An input iterator. Copies share their position: incrementing one of them invalidates the others. *i is not const
    /// and can be moved from; ++i decodes into the same object, whose memory is reused.
    class iterator {
      public:
        using value_type = Result;
        using difference_type = std::ptrdiff_t;
        using pointer = Result*;
        using reference = Result&;
        using iterator_category = std::input_iterator_tag;

        iterator() = default; ///< the end
        explicit iterator(detail::item_reader reader)
            : place_(static_cast<detail::read_place*>(new place(std::move(reader)))) {
            ++*this;
        }

        Result& operator*() const { return *current(); }
        Result* operator->() const { return &*current(); }
        iterator& operator++() {
            if constexpr (detail::valid_result<Table, E, index_read, Result>()) {
                if (item_view const* const next = place_->reader.next()) {
                    std::optional<Result>& object = current();
                    if (!object) object.emplace();
                    detail::decode_again<Table, E, Result>(*object, *next);
                } else {
                    place_.reset();
                }
            }
            return *this;
        }
        /// For *i++, which returns the item and advances.
        auto operator++(int) {
            struct taken {
                Result object;
                Result operator*() && { return std::move(object); }
            };
            taken result{std::move(**this)};
            ++*this;
            return result;
        }
        friend bool operator==(iterator const& a, iterator const& b) { return a.place_ == b.place_; }

      private:
        struct place : detail::read_place {
            using detail::read_place::read_place;
            std::optional<Result> current;
        };
        std::optional<Result>& current() const { return static_cast<place&>(*place_).current; }

        std::shared_ptr<detail::read_place> place_; // null for the end
    };

    item_range(std::shared_ptr<backend> store, detail::read_source source, detail::read_options options = {})
        : store_(std::move(store)), source_(std::move(source)), options_(std::move(options)) {}

    /// Reads from the highest sort key to the lowest. Queries only.
    [[nodiscard]] item_range descending() && {
        if constexpr (is_scan) static_cast<void>(detail::report<detail::store_rule::scan_descending, E>());
        options_.descending = true;
        return std::move(*this);
    }
    [[nodiscard]] item_range descending() const& { return item_range(*this).descending(); }

    /// Returns only items that satisfy these conditions and those of earlier calls. Conditions can test all fields
    /// except the keys of the index that is read. Other items are read nevertheless, and consume capacity.
    template <class... C>
    [[nodiscard]] item_range filter(C const&... conditions) && {
        (detail::add_filter<Table, E, Index, is_scan>(source_, source_.filter, conditions), ...);
        return std::move(*this);
    }
    template <class... C>
    [[nodiscard]] item_range filter(C const&... conditions) const& {
        return item_range(*this).filter(conditions...);
    }

    /// Excludes items whose time to live has expired but which the store has not removed yet.
    [[nodiscard]] item_range unexpired() && {
        detail::hide_expired<Table, E, Index, is_scan>(source_);
        return std::move(*this);
    }
    [[nodiscard]] item_range unexpired() const& { return item_range(*this).unexpired(); }

    /// Returns at most `count` items; 0 means no limit. Throws bad_value if it is negative.
    template <std::integral Count>
    [[nodiscard]] item_range limit(Count count) && {
        options_.limit = detail::limit_of(count);
        return std::move(*this);
    }
    template <std::integral Count>
    [[nodiscard]] item_range limit(Count count) const& {
        return item_range(*this).limit(count);
    }

    /// Starts after the page that returned the cursor; an empty cursor is the beginning. Reading throws bad_cursor if
    /// the cursor is malformed or belongs to another query.
    [[nodiscard]] item_range after(std::string_view cursor) && {
        options_.cursor = cursor;
        options_.backward = false;
        return std::move(*this);
    }
    [[nodiscard]] item_range after(std::string_view cursor) const& { return item_range(*this).after(cursor); }

    /// Ends before the page that returned the cursor as `previous`: with limit(), this is the page before it, with its
    /// items in the order of the query. An empty cursor is the end of the query. Queries only; errors as for after().
    [[nodiscard]] item_range before(std::string_view cursor) && {
        if constexpr (is_scan) static_cast<void>(detail::report<detail::store_rule::scan_before, E>());
        options_.cursor = cursor;
        options_.backward = true;
        return std::move(*this);
    }
    [[nodiscard]] item_range before(std::string_view cursor) const& { return item_range(*this).before(cursor); }

    /// Returns an item that is in several partitions once: of items with equal sort keys the one in the first
    /// partition. In an index whose sort keys do not identify the items of a partition, items are the same if their
    /// primary keys are equal. Queries only.
    [[nodiscard]] item_range distinct() && {
        if constexpr (is_scan) static_cast<void>(detail::report<detail::store_rule::scan_distinct, E>());
        options_.distinct = true;
        return std::move(*this);
    }
    [[nodiscard]] item_range distinct() const& { return item_range(*this).distinct(); }

    /// Reads pages of several partitions or segments concurrently. Items, their order and cursors do not change.
    /// REQUIRES: the executor outlives all reads of this range and its copies.
    [[nodiscard]] item_range parallel(executor& runner) && {
        options_.executor = &runner;
        options_.at_once = true;
        return std::move(*this);
    }
    [[nodiscard]] item_range parallel(executor& runner) const& { return item_range(*this).parallel(runner); }

    /// Bounds the number of requests; 0 means no bound. page() then ends early, possibly without items, and its cursor
    /// continues; other functions throw store_error (limit_exceeded) if they need more requests. Throws bad_value if
    /// `count` is less than the number of partitions, each of which takes at least one.
    [[nodiscard]] item_range max_requests(std::size_t count) && {
        options_.max_requests = count;
        return std::move(*this);
    }
    [[nodiscard]] item_range max_requests(std::size_t count) const& { return item_range(*this).max_requests(count); }

    /// Strongly consistent reads. Not for global secondary indexes.
    [[nodiscard]] item_range consistent() && {
        static_cast<void>(detail::valid_consistent<Table, E, index_read>());
        options_.consistent = true;
        return std::move(*this);
    }
    [[nodiscard]] item_range consistent() const& { return item_range(*this).consistent(); }

    /// Reads one of `count` disjoint segments of a scan, numbered from 0. REQUIRES: number < count.
    [[nodiscard]] item_range segment(std::uint32_t number, std::uint32_t count) && {
        if constexpr (!is_scan) static_cast<void>(detail::report<detail::store_rule::segments_of_a_query, E>());
        options_.segment = number;
        options_.segments = 1;
        options_.total_segments = count;
        return std::move(*this);
    }
    [[nodiscard]] item_range segment(std::uint32_t number, std::uint32_t count) const& {
        return item_range(*this).segment(number, count);
    }

    /// Reads all segments of a scan, for parallel(): one page of each segment, then the next pages. REQUIRES: count !=
    /// 0.
    [[nodiscard]] item_range segments(std::uint32_t count) && {
        if constexpr (!is_scan) static_cast<void>(detail::report<detail::store_rule::segments_of_a_query, E>());
        options_.segment = 0;
        options_.segments = options_.total_segments = count;
        return std::move(*this);
    }
    [[nodiscard]] item_range segments(std::uint32_t count) const& { return item_range(*this).segments(count); }

    /// Returns the items as Other: a struct with some of the entity's fields, or `item` for all stored attributes.
    template <class Other>
    [[nodiscard]] auto as() const {
        if constexpr (detail::valid_result<Table, E, index_read, Other>())
            return item_range<Table, E, Index, Other>(store_, source_, options_);
        else return detail::error_placeholder<Other>{};
    }

    iterator begin() const {
        if constexpr (detail::valid_result<Table, E, index_read, Result>()) return iterator(reader());
        else return {};
    }
    iterator end() const { return {}; }

    std::optional<Result> first() const {
        if constexpr (detail::valid_result<Table, E, index_read, Result>()) {
            if constexpr (!is_scan) {
                std::optional<Result> result;
                detail::read_options const options = this->options(false);
                detail::first_request request(source_, options);
                if (request.is_possible() && request.run(*store_, &decode_first, &result)) return result;
            }
            detail::read_options one = options(false);
            if (!one.backward) one.limit = 1;
            detail::item_reader source(*store_, &source_, std::move(one));
            if (item_view const* const found = source.next()) return detail::decode_as<Table, E, Result>(*found);
        }
        return std::nullopt;
    }

    std::vector<Result> all() const {
        std::vector<Result> result;
        if constexpr (detail::valid_result<Table, E, index_read, Result>()) {
            detail::item_reader source(*store_, &source_, options(false));
            while (item_view const* const next = source.next())
                result.push_back(detail::decode_as<Table, E, Result>(*next));
        }
        return result;
    }

    /// Calls `f` with a view of each item, whose fields are read where they are asked for, without decoding the others: see
    /// monotable::view. Ends early if `f` returns false. No locks are held during the calls; exceptions of `f` are passed on.
    template <class F>
        requires detail::viewer<F, Result>
    void visit(F const& f) const {
        if constexpr (detail::valid_result<Table, E, index_read, Result>()) {
            detail::item_reader source(*store_, &source_, options(false));
            while (item_view const* const next = source.next()) {
                if constexpr (std::is_same_v<detail::viewed_t<F, Result>, bool>) {
                    if (!f(view_of(*next))) return;
                } else {
                    f(view_of(*next));
                }
            }
        }
    }

    /// Reads up to limit() items, with the cursors of the adjacent pages.
    monotable::page<Result> page() const {
        monotable::page<Result> result;
        if constexpr (detail::valid_result<Table, E, index_read, Result>()) {
            detail::item_reader source(*store_, &source_, options(true));
            while (item_view const* const next = source.next())
                result.items.push_back(detail::decode_as<Table, E, Result>(*next));
            if (options_.limit != 0 || source.is_stopped()) result.cursor = source.ahead();
            result.previous = source.behind();
            if (options_.backward) std::swap(result.cursor, result.previous);
        }
        return result;
    }

    /// The number of items, up to limit(). The store counts if the range of keys contains items of E only; otherwise
    /// the keys of the items are read.
    std::size_t count() const { return detail::item_reader(*store_, &source_, options(false)).count(); }

    /// Describes what will be read, from where and in which order, without reading.
    explanation explain() const {
        if (source_.scan) {
            std::string text = "scan " + std::string(source_.table->name) + ": every item is read\n";
            detail::explain_filter(text, source_.whole_filter().view());
            return explanation(std::move(text));
        }
        std::string text = detail::explain_query(source_.entity->name, *source_.table, source_.index, source_.ranges,
                                                 options_.descending, options_.limit, source_.whole_filter().view());
        if (options_.distinct) text += "  distinct:  each item once\n";
        return explanation(std::move(text));
    }

    /// The name of the index that is read; the table's name for the primary key.
    std::string_view index() const { return index_read == 0 ? Table::data.name : Table::data.indexes[index_read].name; }

  private:
    friend class async_range<item_range>;

    detail::read_options options(bool in_pages) const {
        detail::read_options options = options_;
        options.in_pages = in_pages;
        if constexpr (detail::valid_result<Table, E, index_read, Result>())
            options.projection = detail::names_to_read<Table, E, index_read, Result>();
        return options;
    }
    static view<Result> view_of(item_view source) {
        return {detail::entity_model<Table, E>::data, detail::result_of<Table, E, Result>(), source};
    }
    static void decode_first(void* object, item_view source) {
        auto& result = *static_cast<std::optional<Result>*>(object);
        if (!result) result.emplace();
        detail::decode_again<Table, E, Result>(*result, source);
    }

    detail::item_reader reader() const { return {store_, source_, options(false)}; }

    std::shared_ptr<backend> store_;
    detail::read_source source_;
    detail::read_options options_;
};

} // namespace monotable
