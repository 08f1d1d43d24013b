// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>
#include <monotable/meta/chrono.hpp>
#include <monotable/store/write/backoff.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

/// Opens a table: creates it, or enables the settings that an existing table lacks, and waits until it is active.
class open_procedure final : public procedure {
  public:
    open_procedure(table_description wanted, table_settings settings, std::chrono::milliseconds timeout);

    /// Throws store_error as open_table().
    MONOTABLE_INLINE procedure_step advance() override;

  private:
    enum class state : std::uint8_t { begin, creating, pausing, looking, recreating, changing };

    procedure_step begin(operation what, state next);
    procedure_step look();
    procedure_step take_status();
    procedure_step change();
    procedure_step wait(std::string unfinished);
    void start_waiting();

    table_description wanted_;
    table_settings settings_, next_;
    std::chrono::milliseconds timeout_;
    std::chrono::steady_clock::time_point end_;
    backoff backoff_;
    state state_ = state::begin;
    bool is_set_ = false; ///< it has all of the settings
    calls::create_table::request creation_{wanted_, settings_};
    bool created_ = false;
    std::string_view name_ = wanted_.name;
    table_status status_;
    calls::change_settings::request change_{name_, next_};
    calls::no_reply changed_;
    pending_call call_ = {};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/open_procedure.ipp>
#endif
