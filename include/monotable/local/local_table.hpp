// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/collection_keys.hpp>
#include <monotable/local/item_rules.hpp>
#include <monotable/local/local_collection.hpp>
#include <monotable/local/item_write.hpp>
#include <monotable/local/stream_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace monotable::detail {

/// A table: data computed from its description for requests, and its storage. REQUIRES, for all functions: the table's
/// lock.
template <class Engine>
class local_table {
  public:
    using storage_type = typename Engine::table;
    using stream_type = typename Engine::stream;
    using write_scope_type = typename Engine::write_scope;
    using stream_handle = typename stream_directory<Engine>::handle;

    static constexpr bool snapshots = Engine::snapshots;

    using collection_type = local_collection;
    using buffers_type = write_buffers<Engine>;

    local_table(Engine& engine, table_status const& status) : local_table(status) {
        storage_.reset(new storage_type(engine, status_));
    }

    /// Has no storage until take() is called.
    explicit local_table(table_status const& status)
        : status_(status), rules_(description_), collections_(1 + description_.indexes.size()) {
        key_names_.describe(description_);
        for (std::size_t i = 0; i != collections_.size(); ++i) collections_[i].describe(description_, i, key_names_);
    }
    local_table(local_table const&) = delete;
    local_table& operator=(local_table const&) = delete;

    table_description const& description() const noexcept { return description_; }
    table_settings const& settings() const noexcept { return status_.settings; }
    item_rules const& rules() const noexcept { return rules_; }
    storage_type& storage() const noexcept { return *storage_; }

    table_status status() const {
        auto out = status_;
        out.table = storage_->size(0);
        for (std::size_t i = 0; i != out.indexes.size(); ++i)
            static_cast<collection_size&>(out.indexes[i]) = storage_->size(i + 1);
        return out;
    }

    /// The stream; null if changes are not recorded.
    stream_handle const& stream() const noexcept { return stream_; }
    void set_stream(stream_handle const& stream) noexcept { stream_ = stream; }

    void set_settings(table_settings&& settings) noexcept { status_.settings = std::move(settings); }

    /// Takes over the storage of `previous`.
    void take(local_table& previous) noexcept {
        storage_ = std::move(previous.storage_);
        stream_ = std::move(previous.stream_);
    }

    /// REQUIRES: the access of a writer.
    buffers_type& buffers() noexcept { return buffers_; }
    detail::key_names& key_names() noexcept { return key_names_; }

    /// The items, then the indexes in the order of the description.
    std::vector<local_collection> const& collections() const noexcept { return collections_; }
    local_collection const& items() const noexcept { return collections_[0]; }

    /// The index of this name; the items if it is empty.
    local_collection const& collection(std::string_view index) const {
        if (index.empty()) return collections_[0];
        for (auto const& each : collections_)
            if (each.index != nullptr && each.index->name == index) return each;
        fail("The table does not have the specified index: " + std::string(index));
    }

    /// The key that a request gives, as views of its attributes. Throws unless these are exactly a valid key.
    entry_key key_of(item_view given) const {
        bool const sorted = description_.sort.has_value();
        entry_key out;
        auto* p = given.bytes().data() + 5;
        bool valid = read_varint(p) == 1u + sorted;
        for (std::size_t left = 1u + sorted; valid && left != 0; --left) {
            auto const name = read_sized(p);
            bool const is_sort = sorted && same_name(name, description_.sort->name);
            key_attribute const& attribute = is_sort ? *description_.sort : description_.partition;
            value_view const value(p);
            valid = (is_sort || same_name(name, attribute.name)) && value.is(attribute.type);
            if (!valid) break;
            (is_sort ? out.sort : out.partition) = value.key_bytes();
            p = end_of_value(p);
        }
        valid = valid && !out.partition.empty() && out.partition.size() <= max_partition_key &&
                out.sort.empty() != sorted && out.sort.size() <= max_sort_key;
        if (!valid) rules_.check_key(given);
        return out;
    }

