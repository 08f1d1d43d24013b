// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <string_view>

namespace monotable {

/// A string literal as a template argument. N is its length without the terminating NUL.
template <std::size_t N>
struct fixed_string {
    char data[N + 1]{};

    constexpr fixed_string() = default;

    // NOLINTNEXTLINE(google-explicit-constructor): lets a literal be a template argument
    consteval fixed_string(char const (&text)[N + 1]) {
        for (std::size_t i = 0; i != N + 1; ++i)
            data[i] = text[i]; // including the NUL: without it, clang prints lengths 8, 16, ... as character codes
    }

    static constexpr std::size_t size() { return N; }
    constexpr std::string_view view() const { return {data, N}; }
    constexpr operator std::string_view() const { return view(); }

    friend constexpr bool operator==(fixed_string const&, fixed_string const&) = default;
};

template <std::size_t N>
fixed_string(char const (&)[N]) -> fixed_string<N - 1>;

namespace detail {

/// The first N characters of `text` as a template argument, so that a diagnostic shows computed text.
/// REQUIRES: N <= text.size().
template <std::size_t N>
consteval fixed_string<N> to_fixed(std::string_view text) {
    fixed_string<N> result;
    for (std::size_t i = 0; i != N; ++i) result.data[i] = text[i];
    result.data[N] = '\0'; // see above
    return result;
}

/// The part of `text` before the first `c`; all of `text` if it does not contain `c`. string_view::find is not used
/// because g++ 12 with -fsanitize=undefined rejects it in constant expressions.
constexpr std::string_view before(std::string_view text, char c) {
    std::size_t size = 0;
    while (size != text.size() && text[size] != c) ++size;
    return text.substr(0, size);
}

/// The strings of a pack, with static storage, followed by one empty string (so that the array is never empty).
template <fixed_string... Names>
inline constexpr std::string_view name_list[sizeof...(Names) + 1] = {Names.view()..., {}};

} // namespace detail
} // namespace monotable
