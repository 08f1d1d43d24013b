// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/fixed_string.hpp>

/// Mistakes in the use of streams: the rule, then the remedy. As in violation/violation.hpp fail() is one error, which shows the
/// template arguments, and false.
namespace monotable::detail {

template <class Table>
inline constexpr bool has_a_stream = false;
template <class Table, class Store>
inline constexpr bool is_a_table_of = false;
template <class E, class Table>
inline constexpr bool is_an_entity_of = false;
template <class Table, class Argument>
inline constexpr bool is_a_change_of = false;
template <class Table>
inline constexpr bool has_an_overload_for_the_rest = false;
template <class Table, class E>
inline constexpr bool has_one_overload_for = false;
template <class Table, class E>
inline constexpr bool has_old_images = false;
template <class Table, class E>
inline constexpr bool has_new_images = false;
template <class E, class Result, fixed_string Field>
inline constexpr bool is_read_from_the_key = false;
template <class Table, class Handler>
inline constexpr bool takes_a_change_of = false;

template <class Table>
struct report_no_stream {
    static constexpr bool fail() {
        static_assert(has_a_stream<Table>,
                      "monotable: a consumer reads the stream of a table, and this table has none; add "
                      "monotable::stream to its options");
        return false;
    }
};
template <class Table, class Store>
struct report_other_store {
    static constexpr bool fail() {
        static_assert(is_a_table_of<Table, Store>,
                      "monotable: a consumer reads a table of the store that it is given, and this is none of "
                      "them; name the table in the store, or give the consumer the table's store");
        return false;
    }
};
template <class E, class Table>
struct report_foreign_entity {
    static constexpr bool fail() {
        static_assert(is_an_entity_of<E, Table>,
                      "monotable: changes of a table are changes of the entities that it lists, and this is none "
                      "of them; add it to the table's entities<>");
        return false;
    }
};
template <class Table, class Argument>
struct report_foreign_overload {
    static constexpr bool fail() {
        static_assert(is_a_change_of<Table, Argument>,
                      "monotable: an overload of visit takes the change of no entity of the table, so that "
                      "it would never be called; let it take change<Table, Entity> const&, with this "
                      "table and one of its entities, or change<Table> const&");
        return false;
    }
};
template <class Table>
struct report_no_rest {
    static constexpr bool fail() {
        static_assert(has_an_overload_for_the_rest<Table>,
                      "monotable: visit needs an overload that takes change<Table> const&: it gets the "
                      "changes that no other overload takes, those of items of no entity among them");
        return false;
    }
};
template <class Table, class E>
struct report_two_overloads {
    static constexpr bool fail() {
        static_assert(has_one_overload_for<Table, E>,
                      "monotable: two overloads of visit take the changes of this entity; keep one");
        return false;
    }
};
template <class Table, class E>
struct report_no_before {
    static constexpr bool fail() {
        static_assert(has_old_images<Table, E>,
                      "monotable: the records of this stream do not hold the item before the change; use keys(), "
                      "or let the table have monotable::stream or stream_of<old_image>");
        return false;
    }
};
template <class Table, class E>
struct report_no_after {
    static constexpr bool fail() {
        static_assert(has_new_images<Table, E>,
                      "monotable: the records of this stream do not hold the item after the change; use keys(), "
                      "or let the table have monotable::stream or stream_of<new_image>");
        return false;
    }
};
template <class E, class Result, fixed_string Field>
struct report_beyond_primary_key {
    static constexpr bool fail() {
        static_assert(is_read_from_the_key<E, Result, Field>,
                      "monotable: keys_as<> reads a struct whose fields are all in the entity's "
                      "primary key, and this one is not; use before() or after()");
        return false;
    }
};
template <class Table, class Handler>
struct report_no_handler {
    static constexpr bool fail() {
        static_assert(takes_a_change_of<Table, Handler>,
                      "monotable: a consumer calls its handler with change<Table> const&; let it take "
                      "that, and tell the entities apart by visit() or as<>() in it");
        return false;
    }
};

} // namespace monotable::detail
