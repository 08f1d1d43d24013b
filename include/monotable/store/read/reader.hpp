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

/// The items of a query or scan, read page by page on the calling thread, or by an executor.
class item_reader {
  public:
    item_reader() = default; // reads nothing
    /// Throws bad_cursor for a cursor that is malformed or of another query.
    item_reader(std::shared_ptr<backend> store, read_source source, read_options options);

    /// The next item in the query's order, good until the following call; nullptr when there is none, the limit is reached
    /// or, of a page, the bound on requests.
    item const* next();

    /// Continues beyond the last item read, in the direction of reading; empty when nothing follows.
    std::string ahead();

    /// Goes back from the first item read; empty where reading began at an end of the query.
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
