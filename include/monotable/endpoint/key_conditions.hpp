// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>
#include <monotable/expression/key_condition.hpp>
#include <monotable/expression/tree.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::endpoint {

/// The description of a table, for operations on items, whose error does not name a missing table.
inline table_description description_of(environment const& with, std::string_view table) {
    try {
        return with.store.describe(table);
    } catch (store_error const& e) {
        if (e.fault() != store_fault::no_such_table) throw;
        throw wire::request_error(wire::error_type::resource_not_found, "Requested resource not found");
    }
}

/// The table or index that a request reads.
class read_collection {
  public:
    read_collection(environment const& with, json::object const& in) : table_(description_of(with, table_of(in))) {
        auto const name = text_member(in, "IndexName");
        for (auto const& each : table_.indexes)
            if (each.name == name) index_ = &each;
        if (index_ == nullptr && !name.empty())
            fail_validation("The table does not have the specified index: " + std::string(name));
    }
    read_collection(read_collection const&) = delete;
    read_collection& operator=(read_collection const&) = delete;

    table_description const& table() const noexcept { return table_; }
    /// The index; null for the table itself.
    index_description const* index() const noexcept { return index_; }
    bool is_global() const noexcept { return index_ != nullptr && !index_->local; }

    std::vector<keyed_by> partition() const {
        if (index_ == nullptr) return {{table_.partition.name, table_.partition.type}};
        return named(index_->partition);
    }
    std::vector<keyed_by> sort() const {
        if (index_ != nullptr) return named(index_->sort);
        if (!table_.sort) return {};
        return {{table_.sort->name, table_.sort->type}};
    }

    /// Throws if the filter uses a key attribute of the queried table or index.
    void check_filter(expression_view filter, std::string_view parameter) const {
        for (std::size_t i = 0; i != filter.node_count(); ++i) {
            expression_view const each(filter.nodes() + i);
            if (!each.is(expression_kind::path)) continue;
            auto const name = each.path().attribute();
            for (auto const& keys : {partition(), sort()})
                for (auto const& key : keys)
                    if (key.name == name)
                        fail_validation(std::string(parameter) +
                                        " can only contain non-primary key attributes: Primary key attribute: " +
                                        std::string(name));
        }
    }

    /// Throws if an attribute to be read from a global index is not projected into it.
    void check_projected(std::vector<std::string_view> const& names, expression_view projection) const {
        if (!is_global() || index_->projection == projection_type::all) return;
        std::string missing;
        auto const consider = [&](std::string_view name) {
            if (projects(name)) return;
            if (!missing.empty()) missing += ", ";
            missing += name;
        };
        for (auto const each : names) consider(each);
        if (projection)
            for (auto const each : projection) consider(each.path().attribute());
        if (!missing.empty())
            fail_validation("One or more parameter values were invalid: Global secondary index " + index_->name +
                            " does not project [" + missing + "]");
    }

  private:
    static std::vector<keyed_by> named(std::vector<key_attribute> const& attributes) {
        std::vector<keyed_by> result;
        for (auto const& each : attributes) result.push_back({each.name, each.type});
        return result;
    }

    bool projects(std::string_view name) const noexcept {
        if (name == table_.partition.name || (table_.sort && name == table_.sort->name)) return true;
        for (auto const* keys : {&index_->partition, &index_->sort})
            for (auto const& each : *keys)
                if (each.name == name) return true;
        for (auto const& each : index_->included)
            if (each == name) return true;
        return false;
    }

    table_description table_;
    index_description const* index_ = nullptr;
};

/// Sets the key condition of a request. Throws if it is invalid.
inline void set_key_condition(query_request& query, expression_view condition, read_collection const& from) {
    auto const partition = from.partition();
    auto const sort = from.sort();
    auto const split = split_key_condition(condition, partition, sort);
    auto const bound = [](std::optional<key_limit> const& given) -> std::optional<sort_bound> {
        if (!given) return std::nullopt;
        return sort_bound{value(given->limit), given->inclusive};
    };
    for (auto const each : split.partition) query.partition.push_back(each);
    for (auto const each : split.sort_equals) query.sort_equals.push_back(each);
    query.lower = bound(split.lower);
    query.upper = bound(split.upper);
    if (split.begins_with) query.begins_with.emplace(*split.begins_with);
}

} // namespace monotable::endpoint
