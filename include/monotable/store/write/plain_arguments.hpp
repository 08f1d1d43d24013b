// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/append_value.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/view.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/assignment.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/predicate.hpp>
#include <monotable/query/typed_path.hpp>
#include <monotable/store/primary_key.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

/// The arguments of updates and erasures that assign values to whole fields, and have no conditions except those that give the
/// key. Most writes are of this form; they need neither expressions nor, if the backend takes assignments, plans.
namespace monotable::detail {

/// The encoded values of such arguments. Does not allocate memory unless they are long.
class plain_arguments {
  public:
    static constexpr std::size_t max_fields = 64;

    explicit plain_arguments(entity_data const& entity) noexcept : entity_(entity) {}

    entity_data const& entity() const noexcept { return entity_; }

    /// Adds the value of a condition on the key, or of an assignment, converted to Type. Throws bad_value, which names entity and
    /// field, if it cannot be stored.
    template <class Type, class V>
    void add_key(std::size_t field, V const& value) {
        add<Type>(field, value);
        keys_ |= std::uint64_t{1} << field;
        if (offsets_[field] == absent) refuse_absent(field);
    }
    template <class Type, class V>
    void add_assignment(std::size_t field, V const& value) {
        add<Type>(field, value);
        add_assigned(field);
    }
    /// Adds an assignment of absence.
    void add_removal(std::size_t field) noexcept {
        offsets_[field] = absent;
        add_assigned(field);
    }

    /// The fields that are assigned, in the order of the arguments.
    array_view<std::uint8_t> assigned() const noexcept { return {order_, assigned_count_}; }

    bool is_key(std::size_t field) const noexcept { return (keys_ >> field & 1u) != 0; }
    bool is_assigned(std::size_t field) const noexcept { return (assigned_ >> field & 1u) != 0; }
    bool is_known(std::size_t field) const noexcept { return ((keys_ | assigned_) >> field & 1u) != 0; }
    /// The encoding; null if it is absent. REQUIRES: is_known(field).
    char const* value(std::size_t field) const noexcept {
        return offsets_[field] != absent ? bytes_.data() + offsets_[field] : nullptr;
    }

    /// Sets the primary key. REQUIRES: all fields of the key have been added.
    void fill_key(key_item& out) const;

  private:
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    template <class Type, class V>
    void add(std::size_t field, V const& value) {
        std::size_t const start = bytes_.size();
        bool present = false;
        try {
            if constexpr (comparable_value<present_t<Type>, V>) present = append_value<present_t<Type>>(bytes_, value);
            else present = append_value<Type>(bytes_, value);
        } catch (error const&) {
            rethrow_for_field(entity_.name, entity_.fields[field].name);
        }
        offsets_[field] = present ? start : absent;
    }
    void add_assigned(std::size_t field) noexcept {
        assigned_ |= std::uint64_t{1} << field;
        order_[assigned_count_++] = static_cast<std::uint8_t>(field);
    }
    [[noreturn]] void refuse_absent(std::size_t field) const;

    entity_data const& entity_;
    std::uint64_t keys_ = 0, assigned_ = 0; ///< a bit for each field
    std::size_t assigned_count_ = 0;
    std::uint8_t order_[max_fields];
    std::size_t offsets_[max_fields]; ///< of known fields
    byte_buffer bytes_;
};

/// True if the argument is a condition on the key, or an assignment of a value to a whole field.
template <class E, class A>
inline constexpr bool is_plain_argument = std::is_same_v<A, returning_old_t> || std::is_same_v<A, returning_new_t>;
template <class E, fixed_string Name, class A, class B>
inline constexpr bool is_plain_argument<E, condition<Name, comparison::equal, A, B>> =
    typed_path<E, Name>::whole && !is_field<A>;
template <class T>
inline constexpr bool is_computed_operand = is_stored_operand<T>;
template <bool Minus, class A, class B>
inline constexpr bool is_computed_operand<sum<Minus, A, B>> = true;
template <class E, fixed_string Name, class V>
inline constexpr bool is_plain_argument<E, assignment<Name, action_kind::assign, V>> =
    typed_path<E, Name>::whole && !is_computed_operand<V>;

/// Adds an argument. REQUIRES: is_plain_argument, and valid_arguments.
template <class E, class A>
void take_plain(plain_arguments&, A const&) {}
template <class E, fixed_string Name, class A, class B>
void take_plain(plain_arguments& out, condition<Name, comparison::equal, A, B> const& argument) {
    using path = typed_path<E, Name>;
    out.add_key<typename path::type>(path::field, argument.first);
}
template <class E, fixed_string Name, class V>
void take_plain(plain_arguments& out, assignment<Name, action_kind::assign, V> const& argument) {
    using path = typed_path<E, Name>;
    if constexpr (std::is_same_v<V, std::nullopt_t>) out.add_removal(path::field);
    else out.add_assignment<typename path::type>(path::field, argument.value);
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/plain_arguments.ipp>
#endif
