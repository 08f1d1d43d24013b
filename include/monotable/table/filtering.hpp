// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/expression/filter.hpp>
#include <monotable/expression/predicate.hpp>
#include <monotable/expression/predicate_rules.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/table/reader.hpp>
#include <monotable/table/report.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// Filters of a query or scan: which fields they may test, given the index that is read.
namespace monotable::detail {

/// In the place of an index: the range is a scan.
inline constexpr std::size_t whole_table = static_cast<std::size_t>(-1);

/// Applies Rules::valid<Name>() to each field that a condition names, until one is false.
template <class Rules, fixed_string F, comparison Op, class A, class B>
constexpr bool fields_satisfy(condition<F, Op, A, B> const*) {
    if constexpr (!Rules::template valid<F>()) return false;
    else if constexpr (is_field<A>) return Rules::template valid<field_name<A>>();
    else return true;
}
template <class Rules, fixed_string F, comparison Op, class V>
constexpr bool fields_satisfy(size_condition<F, Op, V> const*) {
    return Rules::template valid<F>();
}
template <class Rules, class E>
constexpr bool fields_satisfy(filter<E> const*) {
    return true; // looked at when it runs
}
template <class Rules, class A>
constexpr bool fields_satisfy(negation<A> const*) {
    return fields_satisfy<Rules>(static_cast<A const*>(nullptr));
}
template <class Rules, bool Any, class A, class B>
constexpr bool fields_satisfy(junction<Any, A, B> const*) {
    if constexpr (!fields_satisfy<Rules>(static_cast<A const*>(nullptr))) return false;
    else return fields_satisfy<Rules>(static_cast<B const*>(nullptr));
}

/// Keys: the filter may test the keys that are read.
template <class Table, class E, std::size_t Index, bool Keys>
struct filter_rules {
    template <fixed_string Name>
    static constexpr bool valid() {
        if constexpr (Index != whole_table) {
            constexpr index_data const& index = Table::data.indexes[Index];
            constexpr std::string_view attribute = attribute_of<E>(typed_path<E, Name>::field);
            if constexpr (!Keys && is_key_of(index, attribute)) return report_filtered_key<E, Name>::fail();
            else if constexpr (!is_attribute_in(Table::data, Index, attribute))
                return report_unprojected_filter<E, Name, to_fixed<index.name.size()>(index.name)>::fail();
        }
        return true;
    }
};

/// What compilers cannot see of a filter that was put together at run time.
inline void check_projected(read_source const& from, std::string_view entity, expression_view filter) {
    for (std::size_t i = 0; i != filter.node_count(); ++i) {
        expression_view const node(filter.nodes() + i);
        if (from.scan || !node.is(expression_kind::path) || is_attribute_in(*from.table, from.index, node.path().attribute())) continue;
        throw bad_value(std::string("monotable: ").append(entity).append(": a filter tests the attribute \"").append(node.path().attribute())
                            .append("\", which index ").append(from.table->indexes[from.index].name).append(" does not project"));
    }
}

/// And-s the condition to a filter of what is read. Throws bad_value where a value cannot be stored.
template <class Table, class E, std::size_t Index, bool Keys, class C>
void add_filter(read_source const& from, expression& filter, C const& condition) {
    if constexpr (valid_predicate<E, C>()) {
        if constexpr (fields_satisfy<filter_rules<Table, E, Index, Keys>>(static_cast<C const*>(nullptr))) {
            expression const tree = tree_of<E>(condition);
            check_projected(from, declaration_of<E>.name, tree);
            filter = joined(expression_kind::all_of, filter, tree);
        }
    }
}

} // namespace monotable::detail
