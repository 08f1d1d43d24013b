// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/table/projection.hpp>
#include <monotable/value/item.hpp>

#include <optional>
#include <string>
#include <utility>

namespace monotable {

/// What became of a create, a replace or a write with a condition. True: it was done. False: its condition failed and nothing
/// was changed.
template <class Table, class E>
class [[nodiscard]] write_result {
public:
    write_result() = default;
    write_result(std::string refusal, std::optional<item> existing)
        : done_(false), refusal_(std::move(refusal)), existing_(std::move(existing)) {}

    explicit operator bool() const noexcept { return done_; }

    /// The item that stood in the way of a create, or that a condition failed for; absent after a success, and where there
    /// is no item.
    std::optional<E> existing() const {
        if (done_ || !existing_) return std::nullopt;
        return detail::decode_as<Table, E, E>(*existing_);
    }

    /// Throws condition_failed if it was not done.
    void or_throw() const {
        if (!done_) throw condition_failed(refusal_);
    }

private:
    bool done_ = true;
    std::string refusal_; ///< names the entity, the table and the key
    std::optional<item> existing_;
};

} // namespace monotable
