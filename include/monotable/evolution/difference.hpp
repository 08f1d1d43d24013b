// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace monotable {

/// One thing that two versions of a model, or a model and a table, do not have in common.
struct difference {
    std::string place;  ///< "shop", "shop index GSI1", "Order", "Order.total", "Order.lines[].qty"
    std::string change; ///< what differs
    std::string effect; ///< what that does to the items and programs there are
    std::string remedy; ///< what to do about it; empty: nothing has to be done
    bool safe = true;   ///< everything that is stored can still be read and is found; nothing is lost

    /// "unsafe: Order.total: <change>: <effect>; <remedy>"
    std::string text() const;
};

/// What compare() found, in the order of the model.
class differences {
  public:
    void add(difference found) { all_.push_back(std::move(found)); }

    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    std::size_t size() const noexcept { return all_.size(); }
    bool empty() const noexcept { return all_.empty(); }
    difference const& operator[](std::size_t i) const noexcept { return all_[i]; }

    /// None of them is unsafe.
    bool safe() const noexcept;

    /// One line each.
    std::string text() const;

  private:
    std::vector<difference> all_;
};

} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/evolution/difference.ipp>
#endif
