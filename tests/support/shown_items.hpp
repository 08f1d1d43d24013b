// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/item_sink.hpp>
#include <monotable/core/item.hpp>

#include <cstddef>
#include <vector>

namespace store_support {

/// Copies the items of a reply that are shown to its sink.
class shown_items {
  public:
    monotable::item_sink* sink() noexcept { return &sink_; }
    /// The last `count` that a reply showed.
    std::vector<monotable::item> const& items(std::size_t count) {
        items_.resize(count);
        return items_;
    }
    /// Calls of the sink, those of repeated requests as well.
    std::size_t calls() const noexcept { return calls_; }

  private:
    static void take(void* self, std::size_t position, monotable::item_view found) {
        auto& items = static_cast<shown_items*>(self)->items_;
        ++static_cast<shown_items*>(self)->calls_;
        items.resize(position);
        items.emplace_back(found);
    }

    std::vector<monotable::item> items_;
    std::size_t calls_ = 0;
    monotable::item_sink sink_{&take, this};
};

} // namespace store_support
