// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>

/// Capacity units: a read unit per 4 KB, a write unit per 1 KB, rounded up, and at least one.
namespace monotable::detail {

constexpr std::size_t ceil_div(std::size_t size, std::size_t unit) noexcept {
    return size <= unit ? 1 : (size + unit - 1) / unit;
}

constexpr double write_units(std::size_t size) noexcept { return static_cast<double>(ceil_div(size, 1024)); }

enum class read_kind : unsigned char { eventual, consistent, transactional };

constexpr double read_units(std::size_t size, read_kind kind) noexcept {
    return static_cast<double>(ceil_div(size, 4096)) * (kind == read_kind::eventual     ? 0.5
                                                        : kind == read_kind::consistent ? 1
                                                                                        : 2);
}

} // namespace monotable::detail
