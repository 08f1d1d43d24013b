// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/store/batch/batch.hpp>
#include <monotable/store/nothing.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/store_access.hpp>
#include <monotable/store/transaction/transact.hpp>
#include <monotable/store/transaction/transact_get.hpp>
#include <monotable/store/write/typed_write.hpp>
#include <monotable/store/write/verb_write.hpp>

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

/// The writes of an async_store as procedures that own their arguments.
namespace monotable::detail {

/// Several items at one moment.
class transact_get_procedure final : public procedure {
  public:
    struct key {
        entity_data const* entity;
        item value;
    };
    explicit transact_get_procedure(std::vector<key> keys) : keys_(std::move(keys)) {}

    procedure_step advance() override {
        if (call_.failure) std::rethrow_exception(call_.failure);
        if (!gets_.empty()) return {};
        for (key const& each : keys_) gets_.push_back({each.entity->table->name, each.value});
        view_ = gets_;
        return {&call_, 1};
    }
    std::vector<std::optional<item>>& found() noexcept { return found_; }

  private:
    std::vector<key> keys_;
    std::vector<get_request> gets_;
    array_view<get_request> view_;
    std::vector<std::optional<item>> found_;
    pending_call call_{{transact_get_call::kind, &view_, &found_}};
};

/// A batch of writes and what it writes.
class owned_batch final : public procedure {
  public:
    owned_batch(std::vector<prepared_write> writes, unsigned attempts, retry_policy const& retry)
        : writes_(std::move(writes)), work_(writes_, attempts, retry, batch_width::all) {}

    procedure_step advance() override { return work_.advance(); }
    batch_written result() { return work_.result(); }

  private:
    std::vector<prepared_write> writes_;
    batch_writer work_;
};

/// What the blocking store's put of an E gives.
template <class Table, class E>
struct put_result_of {
    using type = std::conditional_t<
        any_may_refuse(consequences_of<Table, E>), write_result<Table, E>,
        std::conditional_t<has_write_roles<E>(), stored_result<Table, E>, void>>;
};

/// Writes, and makes a Result of the outcome; void: none.
template <class Result>
auto make_write(std::shared_ptr<async_backend> const& store, retry_policy const& retry, prepared_write what,
                std::shared_ptr<void const> owner = {}) {
    return make_verb<verb_write>(
        store,
        [](verb_write& done) -> Result {
            if constexpr (std::is_void_v<Result>) static_cast<void>(done.outcome());
            else if constexpr (std::is_same_v<Result, bool>) return done.outcome().existed;
            else return Result(done.outcome());
        },
        std::move(what), retry, std::move(owner));
}

} // namespace monotable::detail
