// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/digest.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace monotable::detail {

/// Of what the actions of a transaction do, not of what they tell about it.
digest digest_of(array_view<write_request> actions) noexcept;

/// The tokens of transactions that were done in the last ten minutes. Room is a template parameter only so that programs
/// without a store need not compile the table.
template <std::size_t Room = 64>
class transaction_tokens {
  public:
    /// What was done under the token, or null.
    digest const* find(digest const& token, std::int64_t now) const noexcept {
        if (slots_.empty()) return nullptr;
        auto const& found = slots_[place(slots_, token)];
        return found.used && now - found.time < token_lifetime ? &found.content : nullptr;
    }

    /// Makes sure that the next insert does not fail.
    void reserve(std::int64_t now) {
        if (2 * (count_ + 1) <= slots_.size()) return;
        std::size_t living = 0;
        for (auto const& each : slots_) living += each.used && now - each.time < token_lifetime;
        auto size = Room;
        while (size < 4 * (living + 1)) size *= 2;
        std::vector<slot> next(size);
        for (auto const& each : slots_)
            if (each.used && now - each.time < token_lifetime) next[place(next, each.token)] = each;
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
