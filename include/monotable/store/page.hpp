// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/value/assemble.hpp>
#include <monotable/value/size.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

inline constexpr std::size_t max_page_size = 1024 * 1024;

/// Takes what is visited until the page is full.
template <class Table>
class page_builder {
  public:
    /// `names` are sorted, and may be empty for everything.
    page_builder(typename Table::collection_type const& from, std::vector<std::string_view> names,
                 std::size_t limit, bool count_only)
        : from_(from),
          names_(std::move(names)),
          limit_(limit),
          count_only_(count_only) {}

    /// Returns whether to go on.
    bool operator()(stored_item found) {
        size_ += from_.projected.empty() ? found.size : item_size(project(found.view, from_.projected));
        ++page_.count;
        ++page_.scanned_count;
        if (!count_only_)
            page_.items.push_back(names_.empty() ? item(found.view) : project(found.view, names_));
        if (page_.scanned_count != limit_ && size_ < max_page_size) return true;
        page_.last_evaluated_key = project(found.view, from_.keys.names());
        return false;
    }

    item_page& page() noexcept { return page_; }

  private:
    typename Table::collection_type const& from_;
    std::vector<std::string_view> names_;
    std::size_t limit_;
    std::size_t size_ = 0;
    bool count_only_;
    item_page page_;
};

} // namespace monotable::detail
