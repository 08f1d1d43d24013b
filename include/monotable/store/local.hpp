// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/collection_engine.hpp>
#include <monotable/store/local_table.hpp>
#include <monotable/store/local_tables.hpp>
#include <monotable/store/page.hpp>
#include <monotable/value/assemble.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// DynamoDB's semantics over any collection engine. Operations on one table exclude each other, which makes single-item
/// operations serializable and a page a snapshot of its table; tables do not wait for each other.
template <collection_engine Engine>
class local final : public local_tables<Engine> {
  public:
    using typename local_tables<Engine>::table_type;
    using typename local_tables<Engine>::opened;

    explicit local(clock_function clock) : local_tables<Engine>(clock) {}

    write_outcome write(write_request const& request) override {
        if (request.condition || request.update || request.capacity) unfinished();
        if (request.kind == write_kind::put) return put_item(request);
        if (request.kind == write_kind::erase) return erase_item(request);
        unfinished();
    }

    std::optional<item> get(get_request const& request) override {
        opened const table(this->directory(), request.table);
        table->rules().check_key(request.key);
        std::vector<std::string_view> names;
        for (auto const each : request.attributes) add_name(names, each);
        auto const found = table->storage().find(table->locate(request.key));
        if (!found) return std::nullopt;
        return names.empty() ? item(found->view) : project(found->view, names);
    }

    item_page query(query_request const& request) override {
        opened const table(this->directory(), request.table);
        auto const& in = table->collection(request.index);
        auto builder = table->page(in, request.attributes, request.consistent, request.limit,
                                   request.select == selection::count);
        auto const partition = table->partition_of(in, request);
        auto limits = table->limits_of(in, request);
        if (request.exclusive_start_key) {
            auto start = table->start_of(in, *request.exclusive_start_key);
            if (!table->has_sort_key(in)) refuse(request.table, "The provided starting key is invalid");
            if (start.partition != partition)
                refuse(request.table,
                       "The provided starting key is outside query boundaries based on provided "
                       "conditions");
            if (!limits.contains(start.sort))
                refuse(request.table, "The provided starting key does not match the range key predicate");
            if (request.descending)
                limits.to(std::move(start.sort));
            else
                limits.from(start.sort + '\0');
        }
        table->storage().visit(in.number, partition, limits.range(), request.descending, builder);
        auto& page = builder.page();
        if (!table->has_sort_key(in)) page.last_evaluated_key.reset(); // it was the partition's only item
        return std::move(page);
    }

    item_page scan(scan_request const& request) override {
        opened const table(this->directory(), request.table);
        auto const& in = table->collection(request.index);
        auto builder = table->page(in, request.attributes, request.consistent, request.limit,
                                   request.select == selection::count);
        auto const hashes = table->segment(request.segment, request.total_segments);
        entry_location start;
        if (request.exclusive_start_key) {
            start = table->start_of(in, *request.exclusive_start_key);
            auto const hash = partition_hash(start.partition);
            if (hash < hashes.first || hash > hashes.last)
                refuse(request.table,
                       "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
                       "ExclusiveStartKey with correct Segment. TotalSegments: " +
                           std::to_string(request.total_segments) +
                           " Segment: " + std::to_string(request.segment));
        }
        auto const after = start.key();
        table->storage().scan(in.number, hashes, request.exclusive_start_key ? &after : nullptr, builder);
        return std::move(builder.page());
    }

    batch_get_result batch_get(array_view<get_request>) override { unfinished(); }
    std::vector<std::size_t> batch_write(array_view<write_request>) override { unfinished(); }
    std::vector<std::optional<item>> transact_get(array_view<get_request>) override { unfinished(); }
    transaction_outcome transact_write(array_view<write_request>, std::string_view) override { unfinished(); }
    std::size_t sweep(std::int64_t) override { unfinished(); }

  private:
    [[noreturn]] static void unfinished() { throw store_error(store_fault::unavailable, "not there yet"); }

    write_outcome put_item(write_request const& request) {
        opened const table(this->directory(), request.table);
        stored_item stored{request.item, table->rules().check(request.item)};
        auto const key = table->locate(request.item);
        auto const old = table->storage().find(key);
        write_outcome result;
        result.existed = old.has_value();
        bool const refused = request.expected == (old ? existence::must_not_exist : existence::must_exist);
        if (old && (refused ? request.return_failed : request.returns == return_values::all_old))
            result.attributes.emplace(old->view);
        if (refused) return result;
        item merged;
        if (old && !request.known_attributes.empty()) {
            merged = carry_over(request.item, old->view, request.known_attributes);
            stored = {merged, table->rules().check(merged)};
        }
        write(*table, key, old ? &*old : nullptr, &stored);
        result.done = true;
        return result;
    }

    write_outcome erase_item(write_request const& request) {
        opened const table(this->directory(), request.table);
        table->rules().check_key(request.item);
        auto const key = table->locate(request.item);
        auto const old = table->storage().find(key);
        write_outcome result;
        result.existed = old.has_value();
        bool const refused = request.expected == (old ? existence::must_not_exist : existence::must_exist);
        if (old && (refused ? request.return_failed : request.returns == return_values::all_old))
            result.attributes.emplace(old->view);
        if (refused) return result;
        if (old) write(*table, key, &*old, nullptr);
        result.done = true;
        return result;
    }

    void write(table_type& table, entry_key key, stored_item const* from, stored_item const* to) {
        item_change<typename Engine::table, typename Engine::stream> const change{
            &table.storage(), key, to,
            table.index_changes(from ? &from->view : nullptr, to ? &to->view : nullptr)};
        this->engine().write({&change, 1});
    }
};

} // namespace monotable::detail
