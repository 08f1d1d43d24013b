// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>

/// Codecs of strings (S), integers, floating-point numbers and decimal (N), bool (BOOL) and bytes (B).
namespace monotable::detail {

std::int64_t read_signed(value_view v, std::int64_t low, std::int64_t high);

std::uint64_t read_unsigned(value_view v, std::uint64_t high);

template <class T>
struct binding<T, kind::integer> {
    using limits = std::numeric_limits<T>;

    static constexpr value_type stored = value_type::number;

    static bool encode(void const* object, value_writer& w) {
        T const n = *static_cast<T const*>(object);
        if constexpr (std::signed_integral<T>) w.number(std::int64_t{n});
        else w.number(std::uint64_t{n});
        return true;
    }

    static void decode(value_view v, void* object) {
        auto& n = *static_cast<T*>(object);
        if constexpr (std::signed_integral<T>) n = static_cast<T>(read_signed(v, limits::min(), limits::max()));
        else n = static_cast<T>(read_unsigned(v, limits::max()));
    }

    static constexpr field_type type{
        .stored = stored,
        .form = std::signed_integral<T> ? key_form::signed_integer : key_form::unsigned_integer,
        .digits = limits::digits10 + 1,
        .encode = encode,
        .decode = decode,
    };
};

template <class T>
struct binding<T, kind::boolean> {
    static constexpr value_type stored = value_type::boolean;

    static bool encode(void const* object, value_writer& w) {
        w.boolean(*static_cast<bool const*>(object));
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::boolean, v);
        *static_cast<bool*>(object) = v.as_bool();
    }

    static constexpr field_type type{.stored = stored, .form = key_form::boolean, .encode = encode, .decode = decode};
};

/// The shortest decimal that converts back to `v`. (Converting a float by way of double would give more digits.)
decimal shortest(float v);
inline decimal shortest(double v) { return decimal::from_double(v); }

/// The nearest value, without rounding a float twice. Throws bad_item if the number is out of the type's range.
void read_nearest(value_view v, double& out);
void read_nearest(value_view v, float& out);

/// Infinities, NaN and magnitudes out of the range of numbers throw bad_value; the sign of zero is lost.
template <class T>
struct binding<T, kind::floating> {
    static constexpr value_type stored = value_type::number;

    static bool encode(void const* object, value_writer& w) {
        w.number(shortest(*static_cast<T const*>(object)));
        return true;
    }

    static void decode(value_view v, void* object) { read_nearest(v, *static_cast<T*>(object)); }

    static constexpr field_type type{.stored = stored, .form = key_form::number, .encode = encode, .decode = decode};
};

template <class T>
struct binding<T, kind::decimal> {
    static constexpr value_type stored = value_type::number;

    static bool encode(void const* object, value_writer& w) {
        w.number(*static_cast<decimal const*>(object));
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::number, v);
        *static_cast<decimal*>(object) = v.as_number();
    }

    static constexpr field_type type{.stored = stored, .form = key_form::number, .encode = encode, .decode = decode};
};

/// std::basic_string<char> with any allocator. The text must be UTF-8.
template <class T>
struct binding<T, kind::string> {
    static constexpr value_type stored = value_type::string;

    static bool encode(void const* object, value_writer& w) {
        w.string(*static_cast<T const*>(object));
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::string, v);
        auto const text = v.as_string();
        auto& out = *static_cast<T*>(object);
        out.clear(); // assign() would check whether the text is a part of the string
        out.append(text.data(), text.size());
    }

    static constexpr field_type type{.stored = stored, .form = key_form::string, .encode = encode, .decode = decode};
};

/// Contiguous std::byte: a vector accepts any length, an array exactly its size.
template <class T>
struct binding<T, kind::bytes> {
    static constexpr value_type stored = value_type::binary;

    static bool encode(void const* object, value_writer& w) {
        auto const& bytes = *static_cast<T const*>(object);
        w.binary({reinterpret_cast<char const*>(bytes.data()), bytes.size()});
        return true;
    }

    static void decode(value_view v, void* object) {
        expect(value_type::binary, v);
        auto const found = v.as_binary();
        auto& bytes = *static_cast<T*>(object);
        if constexpr (sequence_like<T>) bytes.resize(found.size());
        else if (found.size() != bytes.size())
            throw_expected(std::to_string(bytes.size()) + " bytes", std::to_string(found.size()));
        if (!found.empty()) std::memcpy(bytes.data(), found.data(), found.size());
    }

    static constexpr field_type type{.stored = stored, .form = key_form::bytes, .encode = encode, .decode = decode};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/scalar.ipp>
#endif
