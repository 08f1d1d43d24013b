// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/store/read/executor.hpp>
#include <monotable/store/read/merge.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace monotable::detail {

/// Reads the items of a query or scan page by page, on the calling thread or with an executor.
class item_reader {
  public:
    item_reader() = default; // has no items
    /// Throws bad_cursor if the cursor is malformed or belongs to another query.
    item_reader(std::shared_ptr<backend> store, read_source source, read_options options);
    /// Borrows the store and the source.
    item_reader(backend& store, read_source const* source, read_options options);

    /// The next item in the query's order, valid until the following call; null at the end, at the limit, or at a
    /// page's bound on requests.
    item_view const* next();

    /// The cursor after the last item read, in the direction of reading; empty if no items follow.
    std::string ahead();

    /// The cursor before the first item read; empty if reading began at an end of the query.
    std::string behind() { return merge_.behind(); }

    bool is_stopped() const noexcept { return merge_.is_stopped(); }

    /// As item_merge::count().
    std::size_t count();

  private:
    void read_pages();

    std::shared_ptr<backend> store_;
    executor* executor_ = nullptr;
    item_merge merge_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/reader.ipp>
#endif
