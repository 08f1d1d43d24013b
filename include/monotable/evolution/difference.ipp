// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/evolution/difference.hpp>

namespace monotable {

MONOTABLE_INLINE std::string difference::text() const {
    std::string out(safe ? "safe: " : "unsafe: ");
    out.append(place).append(": ").append(change).append(": ").append(effect);
    if (!remedy.empty()) out.append("; ").append(remedy);
    return out;
}

MONOTABLE_INLINE bool differences::safe() const noexcept {
    for (difference const& each : all_)
        if (!each.safe) return false;
    return true;
}

MONOTABLE_INLINE std::string differences::text() const {
    std::string out;
    for (difference const& each : all_) out.append(each.text()).append("\n");
    return out;
}

} // namespace monotable
