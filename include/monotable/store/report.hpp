// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

/// The text of every mistake in the use of a store that is not about conditions: the rule, then the remedy. As in
/// violation/violation.hpp fail() is one error, which shows the template arguments, and false.
namespace monotable::detail {

template <class Store>
inline constexpr bool has_a_table = false;
template <class Table, class Other, fixed_string Name>
inline constexpr bool is_named_unlike = false;
template <class E>
inline constexpr bool has_its_roles_header = false;
template <class E>
inline constexpr bool has_a_time_to_live = false;
template <class E, class... Tables>
inline constexpr bool is_in_a_table_of = false;
template <class E, class... Tables>
inline constexpr bool is_in_one_table_of = false;
template <class Result>
inline constexpr bool is_default_constructible = false;
template <class E, class Result>
inline constexpr bool is_a_projection_of = false;
template <class E, class Result, fixed_string Field>
inline constexpr bool has_projected_field = false;
template <class E, class Result, fixed_string Field, class Stored, class Wanted>
inline constexpr bool has_field_of_type = false;
template <class E, class Result, fixed_string Field, fixed_string Index>
inline constexpr bool is_projected_into = false;
template <class Collection>
inline constexpr bool is_a_collection = false;
template <class Collection, fixed_string Member, class E>
inline constexpr bool is_an_entity_member = false;
template <class Collection, class E>
inline constexpr bool has_a_member_for = false;
template <class Collection, fixed_string Member>
inline constexpr bool may_be_elsewhere = false;
template <class Table, class... Tables>
inline constexpr bool has_a_known_size = false;
template <class Table, fixed_string Index>
inline constexpr bool has_an_index = false;
template <class E>
inline constexpr bool has_an_order = false;
template <class E>
inline constexpr bool is_in_one_partition = false;
template <class E>
inline constexpr bool is_a_scan = false;
template <class E, fixed_string Index>
inline constexpr bool is_consistent = false;
template <class E, fixed_string Path>
inline constexpr bool is_beyond_the_key = false;
template <class E, fixed_string Path, fixed_string Index>
inline constexpr bool is_seen_by_the_filter = false;

template <class E>
struct report_no_time_to_live {
    static constexpr bool fail() {
        static_assert(has_a_time_to_live<E>,
                      "monotable: items of this entity do not expire; drop unexpired, or give the entity's attributes "
                      "time_to_live<\"field\">");
        return false;
    }
};
template <class E>
struct report_roles_header {
    static constexpr bool fail() {
        static_assert(has_its_roles_header<E>,
                      "monotable: the store does more for fields of this entity than to store them (version, "
                      "created, updated, read_only, computed, unique), which needs a header; include "
                      "<monotable/roles.hpp>");
        return false;
    }
};
template <class Store>
struct report_empty_store {
    static constexpr bool fail() {
        static_assert(has_a_table<Store>, "monotable: a store needs at least one table; name it, as in store<shop>");
        return false;
    }
};
template <class Table, class Other, fixed_string Name>
struct report_one_name {
    static constexpr bool fail() {
        static_assert(is_named_unlike<Table, Other, Name>,
                      "monotable: two tables of a store have one name, so that the items of both would be stored in "
                      "one; give each table a name of its own, or put all entities into one table");
        return false;
    }
};
template <class E, class... Tables>
struct report_not_in_store {
    static constexpr bool fail() {
        static_assert(is_in_a_table_of<E, Tables...>,
                      "monotable: no table of the store lists this as an entity; add it to the entities<> "
                      "of the table that it lives in");
        return false;
    }
};
template <class E, class... Tables>
struct report_in_two_tables {
    static constexpr bool fail() {
        static_assert(is_in_one_table_of<E, Tables...>,
                      "monotable: two tables of the store list this entity, so that it is not clear which "
                      "is meant; list it in one, or use a store for each table");
        return false;
    }
};

template <class E, class Result>
struct report_no_projection {
    static constexpr bool fail() {
        static_assert(is_a_projection_of<E, Result>,
                      "monotable: a projection is a struct whose fields are fields of the entity; use an "
                      "aggregate, or monotable::item for the raw item");
        return false;
    }
};
template <class Result>
struct report_not_default_constructible {
    static constexpr bool fail() {
        static_assert(is_default_constructible<Result>,
                      "monotable: objects are read into a default-constructed one; give the class a "
                      "default constructor");
        return false;
    }
};
template <class E, class Result, fixed_string Field>
struct report_projected_field {
    static constexpr bool fail() {
        static_assert(has_projected_field<E, Result, Field>,
                      "monotable: a projection has a field that the entity does not have; name its "
                      "fields as the entity does");
        return false;
    }
};
template <class E, class Result, fixed_string Field, class Stored, class Wanted>
struct report_projected_type {
    static constexpr bool fail() {
        static_assert(has_field_of_type<E, Result, Field, Stored, Wanted>,
                      "monotable: a field of a projection has another type than the "
                      "entity's; use the same type, or an optional of it");
        return false;
    }
};
template <class E, class Result, fixed_string Field, fixed_string Index>
struct report_unprojected {
    static constexpr bool fail() {
        static_assert(is_projected_into<E, Result, Field, Index>,
                      "monotable: the index that serves this query does not project this field; "
                      "read a struct without it, as in .as<Summary>(), or add it to the index "
                      "with include<>");
        return false;
    }
};

template <class Collection>
struct report_no_collection {
    static constexpr bool fail() {
        static_assert(is_a_collection<Collection>,
                      "monotable: a collection is a struct, each member of which is an entity, or an optional "
                      "or a vector of one; use query<E>() for the items of one entity");
        return false;
    }
};
template <class Collection, fixed_string Member, class E>
struct report_no_entity_member {
    static constexpr bool fail() {
        static_assert(is_an_entity_member<Collection, Member, E>,
                      "monotable: a member of a collection is not an entity of the first "
                      "member's table; use an entity that the table lists, or an optional or "
                      "a vector of one");
        return false;
    }
};

template <class Collection, fixed_string Member, class Found>
struct report_projected_member {
    static constexpr bool fail() {
        static_assert(is_an_entity_member<Collection, Member, Found>,
                      "monotable: a member of a collection is not a declared entity; name the whole entity, as a "
                      "collection has no projections, or read a projection with query<E>(...).as<Summary>()");
        return false;
    }
};
template <class Collection, class E>
struct report_no_member_filter {
    static constexpr bool fail() {
        static_assert(has_a_member_for<Collection, E>,
                      "monotable: a filter is for the items of an entity that is no member of the "
                      "collection; name the entity of a member, as in .filter<Order>(...)");
        return false;
    }
};
template <class Collection, fixed_string Member>
struct report_page_member {
    static constexpr bool fail() {
        static_assert(may_be_elsewhere<Collection, Member>,
                      "monotable: a page holds a part of a collection, and the item of this member "
                      "may lie on another page; make the member an std::optional");
        return false;
    }
};
template <class Table, class... Tables>
struct report_no_count {
    static constexpr bool fail() {
        static_assert(has_a_known_size<Table, Tables...>,
                      "monotable: a store keeps the number of items of its tables and indexes, and of "
                      "nothing else; name a table of the store, or say query<E>() or scan<E>() with "
                      "count() for the items of an entity");
        return false;
    }
};
template <class Table, fixed_string Index>
struct report_no_index_to_count {
    static constexpr bool fail() {
        static_assert(has_an_index<Table, Index>,
                      "monotable: item_count names an index that the table does not have; use the name of a "
                      "gsi<> or lsi<> of the table, or none for the table itself");
        return false;
    }
};

template <class E>
struct report_scan_order {
    static constexpr bool fail() {
        static_assert(
            has_an_order<E>,
            "monotable: a scan reads in no particular order, so that it cannot be descending; use query<E>()");
        return false;
    }
};
template <class E>
struct report_scan_before {
    static constexpr bool fail() {
        static_assert(
            has_an_order<E>,
            "monotable: a scan reads in no particular order, so that there is no page before; use query<E>(), or "
            "keep the cursors of earlier pages");
        return false;
    }
};
template <class E>
struct report_scan_distinct {
    static constexpr bool fail() {
        static_assert(is_in_one_partition<E>,
                      "monotable: a scan gives each item once, so that distinct() has no meaning; it is for a query "
                      "of several partitions, as in query<E>(\"tag\"_f.in(tags)).distinct()");
        return false;
    }
};
template <class E>
struct report_no_scan {
    static constexpr bool fail() {
        static_assert(
            is_a_scan<E>,
            "monotable: only a scan has segments; use scan<E>(), or limit() and after() for a query in pages");
        return false;
    }
};
template <class E, fixed_string Index>
struct report_consistent {
    static constexpr bool fail() {
        static_assert(is_consistent<E, Index>,
                      "monotable: a global secondary index cannot be read consistently; query by the primary key "
                      "or a local index, or drop consistent()");
        return false;
    }
};

template <class E, fixed_string Path>
struct report_filtered_key {
    static constexpr bool fail() {
        static_assert(is_beyond_the_key<E, Path>,
                      "monotable: a filter tests a key attribute of the index that is read, which DynamoDB refuses; "
                      "give the condition to the query itself, outside of filter()");
        return false;
    }
};
template <class E, fixed_string Path, fixed_string Index>
struct report_unprojected_filter {
    static constexpr bool fail() {
        static_assert(is_seen_by_the_filter<E, Path, Index>,
                      "monotable: a filter tests a field that the index that serves this query does not "
                      "project, so that it would find it absent; add the field to the index with "
                      "include<>, or read another index");
        return false;
    }
};

template <class Table>
inline constexpr bool has_its_header_included = false;

template <class Table>
struct report_no_relations_header {
    static constexpr bool fail() {
        static_assert(has_its_header_included<Table>,
                      "monotable: a table declares relations, which every program that opens it keeps; include "
                      "<monotable/relations.hpp>");
        return false;
    }
};

template <class Store>
inline constexpr bool has_transaction_header = false;
template <class Store>
struct report_no_transaction_header {
    static constexpr bool fail() {
        static_assert(has_transaction_header<Store>,
                      "monotable: transact, transaction, transact_get and move need their header; include "
                      "<monotable/transactions.hpp>");
        return false;
    }
};
template <class Store>
inline constexpr bool has_batch_header = false;
template <class Store>
struct report_no_batch_header {
    static constexpr bool fail() {
        static_assert(has_batch_header<Store>,
                      "monotable: batch_get, batch_put, batch_erase and batch need their header; include "
                      "<monotable/batches.hpp>");
        return false;
    }
};
template <class E>
inline constexpr bool has_migration_header = false;
template <class E>
struct report_no_migration_header {
    static constexpr bool fail() {
        static_assert(has_migration_header<E>,
                      "monotable: migrate needs its header; include <monotable/evolution.hpp>");
        return false;
    }
};

} // namespace monotable::detail
