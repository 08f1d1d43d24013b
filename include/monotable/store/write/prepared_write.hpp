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
#include <monotable/store/write/consequence.hpp>
#include <monotable/store/write/write_error.hpp>
#include <monotable/store/write/write_result.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// A condition, and what it means that it does not hold.
struct requirement {
    expression condition;
    write_error reason =
        write_error::none; ///< none: something was read that has changed, which is to be read and worked out again
    std::string_view subject = {}; ///< what the reason is about: a field, a relation. Outlives every write
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

/// A write as a verb asks for it: everything that its arguments say, before anything is read. Borrows `input`.
struct prepared_write {
    entity_data const* entity = nullptr;
    array_view<consequence> consequences;
    write_kind kind = write_kind::put;
    existence expected = existence::any;
    item attributes;                               ///< of a put: the item; of the others: the key
    expression condition;                          ///< the user's when()
    requirement role;                              ///< of a field with a role, such as a version
    array_view<std::string_view> known_attributes; ///< of a put
    array_view<std::string_view> clocked; ///< attributes that the time decides: they differ when it is asked for again
    bool return_failed = false;
    return_values returns = return_values::none; ///< none, all_old or, unless it erases, all_new
    write_input const* input = nullptr;          ///< of an update
    holder owned = {};                           ///< of the input, if it is none of the caller's
    bool whole = false;                          ///< of an update: it assigns every field, as a put does
    std::string version = {};                    ///< of the object that the role's condition compares
    clock_function clock = detail::milliseconds_now<>;
    /// Of an update: what put would write for the object that an item is after it.
    encoded_object (*encode)(item_view, write_input const&) = nullptr;

    /// It may create the item, or has to write all of it.
    bool is_upsert() const noexcept { return kind == write_kind::update && (whole || expected == existence::any); }
};

/// What stands in the way of a write.
struct obstacle {
    write_error reason = write_error::none;
    std::string_view subject = {};
};

/// An item that the type attribute gives to another entity is passed over, as if it were not there; where the write would
/// create an item in its place, that exists. Only a put is done whatever is there.
bool passes_over_others(prepared_write const& what);

/// Why it cannot be done to what is there, as far as it says itself.
obstacle obstacle_for(prepared_write const& what, std::optional<item> const& there);

/// The text of a message about a refusal. `exists`: there is an item with this key.
std::string refusal_text(entity_data const& entity, item_view key, obstacle const& why, bool exists);

/// The end of such a text: values and versions that it is about.
std::string more_text(prepared_write const& what, obstacle const& why, std::optional<item> const& there);

typed_outcome refused(prepared_write const& what, obstacle const& why, std::optional<item> there);

/// Everything that has to hold for the item that is stored.
expression whole_condition(prepared_write const& what);

/// The request of a put or an erasure. Borrows both.
write_request request_of(prepared_write const& what, expression const& condition);

/// What became of a write without derived writes, from the reply to its request.
typed_outcome outcome_of(prepared_write const& what, write_outcome&& reply);

/// Puts, erases: in one request. REQUIRES: no derived writes.
typed_outcome perform_directly(backend& store, prepared_write const& what);

/// Does a write with its derived writes: defined in store/write/write_execution.hpp, which the headers of options with derived
/// writes include.
typed_outcome perform_planned(backend& store, prepared_write const& what, retry_policy const& retry);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/prepared_write.ipp>
#endif
