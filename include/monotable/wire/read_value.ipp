// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/value.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/wire/base64.hpp>
#include <monotable/wire/error.hpp>
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/shape.hpp>

#include <boost/json/array.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::wire {

class value_reader {
  public:
    explicit value_reader(value_writer& out) noexcept : out_(out) {}

    void read(json::value const& from) { read(from, 0); }

    /// `{"name":{"S":"x"},...}`
    void read_members(json::object const& from) { members(from, 0); }

  private:
    static constexpr std::string_view invalid = "One or more parameter values were invalid: ";

    static std::optional<value_type> type_named(std::string_view name) noexcept {
        for (auto type : {value_type::string, value_type::number, value_type::boolean, value_type::map,
                          value_type::list, value_type::null, value_type::binary, value_type::string_set,
                          value_type::number_set, value_type::binary_set})
            if (monotable::detail::type_name(type) == name) return type;
        return std::nullopt;
    }

    void read(json::value const& from, int levels) {
        std::optional<value_type> type;
        bool several = false;
        if (auto const* object = from.if_object()) {
            for (auto const& each : *object) {
                if (each.value().is_null()) continue;
                auto const found = type_named({each.key().data(), each.key().size()});
                if (!found) continue;
                several = several || type;
                if (type) continue;
                type = found;
                read(*found, each.value(), levels);
            }
        }
        if (!type)
            fail_validation("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        if (several)
            fail_validation("Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
                            "the supported datatypes");
    }

    void read(value_type type, json::value const& from, int levels) {
        switch (type) {
        case value_type::null:
            if (!from.get_bool())
                fail_validation(std::string(invalid) + "Null attribute value types must have the value of true");
            return out_.null();
        case value_type::boolean: return out_.boolean(from.get_bool());
        case value_type::number: return out_.number(number(text_of(from)));
        case value_type::string: return out_.string(text_of(from));
        case value_type::binary: return out_.binary(binary(from));
        case value_type::list:
            descend(levels);
            out_.begin_list();
            for (auto const& each : from.get_array()) read(each, levels + 1);
            return out_.end_list();
        case value_type::map: descend(levels); return members(from.get_object(), levels + 1);
        default: return set(type, from.get_array());
        }
    }

    static void descend(int levels) {
        if (levels == monotable::detail::max_nesting)
            fail_validation("Nesting Levels have exceeded supported limits: Attributes in the item have nested "
                            "levels beyond supported limit");
    }

    void members(json::object const& from, int levels) {
        out_.begin_map();
        for (auto const& each : from) {
            out_.name({each.key().data(), each.key().size()});
            read(each.value(), levels);
        }
        out_.end_map();
    }

    static decimal number(std::string_view text) {
        if (auto const parsed = decimal::parse(text)) return *parsed;
        if (text.empty()) fail_validation("The parameter cannot be converted to a numeric value");
        try {
            return decimal(text);
        } catch (bad_value const&) {
            fail_validation(error_of(text));
        }
    }

    static std::string error_of(std::string_view text) {
        try {
            static_cast<void>(decimal(text));
        } catch (bad_value const& fault) {
            std::string_view const message = fault.what();
            if (message.starts_with("The parameter"))
                return "The parameter cannot be converted to a numeric value: " + std::string(text);
            return std::string(message.substr(0, message.find(": \"")));
        }
        return {};
    }

    static std::string binary(json::value const& from) {
        std::string bytes;
        decode_base64(text_of(from), bytes);
        return bytes;
    }

    void set(value_type type, json::array const& from) {
        if (from.empty())
            fail_validation(std::string(invalid) + (type == value_type::string_set ? "An string set  may not be empty"
                                                    : type == value_type::number_set
                                                        ? "An number set  may not be empty"
                                                        : "Binary sets should not be empty"));
        std::vector<std::string> elements;
        elements.reserve(from.size());
        for (auto const& each : from) {
            if (each.is_null()) fail_validation(std::string(invalid) + "An set element may not have a null value");
            if (type == value_type::string_set) elements.emplace_back(text_of(each));
            else if (type == value_type::number_set) elements.emplace_back(number(text_of(each)).bytes().view());
            else elements.push_back(binary(each));
        }
        std::sort(elements.begin(), elements.end());
        if (std::adjacent_find(elements.begin(), elements.end()) != elements.end()) {
            if (type == value_type::number_set) fail_validation("Input collection contains duplicates");
            fail_validation(
                std::string(invalid) + "Input collection " + listed(from) +
                (type == value_type::binary_set ? "of type BS contains duplicates." : " contains duplicates."));
        }
        out_.begin_set(type);
        for (auto const& each : elements) {
            if (type == value_type::string_set) out_.string(each);
            else if (type == value_type::number_set) out_.number_bytes(each);
            else out_.binary(each);
        }
        out_.end_set();
    }

    static std::string listed(json::array const& from) {
        std::string out = "[";
        for (auto const& each : from) {
            if (out.size() > 1) out += ", ";
            out += text_of(each);
        }
        return out + "]";
    }

    value_writer& out_;
};

MONOTABLE_INLINE item read_item(json::object const& from) {
    std::string bytes;
    value_writer out(bytes);
    value_reader(out).read_members(from);
    return item::from_encoding(std::move(bytes));
}

MONOTABLE_INLINE value read_value(json::value const& from) {
    std::string bytes;
    value_writer out(bytes);
    value_reader(out).read(from);
    return value::from_encoding(std::move(bytes));
}

} // namespace monotable::wire
