// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/wire/base64.hpp>
#include <monotable/wire/check_types.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/shape.hpp>

#include <boost/json/array.hpp>

#include <string>
#include <string_view>

namespace monotable::wire {

MONOTABLE_INLINE void type_check::run(json::value const& v, shape const& s, bool is_element) {
    switch (s.kind) {
    case shape_kind::string: return text(v);
    case shape_kind::integer: return number(v, "Integer");
    case shape_kind::long_integer: return number(v, "Long");
    case shape_kind::floating: return number(v, "Double");
    case shape_kind::boolean: return boolean(v);
    case shape_kind::blob: return blob(v);
    case shape_kind::structure: structured(v, s.name, is_element); return members(v.get_object(), s);
    case shape_kind::list:
        list(v);
        for (auto const& each : v.get_array())
            if (!each.is_null()) run(each, *s.element, true);
        return;
    case shape_kind::map:
        map(v, *s.element);
        for (auto const& each : v.get_object())
            if (!each.value().is_null()) run(each.value(), *s.element, true);
        return;
    case shape_kind::attribute_value: return attribute(v, is_element);
    }
}

MONOTABLE_INLINE void type_check::members(json::object const& in, shape const& s) {
    for (auto const& each : in) {
        if (each.value().is_null()) continue;
        auto const name = each.key();
        for (auto const& member : s.members) {
            if (member.name != std::string_view(name.data(), name.size())) continue;
            run(each.value(), *member.of, false);
            break;
        }
    }
}

MONOTABLE_INLINE char const* type_check::token(json::value const& v) noexcept {
    if (v.is_string()) return "STRING_VALUE";
    if (v.is_bool()) return v.get_bool() ? "TRUE_VALUE" : "FALSE_VALUE";
    return v.is_double() ? "DECIMAL_VALUE" : "NUMBER_VALUE";
}

MONOTABLE_INLINE void type_check::refuse_scalar(json::value const& v, std::string const& java_package,
                                                std::string const& type) {
    if (v.is_array()) fail_serialization("Unrecognized collection type class " + java_package + type);
    if (v.is_object()) fail_serialization(unexpected_structure);
    fail_serialization(token(v) + (" cannot be converted to " + type));
}

MONOTABLE_INLINE void type_check::text(json::value const& v) {
    if (!v.is_string()) refuse_scalar(v, "java.lang.", "String");
}

MONOTABLE_INLINE void type_check::number(json::value const& v, char const* type) {
    if (!v.is_number()) refuse_scalar(v, "java.lang.", type);
}

MONOTABLE_INLINE void type_check::boolean(json::value const& v) {
    if (v.is_bool()) return;
    if (v.is_string()) fail_serialization("Unexpected token received from parser");
    refuse_scalar(v, "java.lang.", "Boolean");
}

MONOTABLE_INLINE void type_check::blob(json::value const& v) {
    if (v.is_array()) fail_serialization("Unrecognized collection type class java.nio.ByteBuffer");
    if (v.is_object()) fail_serialization(unexpected_structure);
    if (!v.is_string()) fail_serialization("only base-64-encoded strings are convertible to bytes");
    std::string bytes;
    if (auto const fault = decode_base64(text_of(v), bytes); !fault.empty()) fail_serialization(fault);
}

MONOTABLE_INLINE void type_check::list(json::value const& v) {
    if (v.is_array()) return;
    fail_serialization(v.is_object() ? unexpected_structure : "Unexpected field type");
}

MONOTABLE_INLINE void type_check::structured(json::value const& v, std::string_view name, bool is_element) {
    if (v.is_object()) return;
    if (v.is_array())
        fail_serialization("Unrecognized collection type class com.amazonaws.dynamodb.v20120810." + std::string(name));
    fail_serialization(is_element ? "Unexpected value type in payload" : "Unexpected field type");
}

MONOTABLE_INLINE void type_check::map(json::value const& v, shape const& element) {
    if (v.is_object()) return;
    if (!v.is_array()) fail_serialization("Unexpected field type");
    if (element.kind == shape_kind::list || element.kind == shape_kind::map)
        fail_serialization("sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to "
                           "java.lang.Class");
    fail_serialization(
        "Unrecognized collection type java.util.Map<java.lang.String, " +
        (element.name.empty() ? "java.lang.String" : "com.amazonaws.dynamodb.v20120810." + std::string(element.name)) +
        ">");
}

template <class Check>
void type_check::elements(json::value const& v, Check check) {
    list(v);
    for (auto const& each : v.get_array())
        if (!each.is_null()) check(each);
}

MONOTABLE_INLINE void type_check::attribute(json::value const& v, bool is_element) {
    structured(v, "AttributeValue", is_element);
    for (auto const& each : v.get_object()) {
        auto const& inner = each.value();
        if (inner.is_null()) continue;
        std::string_view const type(each.key().data(), each.key().size());
        if (type == "S" || type == "N") {
            text(inner);
        } else if (type == "B") {
            blob(inner);
        } else if (type == "BOOL" || type == "NULL") {
            boolean(inner);
        } else if (type == "SS" || type == "NS") {
            elements(inner, text);
        } else if (type == "BS") {
            elements(inner, blob);
        } else if (type == "L") {
            elements(inner, [](json::value const& element) { attribute(element, true); });
        } else if (type == "M") {
            map(inner, attribute_value);
            for (auto const& member : inner.get_object())
                if (!member.value().is_null()) attribute(member.value(), true);
        }
    }
}

} // namespace monotable::wire
