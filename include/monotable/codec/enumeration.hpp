// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/meta/reflect.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Enumerations are stored as the names of their enumerators (S), so that enumerators can be reordered and other
/// programs can read them. Names are known for values in [-8, 127]; if two enumerators share a value, the first one's
/// name is used.
namespace monotable {
namespace detail {

inline constexpr int min_enumerator = -8;
inline constexpr int max_enumerator = 127;

struct enumerator {
    std::string_view name;
    int value;
};

/// The values as the compiler prints them: "... Values = {ns::E::a, (ns::E)1, ns::E::c}]".
template <auto... Values>
consteval std::string_view spell_values() {
    return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1}; // computing the length would cost more than parsing
}

inline constexpr std::size_t values_at = spell_values<0>().find("Values = ") + 10;

/// All names are printed with one prefix ("ns::E::") and all values without a name with another ("(ns::E)"). Each
/// prefix is measured once and then skipped, because compile time is proportional to the steps of constant evaluation.
class enumerator_parser {
  public:
    constexpr explicit enumerator_parser(std::string_view spelling)
        : at_(spelling.data() + values_at), end_(spelling.data() + spelling.size()) {}

    /// The name of the next value; empty if it has none.
    constexpr std::string_view next() {
        if (is_number()) return skip_number();
        if (name_prefix_ == 0 || (number_prefix_ == 0 && *at_ == '(')) {
            measure();
            if (is_number()) return skip_number();
        }
        char const* const start = at_ + name_prefix_;
        for (at_ = start; !is_end(*at_);) ++at_;
        std::string_view const name(start, static_cast<std::size_t>(at_ - start));
        at_ += 2;
        return name;
    }

  private:
    static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static constexpr bool is_end(char c) { return c == ',' || c == '}' || c == '>' || c == ']'; }
    static constexpr bool is_value(char const* p) { return p[0] == ')' && (p[1] == '-' || is_digit(p[1])); }

    constexpr bool is_number() const {
        return number_prefix_ != 0 && end_ - at_ > number_prefix_ && *at_ == '(' && is_value(at_ + number_prefix_ - 1);
    }

    constexpr std::string_view skip_number() {
        for (at_ += number_prefix_ + 1; is_digit(*at_);) ++at_;
        at_ += 2;
        return {};
    }

    constexpr void measure() {
        int depth = 0;
        std::ptrdiff_t prefix = 0;
        for (char const* p = at_; depth != 0 || !is_end(*p); ++p) {
            if (*p == '<' || *p == '(' || *p == '{') ++depth;
            if (*p == '>' || *p == ')' || *p == '}') --depth;
            if (depth != 0) continue;
            if (*p == ':') prefix = p + 1 - at_;
            if (is_value(p)) {
                number_prefix_ = p + 1 - at_;
                return;
            }
        }
        name_prefix_ = prefix;
    }

    char const* at_;
    char const* end_;
    std::ptrdiff_t name_prefix_ = 0;
    std::ptrdiff_t number_prefix_ = 0;
};

template <fixed_enumeration E>
struct enumerators {
    using underlying = std::underlying_type_t<E>;

    static constexpr int first = std::is_signed_v<underlying> ? min_enumerator : 0;
    static constexpr int last = std::is_same_v<underlying, bool> ? 1 : max_enumerator;
    static constexpr auto count = static_cast<std::size_t>(last - first + 1);

    template <std::size_t... I>
    static consteval std::string_view spelling(std::index_sequence<I...>) {
        // Name lookup instantiates an enumeration that is a member of a class template; clang would print its values as
        // numbers otherwise.
        static_cast<void>(requires { E::no_such_enumerator_; });
        return spell_values<static_cast<E>(first + static_cast<int>(I))...>();
    }

    struct found {
        enumerator list[count] = {};
        std::size_t size = 0;
    };

    static constexpr found find() {
        found result;
        enumerator_parser parser(spelling(std::make_index_sequence<count>()));
        for (int value = first; value <= last; ++value)
            if (auto const name = parser.next(); !name.empty()) result.list[result.size++] = {name, value};
        return result;
    }

    static constexpr found all = find();

    template <std::size_t... I>
    static constexpr std::array<enumerator, sizeof...(I)> trim(std::index_sequence<I...>) {
        return {all.list[I]...};
    }

    /// All named enumerators, in ascending order of values.
    static constexpr auto list = trim(std::make_index_sequence<all.size>());
};

constexpr std::string_view find_name(array_view<enumerator> list, long long value) noexcept {
    for (auto const& each : list)
        if (each.value == value) return each.name;
    return {};
}

/// The position of the enumerator; list.size() if it is not found. Positions are used because comparisons of pointers
/// are not constant expressions for g++ with -fsanitize=undefined.
constexpr std::size_t find_enumerator(array_view<enumerator> list, std::string_view name) noexcept {
    std::size_t i = 0;
    while (i != list.size() && list[i].name != name) ++i;
    return i;
}

[[noreturn]] void throw_nameless(std::string_view type, std::string const& value);

int read_enumerator(array_view<enumerator> list, std::string_view name);

/// The name of an enumerator, with static storage; empty if no enumerator in [-8, 127] has this value.
template <detail::fixed_enumeration E>
constexpr std::string_view enum_name(E e) noexcept {
    auto const value = +static_cast<std::underlying_type_t<E>>(e);
    if (!std::in_range<long long>(value)) return {};
    return detail::find_name(detail::enumerators<E>::list, static_cast<long long>(value));
}

/// The enumerator with this name; nullopt if no enumerator in [-8, 127] has it.
template <detail::fixed_enumeration E>
constexpr std::optional<E> enum_from_name(std::string_view name) noexcept {
    detail::array_view<detail::enumerator> const list = detail::enumerators<E>::list;
    auto const found = detail::find_enumerator(list, name);
    if (found == list.size()) return std::nullopt;
    return static_cast<E>(list[found].value);
}

/// The name of an enumerator. Throws bad_value if the value has none.
template <class E>
std::string_view stored_name(E e) {
    auto const name = enum_name(e);
    if (name.empty()) throw_nameless(unqualified_name<E>(), std::to_string(+static_cast<std::underlying_type_t<E>>(e)));
    return name;
}

template <class T>
struct binding<T, kind::enumeration> {
    static constexpr value_type stored = value_type::string;

    static bool encode(void const* object, value_writer& w) {
        w.string(stored_name(*static_cast<T const*>(object)));
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::string, v);
        *static_cast<T*>(object) = static_cast<T>(read_enumerator(enumerators<T>::list, v.as_string()));
    }

    static constexpr field_type type{
        .stored = stored, .form = key_form::enumeration, .encode = encode, .decode = decode};
};

} // namespace detail

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/enumeration.ipp>
#endif
