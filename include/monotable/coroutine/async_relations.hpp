// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/coroutine/async_range.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/store/read/get_procedure.hpp>
#include <monotable/store/relation_rule.hpp>
#include <monotable/store/store_access.hpp>
#include <monotable/store/transaction/transact.hpp>
#include <monotable/violation/store.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable::detail {

template <class Backend>
struct reads_through; // derived/relation/reads.hpp

/// A verb that needs no requests.
class no_requests final : public procedure {
  public:
    procedure_step advance() override { return {}; }
};

/// Reads of relations as awaitables.
template <>
struct reads_through<async_backend> {
    using pointer = std::shared_ptr<async_backend>;

    /// Ranges are read through async_range.
    static std::shared_ptr<backend> of_ranges(pointer const&) { return nullptr; }
    template <class Range>
    static async_range<Range> range(pointer const& store, Range from) {
        return {store, std::move(from)};
    }
    template <class Range>
    static auto first(pointer const& store, Range from) {
        return async_range<Range>(store, std::move(from)).first();
    }
    template <class Convert>
    static auto item_of(pointer const& store, entity_data const& entity, std::optional<item> key,
                        Convert const& convert) {
        if (!key) return make_verb<no_requests>(store, [convert](no_requests&) { return convert(nullptr); });
        return make_verb<get_procedure>(
            store, [convert](get_procedure& done) { return convert(done.found() ? &*done.found() : nullptr); }, entity,
            *std::move(key));
    }
    template <class Result>
    static async_result<Result> nothing() {
        return async_result<Result>();
    }
};

/// The verbs of an async_store on relations: those of `store`, with awaitables. They require <monotable/relations.hpp>.
template <class Store, class... Tables>
class async_relation_members {
  public:
    /// The children of the parent by this one_to_many, as an async_range; of a nested relation, an awaitable of the stored container.
    template <fixed_string Name, class Parent, class... C>
    [[nodiscard]] auto children(Parent const& parent, C const&... conditions) const {
        if constexpr (!valid_verbs()) return placeholder<Parent>();
        else return relation_verbs<Tables...>::template children<Name>(self().implementation(), parent, conditions...);
    }

    /// The parent of the child, as an awaitable of an optional.
    template <fixed_string Name, class Child>
    [[nodiscard]] auto parent(Child const& child) const {
        if constexpr (!valid_verbs()) return placeholder<Child>();
        else return relation_verbs<Tables...>::template parent<Name>(self().implementation(), child);
    }

    /// The items that link the object to the other side of this many_to_many, as an async_range.
    template <fixed_string Name, class Side, class... C>
    [[nodiscard]] auto linked(Side const& side, C const&... conditions) const {
        if constexpr (!valid_verbs()) return placeholder<Side>();
        else
            return relation_verbs<Tables...>::template linked<Name, false>(self().implementation(), side,
                                                                           conditions...);
    }
    template <fixed_string Name, class Side, class... C>
    [[nodiscard]] auto linked(inverse_t, Side const& side, C const&... conditions) const {
        if constexpr (!valid_verbs()) return placeholder<Side>();
        else
            return relation_verbs<Tables...>::template linked<Name, true>(self().implementation(), side, conditions...);
    }

    /// The left and the right side of a link item, as awaitables of optionals.
    template <fixed_string Name, class Link>
    [[nodiscard]] auto left_of(Link const& link) const {
        if constexpr (!valid_verbs()) return placeholder<Link>();
        else return relation_verbs<Tables...>::template side<Name, 0>(self().implementation(), link);
    }
    template <fixed_string Name, class Link>
    [[nodiscard]] auto right_of(Link const& link) const {
        if constexpr (!valid_verbs()) return placeholder<Link>();
        else return relation_verbs<Tables...>::template side<Name, 1>(self().implementation(), link);
    }

    /// Links two items, like store::link.
    template <fixed_string Name, class Left, class Right, class... Payload>
    auto link(Left const& left, Right const& right, Payload const&... payload) const {
        return link_or_unlink<true, Name>(left, right, payload...);
    }
    /// Removes the link between two items, like store::unlink.
    template <fixed_string Name, class Left, class Right, class... A>
        requires(std::is_same_v<A, returning_old_t> && ...)
    auto unlink(Left const& left, Right const& right, A const&... options) const {
        return link_or_unlink<false, Name>(left, right, options...);
    }

  private:
    template <bool Link, fixed_string Name, class Left, class Right, class... A>
    auto link_or_unlink(Left const& left, Right const& right, A const&... arguments) const {
        if constexpr (!valid_verbs()) {
            return async_result<error_placeholder<Left>>();
        } else {
            using traits = typename relation_verbs<Tables...>::template link_traits<Link, Name, Left, Right, A...>;
            if constexpr (traits::valid()) {
                std::vector<write_action> actions;
                actions.push_back(traits::prepare(traits::take({left, right, {arguments...}})));
                using result = write_result<typename traits::link_type, traits::returned>;
                return self().template perform_alone<result>(
                    std::move(actions), reader_of<typename traits::link_table, typename traits::link_type>);
            } else {
                return async_result<error_placeholder<Left>>();
            }
        }
    }

    template <class T>
    async_range<error_placeholder<T>> placeholder() const {
        return {self().implementation(), error_placeholder<T>{}};
    }

    static constexpr bool valid_verbs() {
        if constexpr (!(valid_with_relations<Tables>() && ...)) return false;
        else if constexpr (!complete<relation_verbs<Tables...>>) return report<store_rule::relations_header, Store>();
        else return true;
    }
    Store const& self() const { return static_cast<Store const&>(*this); }
};

} // namespace monotable::detail