    /// The partition of a query, as a view of the request or of `spare`.
    std::string_view partition_of(local_collection const& in, query_request const& request, byte_buffer& spare) const {
        auto const attributes = in.keys.partition();
        std::size_t size = 0;
        auto given = request.partition.begin();
        for (std::size_t i = 0; i != attributes.size(); ++i, ++given) {
            if (i == request.partition.size()) fail("Query condition missed key schema element: " + attributes[i].name);
            rules_.check_condition(attributes[i], *given);
            size += value_size(*given);
        }
        if (request.partition.size() != attributes.size()) fail("Query key condition not supported");
        rules_.check_partition_size(size);
        return in.keys.partition_of(request, spare);
    }

    void limits_of(local_collection const& in, query_request const& request, sort_limits& out) const {
        auto const attributes = in.keys.sort();
        auto const used = request.sort_equals.size();
        bool const open = request.lower || request.upper || request.begins_with;
        if (used + open > attributes.size()) fail("Query key condition not supported");
        auto given = request.sort_equals.begin();
        for (std::size_t i = 0; i != used; ++i, ++given) rules_.check_condition(attributes[i], *given);
        if (request.lower) rules_.check_condition(attributes[used], request.lower->limit);
        if (request.upper) rules_.check_condition(attributes[used], request.upper->limit);
        if (request.begins_with) {
            rules_.check_condition(attributes[used], *request.begins_with);
            if (attributes[used].type == value_type::number)
                fail("Query key condition not supported", ": begins_with on the number " + attributes[used].name);
        }
        in.keys.limits_of(request, out);
    }

    bool has_sort_key(local_collection const& in) const noexcept {
        return in.index != nullptr || description_.sort.has_value();
    }

    /// The position after which a page starts. Throws unless `start` has exactly the key attributes of table and index.
    entry_location start_of(local_collection const& in, item_view start) const {
        auto const fits = [&](key_attribute const& each) {
            auto const found = start.find(each.name);
            return found && found->is(each.type) && !found->key_bytes().empty();
        };
        if (start.size() != in.keys.names().size() || !in.keys.all_attributes(fits))
            fail("The provided starting key is invalid");
        entry_location out;
        if (!in.keys.locate(start, out)) fail("The provided starting key is invalid");
        return out;
    }

    hash_range segment(std::uint32_t segment, std::uint32_t total) const {
        if (total == 0 || total > 1'000'000)
            fail("1 validation error detected: Value '" + std::to_string(total) +
                 "' at 'totalSegments' failed to satisfy constraint: Member must have value " +
                 (total == 0 ? "greater than or equal to 1" : "less than or equal to 1000000"));
        if (segment >= total)
            fail("The Segment parameter is zero-based and must be less than parameter TotalSegments: "
                 "Segment: " +
                 std::to_string(segment) + " is not less than TotalSegments: " + std::to_string(total));
        auto const first_of = [total](std::uint32_t s) { // divides 2^64 by the number of segments
            return static_cast<std::uint64_t>(((uint128(s) << 64) + total - 1) / total);
        };
        return {first_of(segment), first_of(segment + 1) - 1};
    }

    /// Throws bad_value if the total size of the item and its entries in local indexes exceeds the limit. REQUIRES: the
    /// access of a writer.
    void check_local_entries(stored_item item) {
        std::size_t size = item.size;
        for (auto const& each : collections_)
            if (each.is_local() && each.keys.locate(item.view, spare_)) size += each.entry_size(item);
        rules_.check_size(item.view, size);
    }

  private:
    [[noreturn]] void fail(std::string const& rule, std::string const& details = {}) const {
        refuse(description_.name, rule, details);
    }

    table_status status_;
    table_description const& description_ = status_.description;
    item_rules rules_;
    std::unique_ptr<storage_type> storage_;
    stream_handle stream_;
    detail::key_names key_names_;
    std::vector<local_collection> collections_;
    buffers_type buffers_;
    entry_location spare_;
};

} // namespace monotable::detail
