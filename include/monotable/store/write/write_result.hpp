// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/request.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/store/write/write_error.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace monotable {

namespace detail {

/// The outcome of one write of an entity.
struct typed_outcome {
    write_error reason = write_error::none;
    bool existed = false;           ///< true if the item existed before
    std::string text;               ///< of an error: names the entity, the table and the key
    std::optional<item> attributes; ///< the requested image; after an error, the existing item
    bool others_failed = false;     ///< in a transaction: only other actions have failed
    bool image_unknown = false;     ///< the transaction was performed before with its token
};

/// Throws store_error: the image is unknown because the transaction was performed before with its token.
[[noreturn]] void refuse_unknown_image();

/// The conversion of an entity's items to objects.
struct entity_reader {
    entity_data const* entity = nullptr;
    result_data const* fields = nullptr;
};
template <class Table, class E>
inline constexpr entity_reader reader_of{&entity_model<Table, E>::data, &entity_model<Table, E>::result};

} // namespace detail

/// The result of a write of one item of E. True if it was performed; otherwise error() is the reason, and nothing was changed.
///
/// `Returned` is the requested image, and an implementation detail in most programs: each result converts to
/// write_result<E>. return_values::all_old has before(), all_new has after().
template <class E, return_values Returned = return_values::none>
class write_result;

template <class E>
class [[nodiscard]] write_result<E, return_values::none> {
  public:
    explicit write_result(detail::typed_outcome outcome = {}, detail::entity_reader reader = {})
        : outcome_(std::move(outcome)), reader_(reader) {}

    explicit operator bool() const noexcept { return outcome_.reason == write_error::none && !outcome_.others_failed; }

    /// The reason for which it was not performed; none if it was, or if only other actions of its transaction have failed.
    write_error error() const noexcept { return outcome_.reason; }

    /// The reason as text, with the entity, the table and the key; empty if it was performed. Valid as long as the result.
    std::string_view message() const noexcept { return *this ? std::string_view() : outcome_.text; }

    /// The item because of which the write failed, as it was then; absent if the write was performed, or if its key does not
    /// exist. Throws bad_item if the item does not fit E.
    std::optional<E> existing() const {
        if (*this) return std::nullopt;
        return image();
    }

    /// Throws condition_failed with message() unless it was performed.
    void or_throw() const {
        if (!*this) throw condition_failed(outcome_.text);
    }

  protected:
    std::optional<E> image() const {
        if (outcome_.image_unknown) detail::refuse_unknown_image();
        if (!outcome_.attributes) return std::nullopt;
        if constexpr (std::is_same_v<E, item>) return *outcome_.attributes;
        else return detail::decode_object<E>(*reader_.entity, *reader_.fields, *outcome_.attributes);
    }

  private:
    detail::typed_outcome outcome_;
    detail::entity_reader reader_;
};

/// The result of a write with returning_old.
template <class E>
class [[nodiscard]] write_result<E, return_values::all_old> : public write_result<E> {
  public:
    using write_result<E>::write_result;

    /// The item before the write; absent if it did not exist. Throws condition_failed unless the write was performed, bad_item if
    /// the item does not fit E, store_error if its transaction was performed before with its token.
    std::optional<E> before() const {
        this->or_throw();
        return this->image();
    }
};

/// The result of put, create and replace, and of an update or upsert with returning_new or of an entity with managed fields.
template <class E>
class [[nodiscard]] write_result<E, return_values::all_new> : public write_result<E> {
  public:
    using write_result<E>::write_result;

    /// The object as stored by the write, with the fields that the store sets: version, times, computed fields, copies. Throws
    /// condition_failed unless the write was performed, store_error if its transaction was performed before with its token.
    E after() const {
        this->or_throw();
        if (std::optional<E> result = this->image()) return *std::move(result);
        detail::refuse_unknown_image();
    }
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/write_result.ipp>
#endif
