// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for consumers of changes and for workers. A rule is named after its violation.
namespace monotable::detail {

enum class change_rule {
    none,
    no_stream,
    not_in_store,
    not_an_entity,
    never_called,
    no_rest,
    two_overloads,
    no_before,
    no_after,
    beyond_the_key,
    not_a_handler,
    idle_worker,
};

template <change_rule Rule, class... Names>
constexpr bool report() {
    using enum change_rule;
    static_assert(holds_for<Names...>(Rule != no_stream), "monotable: a consumer reads the stream of a table, and this "
                                                          "table has none; add monotable::stream to its options");
    static_assert(holds_for<Names...>(Rule != not_in_store),
                  "monotable: a consumer reads a table of the store that it is given, and this is none of them; name "
                  "the table in the store, or give the consumer the table's store");
    static_assert(holds_for<Names...>(Rule != not_an_entity),
                  "monotable: changes of a table are changes of the entities that it lists, and this is none of them; "
                  "add it to the table's entities<>");
    static_assert(
        holds_for<Names...>(Rule != never_called),
        "monotable: an overload of visit takes the change of no entity of the table, so that it would never be called; "
        "let it take change<Table, Entity> const&, with this table and one of its entities, or change<Table> const&");
    static_assert(holds_for<Names...>(Rule != no_rest),
                  "monotable: visit has no overload for changes that no other overload takes, those of items of no "
                  "entity among them; add one that takes change<Table> const&");
    static_assert(holds_for<Names...>(Rule != two_overloads),
                  "monotable: two overloads of visit take the changes of this entity; keep one");
    static_assert(holds_for<Names...>(Rule != no_before),
                  "monotable: the records of this stream do not hold the item before the change; use keys(), or let "
                  "the table have monotable::stream or stream_of<old_image>");
    static_assert(holds_for<Names...>(Rule != no_after),
                  "monotable: the records of this stream do not hold the item after the change; use keys(), or let the "
                  "table have monotable::stream or stream_of<new_image>");
    static_assert(holds_for<Names...>(Rule != beyond_the_key),
                  "monotable: keys_as<> reads a struct whose fields are all in the entity's primary key, and this one "
                  "is not; use before() or after()");
    static_assert(holds_for<Names...>(Rule != not_a_handler),
                  "monotable: a consumer calls its handler with change<Table> const&; let it take that, and "
                  "distinguish the entities by visit() or as<>() in it");
    static_assert(holds_for<Names...>(Rule != idle_worker),
                  "monotable: a worker maintains what a table declares as by_stream, and this one declares nothing of "
                  "the kind; declare duplicated<> or total<> so, or drop the worker");
    return false;
}

} // namespace monotable::detail
