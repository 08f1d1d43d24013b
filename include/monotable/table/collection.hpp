// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/plan/collection.hpp>
#include <monotable/plan/explain.hpp>
#include <monotable/plan/plan_of.hpp>
#include <monotable/table/projection.hpp>
#include <monotable/table/range.hpp>
#include <monotable/table/reader.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
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

template <class Table, class Collection, fixed_string Forced, class... C>
inline constexpr plan_data collection_plan = plan_collection(
    collection_entities<Table, Collection, member_indices<Collection>>::list, {condition_list<C...>, sizeof...(C)}, Forced.view());

} // namespace detail

/// One item collection, read with one query into a struct: each member of Collection is an entity (exactly one item), an
/// optional or a vector of one. Items of other entities in the same partition are passed over. Nothing is read before get().
template <class Table, class Collection, std::size_t Index>
class item_collection {
public:
    item_collection(std::shared_ptr<backend> store, detail::read_source source) : store_(std::move(store)), source_(std::move(source)) {}

    /// The members that are vectors are filled from the highest sort key to the lowest.
    [[nodiscard]] item_collection descending() && {
        options_.descending = true;
        return std::move(*this);
    }
    [[nodiscard]] item_collection descending() const& { return item_collection(*this).descending(); }

    /// At most count items are read, of whatever entity; 0 means no limit.
    [[nodiscard]] item_collection limit(std::size_t count) && {
        options_.limit = count;
        return std::move(*this);
    }
    [[nodiscard]] item_collection limit(std::size_t count) const& { return item_collection(*this).limit(count); }

    /// Sees every write that was finished before. Not for global secondary indexes.
    [[nodiscard]] item_collection consistent() && {
        static_cast<void>(detail::valid_consistent<Table, Collection, Index>());
        options_.consistent = true;
        return std::move(*this);
    }
    [[nodiscard]] item_collection consistent() const& { return item_collection(*this).consistent(); }

    /// Absent when a member that is neither an optional nor a vector has no item, or when there is no item at all. Throws
    /// bad_item when a member for one item has several, or an item does not fit its struct.
    std::optional<Collection> get() const { return read(detail::member_indices<Collection>{}); }

    /// The items as stored, in order, those of other entities included.
    std::vector<item> items() const {
        detail::item_reader<backend> reader(store_, source_, options_);
        std::vector<item> result;
        while (item const* const next = reader.next()) result.push_back(*next);
        return result;
    }

    explanation explain() const {
        return explanation(detail::explain_query(detail::unqualified_name<Collection>(), *source_.table, Index, source_.ranges,
                                                 options_.descending, options_.limit));
    }

    /// The index that is read; the table's own name for the primary key.
    std::string_view index() const { return Index == 0 ? Table::data.name : Table::data.indexes[Index].name; }

private:
    template <std::size_t... I>
    std::optional<Collection> read(std::index_sequence<I...>) const {
        if constexpr ((detail::valid_result<Table, detail::member_entity<Collection, I>, Index, detail::member_entity<Collection, I>>() &&
                       ...)) {
            Collection result{};
            void const* addresses[sizeof...(I)];
            detail::reflect<Collection>::addresses(result, addresses);
            bool filled[sizeof...(I)]{};
            bool any = false;
            detail::item_reader<backend> reader(store_, source_, options_);
            while (item const* const next = reader.next())
                any = (take<I>(const_cast<void*>(addresses[I]), filled[I], *next) || ...) || any;
            bool const complete = ((filled[I] || !detail::collection_member<detail::collection_field<Collection, I>>::required) && ...);
            if (any && complete) return result;
        }
        return std::nullopt;
    }

    template <std::size_t I>
    static bool take(void* member, bool& filled, item_view source) {
        using type = detail::collection_field<Collection, I>;
        using E = detail::member_entity<Collection, I>;
        if (!detail::belongs_to(detail::entity_model<Table, E>::data, source)) return false;
        if (!detail::collection_member<type>::take(*static_cast<type*>(member), filled, detail::decode_as<Table, E, E>(source)))
            throw bad_item("monotable: the item collection has several items of " + std::string(detail::declaration_of<E>.name) +
                           ", but the member for them holds one; make it a std::vector");
        return true;
    }

    std::shared_ptr<backend> store_;
    detail::read_source source_;
    detail::read_options options_;
};

} // namespace monotable
