// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/chrono.hpp>
#include <monotable/meta/reflect.hpp>

#include <concepts>
#include <cstddef>
#include <ratio>
#include <type_traits>

/// The types of std::chrono that can be stored. Programs with fields of these types include <chrono> themselves.
namespace monotable::detail {

template <class T>
inline constexpr bool is_time_point = false;
template <class Clock, class Duration>
inline constexpr bool is_time_point<std::chrono::time_point<Clock, Duration>> = true;

/// The decimal digits of the fraction of a second that a duration represents; 0 for days; -1 if it is not stored.
template <class Duration>
inline constexpr int fraction_digits = -1;
template <std::integral Rep>
inline constexpr int fraction_digits<std::chrono::duration<Rep, std::ratio<86400>>> = 0;
template <std::integral Rep>
inline constexpr int fraction_digits<std::chrono::duration<Rep>> = 0;
template <std::integral Rep>
inline constexpr int fraction_digits<std::chrono::duration<Rep, std::milli>> = 3;
template <std::integral Rep>
inline constexpr int fraction_digits<std::chrono::duration<Rep, std::micro>> = 6;
template <std::integral Rep>
inline constexpr int fraction_digits<std::chrono::duration<Rep, std::nano>> = 9;

/// True for std::chrono::local_t, which does not satisfy the requirements of a clock.
template <class Clock>
concept local_clock = std::is_empty_v<Clock> && !requires { Clock::now(); } && unqualified_name<Clock>() == "local_t";

template <class T>
concept stored_time = std::same_as<typename T::clock, std::chrono::system_clock> || local_clock<typename T::clock>;

/// std::chrono::year_month_day and types with its interface.
template <class T>
concept calendar_date = requires(T const& date) {
    date.year();
    date.month();
    date.day();
    { date.ok() } -> std::same_as<bool>;
    requires std::constructible_from<T, std::chrono::sys_days>;
    requires std::convertible_to<T, std::chrono::sys_days>;
};

} // namespace monotable::detail
