// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace monotable {

/// Work that a store whose engine runs in this process leaves to the program, and that a service does by itself. All functions
/// may be called from several threads at once, and while the store is used.
class maintenance {
  public:
    maintenance() = default;
    maintenance(maintenance const&) = delete;
    maintenance& operator=(maintenance const&) = delete;

    /// Erases the items of all tables whose time to live ended before `now`, in seconds since 1970. Returns their number. Costs
    /// as many steps as there are items in tables with a time to live; others use the tables in between. Throws store_error
    /// if the engine fails; then some of the items have been erased.
    virtual std::size_t expire_items(std::int64_t now) = 0;

  protected:
    ~maintenance() = default;
};

} // namespace monotable
