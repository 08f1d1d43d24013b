// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>

#include <memory>
#include <vector>

namespace monotable::detail {

/// Several procedures as one, each of whose steps has the calls of all that have not ended. It ends with the last of them, or
/// throws the first exception of one of them.
class joint_procedure final : public procedure {
  public:
    explicit joint_procedure(std::vector<std::unique_ptr<procedure>> parts);

    MONOTABLE_INLINE procedure_step advance() override;

  private:
    std::vector<std::unique_ptr<procedure>> parts_; // null: ended
    std::vector<pending_call> calls_;
    std::vector<pending_call*> origins_; // of calls_, in the parts
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/backend/joint_procedure.ipp>
#endif
