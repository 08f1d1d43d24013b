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

/// A digest of the effects of a transaction's actions, independent of the values that they return.
digest digest_of(array_view<write_request> actions) noexcept;

/// The tokens of transactions that were performed in the last ten minutes. A template, so that only programs that
/// construct a store compile it.
template <std::size_t Room = 64>
class transaction_tokens {
  public:
    /// The digest of the transaction with this token; null if there is none.
    digest const* find(digest const& token, std::int64_t now) const noexcept {
        if (slots_.empty()) return nullptr;
        auto const& found = slots_[place(slots_, token)];
        return found.used && now - found.time < token_lifetime ? &found.content : nullptr;
    }

    /// Allocates memory, so that the next insert() cannot fail.
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

    /// REQUIRES: reserve() was called.
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

    // The slot of the token, or the free one for it.
    static std::size_t place(std::vector<slot> const& in, digest const& token) noexcept {
        auto i = static_cast<std::size_t>(token.words[1]) & (in.size() - 1);
        while (in[i].used && in[i].token != token) i = (i + 1) & (in.size() - 1);
        return i;
    }

    std::vector<slot> slots_ = {}; // the size is a power of two; at least half of the slots are free
    std::size_t count_ = 0;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/local/transaction_tokens.ipp>
#endif
