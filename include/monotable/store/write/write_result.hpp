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

/// What became of one write of an entity.
struct typed_outcome {
    write_error reason = write_error::none;
    bool existed = false;           ///< was there an item before?
    std::string text;               ///< of an error: names the entity, the table and the key
    std::optional<item> attributes; ///< what was asked for; of an error what is there
    bool others_failed = false;     ///< of a transaction: nothing was wrong with this action, but it was not done
};

/// Throws store_error: a transaction was done before under its token.
[[noreturn]] void refuse_unknown_image();

/// How the items of an entity become objects.
struct entity_reader {
    entity_data const* entity = nullptr;
    result_data const* fields = nullptr;
};
template <class Table, class E>
inline constexpr entity_reader reader_of{&entity_model<Table, E>::data, &entity_model<Table, E>::result};

} // namespace detail

/// The result of a write of one item of E. True: it was done. False: error() says why not, and nothing was changed.
///
/// `Returned` is what the write was asked to return, and an implementation detail in most programs: each result converts to
/// write_result<E>. return_values::all_old has before(), all_new has after().
template <class E, return_values Returned = return_values::none>
class write_result;

template <class E>
class [[nodiscard]] write_result<E, return_values::none> {
  public:
    explicit write_result(detail::typed_outcome outcome = {}, detail::entity_reader reader = {})
        : outcome_(std::move(outcome)), reader_(reader) {}

    explicit operator bool() const noexcept { return outcome_.reason == write_error::none && !outcome_.others_failed; }

    /// Why it was not done; none if it was, and of an action of a transaction that only others stood in the way of.
    write_error error() const noexcept { return outcome_.reason; }

    /// Says why it was not done, with the entity, the table and the key; empty if it was. Good as long as the result.
    std::string_view message() const noexcept { return *this ? std::string_view() : outcome_.text; }

    /// The item that the write was refused for, as it was then; absent if it was done, and if there is no item with its key.
    /// Throws bad_item if that does not fit E.
    std::optional<E> existing() const {
        if (*this) return std::nullopt;
        return image();
    }

    /// Throws condition_failed with message() unless it was done.
    void or_throw() const {
        if (!*this) throw condition_failed(outcome_.text);
    }

  protected:
    std::optional<E> image() const {
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

    /// The item as it was before the write; absent if there was none. Throws condition_failed unless the write was done,
    /// bad_item if the item does not fit E.
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

    /// The object as it is stored after the write, with what the store sets: version, times, computed fields, copies. Throws
    /// condition_failed unless the write was done, store_error if it is of a transaction that was done before, under its token.
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
