// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/store/collection_keys.hpp>
#include <monotable/store/item_rules.hpp>
#include <monotable/value/assemble.hpp>
#include <monotable/value/size.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

inline constexpr std::size_t max_page_size = 1024 * 1024;
inline constexpr char invalid_start[] = "The provided starting key is invalid";
inline constexpr char start_outside[] = "The provided starting key is outside ";

inline std::vector<std::string_view> sorted(std::span<std::string_view const> names) {
    std::vector<std::string_view> out(names.begin(), names.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

/// The table or one of its indexes.
struct local_collection {
    std::size_t number; ///< as in table_storage
    index_description const* index;
    collection_keys keys;
    std::vector<std::string_view> key_names;
    std::vector<std::string_view> projected; ///< sorted; empty: everything
};

/// Takes what is visited until the page is full.
class page_builder final : public item_visitor {
  public:
    page_builder(local_collection const& from, std::vector<std::string_view> wanted, std::size_t limit,
                 bool count_only)
        : from_(from),
          wanted_(std::move(wanted)),
          limit_(limit),
          count_only_(count_only) {}

    bool visit(stored_item found) override {
        auto size = std::size_t{found.size};
        if (!from_.projected.empty()) size = item_size(project(found.view, from_.projected));
        size_ += size;
        ++page_.scanned_count;
        ++page_.count;
        if (!count_only_) {
            if (wanted_.empty())
                page_.items.emplace_back(found.view);
            else
                page_.items.push_back(project(found.view, wanted_));
        }
        if (page_.scanned_count != limit_ && size_ < max_page_size) return true;
        page_.last_evaluated_key = project(found.view, from_.key_names);
        return false;
    }

    item_page finish() && { return std::move(page_); }

  private:
    local_collection const& from_;
    std::vector<std::string_view> wanted_;
    std::size_t limit_;
    std::size_t size_ = 0;
    bool count_only_;
    item_page page_;
};

/// A table's description turned into what requests need of it. Constant but for the buffers of locate() and
/// index_changes(), which want the table's lock.
class local_table {
  public:
    local_table(table_description const& table, std::unique_ptr<table_storage> storage)
        : description_(std::make_unique<table_description>(table)),
          rules_(*description_),
          storage_(std::move(storage)),
          buffers_(2 * table.indexes.size()) {
        collections_.reserve(1 + table.indexes.size());
        add(nullptr);
        for (auto const& each : description_->indexes) add(&each);
    }

    table_description const& description() const noexcept { return *description_; }
    item_rules const& rules() const noexcept { return rules_; }
    table_storage& storage() const noexcept { return *storage_; }

    local_collection const& collection(std::string_view index) const {
        if (index.empty()) return collections_[0];
        for (auto const& each : collections_)
            if (each.index != nullptr && each.index->name == index) return each;
        fail("The table does not have the specified index: " + std::string(index));
    }

    void refuse_consistent(local_collection const& from, bool consistent) const {
        if (consistent && from.index != nullptr && !from.index->local)
            fail("Consistent reads are not supported on global secondary indexes: " + from.index->name);
    }

    /// The names to read: empty for all of an item.
    std::vector<std::string_view> projected(local_collection const& from,
                                            std::span<std::string_view const> wanted) const {
        if (wanted.empty()) return from.projected;
        auto names = sorted(wanted);
        if (from.index == nullptr || from.index->local || from.projected.empty()) return names;
        for (auto const each : names)
            if (!std::binary_search(from.projected.begin(), from.projected.end(), each))
                fail("One or more parameter values were invalid: Global secondary index " + from.index->name +
                     " does not project [" + std::string(each) + "]");
        return names;
    }

    std::string partition_of(local_collection const& in, query_request const& request) const {
        auto const& attributes = in.keys.partition();
        if (request.partition.size() != attributes.size())
            fail("Query condition missed key schema element: " +
                 attributes[std::min(request.partition.size(), attributes.size() - 1)].name);
        std::size_t size = 0;
        for (std::size_t i = 0; i != attributes.size(); ++i) {
            rules_.check_condition(attributes[i], request.partition[i]);
            size += value_size(request.partition[i]);
        }
        rules_.check_partition_size(size);
        return in.keys.partition_of(request.partition);
    }

    sort_limits limits_of(local_collection const& in, query_request const& request) const {
        auto const& attributes = in.keys.sort();
        auto const used = request.sort_equals.size();
        bool const open = request.lower || request.upper || request.begins_with;
        if (used + open > attributes.size()) fail("Query key condition not supported");
        for (std::size_t i = 0; i != used; ++i) rules_.check_condition(attributes[i], request.sort_equals[i]);
        if (request.lower) rules_.check_condition(attributes[used], request.lower->limit);
        if (request.upper) rules_.check_condition(attributes[used], request.upper->limit);
        if (request.begins_with) {
            rules_.check_condition(attributes[used], *request.begins_with);
            if (attributes[used].type == value_type::number)
                fail("Query key condition not supported: begins_with on the number " + attributes[used].name);
        }
        return in.keys.limits_of({request.sort_equals, request.lower ? &*request.lower : nullptr,
                                  request.upper ? &*request.upper : nullptr,
                                  request.begins_with ? &*request.begins_with : nullptr});
    }

    bool has_sort_key(local_collection const& in) const noexcept {
        return in.index != nullptr || description_->sort.has_value();
    }

    /// Where a page is to go on: exactly the key attributes of table and index.
    entry_location start_of(local_collection const& in, item_view start) const {
        if (start.size() != in.keys.attributes().size()) fail(invalid_start);
        for (auto const& each : in.keys.attributes()) {
            auto const found = start.find(each.name);
            if (!found || !found->is(each.type) || found->key_bytes().empty()) fail(invalid_start);
        }
        entry_location out;
        in.keys.locate(start, out);
        return out;
    }

    hash_range segment(std::uint32_t segment, std::uint32_t total) const {
        if (total == 0 || total > 1'000'000)
            fail("Value '" + std::to_string(total) +
                 "' at 'totalSegments' failed to satisfy constraint: Member must have value between 1 and "
                 "1000000");
        if (segment >= total)
            fail("The Segment parameter is zero-based and must be less than parameter TotalSegments: "
                 "Segment: " +
                 std::to_string(segment) + " is not less than TotalSegments: " + std::to_string(total));
        auto const first_of = [total](std::uint32_t s) { // as if dividing 2^64
            return static_cast<std::uint64_t>(((uint128(s) << 64) + total - 1) / total);
        };
        return {first_of(segment), first_of(segment + 1) - 1};
    }

    /// Requires the table's key attributes. Good until the next call.
    entry_key locate(item_view item) {
        collections_[0].keys.locate(item, location_);
        return location_.key();
    }

    /// What replacing one item by the other, either of which may be missing, does to the indexes. Good until the next call.
    std::span<index_change const> index_changes(item_view const* from, item_view const* to) {
        changes_.clear();
        for (std::size_t i = 0; i + 1 != collections_.size(); ++i) {
            auto const& keys = collections_[i + 1].keys;
            auto& before = buffers_[2 * i];
            auto& after = buffers_[2 * i + 1];
            bool const was = from != nullptr && keys.locate(*from, before);
            bool const is = to != nullptr && keys.locate(*to, after);
            if ((!was && !is) || (was && is && before == after)) continue;
            index_change change{i, std::nullopt, std::nullopt};
            if (was) change.from = before.key();
            if (is) change.to = after.key();
            changes_.push_back(change);
        }
        return changes_;
    }

  private:
    [[noreturn]] void fail(std::string const& rule) const { refuse(description_->name, rule); }

    void add(index_description const* index) {
        collections_.push_back({collections_.size(), index, {*description_, index}, {}, {}});
        auto& added = collections_.back();
        for (auto const& each : added.keys.names()) added.key_names.push_back(each);
        if (index == nullptr || index->projection == projection_type::all) return;
        added.projected = added.key_names;
        for (auto const& each : index->included) added.projected.push_back(each);
        added.projected = sorted(added.projected);
    }

    std::unique_ptr<table_description> description_; // what others point to
    item_rules rules_;
    std::unique_ptr<table_storage> storage_;
    std::vector<local_collection> collections_;
    entry_location location_;
    std::vector<entry_location> buffers_;
    std::vector<index_change> changes_;
};

} // namespace monotable::detail
