// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/field_type.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/codec/time_point.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/fwd.hpp>

#include <cstdint>
#include <ratio>
#include <type_traits>

/// Time points that are stored as the number of seconds since 1970, the format that DynamoDB requires of a time to
/// live.
namespace monotable {
namespace detail {

/// The type of such a field in conditions and assignments. T is a sys_time of seconds.
template <class T>
struct epoch_time {
    using moment = T;
    T value;
};

/// True if T is a sys_time of seconds.
template <class T>
inline constexpr bool is_epoch_moment = false;
template <class T>
    requires is_time_point<T>
inline constexpr bool is_epoch_moment<T> =
    kind_of<T>() == kind::time && stored_time<T> && !local_clock<typename T::clock> &&
    std::ratio_equal_v<typename T::duration::period, std::ratio<1>>;

/// Maps T to epoch_time<T>, and an optional T to an optional epoch_time<T>; leaves other types unchanged.
template <class T>
struct epoch_stored {
    using type = std::conditional_t<is_epoch_moment<T>, epoch_time<T>, T>;
};
template <template <class> class Optional, class T>
    requires(kind_of<Optional<T>>() == kind::optional)
struct epoch_stored<Optional<T>> {
    using type = std::conditional_t<is_epoch_moment<T>, Optional<epoch_time<T>>, Optional<T>>;
};

template <class T>
bool encode_epoch(T const& moment, value_writer& writer) {
    writer.number(static_cast<std::int64_t>(moment.time_since_epoch().count()));
    return true;
}

template <class T>
void decode_epoch(value_view stored, T& moment) {
    std::int64_t seconds = 0;
    type_of<std::int64_t>.decode(stored, &seconds);
    moment = T(typename T::duration(static_cast<typename T::rep>(seconds)));
}

/// The codec of a field of this type that is a time to live.
template <class T>
struct epoch_field {
    static bool encode(void const* object, value_writer& writer) {
        return encode_epoch(*static_cast<T const*>(object), writer);
    }
    static void decode(value_view stored, void* object) { decode_epoch(stored, *static_cast<T*>(object)); }
    static constexpr field_type type{.stored = value_type::number,
                                     .form = key_form::signed_integer,
                                     .digits = 19,
                                     .encode = encode,
                                     .decode = decode};
};
template <template <class> class Optional, class T>
    requires(kind_of<Optional<T>>() == kind::optional)
struct epoch_field<Optional<T>> {
    using optional = Optional<T>;
    static bool encode(void const* object, value_writer& writer) {
        auto const& moment = *static_cast<optional const*>(object);
        return moment.has_value() && encode_epoch(*moment, writer);
    }
    static void decode(value_view stored, void* object) {
        if (stored.is(value_type::null)) return reset(object);
        decode_epoch(stored, static_cast<optional*>(object)->emplace());
    }
    static bool absent(void const* object) { return !static_cast<optional const*>(object)->has_value(); }
    static void reset(void* object) { static_cast<optional*>(object)->reset(); }
    static constexpr field_type type{.stored = value_type::number,
                                     .form = key_form::signed_integer,
                                     .digits = 19,
                                     .optional = true,
                                     .encode = encode,
                                     .decode = decode,
                                     .absent = absent,
                                     .reset = reset};
};

/// The codec of a time to live of type F; null if it is that of F itself.
template <class F>
struct epoch_type_pointer {
    static constexpr field_type const* get() {
        if constexpr (std::is_same_v<typename epoch_stored<F>::type, F>) return nullptr;
        else return &epoch_field<F>::type;
    }
    static constexpr field_type const* value = get();
};

} // namespace detail

template <class T>
struct codec<detail::epoch_time<T>> {
    using stored = std::int64_t;
    static stored encode(detail::epoch_time<T> const& time) { return time.value.time_since_epoch().count(); }
    static detail::epoch_time<T> decode(stored seconds) {
        return {T(typename T::duration(static_cast<typename T::rep>(seconds)))};
    }
};

} // namespace monotable
