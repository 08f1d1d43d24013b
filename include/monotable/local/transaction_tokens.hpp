// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/core/varint.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// 128 bits that stand for any number of bytes.
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

/// Of what the actions of a transaction do, not of what they tell about it.
digest digest_of(array_view<write_request> actions) noexcept;

/// The tokens of transactions that were done in the last ten minutes. Room is a template parameter only so that programs
/// without a store need not compile the table.
template <std::size_t Room = 64>
class transaction_tokens {
  public:
    static constexpr std::int64_t lifetime = 10 * 60 * 1000;

    /// What was done under the token, or null.
    digest const* find(digest const& token, std::int64_t now) const noexcept {
        if (slots_.empty()) return nullptr;
        auto const& found = slots_[place(slots_, token)];
        return found.used && now - found.time < lifetime ? &found.content : nullptr;
    }

    /// Makes sure that the next insert does not fail.
    void reserve(std::int64_t now) {
        if (2 * (count_ + 1) <= slots_.size()) return;
        std::size_t living = 0;
        for (auto const& each : slots_) living += each.used && now - each.time < lifetime;
        auto size = Room;
        while (size < 4 * (living + 1)) size *= 2;
        std::vector<slot> next(size);
        for (auto const& each : slots_)
            if (each.used && now - each.time < lifetime) next[place(next, each.token)] = each;
        slots_ = std::move(next);
        count_ = living;
    }

    /// Requires reserve().
    void insert(digest const& token, digest const& content, std::int64_t now) noexcept {
        auto& to = slots_[place(slots_, token)];
        count_ += !to.used;
        to = {token, content, now, true};
    }

  private:
    struct slot {
        digest token = {};
        digest content = {};
        std::int64_t time = 0;
        bool used = false;
    };

    // Where the token is or would be.
    static std::size_t place(std::vector<slot> const& in, digest const& token) noexcept {
        auto i = static_cast<std::size_t>(token.words[1]) & (in.size() - 1);
        while (in[i].used && in[i].token != token) i = (i + 1) & (in.size() - 1);
        return i;
    }

    std::vector<slot> slots_ = {}; // a power of two, half of them free
    std::size_t count_ = 0;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/transaction_tokens.ipp>
#endif
