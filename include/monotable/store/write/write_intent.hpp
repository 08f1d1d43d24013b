// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/clock.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/action.hpp>
#include <monotable/store/write/backoff.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// A condition, and the error if it does not hold.
struct requirement {
    expression condition;
    write_error reason =
        write_error::none;         ///< none: data that was read has changed, and the write must be planned again
    std::string_view subject = {}; ///< the subject of the error: a field, a relation. Must outlive the write
};

/// Owns an object of any type. (A std::shared_ptr costs a compiler several hundred declarations for each type.)
class holder {
  public:
    holder() noexcept = default;
    template <class T>
    explicit holder(T* object) noexcept : object_(object), destroy_([](void* each) { delete static_cast<T*>(each); }) {}
    holder(holder&& other) noexcept : object_(std::exchange(other.object_, nullptr)), destroy_(other.destroy_) {}
    holder& operator=(holder&& other) noexcept {
        std::swap(object_, other.object_);
        std::swap(destroy_, other.destroy_);
        return *this;
    }
    ~holder() {
        if (object_ != nullptr) destroy_(object_);
    }

  private:
    void* object_ = nullptr;
    void (*destroy_)(void*) = nullptr;
};

/// The intent of a verb: the data of its arguments, before anything is read. Borrows `input`.
struct write_intent {
    entity_data const* entity = nullptr;
    array_view<derived_write> derived_writes;
    write_kind kind = write_kind::put;
    precondition expected = precondition::any;
    item attributes;                               ///< the item of a put; the key of other writes
    expression condition;                          ///< the user's when()
    requirement managed;                           ///< of a managed field, such as a version
    array_view<std::string_view> known_attributes; ///< of a put
    array_view<std::string_view>
        time_dependent; ///< attributes that depend on the time, and differ if the verb is repeated
    bool return_failed = false;
    return_values returns = return_values::none; ///< none, all_old or, unless it erases, all_new
    write_input const* input = nullptr;          ///< of an update
    holder owned = {};                           ///< the input, unless the caller owns it
    bool whole = false;                          ///< of an update: it assigns every field, like a put
    std::string version = {};                    ///< the object's version that its condition compares
    clock_function clock = detail::milliseconds_now<>;
    /// For an update: the encoding that a put of the updated object would write.
    encoded_object (*encode)(item_view, write_input const&) = nullptr;

    /// True for an update that can create the item or assigns all of it.
    bool is_upsert() const noexcept { return kind == write_kind::update && (whole || expected == precondition::any); }
};

/// The reason for which a write fails.
struct failure_cause {
    write_error reason = write_error::none;
    std::string_view subject = {};
};

/// True if an item that has the type attribute of another entity is treated as absent. A write that would create an item in its
/// place fails with already_exists. Only a put that does not require (non-)existence replaces such an item.
bool passes_over_others(write_intent const& what);

/// The reason for which the write fails for the stored item, without regard to derived writes.
failure_cause failure_cause_of(write_intent const& what, std::optional<item> const& there);

/// The message of a failed write. `exists`: an item with this key exists.
std::string failure_text(entity_data const& entity, item_view key, failure_cause const& why, bool exists);

/// The end of such a message: the values or versions that caused the failure.
std::string more_text(write_intent const& what, failure_cause const& why, std::optional<item> const& there);

typed_outcome refused(write_intent const& what, failure_cause const& why, std::optional<item> there);

/// The conjunction of all conditions on the stored item.
expression whole_condition(write_intent const& what);

/// The request of a put or an erasure. Borrows both.
write_request request_of(write_intent const& what, expression const& condition);

/// The outcome of a write without derived writes, from the reply to its request.
typed_outcome outcome_of(write_intent const& what, write_outcome&& reply);

/// Performs a put or an erasure with one request. REQUIRES: no derived writes.
typed_outcome perform_directly(backend& store, write_intent const& what);

/// Performs a write with its derived writes. Defined in store/write/write_execution.hpp, which the headers of options with
/// derived writes include.
typed_outcome perform_planned(backend& store, write_intent const& what, retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_intent.ipp>
#endif
