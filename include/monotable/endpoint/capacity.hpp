// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/capacity.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/wire/write_json.hpp>

#include <charconv>
#include <string>
#include <string_view>

namespace monotable::endpoint {

/// ReturnConsumedCapacity: requests measurement from the store and writes the result.
class capacity_report {
  public:
    /// Reads and writes are reported separately if it is a transaction.
    explicit capacity_report(json::object const& in, bool transaction = false) : transaction_(transaction) {
        auto const wanted = text_member(in, "ReturnConsumedCapacity");
        wanted_ = !wanted.empty() && wanted != "NONE";
        indexes_ = wanted == "INDEXES";
    }

    capacity_meter* meter() noexcept { return wanted_ ? &meter_ : nullptr; }

    /// For operations on one table.
    void append(std::string& out, char& before, std::string_view table) const {
        if (!wanted_) return;
        start(out, before);
        static consumed_capacity const nothing;
        auto const& all = meter_.tables();
        append(out, all.empty() ? nothing : all.front(), table);
    }

    /// For operations on several tables.
    void append_list(std::string& out, char& before) const {
        if (!wanted_) return;
        start(out, before);
        char next = '[';
        for (auto const& each : meter_.tables()) {
            out += next;
            append(out, each, each.table);
            next = ',';
        }
        if (next == '[') out += '[';
        out += ']';
    }

  private:
    static void start(std::string& out, char& before) {
        out += before;
        out += "\"ConsumedCapacity\":";
        before = ',';
    }

    static void append_number(std::string& out, double v) {
        char text[32];
        auto* const end = std::to_chars(text, text + sizeof text, v).ptr;
        std::string_view const shown(text, static_cast<std::size_t>(end - text));
        out += shown;
        if (shown.find_first_of(".e") == shown.npos) out += ".0";
    }

    void append_units(std::string& out, capacity_units units) const {
        out += "\"CapacityUnits\":";
        append_number(out, units.total());
        if (!transaction_) return;
        if (units.read != 0) {
            out += ",\"ReadCapacityUnits\":";
            append_number(out, units.read);
        }
        if (units.write != 0) {
            out += ",\"WriteCapacityUnits\":";
            append_number(out, units.write);
        }
    }

    void append_indexes(std::string& out, consumed_capacity const& from, bool local) const {
        char before = '{';
        for (auto const& each : from.indexes) {
            if (each.local != local) continue;
            if (before == '{') out += local ? ",\"LocalSecondaryIndexes\":" : ",\"GlobalSecondaryIndexes\":";
            out += before;
            wire::append_text(out, each.index);
            out += ":{";
            append_units(out, each.units);
            out += '}';
            before = ',';
        }
        if (before == ',') out += '}';
    }

    void append(std::string& out, consumed_capacity const& from, std::string_view table) const {
        out += "{\"TableName\":";
        wire::append_text(out, table);
        out += ',';
        append_units(out, from.total());
        if (indexes_) {
            out += ",\"Table\":{";
            append_units(out, from.units);
            out += '}';
            append_indexes(out, from, true);
            append_indexes(out, from, false);
        }
        out += '}';
    }

    capacity_meter meter_;
    bool wanted_ = false, indexes_ = false, transaction_;
};

} // namespace monotable::endpoint
