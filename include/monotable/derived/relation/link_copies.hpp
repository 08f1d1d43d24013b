// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/derived/relation/link_input.hpp>
#include <monotable/derived/relation/reference.hpp>
#include <monotable/derived/relation/relation_reference.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/derived/relation/shared_fields.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/write/rewrite.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Pairs of mirrored items, each with copies of the other side: they are created and erased together, and updated with
/// both sides.
namespace monotable::detail {

/// The fields of a link item that are copies of the side at the other end.
template <class Relation, class Side>
struct copies_of {
    template <class Link, class From, std::size_t I>
    static constexpr bool has = is_shared<Relation, Link, From, I>();
};

/// The fields that both items of a pair have and that are not copies.
template <class Relation, class Near, class Far>
struct payload_of {
    template <class Link, class Twin, std::size_t I>
    static constexpr bool has = is_shared<Relation, Link, Twin, I>() && !is_shared<Relation, Link, Near, I>() &&
                                !is_shared<Relation, Link, Far, I>();
};

template <class Which, class Link, class From, std::size_t... I>
constexpr auto find_fields(std::index_sequence<I...>) {
    struct {
        std::string_view names[sizeof...(I) + 1];
        std::size_t count = 0;
    } found{};
    ((Which::template has<Link, From, I> ? void(found.names[found.count++] = reflect<Link>::names[I]) : void()), ...);
    return found;
}
template <class Which, class Link, class From>
inline constexpr auto fields_shared = find_fields<Which, Link, From>(std::make_index_sequence<reflect<Link>::size>{});
template <class Which, class Link, class From>
inline constexpr array_view<std::string_view> names_shared{fields_shared<Which, Link, From>.names,
                                                           fields_shared<Which, Link, From>.count};

template <class Which, class Link, class From, std::size_t I>
void repeat_field(void const* const* to, void const* const* from) {
    if constexpr (Which::template has<Link, From, I>) {
        using type = typename reflect<Link>::template type<I>;
        constexpr std::size_t source = field_index<From>(reflect<Link>::names[I]);
        *static_cast<type*>(const_cast<void*>(to[I])) = *static_cast<type const*>(from[source]);
    }
}
template <class Which, class Link, class From, std::size_t... I>
void repeat_fields(Link& link, From const& from, std::index_sequence<I...>) {
    void const* to[reflect<Link>::size];
    void const* source[reflect<From>::size];
    reflect<Link>::addresses(link, to);
    reflect<From>::addresses(from, source);
    (repeat_field<Which, Link, From, I>(to, source), ...);
}
template <class Which, class Link, class From>
void repeat(Link& link, From const& from) {
    repeat_fields<Which>(link, from, std::make_index_sequence<reflect<Link>::size>{});
}

/// True if any of these fields differs in two items of the entity.
bool any_differs(entity_data const& entity, array_view<std::string_view> fields, item_view a, item_view b);

/// The key of the mirrored item.
item key_of_mirror(entity_data const& mine, entity_data const& other, array_view<match_list> matches, item_view source);

/// Makes the write conditional on these fields of its item being unchanged.
void guard_fields(write_set& set, std::size_t write, entity_data const& entity, array_view<std::string_view> fields);

/// The item of a side after the writes of the set, which become conditional on these fields of it. Null if it does not
/// exist; the set is then rejected.
item const* item_of_side(write_set& set, entity_change const& change, reference_data const& reference,
                         array_view<std::string_view> repeated);

/// Reads a side after the writes of the set, which become conditional on its copied fields. False if it does not exist.
template <class Table, class Relation, class Side, class Mine, class Repeating, std::size_t List>
bool read_side(write_set& set, entity_change const& change, Side& side) {
    item const* const found = item_of_side(set, change, reference_of<Table, Relation, Side, Mine, List>::data,
                                           names_shared<copies_of<Relation, Side>, Repeating, Side>);
    if (found != nullptr) side = decode_as<home_of<Table, Side>, Side, Side>(*found);
    return found != nullptr;
}

/// A change of one item of a pair. Mine is that item, in the partition of the side Near; Other is the mirrored item, in
/// that of Far.
template <class Table, class Relation, class Mine, class Other, class Near, class Far, std::size_t NearList>
class mirror_writes {
  public:
    mirror_writes(write_set& set, entity_change const& change)
        : set_(set),
          change_(change),
          mirror_(key_of_mirror(mine(), other(), relation_of<Relation>::data.matches,
                                change.after != nullptr ? *change.after : *change.before)) {}

