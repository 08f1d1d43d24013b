// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/store/collection_keys.hpp>
#include <monotable/store/item_rules.hpp>
#include <monotable/store/page.hpp>
#include <monotable/store/stream_directory.hpp>
#include <monotable/store/table_status.hpp>
#include <monotable/value/assemble.hpp>
#include <monotable/value/size.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// A table's description turned into what requests need of it, and its storage. Wants the table's lock.
template <class Engine>
class local_table {
  public:
    using storage_type = typename Engine::table;
    using stream_handle = typename stream_directory<Engine>::handle;

    /// The table or one of its indexes.
    struct collection_type {
        std::size_t number = 0; ///< as in the engine
        index_description const* index = nullptr;
        collection_keys keys = {};
        std::vector<std::string_view> projected = {}; ///< sorted; empty: everything
        entry_location before = {}, after = {};       ///< buffers

        bool projects(std::string_view name) const noexcept {
            for (auto const each : projected)
                if (each == name) return true;
            return projected.empty();
        }

        /// Of what it has of an item, as DynamoDB counts.
        std::size_t entry_size(stored_item item) const noexcept {
            if (projected.empty()) return item.size;
            std::size_t size = 0;
            for (member_cursor member(item.view); !member.done(); member.advance())
                if (projects(member.name())) size += member.name().size() + value_size(member.value());
            return size;
        }
    };

    local_table(Engine& engine, table_status const& status) : local_table(status) {
        storage_.reset(new storage_type(engine, status_));
    }

    /// Without its storage, until it takes that of another.
    explicit local_table(table_status const& status)
        : status_(status),
          rules_(description_),
          collections_(1 + description_.indexes.size()) {
        for (std::size_t i = 0; i != collections_.size(); ++i) {
            auto& each = collections_[i];
            each.number = i;
            each.index = i == 0 ? nullptr : &description_.indexes[i - 1];
            each.keys.describe(description_, each.index);
            if (i == 0 || each.index->projection == projection_type::all) continue;
            each.projected = each.keys.names();
            for (auto const& name : each.index->included) add_name(each.projected, name);
        }
    }
    local_table(local_table const&) = delete;
    local_table& operator=(local_table const&) = delete;

    table_description const& description() const noexcept { return description_; }
    table_status const& status() const noexcept { return status_; }
    item_rules const& rules() const noexcept { return rules_; }
    storage_type& storage() noexcept { return *storage_; }

    /// Null if changes are not recorded.
    stream_handle const& stream() const noexcept { return stream_; }
    void set_stream(stream_handle const& stream) noexcept { stream_ = stream; }

    void set_settings(table_settings&& settings) noexcept { status_.settings = std::move(settings); }
    void set_size(collection_type const& of, collection_size size) noexcept {
        (of.number == 0 ? status_.table : status_.indexes[of.number - 1]) = size;
    }

    /// Becomes what `previous` was.
    void take(local_table& previous) noexcept {
        storage_ = std::move(previous.storage_);
        stream_ = std::move(previous.stream_);
    }

    collection_type const& collection(std::string_view index) const {
        if (index.empty()) return collections_[0];
        for (auto const& each : collections_)
            if (each.index != nullptr && each.index->name == index) return each;
        fail("The table does not have the specified index: " + std::string(index));
    }

    /// What to read of the items of a collection, under which rules of consistency.
    page_builder<local_table> page(collection_type const& from, std::span<std::string_view const> projection,
                                   bool consistent, std::size_t limit, bool count_only) const {
        bool const global = from.index != nullptr && !from.index->local;
        if (global && consistent)
            fail("Consistent reads are not supported on global secondary indexes: " + from.index->name);
        if (projection.empty()) return {from, from.projected, limit, count_only};
        std::vector<std::string_view> names;
        for (auto const each : projection) add_name(names, each);
        if (global && !from.projected.empty())
            for (auto const each : names)
                if (!from.projects(each))
                    fail("One or more parameter values were invalid: Global secondary index " +
                         from.index->name + " does not project [" + std::string(each) + "]");
        return {from, std::move(names), limit, count_only};
    }

    std::string partition_of(collection_type const& in, query_request const& request) const {
        auto const attributes = in.keys.partition();
        std::size_t size = 0;
        for (std::size_t i = 0; i != attributes.size(); ++i) {
            if (i == request.partition.size())
                fail("Query condition missed key schema element: " + attributes[i].name);
            rules_.check_condition(attributes[i], request.partition[i]);
            size += value_size(request.partition[i]);
        }
        if (request.partition.size() != attributes.size()) fail("Query key condition not supported");
        rules_.check_partition_size(size);
        return in.keys.partition_of(request);
    }

    sort_limits limits_of(collection_type const& in, query_request const& request) const {
        auto const attributes = in.keys.sort();
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
        return in.keys.limits_of(request);
    }

    bool has_sort_key(collection_type const& in) const noexcept {
        return in.index != nullptr || description_.sort.has_value();
    }

    /// Where a page is to go on: exactly the key attributes of table and index.
    entry_location start_of(collection_type const& in, item_view start) const {
        auto const fits = [&](key_attribute const& each) {
            auto const found = start.find(each.name);
            return found && found->is(each.type) && !found->key_bytes().empty();
        };
        if (start.size() != in.keys.names().size() || !in.keys.all_attributes(fits))
            fail("The provided starting key is invalid");
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
        auto& table = collections_[0];
        table.keys.locate(item, table.before);
        return table.before.key();
    }

    /// What replacing one item by the other, either of which may be missing, does to the indexes. Good until the next call.
    array_view<index_change> index_changes(item_view const* from, item_view const* to) {
        std::size_t count = 0;
        for (std::size_t i = 1; i != collections_.size(); ++i) {
            auto& [number, index, keys, projected, before, after] = collections_[i];
            bool const was = from != nullptr && keys.locate(*from, before);
            bool const is = to != nullptr && keys.locate(*to, after);
            if ((!was && !is) || (was && is && before.key() == after.key())) continue;
            changes_[count++] = {i - 1, was, is, before.key(), after.key()};
        }
        return {changes_, count};
    }

  private:
    [[noreturn]] void fail(std::string const& rule) const { refuse(description_.name, rule); }

    table_status status_;
    table_description const& description_ = status_.description;
    item_rules rules_;
    std::unique_ptr<storage_type> storage_;
    stream_handle stream_;
    std::vector<collection_type> collections_;
    index_change changes_[max_local_indexes + max_global_indexes];
};

} // namespace monotable::detail
