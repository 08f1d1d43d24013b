// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/derived/relation/derived_writes.hpp>
#include <monotable/derived/relation/link_input.hpp>
#include <monotable/store/transaction/action_result.hpp>
#include <monotable/store/transaction/actions.hpp>
#include <monotable/store/transaction/execution.hpp>
#include <monotable/store/transaction/transact.hpp>
#include <monotable/store/write/rewrite.hpp>
#include <monotable/violation/relation.hpp>

#include <cstddef>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace monotable {
namespace detail {

template <bool Link, fixed_string Name, class Left, class Right, class... A>
struct link_action {
    Left left;
    Right right;
    std::tuple<A...> payload;
};

/// True if the field is a copy of the right side's.
template <class Relation, class Link, std::size_t I>
constexpr bool is_derived_copy() {
    if constexpr (!relation_of<Relation>::links::mirrored) return false;
    else return is_shared<Relation, Link, typename relation_of<Relation>::right_side, I>();
}

template <class Relation, class Link, class A>
constexpr bool valid_payload(A const*) {
    if constexpr (std::is_same_v<A, Link> || is_returning<A>) return true;
    else return report<relationship_rule::not_a_payload, named<relation_name<Relation>>, Link, A>();
}
template <class Relation, class Link, fixed_string F, class V>
constexpr bool valid_payload(assignment<F, action_kind::assign, V> const*) {
    constexpr std::size_t index = field_index<Link>(F.view());
    if constexpr (index == reflect<Link>::size) {
        return report<relationship_rule::payload_field, named<relation_name<Relation>>, Link, named<F>>();
    } else if constexpr (is_matched_field(relation_of<Relation>::data, F.view()) ||
                         is_derived_copy<Relation, Link, index>()) {
        return report<relationship_rule::payload_of_a_side, named<relation_name<Relation>>, Link, named<F>>();
    } else {
        using type = typename reflect<Link>::template type<index>;
        if constexpr (comparable_value<type, V>) return true;
        else return report<relationship_rule::payload_type, named<relation_name<Relation>>, Link, named<F>, type, V>();
    }
}

std::size_t check_side(write_set& set, entity_data const& side, item const& key, std::string_view subject,
                       std::size_t action);

/// Copies fields of the right side to the item of the left one, because other fields may be computed from them.
template <class Table, class Relation, class Link>
void repeat_right_side(write_set& set, link_input const& input, Link& link) {
    using right = typename relation_of<Relation>::right_side;
    if (item const* const found = set.read_pending(related_entity<Table, right>, input.right))
        repeat<copies_of<Relation, right>>(link, decode_as<home_of<Table, right>, right, right>(*found));
}

/// Writes the item for a pair, with its derived writes, or updates the payload of an existing one.
template <class Table, class Relation>
void plan_link(action_planner& planner, write_action const& self, std::size_t action) {
    write_set& set = planner.set();
    using of = relation_of<Relation>;
    using link = typename of::links::of_left;
    link_input const& input = *static_cast<link_input const*>(self.owner.get());
    entity_data const& entity = related_entity<Table, link>;
    check_side(set, related_entity<Table, typename of::left_side>, input.left,
               reference_of<Table, Relation, typename of::left_side, link, 0>::subject.view(), action);
    check_side(set, related_entity<Table, typename of::right_side>, input.right,
               reference_of<Table, Relation, typename of::right_side, link, 1>::subject.view(), action);
    if (set.read_pending(entity, input.key) == nullptr) {
        link object{};
        assign_fields(object, input.fields);
        if constexpr (of::links::mirrored) repeat_right_side<Table, Relation>(set, input, object);
        if (set.is_refused()) return;
        put_with<home_of<Table, link>>(set, object, precondition::must_not_exist, write_error::none, of::name, action);
    } else {
        add_check(set, entity, input.key, action);
        (void)rewrite<home_of<Table, link>, link>(set, input.key, action,
                                                  [&](link& object) { assign_fields(object, input.fields); });
    }
    planner.return_image(entity, input.key, self.write.returns, action);
}

template <class Table, class Relation>
void plan_unlink(action_planner& planner, write_action const& self, std::size_t action) {
    write_set& set = planner.set();
    link_input const& input = *static_cast<link_input const*>(self.owner.get());
    using link = typename relation_of<Relation>::links::of_left;
    erase_with<home_of<Table, link>, link>(set, input.key, action);
    planner.return_image(related_entity<Table, link>, input.key, self.write.returns, action);
}

template <bool Link, fixed_string Name, class Left, class Right, class... A, class... Tables>
struct action_traits<link_action<Link, Name, Left, Right, A...>, store<Tables...>> {
    using table = typename related<Name, Tables...>::table;
    using relation = typename related<Name, Tables...>::type;
    using of = relation_of<relation>;
    using left_type = std::remove_cvref_t<Left>;
    using right_type = std::remove_cvref_t<Right>;

