// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/local/collection_engine.hpp>
#include <monotable/local/digest.hpp>
#include <monotable/local/memory_stream.hpp>
#include <monotable/local/memory_table.hpp>
#include <monotable/local/ordered_entries.hpp>
#include <monotable/local/transaction_tokens.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// Writes in memory are complete when they are committed.
struct memory_ticket {
    void wait() const noexcept {}
};

/// Reads the current contents of tables; results are valid as long as the table is locked.
class memory_read_scope {
  public:
    using table = memory_table;

    template <class Engine>
    explicit memory_read_scope(Engine const&) noexcept {}

    std::optional<stored_item> find(table const& in, entry_key key) const noexcept { return in.find(key); }
    void find_many(table const& in, array_view<entry_key> keys, std::optional<stored_item>* found) const noexcept {
        in.find_many(keys, found);
    }

    template <class F>
    void visit(table const& in, std::size_t collection, std::string_view partition, sort_range range, bool descending,
               F&& visitor) const {
        in.visit(collection, partition, range, descending, visitor);
    }

    template <class F>
    void scan(table const& in, std::size_t collection, hash_range partitions, entry_key const* after,
              F&& visitor) const {
        in.scan(collection, partitions, after, visitor);
    }
};

/// Stores items in memory.
class memory_engine {
  public:
    using table = memory_table;
    using stream = memory_stream<>;
    using read_scope = memory_read_scope;
    using ticket = memory_ticket;

    static constexpr bool snapshots = false;

    explicit memory_engine(memory_limits const& limits = {}) noexcept : limits_(limits) {}

    memory_limits const& limits() const noexcept { return limits_; }

    class write_scope {
      public:
        explicit write_scope(memory_engine& engine) noexcept : engine_(&engine) {}

        std::optional<stored_item> find(table const& in, entry_key key) const noexcept { return in.find(key); }

        std::optional<digest> find_token(digest const& token, std::int64_t now) const noexcept {
            auto const* const found = engine_->tokens_.find(token, now);
            return found != nullptr ? std::optional(*found) : std::nullopt;
        }

        ticket write(array_view<item_change<table, stream>> changes, stored_token const* token) const {
            memory_write writing(changes);
            writing.prepare();
            for (auto const& each : changes)
                if (each.stream != nullptr) each.stream->reserve(changes.size());
            if (token != nullptr) engine_->tokens_.reserve(token->time);
            writing.commit();
            for (auto const& each : changes)
                if (each.stream != nullptr) each.stream->append(std::move(*each.record));
            if (token != nullptr) engine_->tokens_.insert(token->token, token->content, token->time);
            return {};
        }

        ticket settled() const noexcept { return {}; }

      private:
        memory_engine* engine_;
    };

    template <class F>
    void each_table(F&&) const noexcept {}
    template <class F>
    void each_stream(F&&) const noexcept {}

    template <class F>
    void atomically(F&& change) const {
        change();
    }

  private:
    memory_limits limits_;
    transaction_tokens<> tokens_;
};

} // namespace monotable::detail
