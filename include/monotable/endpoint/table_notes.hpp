// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::endpoint {

/// Properties of a table that the store does not interpret (billing, throughput, tags, ...), as JSON in the annotations
/// of its settings. Members have the names that they have in requests; additional members are:
///   Definitions   names of key attributes in the order in which they were defined
///   Indexes       throughput of global indexes, by name
///   Tags          {"key":"value"}
///   PayPerRequest time at which the table became on-demand, in seconds since 1970
class table_notes {
  public:
    table_notes() = default;
    explicit table_notes(table_settings const& settings) {
        boost::system::error_code failure;
        auto parsed = json::parse(settings.annotations, failure);
        if (!failure && parsed.is_object()) all_ = std::move(parsed.get_object());
    }

    std::string text() const { return json::serialize(all_); }

    json::object& all() noexcept { return all_; }
    json::object const& all() const noexcept { return all_; }

    bool on_demand() const noexcept { return text_member(all_, "BillingMode") == "PAY_PER_REQUEST"; }

    json::object& object(std::string_view name) { return object(all_, name); }
    json::object& index(std::string_view name) { return object(object("Indexes"), name); }
    json::object const* index(std::string_view name) const noexcept {
        auto const* all = object_if(all_, "Indexes");
        return all == nullptr ? nullptr : object_if(*all, name);
    }

    /// Stores a member of a request unchanged, if the request has it.
    void keep(json::object const& in, std::string_view name) {
        if (auto const* given = member_of(in, name)) all_[name] = *given;
    }

    void define(std::string_view attribute) {
        auto& names = all_["Definitions"];
        if (!names.is_array()) names.emplace_array();
        for (auto const& each : names.get_array())
            if (wire::text_of(each) == attribute) return;
        names.get_array().emplace_back(attribute);
    }

  private:
    static json::object& object(json::object& in, std::string_view name) {
        auto& found = in[name];
        return found.is_object() ? found.get_object() : found.emplace_object();
    }

    json::object all_;
};

} // namespace monotable::endpoint
