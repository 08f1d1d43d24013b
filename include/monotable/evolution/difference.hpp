// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace monotable {

/// A difference between two versions of a model, or between a model and a table.
struct difference {
    std::string place;  ///< "shop", "shop index GSI1", "Order", "Order.total", "Order.lines[].qty"
    std::string change; ///< the difference
    std::string effect; ///< the effect on existing items and programs
    std::string remedy; ///< the remedy; empty if none is needed
    bool safe = true;   ///< true if all stored data can still be read and found

    /// "unsafe: Order.total: <change>: <effect>; <remedy>"
    std::string text() const;
};

/// The result of compare(), in the order of the model.
class differences {
  public:
    void add(difference found) { all_.push_back(std::move(found)); }

    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    std::size_t size() const noexcept { return all_.size(); }
    bool empty() const noexcept { return all_.empty(); }
    difference const& operator[](std::size_t i) const noexcept { return all_[i]; }

    /// True if all differences are safe.
    bool safe() const noexcept;

    /// One line for each difference.
    std::string text() const;

  private:
    std::vector<difference> all_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/difference.ipp>
#endif
