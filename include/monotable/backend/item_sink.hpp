// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>

#include <cstddef>

namespace monotable {

/// Receives the items of a reply one by one as views, so that a store can show them in place instead of copying them
/// into the reply. A request has a pointer to it; the requests of one operation must have different sinks.
///
/// The view is valid during the call. The store can hold its locks meanwhile: the function must not use the store, nor
/// wait for a thread that does. An exception ends the operation and is rethrown.
///
/// Each item has its position in the reply, from 0. If a backend retries a request, the items are shown again from
/// position 0, and only the last time counts. There are no items if none exists or the operation throws.
class item_sink {
  public:
    using function = void(void* context, std::size_t position, item_view found);

    item_sink(function* take, void* context) noexcept : take_(take), context_(context) {}
    item_sink(item_sink const&) = delete;
    item_sink& operator=(item_sink const&) = delete;

    /// For backends: shows the next item of the reply.
    void show(item_view found) { take_(context_, shown_++, found); }
    /// For backends: restarts at the first item. `backend` calls it before each operation.
    void restart() noexcept { shown_ = 0; }
    /// The number of items since restart().
    std::size_t shown() const noexcept { return shown_; }

  private:
    function* take_;
    void* context_;
    std::size_t shown_ = 0;
};

} // namespace monotable
