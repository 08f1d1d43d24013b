// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/joint_procedure.hpp>

#include <cstddef>
#include <utility>

namespace monotable::detail {

MONOTABLE_INLINE joint_procedure::joint_procedure(std::vector<std::unique_ptr<procedure>> parts)
    : parts_(std::move(parts)) {}

MONOTABLE_INLINE procedure_step joint_procedure::advance() {
    for (std::size_t i = 0; i != calls_.size(); ++i) origins_[i]->failure = std::move(calls_[i].failure);
    calls_.clear();
    origins_.clear();
    std::uint64_t pause = 0;
    for (auto& part : parts_) {
        if (part == nullptr) continue;
        procedure_step const step = part->advance();
        if (step.is_done()) part.reset();
        if (step.pause_microseconds > pause) pause = step.pause_microseconds;
        for (std::size_t i = 0; i != step.count; ++i) {
            calls_.push_back(step.calls[i]);
            origins_.push_back(&step.calls[i]);
        }
    }
    return {calls_.data(), calls_.size(), pause};
}

} // namespace monotable::detail
