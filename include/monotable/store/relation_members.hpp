// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/relation.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/relation_rule.hpp>
#include <monotable/violation/store.hpp>

namespace monotable::detail {

/// The verbs of a store on relations. They require <monotable/relations.hpp>.
template <class Store, class... Tables>
class relation_members {
  public:
    /// The children of the parent by this one_to_many that satisfy the conditions, as a lazy item_range. For a nested relation: the
    /// stored container, which is empty if the parent is not stored.
    template <fixed_string Name, class Parent, class... C>
    [[nodiscard]] auto children(Parent const& parent, C const&... conditions) const {
        if constexpr (!valid_verbs()) return error_placeholder<Parent>{};
        else return relation_verbs<Tables...>::template children<Name>(self().implementation(), parent, conditions...);
    }

    /// The parent of the child by this one_to_many; absent if it is not stored, or the child has none.
    template <fixed_string Name, class Child>
    [[nodiscard]] auto parent(Child const& child) const {
        if constexpr (!valid_verbs()) return error_placeholder<Child>{};
        else return relation_verbs<Tables...>::template parent<Name>(self().implementation(), child);
    }

    /// The items that link the object to the other side of this many_to_many, as a lazy item_range.
    template <fixed_string Name, class Side, class... C>
    [[nodiscard]] auto linked(Side const& side, C const&... conditions) const {
        if constexpr (!valid_verbs()) return error_placeholder<Side>{};
        else
            return relation_verbs<Tables...>::template linked<Name, false>(self().implementation(), side,
                                                                           conditions...);
    }
    /// Like linked, for an object on the right side if both sides are of the same entity.
    template <fixed_string Name, class Side, class... C>
    [[nodiscard]] auto linked(inverse_t, Side const& side, C const&... conditions) const {
        if constexpr (!valid_verbs()) return error_placeholder<Side>{};
        else
            return relation_verbs<Tables...>::template linked<Name, true>(self().implementation(), side, conditions...);
    }

    /// The left and the right side of a link item; absent if it is not stored.
    template <fixed_string Name, class Link>
    [[nodiscard]] auto left_of(Link const& link) const {
        if constexpr (!valid_verbs()) return error_placeholder<Link>{};
        else return relation_verbs<Tables...>::template side<Name, 0>(self().implementation(), link);
    }
    template <fixed_string Name, class Link>
    [[nodiscard]] auto right_of(Link const& link) const {
        if constexpr (!valid_verbs()) return error_placeholder<Link>{};
        else return relation_verbs<Tables...>::template side<Name, 1>(self().implementation(), link);
    }

    /// Links two items by this many_to_many. Idempotent. The payload, the fields of the link item, is an object of it, or
    /// assignments of values such as `"grade"_f = 1`; an existing link is updated with it. False, with
    /// write_error::missing_reference, if one of the sides is not stored, which message() names. Options after the payload:
    /// returning_new or returning_old, for after() or before(), the link item.
    template <fixed_string Name, class Left, class Right, class... Payload>
    auto link(Left const& left, Right const& right, Payload const&... payload) {
        if constexpr (!valid_verbs()) return error_placeholder<Left>{};
        else return relation_verbs<Tables...>::template link<Name>(self(), left, right, payload...);
    }

    /// Removes the link between two items; succeeds if there is none. Options: returning_old, for before(), which is the link
    /// item.
    template <fixed_string Name, class Left, class Right, class... A>
        requires(std::is_same_v<A, returning_old_t> && ...)
    auto unlink(Left const& left, Right const& right, A const&... options) {
        if constexpr (!valid_verbs()) return error_placeholder<Left>{};
        else return relation_verbs<Tables...>::template unlink<Name>(self(), left, right, options...);
    }

    /// Like collect with conditions, for the partition of an object of the first member's type.
    template <class Collection, declared_entity Parent>
    [[nodiscard]] auto collect(Parent const& parent) const {
        if constexpr (!valid_verbs()) return error_placeholder<Collection>{};
        else return relation_verbs<Tables...>::template collect<Collection>(self().implementation(), parent);
    }

  private:
    static constexpr bool valid_verbs() {
        if constexpr (!(valid_with_relations<Tables>() && ...)) return false;
        else if constexpr (!complete<relation_verbs<Tables...>>) return report<store_rule::relations_header, Store>();
        else return true;
    }
    Store const& self() const { return static_cast<Store const&>(*this); }
};

} // namespace monotable::detail
