// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/evaluate.hpp>
#include <monotable/query/collection.hpp>
#include <monotable/query/explain.hpp>
#include <monotable/query/plan_of.hpp>
#include <monotable/store/read/filtering.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/read/range.hpp>
#include <monotable/store/read/reader.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// A member of a collection: E (exactly one item), std::optional<E> (at most one) or std::vector<E> (any number).
template <class Member>
struct collection_member {
    using type = Member;
    static constexpr bool required = true;
    static bool take(Member& member, bool& filled, Member&& object) {
        if (filled) return false;
        filled = true;
        member = std::move(object);
        return true;
    }
};
template <class E>
struct collection_member<std::optional<E>> {
    using type = E;
    static constexpr bool required = false;
    static bool take(std::optional<E>& member, bool& filled, E&& object) {
        if (filled) return false;
        filled = true;
        member = std::move(object);
        return true;
    }
};
template <class E>
struct collection_member<std::vector<E>> {
    using type = E;
    static constexpr bool required = false;
    static bool take(std::vector<E>& member, bool&, E&& object) {
        member.push_back(std::move(object));
        return true;
    }
};

template <class Collection, std::size_t I>
using collection_field = typename reflect<Collection>::template type<I>;
template <class Collection, std::size_t I>
using member_entity = typename collection_member<collection_field<Collection, I>>::type;

template <class Table, class Collection, class Indices>
struct collection_entities;
template <class Table, class Collection, std::size_t... I>
struct collection_entities<Table, Collection, std::index_sequence<I...>> {
    static constexpr entity_data const* list[] = {&entity_model<Table, member_entity<Collection, I>>::data...};
};

template <class Collection>
using member_indices = std::make_index_sequence<reflect<Collection>::size>;

/// The first member for items of E; the number of members if there is none.
template <class Collection, class E, std::size_t I = 0>
constexpr std::size_t member_for() {
    if constexpr (I == reflect<Collection>::size) return I;
    else if constexpr (std::is_same_v<member_entity<Collection, I>, E>) return I;
    else return member_for<Collection, E, I + 1>();
}

template <class Table, class Collection, fixed_string Forced, class... C>
inline constexpr plan_data collection_plan =
    plan_collection(collection_entities<Table, Collection, member_indices<Collection>>::list,
                    {condition_list<C...>, sizeof...(C)}, Forced.view());

/// The first required member; the number of members if there is none.
template <class Collection, std::size_t I = 0>
constexpr std::size_t first_required_member() {
    if constexpr (I == reflect<Collection>::size) return I;
    else if constexpr (collection_member<collection_field<Collection, I>>::required) return I;
    else return first_required_member<Collection, I + 1>();
}

} // namespace detail

/// The part of a collection on one page, and opaque cursors to the adjacent pages.
template <class Collection>
struct collection_page {
    Collection part;
    std::string cursor;   ///< for after(): the next page; empty exactly if no items follow
    std::string previous; ///< for before(): the previous page; empty on the first page
};

/// An item collection, which one query reads into a struct: each member of Collection is an entity (exactly one item),
/// an optional or a vector of entities. Items of other entities in the partition are ignored. Lazy: get(), page() and
/// items() read.
template <class Table, class Collection, std::size_t Index>
class item_collection {
  public:
    item_collection(std::shared_ptr<backend> store, detail::read_source source)
        : store_(std::move(store)), source_(std::move(source)) {}

    /// Reads from the highest sort key to the lowest, which is then the order of vectors.
    [[nodiscard]] item_collection descending() && {
        options_.descending = true;
        return std::move(*this);
    }
    [[nodiscard]] item_collection descending() const& { return item_collection(*this).descending(); }

    /// Reads at most `count` items of all entities together; 0 means no limit. Throws bad_value if it is negative.
    template <std::integral Count>
    [[nodiscard]] item_collection limit(Count count) && {
        options_.limit = detail::limit_of(count);
        return std::move(*this);
    }
    template <std::integral Count>
    [[nodiscard]] item_collection limit(Count count) const& {
        return item_collection(*this).limit(count);
    }

