// SPDX-License-Identifier: BSL-1.0
// The rules about tables, and about what tells two entities of a table apart, as constexpr functions.
#include <monotable/monotable.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mt = monotable;
using mt::detail::check_table;
using mt::detail::field_data;
using mt::detail::table_rule;

namespace {

// tables
template <class Table>
constexpr table_rule violation_of = check_table(Table::data).code;
template <class... Options>
constexpr table_rule wrong_in = violation_of<mt::table<"shop", Options...>>;

static_assert(violation_of<mt::table<"abc">> == table_rule::none);
static_assert(violation_of<mt::table<"a.b-c_9">> == table_rule::none);
static_assert(violation_of<mt::table<"ab">> == table_rule::bad_table_name);
static_assert(violation_of<mt::table<"">> == table_rule::bad_table_name);
static_assert(violation_of<mt::table<"a/b/c">> == table_rule::bad_table_name);
static_assert(violation_of<mt::table<"größe">> == table_rule::bad_table_name);
static_assert(mt::detail::is_resource_name(std::string_view("aaaaaaaaaaaaaaaa")));

static_assert(wrong_in<mt::gsi<"GSI1">, mt::gsi<"GSI2">> == table_rule::none);
static_assert(wrong_in<mt::gsi<"G1">> == table_rule::bad_index_name);
static_assert(wrong_in<mt::gsi<"GSI1">, mt::lsi<"GSI1">> == table_rule::duplicate_index);
static_assert(wrong_in<mt::gsi<"GSI1", mt::partition_key<"a", "b", "c", "d">, mt::sort_key<"e", "f", "g", "h">>> ==
              table_rule::none);
static_assert(wrong_in<mt::gsi<"GSI1", mt::sort_key<"a", "b", "c", "d", "e">>> == table_rule::too_many_key_attributes);
static_assert(wrong_in<mt::gsi<"GSI1", mt::partition_key<"a">, mt::sort_key<"a", "b", "c", "d", "e">>> ==
              table_rule::too_many_key_attributes);
static_assert(wrong_in<mt::partition_key<"a">, mt::sort_key<"b", "c">> == table_rule::too_many_primary_key_attributes);
static_assert(wrong_in<mt::lsi<"ByTotal", mt::sort_key<"b", "c">>> == table_rule::too_many_primary_key_attributes);
static_assert(wrong_in<mt::lsi<"ByTotal", mt::partition_key<"a">>> == table_rule::local_index_partition_key);
static_assert(wrong_in<mt::partition_key<"a">, mt::lsi<"ByTotal">> == table_rule::local_index_without_sort_key);
static_assert(wrong_in<mt::partition_key<>> == table_rule::no_partition_key);
static_assert(wrong_in<mt::gsi<"GSI1", mt::partition_key<>>> == table_rule::no_partition_key);
static_assert(wrong_in<mt::partition_key<"a">, mt::sort_key<"a">> == table_rule::duplicate_key_attribute);
static_assert(wrong_in<mt::partition_key<"a">, mt::sort_key<"">> == table_rule::empty_attribute_name);
static_assert(wrong_in<mt::gsi<"GSI1", mt::partition_key<"PK:N">>> == table_rule::key_attribute_two_types);
static_assert(wrong_in<mt::partition_key<"a">, mt::partition_key<"b">> == table_rule::option_twice);
static_assert(wrong_in<mt::gsi<"GSI1", mt::keys_only, mt::include<"a">>> == table_rule::option_twice);
static_assert(wrong_in<mt::entities<>, mt::entities<>> == table_rule::option_twice);
static_assert(wrong_in<mt::type_attribute<"a">, mt::type_attribute<"b">> == table_rule::option_twice);

// defaults
using shop = mt::table<"shop", mt::gsi<"GSI1">, mt::gsi<"ByAge", mt::partition_key<"age:N">>, mt::lsi<"ByTotal">>;
static_assert(shop::data.indexes[0].attributes[0].name == "PK");
static_assert(shop::data.indexes[0].attributes[1].name == "SK");
static_assert(shop::data.indexes[1].attributes[0].name == "GSI1PK");
static_assert(shop::data.indexes[1].attributes[1].name == "GSI1SK");
static_assert(shop::data.indexes[2].attributes[0].type == 'N');
static_assert(shop::data.indexes[2].sort_count == 0);
static_assert(shop::data.indexes[3].attributes[0].name == "PK");
static_assert(shop::data.indexes[3].attributes[1].name == "ByTotalSK");

// which templates can make the same text
constexpr field_data fields[] = {
    {"s", "s", &mt::type_of<std::string>}, {"t", "t", &mt::type_of<std::string>},
    {"n", "n", &mt::type_of<int>},         {"at", "at", &mt::type_of<mt::timestamp>},
    {"b", "b", &mt::type_of<bool>},        {"u", "u", &mt::type_of<std::uint8_t>},
};
struct template_of {
    mt::detail::template_part parts[16];
    std::size_t count = 0;

