// SPDX-License-Identifier: BSL-1.0
// A model whose indexes depend on one field, on several, on an optional one and on a condition.
#pragma once

#include <monotable/monotable.hpp>

#include <optional>
#include <string>

namespace desk_model {

namespace mt = monotable;
using namespace mt::literals;

enum class level { low, high };

struct ticket {
    std::string team;
    int number = 0;
    std::string title;
    std::optional<std::string> owner;
    level urgency = level::low;
    std::optional<std::string> area;
};

struct desk : mt::table<"desk", mt::gsi<"Owners">, mt::gsi<"Levels">, mt::gsi<"Urgent">,
                        mt::gsi<"Areas", mt::partition_key<"area">, mt::sort_key<"title">>, mt::entities<ticket>> {};

} // namespace desk_model

template <>
struct monotable::entity<desk_model::ticket> {
    using key = monotable::key<"TEAM#{team}", "T#{number}">;
    using indexes = monotable::indexes<
        monotable::index<"Owners", "OWNER#{owner}", "{urgency}#{number}">,
        monotable::index<"Levels", "{urgency}", "{title}">,
        monotable::index<"Urgent", "URGENT", "{team}#{title}">::when<"urgency", desk_model::level::high>>;
};
