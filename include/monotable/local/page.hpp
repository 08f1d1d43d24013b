// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/capacity.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/backend/units.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/expression/evaluate.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/collection_keys.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

inline constexpr std::size_t max_page_size = 1024 * 1024;

/// Collects visited items until the page is full. Request is a query_request or a scan_request.
template <class Collection, class Request>
class page_builder {
  public:
    /// Throws store_error if the request needs attributes that the collection does not have.
    page_builder(Collection const& from, Request const& request)
        : from_(from), request_(request), counts_(request.select == selection::count) {
        auto const& name = from.name();
        if (from.is_global() && request.consistent)
            fail("Consistent reads are not supported on global secondary indexes", name);
        if (from.is_global() && request.select == selection::all && !from.projected.empty())
            fail("One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
                 "global "
                 "secondary index " +
                 std::string(name) + " because its projection type is not ALL");
        for (auto const each : request.attributes) add_name(names_, each);
        if (request.projection)
            for (auto const each : request.projection) add_name(names_, each.path().attribute());
        std::string missing;
        for (auto const each : names_)
            if (!from.projects(each)) missing.append(missing.empty() ? "" : ", ").append(each);
        if (from.is_global() && !missing.empty())
            fail("One or more parameter values were invalid: Global secondary index " + std::string(name) +
                 " does not project [" + missing + "]");
        fetches_ = from.is_local() && !counts_ &&
                   (!missing.empty() || (request.select == selection::all && !from.projected.empty()));
        for_filter([&](std::string_view attribute) { filters_entry_ = filters_entry_ || !from.projects(attribute); });
        filters_entry_ = filters_entry_ && !fetches_;
    }

    /// Throws store_error if the filter of a query tests its key attributes.
    void check_filter() const {
        for_filter([&](std::string_view attribute) {
            for (auto const& part : {from_.keys.partition(), from_.keys.sort()})
                for (auto const& each : part)
                    if (each.name == attribute)
                        fail("Filter Expression can only contain non-primary key attributes: Primary key "
                             "attribute: " +
                             each.name);
        });
    }

    /// Adds an item. True if the page is not full.
    bool operator()(stored_item found) {
        size_ += from_.entry_size(found);
        if (fetches_) fetched_ += read_units(found.size, kind());
        ++page_.scanned_count;
        if (passes(found.view)) {
            ++page_.count;
            if (!counts_) take(found.view);
        }
        if (page_.scanned_count != request_.limit && size_ < max_page_size) return true;
        if constexpr (requires { request_.wants_start_key; }) {
            if (!request_.wants_start_key) {
                page_.last_evaluated_key.emplace();
                return false;
            }
        }
        page_.last_evaluated_key = project(found.view, from_.keys.names());
        return false;
    }

    item_page& page() noexcept { return page_; }

    void consume() const {
        if (request_.capacity == nullptr) return;
        request_.capacity->add(request_.table, from_.name(), from_.is_local(), {read_units(size_, kind()), 0});
        if (fetched_ != 0) request_.capacity->add(request_.table, {}, false, {fetched_, 0});
    }

  private:
    [[noreturn]] void fail(std::string const& rule, std::string_view details = {}) const {
        refuse(request_.table, rule, details.empty() ? std::string() : ": " + std::string(details));
    }

    read_kind kind() const noexcept { return request_.consistent ? read_kind::consistent : read_kind::eventual; }

    template <class F>
    void for_filter(F&& f) const {
        for (std::size_t i = 0; i != request_.filter.node_count(); ++i)
            if (expression_view const node(request_.filter.nodes() + i); node.is(expression_kind::path))
                f(node.path().attribute());
    }

    bool passes(item_view item) const {
        if (!request_.filter) return true;
        return filters_entry_ ? holds(request_.filter, project(item, from_.projected)) : holds(request_.filter, item);
    }

    void take(item_view from) {
        if (request_.projection) take(projected(request_.projection, from));
        else if (!names_.empty()) take(project(from, names_));
        else if (!from_.projected.empty() && !fetches_) take(project(from, from_.projected));
        else if (request_.sink != nullptr) request_.sink->show(from);
        else page_.items.emplace_back(from);
    }
    void take(item&& made) {
        if (request_.sink != nullptr) request_.sink->show(made);
        else page_.items.push_back(std::move(made));
    }

    Collection const& from_;
    Request const& request_;
    std::vector<std::string_view> names_ = {}; // sorted
    bool counts_;
    bool fetches_ = false;       // reads attributes that a local index lacks from the table
    bool filters_entry_ = false; // the filter must not find attributes that the index does not have
    std::size_t size_ = 0;
    double fetched_ = 0;
    item_page page_;
};

} // namespace monotable::detail
