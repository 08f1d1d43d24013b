// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>

#include <cstddef>

namespace monotable {

/// Takes the items of a reply one after the other as views, so that a store can show them where it keeps them instead of
/// copying them into the reply. A request has a pointer to it, and no two requests of one operation have the same one.
///
/// The view is valid during the call. The store may hold its locks meanwhile: the function must not use the store, nor wait for
/// a thread that does. What it throws ends the operation and is passed on.
///
/// Each item comes with its position among those of the reply, from 0. When a backend repeats a request, the items come again
/// from position 0. The items of the reply are those of the last time: none if there is no item, or if the operation throws.
class item_sink {
  public:
    using function = void(void* context, std::size_t position, item_view found);

    item_sink(function* take, void* context) noexcept : take_(take), context_(context) {}
    item_sink(item_sink const&) = delete;
    item_sink& operator=(item_sink const&) = delete;

    /// For backends: the next item of the reply.
    void show(item_view found) { take_(context_, shown_++, found); }
    /// For backends: the items come from the first one again. `backend` does this before each operation.
    void restart() noexcept { shown_ = 0; }
    /// The number of items since restart().
    std::size_t shown() const noexcept { return shown_; }

  private:
    function* take_;
    void* context_;
    std::size_t shown_ = 0;
};

} // namespace monotable
