// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/value.hpp>

namespace monotable {

MONOTABLE_INLINE value::value(std::string_view utf8) {
    write([&](value_writer& out) { out.string(utf8); });
}

MONOTABLE_INLINE value::value(decimal const& v) {
    write([&](value_writer& out) { out.number(v); });
}

MONOTABLE_INLINE value value::binary(std::string_view bytes) {
    return made([&](value_writer& out) { out.binary(bytes); });
}

MONOTABLE_INLINE value value::list(std::initializer_list<value> elements) {
    return made([&](value_writer& out) {
        out.begin_list();
        for (auto const& each : elements) out.raw(each);
        out.end_list();
    });
}

MONOTABLE_INLINE value value::string_set(std::initializer_list<std::string_view> elements) {
    return set(value_type::string_set, elements, [](value_writer& out, auto const& each) { out.string(each); });
}

MONOTABLE_INLINE value value::number_set(std::initializer_list<decimal> elements) {
    return set(value_type::number_set, elements, [](value_writer& out, auto const& each) { out.number(each); });
}

MONOTABLE_INLINE value value::binary_set(std::initializer_list<std::string_view> elements) {
    return set(value_type::binary_set, elements, [](value_writer& out, auto const& each) { out.binary(each); });
}

MONOTABLE_INLINE value value::parse(std::string bytes) {
    if (!validate(bytes)) throw bad_item("not an encoded value: " + detail::quoted(bytes));
    return from_encoding(std::move(bytes));
}

template <class F>
value value::made(F&& content) {
    value result;
    result.write(content);
    return result;
}

template <class T, class F>
value value::set(value_type type, std::initializer_list<T> elements, F&& element) {
    return made([&](value_writer& out) {
        out.begin_set(type);
        for (auto const& each : elements) element(out, each);
        out.end_set();
    });
}

} // namespace monotable
