// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/value.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/predicate_rules.hpp>
#include <monotable/query/typed_path.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// Conversion of typed conditions to trees.
namespace monotable::detail {

/// Appends `v` encoded as a Type, or nothing if it is absence. Throws bad_value, which names entity and field, if it
/// cannot be stored.
template <class Type, class V>
void encode_operand(std::string_view entity, std::string_view field, V const& v, std::string& out) {
    value_writer writer(out);
    try {
        Type const wanted = value_for<Type>(v);
        type_of<Type>.encode(&wanted, writer);
    } catch (error const&) {
        rethrow_for_field(entity, field);
    }
}

template <class E, fixed_string Name, class Type, class V>
std::string encoded_operand(V const& v) {
    std::string out;
    encode_operand<Type>(declaration_of<E>.name, name_list<Name>[0], v, out);
    return out;
}

[[noreturn]] void refuse_absent_operand(std::string_view entity, std::string_view field);

expression constant_of(std::string const& encoding);

/// A condition that holds for no item; DynamoDB has no constant false.
expression never(path_view path);

constexpr expression_kind kind_of_comparison(comparison op) noexcept {
    switch (op) {
    case comparison::equal: return expression_kind::equal;
    case comparison::less: return expression_kind::less;
    case comparison::less_equal: return expression_kind::less_equal;
    case comparison::greater: return expression_kind::greater;
    case comparison::greater_equal: return expression_kind::greater_equal;
    case comparison::between: return expression_kind::between;
    case comparison::begins_with: return expression_kind::begins_with;
    case comparison::not_equal: return expression_kind::not_equal;
    case comparison::contains: return expression_kind::contains;
    case comparison::exists: return expression_kind::attribute_exists;
    case comparison::absent: return expression_kind::attribute_not_exists;
    case comparison::is_type: return expression_kind::attribute_type;
    case comparison::in: return expression_kind::in;
    }
    return expression_kind::equal;
}

/// Compares the value at a path with encoded values. REQUIRES: as many values as `op` requires.
expression compare(path_view path, comparison op, std::string const& first, std::string const& second);

/// Builds the condition that the value at a path equals one of the encoded values. An IN has at most 100 operands in
/// DynamoDB, including the path.
class in_builder {
  public:
    explicit in_builder(path_view path);

    void add(std::string const& encoding);
    expression finish() &&;

  private:
    void flush();

    path_view path_;
    std::size_t count_ = 0;
    expression part_;
    expression all_;
};

/// Compares the size of the value at a path. An empty set is not stored, so its size of zero must be tested as absence.
expression compare_size(path_view path, comparison op, std::uint64_t limit, bool empty_is_absent);

/// Joins two conditions; an empty one has no effect.
expression joined(expression_kind kind, expression const& a, expression const& b);

template <class E, fixed_string Name, class Type, class V>
void add_candidate(in_builder& out, V const& v) {
    auto const encoding = encoded_operand<E, Name, Type>(v);
    if (encoding.empty()) refuse_absent_operand(declaration_of<E>.name, name_list<Name>[0]);
    out.add(encoding);
}
template <class E, fixed_string Name, class Type, class... V>
void add_candidates(in_builder& out, value_list<V...> const& values) {
    if constexpr (sizeof...(V) != 0) {
        add_candidate<E, Name, Type>(out, values.first);
        add_candidates<E, Name, Type>(out, values.rest);
    }
}
template <class E, fixed_string Name, class Type, class Range>
void add_candidates(in_builder& out, Range const& values) {
    for (typename Range::value_type const& each : values) add_candidate<E, Name, Type>(out, each);
}

// leaf_of is the tree of one comparison for items of the current version; tree_of is the tree of a condition.
// REQUIRES: valid_predicate<E, C>().

template <class E>
expression tree_of(filter<E> const& c) {
    return c.tree();
}

template <class E, bool Any, class A, class B>
expression tree_of(junction<Any, A, B> const& c);
template <class E, class A>
expression tree_of(negation<A> const& c);

template <class E, fixed_string Name, comparison Op, class V>
expression leaf_of(size_condition<Name, Op, V> const& c) {
    using path = typed_path<E, Name>;
    std::uint64_t limit = 0;
    try {
        limit = value_for<std::uint64_t>(c.value);
    } catch (error const&) {
        rethrow_for_field(declaration_of<E>.name, name_list<Name>[0]);
    }
    return compare_size(path::view(), Op, limit, type_of<typename path::type>.empty_is_absent);
}

template <class E, fixed_string Name, comparison Op, class A, class B>
expression leaf_of(condition<Name, Op, A, B> const& c) {
    using path = typed_path<E, Name>;
    using type = typename path::type;
    using monotable::value;
    if constexpr (Op == comparison::exists || Op == comparison::absent) {
        return expression::make(kind_of_comparison(Op), {expression::path(path::view())});
    } else if constexpr (Op == comparison::is_type) {
        return expression::make(kind_of_comparison(Op),
                                {expression::path(path::view()), expression::constant(value(type_name(c.first)))});
    } else if constexpr (is_field<A>) {
        return expression::make(kind_of_comparison(Op), {expression::path(path::view()),
                                                         expression::path(typed_path<E, field_name<A>>::view())});
    } else if constexpr (Op == comparison::in) {
        in_builder values(path::view());
        add_candidates<E, Name, type>(values, c.first);
        return std::move(values).finish();
    } else {
        std::string first, second;
        if constexpr (Op == comparison::contains)
            first = encoded_operand<E, Name, contained_t<present_t<type>>>(c.first);
        else first = encoded_operand<E, Name, type>(c.first);
        if constexpr (Op == comparison::between) second = encoded_operand<E, Name, type>(c.second);
        constexpr bool equality = Op == comparison::equal || Op == comparison::not_equal;
        if (first.empty() && equality && !path::end::element)
            return expression::make(Op == comparison::equal ? expression_kind::attribute_not_exists
                                                            : expression_kind::attribute_exists,
                                    {expression::path(path::view())});
        if (first.empty() || (Op == comparison::between && second.empty()))
            refuse_absent_operand(declaration_of<E>.name, name_list<Name>[0]);
        return compare(path::view(), Op, first, second);
    }
}

template <class E, fixed_string Name, comparison Op, class V>
expression tree_of(size_condition<Name, Op, V> const& c) {
    if constexpr (!has_earlier_versions<E>()) return leaf_of<E>(c);
    else return earlier_versions_of<E>::under_any_name(leaf_of<E>(c));
}

template <class E, fixed_string Name, comparison Op, class A, class B>
expression tree_of(condition<Name, Op, A, B> const& c) {
    if constexpr (!has_earlier_versions<E>()) return leaf_of<E>(c);
    else return earlier_versions_of<E>::under_any_name(leaf_of<E>(c));
}

template <class E, bool Any, class A, class B>
expression tree_of(junction<Any, A, B> const& c) {
    return joined(Any ? expression_kind::any_of : expression_kind::all_of, tree_of<E>(c.first), tree_of<E>(c.second));
}

template <class E, class A>
expression tree_of(negation<A> const& c) {
    auto const operand = tree_of<E>(c.operand);
    return operand.empty() ? operand : expression::make(expression_kind::negation, {operand});
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/query/predicate.ipp>
#endif
