// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/codec.hpp>
#include <monotable/codec/mismatch.hpp>
#include <monotable/core/text.hpp>

#include <boost/uuid/uuid.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace monotable {

/// Stores boost::uuids::uuid in its canonical form (S): "0190f3a1-7c2e-7b11-8000-00c04fd430c8". Only lower case is
/// accepted when reading, so that equal identifiers are equal keys. Not included by monotable.hpp.
template <>
struct codec<boost::uuids::uuid> {
    using stored = std::string;

    static std::string encode(boost::uuids::uuid const& id) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::string text;
        text.reserve(36);
        for (std::uint8_t const byte : id) {
            if (is_dash(text.size())) text += '-';
            text += digits[byte >> 4];
            text += digits[byte & 15];
        }
        return text;
    }

    static boost::uuids::uuid decode(std::string const& text) {
        boost::uuids::uuid id{};
        std::size_t at = 0;
        bool valid = text.size() == 36;
        for (auto byte = id.begin(); valid && byte != id.end(); ++byte) {
            if (is_dash(at)) valid = text[at++] == '-';
            int const high = digit(text[at]), low = digit(text[at + 1]);
            valid = valid && high >= 0 && low >= 0;
            *byte = static_cast<std::uint8_t>(high * 16 + low);
            at += 2;
        }
        if (!valid) detail::throw_expected("a lower-case UUID", detail::quoted(text));
        return id;
    }

  private:
    static constexpr bool is_dash(std::size_t at) { return at == 8 || at == 13 || at == 18 || at == 23; }

    static constexpr int digit(char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
};

} // namespace monotable