    constexpr template_of(char const* text) : count(mt::detail::parse_template(text, parts).parts) { // NOLINT
        for (std::size_t p = 0; p != count; ++p)
            for (std::size_t f = 0; f != std::size(fields); ++f)
                if (parts[p].placeholder && parts[p].text == fields[f].name)
                    parts[p].field = static_cast<std::int16_t>(f);
    }
};
constexpr bool differ(template_of const& a, template_of const& b) {
    bool const one_way = mt::detail::texts_differ({{a.parts, a.count}, fields}, {{b.parts, b.count}, fields});
    bool const other_way = mt::detail::texts_differ({{b.parts, b.count}, fields}, {{a.parts, a.count}, fields});
    return one_way == other_way ? one_way : throw "the rule must not depend on the order";
}

static_assert(differ("A", "B"));
static_assert(!differ("A", "A"));
static_assert(differ("A", "AB"));
static_assert(differ("ORDER#{s}", "INVOICE#{s}"));
static_assert(!differ("ORDER#{s}", "ORDER#{t}"));
static_assert(!differ("ORDER#{s}", "{t}"));
static_assert(!differ("{s}", "{t}"));
static_assert(!differ("ORDER#{s}", "ORDER#X")); // s may be X
static_assert(differ("ORDER#{s}", "ORDER#"));   // no placeholder is empty
static_assert(!differ("{s}#A", "{t}#A"));
static_assert(differ("{s}#A", "{t}#B"));  // both end at the first #
static_assert(!differ("{s}#A", "{t}|B")); // they do not
static_assert(differ("{s}#A", "X#B"));
static_assert(!differ("{s}#A", "X#A"));
static_assert(differ("{s}#A", "X")); // a # has to come
static_assert(!differ("{s}#{t}", "X#{t}"));
static_assert(!differ("{s}#{t}", "{t}")); // t may hold a #
static_assert(differ("{n}", "X"));        // no number begins with X
static_assert(differ("{n}", "X#{s}"));
static_assert(!differ("{n}", "{s}"));
static_assert(!differ("{n}", "1"));
static_assert(differ("{at}", "ORDER#{s}"));
static_assert(differ("{at}#A", "{at}#B")); // of one width
static_assert(differ("{b}", "X"));
static_assert(!differ("{b}", "true"));
static_assert(differ("{s:ord_*}", "inv_{t}")); // a demanded prefix is literal text
static_assert(differ("{s:ord_*}", "{t:inv_*}"));
static_assert(!differ("{s:ord_*}", "{t}"));
static_assert(differ("{s:shard 5}#A", "X#A"));

// from the literal beginnings alone
constexpr std::string_view order[] = {"CUSTOMER#{customer_id}", "ORDER#{id}"};
constexpr std::string_view invoice[] = {"CUSTOMER#{customer_id}", "INVOICE#{id}"};
constexpr std::string_view anything[] = {"CUSTOMER#{customer_id}", "{id}"};
constexpr std::string_view shorter[] = {"CUSTOMER#{customer_id}", "ORDER"};
constexpr std::string_view braces[] = {"CUSTOMER#{customer_id}", "{{ORDER"};
constexpr bool apart(std::string_view const (&a)[2], std::string_view const (&b)[2]) {
    return mt::detail::literals_differ({a, 2}, {b, 2}) && mt::detail::literals_differ({b, 2}, {a, 2});
}
static_assert(apart(order, invoice));
static_assert(!apart(order, order));
static_assert(!apart(order, anything));
static_assert(!apart(order, shorter)); // left to texts_differ
static_assert(!apart(order, braces));

} // namespace
