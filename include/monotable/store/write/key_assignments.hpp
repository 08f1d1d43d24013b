// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/request.hpp>
#include <monotable/config.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/model/model.hpp>
#include <monotable/store/write/plain_arguments.hpp>

#include <cstddef>
#include <cstdint>

namespace monotable::detail {

/// The assignments of a plain update with those of the key attributes of indexes that depend on them. The values of fields that
/// the arguments do not contain are those of the stored item.
class key_assignments {
  public:
    /// Borrows the arguments.
    explicit key_assignments(plain_arguments const& arguments);
    key_assignments(key_assignments const&) = delete;
    key_assignments& operator=(key_assignments const&) = delete;

    /// False if a stored item must be decoded to compute a key attribute.
    bool are_possible() const noexcept { return possible_; }

    /// The assignments for a stored item; `context` is a key_assignments. Throws bad_value like append_key_text.
    static array_view<attribute_assignment> make(void* context, item_view stored);

    /// True if make() has thrown.
    bool have_failed() const noexcept { return failed_; }

  private:
    static constexpr std::size_t max_count = 64;

    /// True if the slot is a composed key attribute of an index.
    bool is_written(std::size_t slot) const;
    bool depends(index_mapping const& place, std::size_t index) const;
    void find_affected();
    void fill_index(std::size_t index, item_view stored);

    plain_arguments const& arguments_;
    entity_data const& entity_;
    bool possible_ = true, failed_ = false;
    std::uint64_t affected_ = 0, written_ = 0; ///< a bit for each index, for each slot
    std::size_t count_ = 0;
    std::size_t offsets_[max_count]; ///< of written slots, in `bytes_`; 0: removed
    attribute_assignment list_[max_count];
    byte_buffer bytes_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/key_assignments.ipp>
#endif
