// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

/// Copies and comparisons of short strings, such as names and keys, without calls of the C library, which take longer than the
/// work itself.
namespace monotable::detail {

template <class Word>
[[gnu::always_inline]] inline Word word_at(char const* p) noexcept {
    Word word;
    std::memcpy(&word, p, sizeof word);
    return word;
}

/// True if the first `size` bytes are equal.
[[gnu::always_inline]] inline bool same_bytes(char const* a, char const* b, std::size_t size) noexcept {
    if (size > 16) return std::memcmp(a, b, size) == 0;
    auto const same = [&]<class Word>(Word) { // the first and the last word, which may overlap
        auto const last = size - sizeof(Word);
        return word_at<Word>(a) == word_at<Word>(b) && word_at<Word>(a + last) == word_at<Word>(b + last);
    };
    if (size >= 8) return same(std::uint64_t());
    if (size >= 4) return same(std::uint32_t());
    if (size >= 2) return same(std::uint16_t());
    return size == 0 || *a == *b;
}

/// True if each of eight characters is in its range. REQUIRES: the limits are ASCII.
inline bool are_between(char const* text, char const* least, char const* most) noexcept {
    constexpr std::uint64_t high = 0x8080808080808080u;
    auto const word = word_at<std::uint64_t>(text);
    auto const not_less = (word | high) - word_at<std::uint64_t>(least);
    auto const not_greater = (word_at<std::uint64_t>(most) | high) - word;
    return (word & high) == 0 && (not_less & not_greater & high) == high;
}

/// Copies `size` bytes. REQUIRES: the places do not overlap.
[[gnu::always_inline]] inline void copy_bytes(char* to, char const* from, std::size_t size) noexcept {
    auto const copy = [&]<class Word>(Word) { // the first and the last word, which may overlap
        auto const last = size - sizeof(Word);
        auto const first_word = word_at<Word>(from), last_word = word_at<Word>(from + last);
        std::memcpy(to, &first_word, sizeof(Word));
        std::memcpy(to + last, &last_word, sizeof(Word));
    };
    if (size > 16) std::memcpy(to, from, size);
    else if (size >= 8) copy(std::uint64_t());
    else if (size >= 4) copy(std::uint32_t());
    else if (size >= 2) copy(std::uint16_t());
    else if (size != 0) *to = *from;
}

/// True if the names are equal.
[[gnu::always_inline]] inline bool same_name(std::string_view a, std::string_view b) noexcept {
    return a.size() == b.size() && same_bytes(a.data(), b.data(), a.size());
}

/// As text.starts_with(prefix).
[[gnu::always_inline]] inline bool has_prefix(std::string_view text, std::string_view prefix) noexcept {
    return prefix.size() <= text.size() && same_bytes(text.data(), prefix.data(), prefix.size());
}

} // namespace monotable::detail