    /// Starts after the page that returned the cursor, like item_range::after.
    [[nodiscard]] item_collection after(std::string_view cursor) && {
        options_.cursor = cursor;
        options_.backward = false;
        return std::move(*this);
    }
    [[nodiscard]] item_collection after(std::string_view cursor) const& { return item_collection(*this).after(cursor); }

    /// Ends before the page that returned the cursor as `previous`, like item_range::before.
    [[nodiscard]] item_collection before(std::string_view cursor) && {
        options_.cursor = cursor;
        options_.backward = true;
        return std::move(*this);
    }
    [[nodiscard]] item_collection before(std::string_view cursor) const& {
        return item_collection(*this).before(cursor);
    }

    /// Excludes items of E that do not satisfy these conditions, which can test keys too; items of other entities are
    /// not affected. Excluded items are read and count toward limit() nevertheless.
    template <class E, class... C>
    [[nodiscard]] item_collection filter(C const&... conditions) && {
        constexpr std::size_t member = detail::member_for<Collection, E>();
        if constexpr (member == detail::reflect<Collection>::size)
            static_cast<void>(detail::report<detail::store_rule::filter_of_no_member, Collection, E>());
        else (detail::add_filter<Table, E, Index, true>(source_, filters_[member], conditions), ...);
        return std::move(*this);
    }
    template <class E, class... C>
    [[nodiscard]] item_collection filter(C const&... conditions) const& {
        return item_collection(*this).template filter<E>(conditions...);
    }

    /// Excludes items whose time to live has expired but which the store has not removed yet; items without one are not
    /// affected. Excluded items are read and count toward limit() nevertheless.
    [[nodiscard]] item_collection unexpired() && {
        hide_expired(detail::member_indices<Collection>{});
        return std::move(*this);
    }
    [[nodiscard]] item_collection unexpired() const& { return item_collection(*this).unexpired(); }

    /// Strongly consistent reads. Not for global secondary indexes.
    [[nodiscard]] item_collection consistent() && {
        static_cast<void>(detail::valid_consistent<Table, Collection, Index>());
        options_.consistent = true;
        return std::move(*this);
    }
    [[nodiscard]] item_collection consistent() const& { return item_collection(*this).consistent(); }

    /// Reads the collection; nullopt if it has no items, or none for a member that is neither an optional nor a vector.
    /// Throws bad_item if there are several items for a member that holds one, or if an item does not fit its struct.
    std::optional<Collection> get() const {
        detail::item_reader reader(store_, source_, options_);
        return read(reader);
    }

    /// Reads the next limit() items of all entities. REQUIRES: every member is an optional or a vector.
    collection_page<Collection> page() const {
        collection_page<Collection> result{};
        if constexpr (valid_page()) {
            detail::item_reader reader(store_, source_, options_);
            if (auto part = read(reader)) result.part = std::move(*part);
            if (options_.limit != 0) result.cursor = reader.ahead();
            result.previous = reader.behind();
            if (options_.backward) std::swap(result.cursor, result.previous);
        }
        return result;
    }

    /// Reads the stored items in order, including those of other entities.
    std::vector<item> items() const { return read_items(detail::member_indices<Collection>{}); }

    explanation explain() const {
        std::string text = detail::explain_query(detail::unqualified_name<Collection>(), *source_.table, Index,
                                                 source_.ranges, options_.descending, options_.limit);
        for (std::size_t i = 0; i != member_count; ++i)
            detail::explain_filter(text, filters_[i].view(), members::list[i]->name);
        return explanation(std::move(text));
    }

    /// The name of the index that is read; the table's name for the primary key.
    std::string_view index() const { return Index == 0 ? Table::data.name : Table::data.indexes[Index].name; }

  private:
    friend class async_range<item_collection>;

    static constexpr std::size_t member_count = detail::reflect<Collection>::size;
    using members = detail::collection_entities<Table, Collection, detail::member_indices<Collection>>;

