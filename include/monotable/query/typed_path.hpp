// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/kind.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/expression/path.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/violation/condition.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

/// Compile-time resolution of paths into fields (`ship_to.city`, `lines[0].qty`, `prices.eur`) through the types of a
/// struct.
namespace monotable::detail {

struct path_text_step {
    enum class form : std::uint8_t { end, member, element, malformed };
    form what = form::end;
    std::string_view name = {};
    std::uint32_t index = 0;
    std::size_t next = 0; ///< the start of the next step
};

constexpr std::size_t end_of_name(std::string_view text, std::size_t from) {
    while (from != text.size() && text[from] != '.' && text[from] != '[' && text[from] != ']') ++from;
    return from;
}

/// The step at a position after the first name: ".name" or "[index]".
constexpr path_text_step next_step(std::string_view text, std::size_t at) {
    using form = path_text_step::form;
    if (at == text.size()) return {};
    if (text[at] == '.') {
        std::size_t const end = end_of_name(text, at + 1);
        return {end == at + 1 ? form::malformed : form::member, text.substr(at + 1, end - at - 1), 0, end};
    }
    std::uint32_t index = 0;
    std::size_t end = at + 1;
    for (; end != text.size() && end != at + 10 && text[end] >= '0' && text[end] <= '9'; ++end)
        index = index * 10 + static_cast<std::uint32_t>(text[end] - '0');
    if (text[at] != '[' || end == at + 1 || end == text.size() || text[end] != ']') return {form::malformed};
    return {form::element, {}, index, end + 1};
}

/// The type at the end of a path. `element` is true for an element of a list or a member of a map, whose absence is
/// stored as NULL.
template <class T, condition_rule Wrong, bool Element>
struct path_end {
    using type = T;
    static constexpr condition_rule wrong = Wrong;
    static constexpr bool element = Element;
};

template <class T, fixed_string Name, std::size_t At, bool Element>
constexpr auto follow_path() {
    using form = path_text_step::form;
    constexpr path_text_step step = next_step(Name.view(), At);
    if constexpr (step.what == form::end) {
        return path_end<T, condition_rule::none, Element>{};
    } else if constexpr (step.what == form::malformed) {
        return path_end<T, condition_rule::malformed, Element>{};
    } else {
        using inner = typename present<T>::type;
        constexpr kind k = kind_of<inner>();
        if constexpr (k == kind::custom) {
            return follow_path<typename codec<inner>::stored, Name, At, Element>();
        } else if constexpr (step.what == form::element) {
            if constexpr (k == kind::sequence || k == kind::array)
                return follow_path<typename inner::value_type, Name, step.next, true>();
            else return path_end<T, condition_rule::not_a_list, Element>{};
        } else if constexpr (k == kind::map) {
            return follow_path<typename inner::mapped_type, Name, step.next, true>();
        } else if constexpr (k != kind::structure || !reflectable<inner>) {
            return path_end<T, condition_rule::no_members, Element>{};
        } else if constexpr (constexpr std::size_t member = field_index<inner>(step.name);
                             member == reflect<inner>::size) {
            return path_end<T, condition_rule::unknown_member, Element>{};
        } else {
            return follow_path<typename reflect<inner>::template type<member>, Name, step.next, false>();
        }
    }
}

template <class E, fixed_string Name>
constexpr auto follow_from_entity() {
    constexpr std::size_t size = end_of_name(Name.view(), 0);
    constexpr std::size_t field = field_index<E>(Name.view().substr(0, size));
    if constexpr (field != reflect<E>::size) {
        return follow_path<stored_field_t<E, field>, Name, size, false>();
    } else {
        constexpr std::string_view name = before(Name.view(), ':');
        constexpr bool formatted = name.size() != Name.size() && field_index<E>(name) != reflect<E>::size;
        return path_end<void, formatted ? condition_rule::with_format : condition_rule::unknown_field, false>{};
    }
}

/// The name of the attribute in which a field is stored.
template <class E>
constexpr std::string_view attribute_of(std::size_t field) {
    std::string_view const name = reflect<E>::names[field];
    for (attribute_option const& option : declaration_of<E>.options)
        if (option.kind == option_kind::renamed && option.field == name) return option.attribute;
    return name;
}

/// The encoded steps, as in document_path.
template <std::size_t Capacity>
struct path_bytes {
    char data[Capacity]{};
    std::size_t size = 0;

    constexpr void lead(std::uint64_t v) { size += write_varint(data + size, v); }
    constexpr void member(std::string_view name) {
        lead(std::uint64_t{name.size()} * 2);
        for (char const c : name) data[size++] = c;
    }
};

template <class E, fixed_string Name>
constexpr auto encode_path() {
    constexpr std::size_t root_size = end_of_name(Name.view(), 0);
    constexpr std::string_view attribute = attribute_of<E>(field_index<E>(Name.view().substr(0, root_size)));
    path_bytes<2 * (attribute.size() + Name.size()) + 4> out;
    out.member(attribute);
    for (auto step = next_step(Name.view(), root_size); step.what != path_text_step::form::end;
         step = next_step(Name.view(), step.next)) {
        if (step.what == path_text_step::form::member) out.member(step.name);
        else out.lead(std::uint64_t{step.index} * 2 + 1);
    }
    return out;
}

template <class E, fixed_string Name>
inline constexpr auto encoding_of_path = encode_path<E, Name>();

/// A path in items of E, by name.
template <class E, fixed_string Name>
struct typed_path {
    static constexpr std::size_t root_size = end_of_name(Name.view(), 0);
    static constexpr std::size_t field = field_index<E>(Name.view().substr(0, root_size));
    static constexpr bool whole = root_size == Name.size(); ///< true if it is a field and not a part of one

    using end = decltype(follow_from_entity<E, Name>());
    using type = typename end::type;

    /// REQUIRES: end::wrong is none.
    static path_view view() { return path_view({encoding_of_path<E, Name>.data, encoding_of_path<E, Name>.size}); }
};

} // namespace monotable::detail
