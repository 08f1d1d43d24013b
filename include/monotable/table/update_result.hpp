// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/projection.hpp>
#include <monotable/value/item.hpp>

#include <optional>
#include <string>
#include <utility>

namespace monotable {

/// What became of an update or upsert. True: it was done. False: there is no such item, or the condition failed; nothing was
/// changed.
template <class Table, class E, return_values Returned>
class update_result {
public:
    explicit update_result(std::optional<item> returned) : item_(std::move(returned)) {}
    update_result(std::string refusal, std::optional<item> existing)
        : done_(false), refusal_(std::move(refusal)), item_(std::move(existing)) {}

    explicit operator bool() const noexcept { return done_; }

    /// The item that the condition failed for; absent after a success, and where there is no item.
    std::optional<E> existing() const {
        if (done_ || !item_) return std::nullopt;
        return detail::decode_as<Table, E, E>(*item_);
    }

    /// The item before the update; absent if it was not there. Of an update with returning_old. Throws condition_failed if it
    /// was not done.
    std::optional<E> before() const
        requires(Returned == return_values::all_old)
    {
        or_throw();
        if (!item_) return std::nullopt;
        return detail::decode_as<Table, E, E>(*item_);
    }

    /// The item after the update. Of an update with returning_new. Throws condition_failed if it was not done.
    E after() const
        requires(Returned == return_values::all_new)
    {
        or_throw();
        return detail::decode_as<Table, E, E>(*item_);
    }

    /// Throws condition_failed if it was not done.
    void or_throw() const {
        if (!done_) throw condition_failed(refusal_);
    }

private:
    bool done_ = true;
    std::string refusal_; ///< names the entity, the table and the key
    std::optional<item> item_;
};

} // namespace monotable