    /// True if the item belongs to this member's entity and satisfies its filter.
    template <std::size_t I>
    bool is_for(item_view source, bool& refused) const {
        if (!detail::belongs_to(*members::list[I], source)) return false;
        refused = !filters_[I].empty() && !monotable::holds(filters_[I].view(), source);
        return true;
    }

    template <std::size_t I>
    static constexpr bool expires =
        !detail::time_to_live_of(detail::options_of<detail::member_entity<Collection, I>>()).empty();

    template <std::size_t... I>
    void hide_expired(std::index_sequence<I...>) {
        if constexpr ((expires<I> || ...)) (hide_expired_of<I>(), ...);
        else static_cast<void>(detail::valid_time_to_live<detail::member_entity<Collection, 0>>()); // one error
    }
    template <std::size_t I>
    void hide_expired_of() {
        if constexpr (expires<I>) {
            detail::read_source member{.clock = source_.clock};
            detail::hide_expired<Table, detail::member_entity<Collection, I>, Index, true>(member);
            filters_[I] = detail::joined(expression_kind::all_of, filters_[I], member.still);
        }
    }

    template <std::size_t... I>
    std::vector<item> read_items(std::index_sequence<I...>) const {
        detail::item_reader reader(store_, source_, options_);
        std::vector<item> result;
        while (item_view const* const next = reader.next()) {
            bool refused = false;
            (void)(is_for<I>(*next, refused) || ...);
            if (!refused) result.emplace_back(*next);
        }
        return result;
    }

    std::optional<Collection> read(detail::item_reader& reader) const {
        if constexpr (!valid_results(detail::member_indices<Collection>{})) {
            return std::nullopt;
        } else {
            parts read;
            while (item_view const* const next = reader.next()) add(read, *next, detail::member_indices<Collection>{});
            return read.take(detail::member_indices<Collection>{});
        }
    }

    /// True if no member is required; otherwise reports one error.
    static constexpr bool valid_page() {
        constexpr std::size_t required = detail::first_required_member<Collection>();
        if constexpr (required == member_count) return true;
        else {
            constexpr std::string_view name = detail::reflect<Collection>::names[required];
            return detail::report<detail::store_rule::member_of_a_page, Collection,
                                  detail::named<detail::to_fixed<name.size()>(name)>>();
        }
    }

    template <std::size_t... I>
    static constexpr bool valid_results(std::index_sequence<I...>) {
        return (detail::valid_result<Table, detail::member_entity<Collection, I>, Index,
                                     detail::member_entity<Collection, I>>() &&
                ...);
    }

    /// The parts that have been read.
    struct parts {
        parts() { detail::reflect<Collection>::addresses(result, members); }
        parts(parts const&) = delete;
        parts& operator=(parts const&) = delete;

        template <std::size_t... I>
        std::optional<Collection> take(std::index_sequence<I...>) {
            bool const complete =
                ((filled[I] || !detail::collection_member<detail::collection_field<Collection, I>>::required) && ...);
            if (any && complete) return std::move(result);
            return std::nullopt;
        }

        Collection result{};
        void const* members[member_count];
        bool filled[member_count]{};
        bool any = false;
    };

    template <std::size_t... I>
    void add(parts& to, item_view next, std::index_sequence<I...>) const {
        bool refused = false;
        bool const taken = (take<I>(const_cast<void*>(to.members[I]), to.filled[I], next, refused) || ...);
        to.any = to.any || (taken && !refused);
    }

    template <std::size_t I>
    bool take(void* member, bool& filled, item_view source, bool& refused) const {
        using type = detail::collection_field<Collection, I>;
        using E = detail::member_entity<Collection, I>;
        if (!is_for<I>(source, refused)) return false;
        if (refused) return true;
        if (!detail::collection_member<type>::take(*static_cast<type*>(member), filled,
                                                   detail::decode_as<Table, E, E>(source)))
            throw bad_item("monotable: the item collection has several items of " +
                           std::string(detail::declaration_of<E>.name) +
                           ", but the member for them holds one; make it a std::vector");
        return true;
    }

    std::shared_ptr<backend> store_;
    detail::read_source source_;
    detail::read_options options_;
    expression filters_[member_count]; // by member
};

} // namespace monotable
