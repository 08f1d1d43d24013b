// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

namespace monotable::detail {

/// A digest of 128 bits. Not cryptographic.
struct digest {
    std::uint64_t words[2] = {14695981039346656037u, 0x9e3779b97f4a7c15u};

    void add(std::string_view bytes) noexcept {
        add(bytes.size());
        for (auto const c : bytes) mix(static_cast<unsigned char>(c));
    }
    void add(std::uint64_t number) noexcept {
        for (int i = 0; i != 8; ++i) mix((number >> (8 * i)) & 0xff);
    }

    friend bool operator==(digest const&, digest const&) = default;

  private:
    void mix(std::uint64_t byte) noexcept {
        words[0] = (words[0] ^ byte) * 1099511628211u;
        words[1] = (words[1] + byte + 1) * 0xff51afd7ed558ccdu;
        words[1] ^= words[1] >> 29;
    }
};

inline digest digest_of(std::string_view bytes) noexcept {
    digest out;
    out.add(bytes);
    return out;
}

} // namespace monotable::detail
