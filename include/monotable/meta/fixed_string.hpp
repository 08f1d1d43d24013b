// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <string_view>

namespace monotable {

/// A string literal as a template argument. N counts the characters without the terminating NUL.
template <std::size_t N>
struct fixed_string {
    char data[N + 1]{};

    constexpr fixed_string() = default;

    // NOLINTNEXTLINE(google-explicit-constructor): a literal stands for itself
    consteval fixed_string(char const (&text)[N + 1]) {
        for (std::size_t i = 0; i != N + 1; ++i)
            data[i] = text[i]; // the NUL too, or clang shows codes for 8, 16, ... characters
    }

    static constexpr std::size_t size() { return N; }
    constexpr std::string_view view() const { return {data, N}; }
    constexpr operator std::string_view() const { return view(); }

    friend constexpr bool operator==(fixed_string const&, fixed_string const&) = default;
};

template <std::size_t N>
fixed_string(char const (&)[N]) -> fixed_string<N - 1>;

namespace detail {

/// The first N characters of text: turns computed text into a template argument, so that a diagnostic shows it.
template <std::size_t N>
consteval fixed_string<N> to_fixed(std::string_view text) {
    fixed_string<N> result;
    for (std::size_t i = 0; i != N; ++i) result.data[i] = text[i];
    result.data[N] = '\0'; // see above
    return result;
}

/// The text up to the first c, all of it when there is none. With -fsanitize=undefined, g++ 12 does not take
/// string_view::find for a constant expression.
constexpr std::string_view before(std::string_view text, char c) {
    std::size_t size = 0;
    while (size != text.size() && text[size] != c) ++size;
    return text.substr(0, size);
}

/// The texts of a pack with static storage, and one empty text behind them.
template <fixed_string... Names>
inline constexpr std::string_view name_list[sizeof...(Names) + 1] = {Names.view()..., {}};

} // namespace detail
} // namespace monotable
