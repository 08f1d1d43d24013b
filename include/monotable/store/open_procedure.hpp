// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/procedure.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/config.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// A table as a model describes it, and the settings that it asks for.
struct wanted_table {
    table_description description;
    table_settings settings;
};

/// Creates tables, all at once, or turns on what those that exist lack of the settings: what others have turned on stays. A
/// stream of both images does for every view. Throws store_error where a table has another description or another setting.
class open_procedure final : public procedure {
  public:
    explicit open_procedure(std::vector<wanted_table> tables);

    procedure_step advance() override;

  private:
    struct opening {
        explicit opening(wanted_table const& table) : creation{table.description, table.settings} {}
        opening(opening const&) = delete;
        opening& operator=(opening const&) = delete;

        create_table_request creation;
        bool created = false;
        std::string_view name = creation.table.name;
        table_status status = {};
        table_settings next = {};
        change_settings_request change{name, next};
        no_reply changed = {};
    };
    enum class stage : std::uint8_t { create, look, change, end };

    void add_calls(opening& table);

    std::vector<wanted_table> tables_;
    std::vector<std::unique_ptr<opening>> openings_; // one per table
    std::vector<pending_call> calls_;
    stage stage_ = stage::create;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/open_procedure.ipp>
#endif
