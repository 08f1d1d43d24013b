// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/violation/violation.hpp>

/// Rules for stores, reads, transactions and batches. A rule is named after its violation.
namespace monotable::detail {

enum class store_rule {
    none,
    // the store
    no_table,
    tables_of_one_name,
    not_listed,
    listed_twice,
    related_table,
    // headers
    managed_fields_header,
    relations_header,
    derived_header,
    transactions_header,
    batches_header,
    evolution_header,
    // projections
    not_a_projection,
    not_default_constructible,
    projected_field,
    projected_type,
    not_projected,
    // views
    not_viewed,
    view_returned,
    // collections
    not_a_collection,
    not_an_entity_member,
    projected_member,
    filter_of_no_member,
    member_of_a_page,
    not_the_first_member,
    // ranges and counts
    not_counted,
    no_index_to_count,
    scan_descending,
    scan_before,
    scan_distinct,
    segments_of_a_query,
    inconsistent_index,
    filtered_key,
    filter_not_projected,
    no_time_to_live,
    // transactions
    not_an_action,
    two_tokens,
    no_action,
    check_without_condition,
    move_of_two_entities,
    not_a_get,
    position,
    // batches
    not_objects,
    not_keys,
};

template <store_rule Rule, class... Names>
constexpr bool report() {
    using enum store_rule;

    // the store
    static_assert(holds_for<Names...>(Rule != no_table),
                  "monotable: a store needs at least one table; name it, as in store<shop>");
    static_assert(holds_for<Names...>(Rule != tables_of_one_name),
                  "monotable: two tables of a store have one name, so that the items of both would be stored in one; "
                  "give each table a name of its own, or put all entities into one table");
    static_assert(holds_for<Names...>(Rule != not_listed), "monotable: no table of the store lists this as an entity; "
                                                           "add it to the entities<> of the table that it lives in");
    static_assert(holds_for<Names...>(Rule != listed_twice),
                  "monotable: two tables of the store list this entity, so that it is not clear which is meant; list "
                  "it in one, or use a store for each table");
    static_assert(holds_for<Names...>(Rule != related_table),
                  "monotable: a table of the store has relations<> with a table that the store does not list, and a "
                  "write of one can change the other; list both, as in store<accounts, orders>");

    // headers
    static_assert(
        holds_for<Names...>(Rule != managed_fields_header),
        "monotable: the store does more for fields of this entity than to store them (version, created, "
        "updated, read_only, computed, unique), which needs a header; include <monotable/managed_fields.hpp>");
    static_assert(holds_for<Names...>(Rule != relations_header),
                  "monotable: a table declares relations, which every program that opens it maintains; include "
                  "<monotable/relations.hpp>");
    static_assert(
        holds_for<Names...>(Rule != derived_header),
        "monotable: each write maintains this option of the model, which needs its header; include "
        "<monotable/relations.hpp> for relations, copies and totals, <monotable/managed_fields.hpp> for unique");
    static_assert(holds_for<Names...>(Rule != transactions_header),
                  "monotable: transact, transaction, transact_get and move need their header; include "
                  "<monotable/transactions.hpp>");
    static_assert(
        holds_for<Names...>(Rule != batches_header),
        "monotable: batch_get, batch_put, batch_erase and batch need their header; include <monotable/batches.hpp>");
    static_assert(holds_for<Names...>(Rule != evolution_header),
                  "monotable: migrate needs its header; include <monotable/evolution.hpp>");

    // projections
    static_assert(holds_for<Names...>(Rule != not_a_projection),
                  "monotable: a projection is a struct whose fields are fields of the entity; use an aggregate, or "
                  "monotable::item for the raw item");
    static_assert(holds_for<Names...>(Rule != not_default_constructible),
                  "monotable: objects are read into a default-constructed one; give the class a default constructor");
    static_assert(
        holds_for<Names...>(Rule != projected_field),
        "monotable: a projection has a field that the entity does not have; name its fields as the entity does");
    static_assert(holds_for<Names...>(Rule != projected_type),
                  "monotable: a field of a projection has another type than the entity's; use the same type, or an "
                  "optional of it");
    static_assert(holds_for<Names...>(Rule != not_projected),
                  "monotable: the index that serves this query does not project this field; read a struct without it, "
                  "as in .as<Summary>(), or add it to the index with include<>");

    // collections
    static_assert(holds_for<Names...>(Rule != not_a_collection),
                  "monotable: a collection is a struct, each member of which is an entity, or an optional or a vector "
                  "of one; use query<E>() for the items of one entity");
    static_assert(holds_for<Names...>(Rule != not_an_entity_member),
                  "monotable: a member of a collection is not an entity of the first member's table; use an entity "
                  "that the table lists, or an optional or a vector of one");
    static_assert(holds_for<Names...>(Rule != projected_member),
                  "monotable: a member of a collection is not a declared entity; name the whole entity, as a "
                  "collection has no projections, or read a projection with query<E>(...).as<Summary>()");
    static_assert(holds_for<Names...>(Rule != filter_of_no_member),
                  "monotable: a filter is for the items of an entity that is not a member of the collection; name the "
                  "entity of a member, as in .filter<Order>(...)");
    static_assert(holds_for<Names...>(Rule != member_of_a_page),
                  "monotable: a page holds a part of a collection, and the item of this member may be on another page; "
                  "make the member an std::optional");
    static_assert(holds_for<Names...>(Rule != not_the_first_member),
                  "monotable: an object stands for the first member of a collection, and this one is of another type; "
                  "put the member of its type first, or give conditions");

    // ranges and counts
    static_assert(holds_for<Names...>(Rule != not_counted),
                  "monotable: a store keeps the number of items of its tables and indexes only; name a table of the "
                  "store, or say query<E>() or scan<E>() with count() for the items of an entity");
    static_assert(holds_for<Names...>(Rule != no_index_to_count),
                  "monotable: item_count names an index that the table does not have; use the name of a gsi<> or lsi<> "
                  "of the table, or none for the table itself");
    static_assert(holds_for<Names...>(Rule != scan_descending),
                  "monotable: a scan reads in no particular order, so that it cannot be descending; use query<E>()");
    static_assert(holds_for<Names...>(Rule != scan_before),
                  "monotable: a scan reads in no particular order, so that there is no page before; use query<E>(), or "
                  "keep the cursors of earlier pages");
    static_assert(holds_for<Names...>(Rule != scan_distinct),
                  "monotable: a scan gives each item once, so that distinct() has no meaning; use it for a query of "
                  "several partitions, as in query<E>(\"tag\"_f.in(tags)).distinct()");
    static_assert(holds_for<Names...>(Rule != segments_of_a_query),
                  "monotable: only a scan has segments; use scan<E>(), or limit() and after() for a query in pages");
    static_assert(holds_for<Names...>(Rule != inconsistent_index),
                  "monotable: a global secondary index cannot be read consistently; query by the primary key or a "
                  "local index, or drop consistent()");
    static_assert(holds_for<Names...>(Rule != filtered_key),
                  "monotable: a filter tests a key attribute of the index that is read, which DynamoDB refuses; give "
                  "the condition to the query itself, outside of filter()");
    static_assert(holds_for<Names...>(Rule != filter_not_projected),
                  "monotable: a filter tests a field that the index that serves this query does not project, so that "
                  "it would find it absent; add the field to the index with include<>, or read another index");
    static_assert(holds_for<Names...>(Rule != no_time_to_live),
                  "monotable: items of this entity do not expire; drop unexpired, or give the entity's attributes "
                  "time_to_live<\"field\">");

    // views
    static_assert(holds_for<Names...>(Rule != not_viewed),
                  "monotable: a view of an item has the fields of its struct only; use the name of one of them, as in "
                  "order[\"total\"_f]");
    static_assert(holds_for<Names...>(Rule != view_returned),
                  "monotable: the function returns a reference to the item, which is gone after the call; return a "
                  "value, such as a std::string instead of a std::string_view");

    // transactions
    static_assert(holds_for<Names...>(Rule != not_an_action),
                  "monotable: a transaction is made of actions; say what to do with it, as in "
                  "transact(monotable::create(object), monotable::update<Order>(...))");
    static_assert(holds_for<Names...>(Rule != two_tokens),
                  "monotable: a transaction has one token; give one for all of its actions");
    static_assert(holds_for<Names...>(Rule != no_action),
                  "monotable: a transaction has at least one action; use db.transaction() for actions that are "
                  "collected at run time, possibly none");
    static_assert(holds_for<Names...>(Rule != check_without_condition),
                  "monotable: a check needs a condition; give it as when(), such as when(\"id\"_f.exists()) for an "
                  "item that must exist");
    static_assert(holds_for<Names...>(Rule != move_of_two_entities),
                  "monotable: a move gives an object of one entity another key; use transact(erase(...), create(...)) "
                  "to make one entity of another");
    static_assert(
        holds_for<Names...>(Rule != not_a_get),
        "monotable: transact_get takes gets; say which item, as in transact_get(monotable::get<Order>(\"id\"_f == 1))");
    static_assert(holds_for<Names...>(Rule != position),
                  "monotable: the transaction has fewer actions; count them from 0");

    // batches
    static_assert(holds_for<Names...>(Rule != not_objects),
                  "monotable: batch_put takes a range of objects of an entity; use put() for one object, db.batch() "
                  "for several entities");
    static_assert(holds_for<Names...>(Rule != not_keys),
                  "monotable: a batch takes a range of keys; give objects of the entity, structs with the fields of "
                  "its primary key or, where that is one field, values of that field");
    return false;
}

} // namespace monotable::detail
