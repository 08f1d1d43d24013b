// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <expression_support.hpp>
#include <store_support.hpp>
#include <tested_store.hpp>

#include <monotable/backend/capacity.hpp>

#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Requests with expressions as text, on a store in memory.
namespace operation_support {

namespace mt = monotable;
using namespace store_support;
using expression_support::values;

inline mt::item key(char const* p, char const* c) { return {{"p", p}, {"c", c}}; }

/// DynamoDB's error message without additions; empty if there is no error.
template <class F>
std::string refusal(F&& call) {
    try {
        call();
    } catch (mt::error const& e) {
        return std::string(e.rule());
    }
    return {};
}

inline std::string show(std::optional<mt::item> const& item) {
    return item ? expression_support::show(*item) : "nothing";
}

/// A store with a table "table"; owns the expressions and items that its requests refer to.
class database {
  public:
    explicit database(mt::table_description const& table = simple_table()) { store->create_table(table); }

    mt::expression_view condition(std::string_view text, values const& v = {},
                                  expression_support::names const& n = {}) {
        return kept(mt::parse_condition, text, v, n);
    }
    mt::expression_view update(std::string_view text, values const& v = {}, expression_support::names const& n = {}) {
        return kept(mt::parse_update, text, v, n);
    }
    mt::expression_view projection(std::string_view text, expression_support::names const& n = {}) {
        return kept(mt::parse_projection, text, {}, n);
    }
    mt::item_view borrowed(mt::item const& item) { return items_.emplace_back(item); }

    mt::write_outcome put(mt::item const& item) { return store->put({.table = "table", .item = item}); }
    std::optional<mt::item> get(mt::item const& key) {
        return store->get({.table = "table", .key = key, .consistent = true});
    }
    mt::write_outcome updated(mt::item const& key, std::string_view text, values const& v = {},
                              mt::return_values returns = mt::return_values::none) {
        return store->update({.table = "table",
                              .item = key,
                              .update = text.empty() ? mt::expression_view() : update(text, v),
                              .returns = returns});
    }
    /// The item after an update.
    std::string after(mt::item const& key, std::string_view text, values const& v = {}) {
        updated(key, text, v);
        return show(get(key));
    }

    // Actions of transactions.

    mt::write_request to_put(mt::item const& item) { return {.table = "table", .item = borrowed(item)}; }
    mt::write_request to_erase(mt::item const& key) {
        return {.table = "table", .item = borrowed(key), .kind = mt::write_kind::erase};
    }
    mt::write_request to_update(mt::item const& key, std::string_view text, values const& v = {}) {
        return {.table = "table", .item = borrowed(key), .kind = mt::write_kind::update, .update = update(text, v)};
    }
    mt::write_request to_check(mt::item const& key, std::string_view text, values const& v = {}) {
        return {
            .table = "table", .item = borrowed(key), .kind = mt::write_kind::check, .condition = condition(text, v)};
    }

    tested_store store;

  private:
    mt::expression_view kept(expression_support::parser language, std::string_view text, values const& v,
                             expression_support::names const& n) {
        return expressions_.emplace_back(expression_support::parse(language, text, v, n));
    }

    std::list<mt::expression> expressions_;
    std::list<mt::item> items_;
};

/// "read 1 write 2 gsi: write 1", without zeros.
inline std::string consumed(mt::capacity_meter const& meter) {
    auto const number = [](double units) {
        auto const halves = static_cast<long>(units * 2);
        return std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : "");
    };
    std::string out;
    auto const units = [&](mt::capacity_units of) {
        if (of.read != 0) out += " read " + number(of.read);
        if (of.write != 0) out += " write " + number(of.write);
    };
    for (auto const& table : meter.tables()) {
        if (table.table != "table") out += " " + table.table + ":";
        units(table.units);
        for (auto const& index : table.indexes) {
            out += " " + index.index + ":";
            units(index.units);
        }
    }
    return out.empty() ? out : out.substr(1);
}

} // namespace operation_support
