// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/store/batch/batch.hpp>
#include <monotable/store/error_placeholder.hpp>
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

/// A snapshot of several items.
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
    pending_call call_{{calls::transact_get::kind, &view_, &found_}};
};

/// A batch of reads and the objects that it fills.
template <class E>
class owned_reads final : public procedure {
  public:
    owned_reads(std::vector<std::optional<E>> objects, std::vector<batch_key> keys, unsigned attempts)
        : objects_(std::move(objects)), work_(std::move(keys), attempts, batch_width::all) {}

    procedure_step advance() override { return work_.advance(); }
    batch_found<E> result() { return take_found(work_.result(), 0, objects_); }

  private:
    std::vector<std::optional<E>> objects_;
    batch_reader work_;
};

/// A batch of writes and the items that it writes.
class owned_batch final : public procedure {
  public:
    owned_batch(std::vector<write_intent> writes, unsigned attempts, retry_policy const& retry)
        : writes_(std::move(writes)), work_(writes_, attempts, retry, batch_width::all) {}

    procedure_step advance() override { return work_.advance(); }
    batch_written result() { return work_.result(); }

  private:
    std::vector<write_intent> writes_;
    batch_writer work_;
};

/// Performs a write and converts the outcome to a Result. `owner` owns the data that the intent borrows.
template <class Table, class E, class Result>
async_result<Result> make_write(std::shared_ptr<async_backend> const& store, retry_policy const& retry,
                                write_intent what, std::shared_ptr<void const> owner = {}) {
    return make_verb<verb_write>(
        store, [](verb_write& done) { return Result(done.outcome(), reader_of<Table, E>); }, std::move(what), retry,
        std::move(owner));
}

/// Like perform_put().
template <class Table, class E, class Result>
async_result<Result> make_put(std::shared_ptr<async_backend> const& store, retry_policy const& retry,
                              write_intent what) {
    bool const returns_old = what.returns == return_values::all_old;
    bool const known = !returns_old && what.derived_writes.empty() && what.kind == write_kind::put;
    if (!returns_old) what.returns = known ? return_values::none : return_values::all_new;
    return make_verb<verb_write>(
        store,
        [known](verb_write& done) {
            typed_outcome outcome = done.outcome();
            if (known && outcome.reason == write_error::none) outcome.attributes = done.intent().attributes;
            return Result(std::move(outcome), reader_of<Table, E>);
        },
        std::move(what), retry);
}

} // namespace monotable::detail