    template <relation_kind Kind, class R>
    struct linked_by {
        using table = void;
        using type = left_type;
    };
    template <class R>
    struct linked_by<relation_kind::links, R> {
        using type = typename relation_of<R>::links::of_left;
        using table = home_of<typename related<Name, Tables...>::table, type>;
    };
    using link_type = typename linked_by<of::kind, relation>::type;
    using link_table = typename linked_by<of::kind, relation>::table;
    static constexpr return_values returned = returned_by<return_values::none, A...>;
    using result = action_form<link_table, link_type, returned>;

    static constexpr bool valid() {
        if constexpr (!(valid_with_relations<Tables>() && ...)) {
            return false;
        } else if constexpr (of::kind != relation_kind::links) {
            return report<relationship_rule::unknown_relation, named<Name>, Tables...>();
        } else if constexpr (!std::is_same_v<left_type, typename of::left_side>) {
            return report<relationship_rule::other_part, named<Name>, left_type>();
        } else if constexpr (!std::is_same_v<right_type, typename of::right_side>) {
            return report<relationship_rule::other_part, named<Name>, right_type>();
        } else if constexpr (Link) {
            return (valid_payload<relation, link_type>(static_cast<A const*>(nullptr)) && ...);
        } else {
            return true;
        }
    }

    static std::shared_ptr<link_input const> take(link_action<Link, Name, Left, Right, A...> const& from) {
        return std::apply(
            [&](auto const&... payload) {
                if constexpr (Link)
                    return std::make_shared<link_input const>(
                        take_link<table, relation, link_type>(from.left, from.right, payload...));
                else
                    return std::make_shared<link_input const>(
                        take_link<table, relation, link_type>(from.left, from.right));
            },
            from.payload);
    }
    static write_action prepare(std::shared_ptr<link_input const> input) {
        write_action result;
        result.write.entity = &entity_model<link_table, link_type>::data;
        result.write.attributes = input->key;
        result.write.kind = Link ? write_kind::put : write_kind::erase;
        result.write.returns = returned;
        result.plan = Link ? &plan_link<table, relation> : &plan_unlink<table, relation>;
        result.owner = std::move(input);
        return result;
    }
    static write_action prepare(clock_function const&, link_action<Link, Name, Left, Right, A...> const& from) {
        return prepare(take(from));
    }
};

} // namespace detail

/// For transact: links two items by a many_to_many, as store::link does. Holds copies of the objects.
template <fixed_string Relation, class Left, class Right, class... A>
detail::link_action<true, Relation, std::remove_cvref_t<Left>, std::remove_cvref_t<Right>, A...>
link(Left&& left, Right&& right, A const&... payload) {
    return {std::forward<Left>(left), std::forward<Right>(right), {payload...}};
}
/// For transact: as store::unlink.
template <fixed_string Relation, class Left, class Right, class... A>
    requires(std::is_same_v<A, returning_old_t> && ...)
detail::link_action<false, Relation, std::remove_cvref_t<Left>, std::remove_cvref_t<Right>, A...>
unlink(Left&& left, Right&& right, A const&... options) {
    return {std::forward<Left>(left), std::forward<Right>(right), {options...}};
}

namespace detail {

/// A transaction of one link or unlink.
template <bool Link, fixed_string Name, class... Tables, class Left, class Right, class... A>
auto link_or_unlink_in(store<Tables...> const& db, Left const& left, Right const& right, A const&... arguments) {
    using traits = action_traits<link_action<Link, Name, Left const&, Right const&, A...>, store<Tables...>>;
    if constexpr (traits::valid()) {
        using link_type = typename traits::link_type;
        write_action const action = traits::prepare(traits::take({left, right, {arguments...}}));
        auto report = transact(*db.implementation(), {&action, 1}, {}, db.retry());
        return write_result<link_type, traits::returned>(std::move(report.actions[0]),
                                                         reader_of<typename traits::link_table, link_type>);
    } else {
        return error_placeholder<Left>{};
    }
}

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/relation/link.ipp>
#endif