    /// Copies the fields of the far side to the item.
    void complete() {
        if (change_.after == nullptr || (change_.before != nullptr && !copies_differ())) return;
        Mine object = decode_as<home_of<Table, Mine>, Mine, Mine>(*change_.after);
        Far far{};
        if (!read_side<Table, Relation, Far, Mine, Mine, far_list>(set_, change_, far)) return;
        repeat<copies_of<Relation, Far>>(object, far);
        (void)add_differences(set_, mine(), derived_writes_of<home_of<Table, Mine>, Mine>, *change_.after,
                              worked_out<home_of<Table, Mine>>(object), change_.action);
    }

    /// Creates, updates or erases the mirrored item, which has the same payload.
    void plan() {
        if (change_.after == nullptr) {
            (void)erase_with<home_of<Table, Other>, Other>(set_, mirror_, change_.action);
            return;
        }
        bool const has_mirror = set_.read_pending(other(), mirror_) != nullptr;
        if (change_.before != nullptr && has_mirror && payload_stays()) return;
        Near near{};
        if (!read_side<Table, Relation, Near, Mine, Other, NearList>(set_, change_, near)) return;
        Mine const object = decode_as<home_of<Table, Mine>, Mine, Mine>(*change_.after);
        auto const complete = [&](Other& mirror) {
            repeat<payload>(mirror, object);
            repeat<copies_of<Relation, Near>>(mirror, near);
        };
        if (has_mirror) {
            (void)rewrite<home_of<Table, Other>, Other>(set_, mirror_, change_.action, complete);
            return;
        }
        Far far{};
        if (!read_side<Table, Relation, Far, Mine, Mine, far_list>(set_, change_, far)) return;
        Other created{};
        link_fields fields(reflect<Other>::size);
        take_side<Relation, Other, NearList>(fields, near);
        take_side<Relation, Other, far_list>(fields, far);
        assign_fields(created, fields);
        complete(created);
        put_with<home_of<Table, Other>>(set_, created, precondition::must_not_exist, write_error::none,
                                        relation_of<Relation>::name, change_.action);
    }

  private:
    static constexpr std::size_t far_list = 1 - NearList;
    using payload = payload_of<Relation, Near, Far>;

    static entity_data const& mine() { return related_entity<Table, Mine>; }
    static entity_data const& other() { return related_entity<Table, Other>; }

    bool payload_stays() const {
        return !any_differs(mine(), names_shared<payload, Mine, Other>, *change_.before, *change_.after);
    }
    bool copies_differ() const {
        return any_differs(mine(), names_shared<copies_of<Relation, Far>, Mine, Far>, *change_.before, *change_.after);
    }

    write_set& set_;
    entity_change const& change_;
    item mirror_;
};

template <class Table, class Relation, class Mine, class Other, class Near, class Far, std::size_t NearList>
void complete_mirror(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid())
        mirror_writes<Table, Relation, Mine, Other, Near, Far, NearList>(set, change).complete();
}
template <class Table, class Relation, class Mine, class Other, class Near, class Far, std::size_t NearList>
void plan_mirror(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid())
        mirror_writes<Table, Relation, Mine, Other, Near, Far, NearList>(set, change).plan();
}

/// A change of a side: updates its copies in the items of its pairs. Mine are its own link items, Repeating the
/// mirrored ones.
template <class Table, class Relation, class Side, class Mine, class Repeating, std::size_t List>
void plan_copies(write_set& set, entity_change const& change) {
    if constexpr (relation_rule<Table, Relation>::valid()) {
        reference_data const& reference = reference_of<Table, Relation, Side, Mine, List>::data;
        constexpr array_view<std::string_view> repeated = names_shared<copies_of<Relation, Side>, Repeating, Side>;
        if (change.after == nullptr) return;
        bool const differs =
            change.before == nullptr || any_differs(*reference.side, repeated, *change.before, *change.after);
        if (differs || set[change.write].kind == write_kind::put)
            guard_fields(set, change.write, *reference.side, repeated);
        if (!differs) return;
        Side const side = decode_as<home_of<Table, Side>, Side, Side>(*change.after);
        for (item const& key : reference_writes(set, change).counted_references(reference)) {
            entity_data const& mirror = related_entity<Table, Repeating>;
            item const mirror_key =
                key_of_mirror(*reference.reference, mirror, relation_of<Relation>::data.matches, key);
            if (set.read_pending(mirror, mirror_key) == nullptr) continue;
            if (change.before == nullptr) (void)add_check(set, mirror, mirror_key, change.action);
            (void)rewrite<home_of<Table, Repeating>, Repeating>(set, mirror_key, change.action, [&](Repeating& link) {
                repeat<copies_of<Relation, Side>>(link, side);
            });
        }
    }
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/relation/link_copies.ipp>
#endif
