// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/capacity.hpp>
#include <monotable/backend/units.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/expression/project.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/local_collection.hpp>
#include <monotable/local/local_tables.hpp>
#include <monotable/local/page.hpp>
#include <monotable/local/planned_write.hpp>
#include <monotable/local/table_directory.hpp>
#include <monotable/local/transaction.hpp>
#include <monotable/local/transaction_tokens.hpp>

#include <mutex>
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

    local(clock_function clock, stream_options const& streams) : local_tables<Engine>(std::move(clock), streams) {}

  protected:
    write_outcome do_write(write_request const& request) override {
        opened const table(this->directory(), request.table);
        planned_write<table_type> planned(*table, request, table->buffers());
        planned.check();
        planned.evaluate();
        planned.consume(1);
        auto outcome = planned.outcome();
        if (planned.changes()) this->commit(planned);
        return outcome;
    }

    std::optional<item> do_get(get_request const& request) override {
        opened const table(this->directory(), request.table);
        return read(*table, request, request.consistent ? read_kind::consistent : read_kind::eventual).found;
    }

    item_page do_query(query_request const& request) override {
        opened const table(this->directory(), request.table);
        auto const& in = table->collection(request.index);
        page_builder<local_collection, query_request> builder(in, request);
        builder.check_filter();
        check_paths(*table, request);
        auto const partition = table->partition_of(in, request);
        auto limits = table->limits_of(in, request);
        if (request.exclusive_start_key) {
            auto start = table->start_of(in, *request.exclusive_start_key);
            if (!table->has_sort_key(in))
                refuse(request.table, "The query can return at most one row and cannot be restarted");
            if (start.partition != partition)
                refuse(request.table,
                       "The provided starting key is outside query boundaries based on provided conditions");
            if (!limits.contains(start.sort))
                refuse(request.table, "The provided starting key does not match the range key predicate");
            if (request.descending) limits.to(std::move(start.sort));
            else limits.from(start.sort + '\0');
        }
        table->storage().visit(in.number, partition, limits.range(), request.descending, builder);
        auto& page = builder.page();
        if (!table->has_sort_key(in)) page.last_evaluated_key.reset(); // it was the partition's only item
        builder.consume();
        return std::move(page);
    }

    item_page do_scan(scan_request const& request) override {
        opened const table(this->directory(), request.table);
        auto const& in = table->collection(request.index);
        page_builder<local_collection, scan_request> builder(in, request);
        check_paths(*table, request);
        auto const hashes = table->segment(request.segment, request.total_segments);
        entry_location start;
        if (request.exclusive_start_key) {
            start = table->start_of(in, *request.exclusive_start_key);
            auto const hash = partition_hash(start.partition);
            if (hash < hashes.first || hash > hashes.last)
                refuse(request.table, "The provided starting key is invalid: Invalid ExclusiveStartKey. "
                                      "Please use ExclusiveStartKey "
                                      "with correct Segment. TotalSegments: " +
                                          std::to_string(request.total_segments) +
                                          " Segment: " + std::to_string(request.segment));
        }
        auto const after = start.key();
        table->storage().scan(in.number, hashes, request.exclusive_start_key ? &after : nullptr, builder);
        builder.consume();
        return std::move(builder.page());
    }

    batch_get_result do_batch_get(array_view<get_request> requests) override {
        if (requests.size() > 100) refuse_request("Too many items requested for the BatchGetItem call");
        batch_get_result result;
        result.items.resize(requests.size());
        std::size_t size = 0;
        for (std::size_t i = 0; i != requests.size(); ++i) {
            opened const table(this->directory(), requests[i].table);
            table->rules().check_key(requests[i].key);
            table->rules().check_paths(requests[i].projection);
            auto const found = size > max_batch_size ? std::nullopt : table->find(requests[i].key);
            size += found ? found->size : 0;
            if (size > max_batch_size) result.unprocessed.push_back(i);
            else
                result.items[i] =
                    read(*table, requests[i], requests[i].consistent ? read_kind::consistent : read_kind::eventual)
                        .found;
        }
        return result;
    }

    std::vector<std::size_t> do_batch_write(array_view<write_request> requests) override {
        if (requests.size() > 25) refuse_request("Member must have length less than or equal to 25");
        locked_tables<table_type> const tables(this->directory(), requests);
        planned_writes<table_type> writes(tables, requests);
        for (std::size_t i = 0; i != writes.size(); ++i) {
            tables[i].rules().check_key_attributes(requests[i].item);
            writes[i].check();
            writes.check_different(i, "Provided list of item keys contains duplicates");
        }
        for (std::size_t i = 0; i != writes.size(); ++i) writes[i].evaluate();
        writes.consume(1);
        this->engine().write(writes.changes(this->store_clock()));
        writes.written();
        return {};
    }

    std::vector<std::optional<item>> do_transact_get(array_view<get_request> requests) override {
        if (requests.size() > max_transaction_actions)
            refuse_request("Member must have length less than or equal to 100");
        locked_tables<table_type> const tables(this->directory(), requests);
        std::vector<std::optional<item>> result(requests.size());
        std::size_t size = 0;
        for (std::size_t i = 0; i != requests.size(); ++i) {
            auto read_one = read(tables[i], requests[i], read_kind::transactional);
            size += read_one.size;
            if (size > max_transaction_size)
                refuse_request("The aggregate size of the items in the transaction exceeds 4 MB");
            result[i] = std::move(read_one.found);
        }
        return result;
    }

    transaction_outcome do_transact_write(array_view<write_request> actions, std::string_view token) override {
        if (actions.size() > max_transaction_actions)
            refuse_request("Member must have length less than or equal to 100");
        std::size_t size = 0;
        for (auto const& each : actions) size += request_size(each);
        if (size > max_transaction_size)
            refuse_request("The aggregate size of the items in the transaction exceeds 4 MB");
        locked_tables<table_type> const tables(this->directory(), actions);
        planned_writes<table_type> writes(tables, actions);
        writes.attempt([](auto& each) { each.check_key(); });
        for (std::size_t i = 0; i != writes.size(); ++i)
            writes.check_different(i, "Transaction request cannot include multiple operations on one item");
        for (std::size_t i = 0; i != writes.size(); ++i) writes[i].check_put_size();
        auto const now = this->now();
        auto const name = digest_of(token), content = digest_of(actions);
        if (!token.empty()) {
            std::lock_guard const lock(tokens_mutex_);
            if (auto const* done = tokens_.find(name, now)) {
                if (*done != content) refuse_token(token);
                return repeated(writes);
            }
        }
        writes.attempt([](auto& each) { each.check_content(); });
        writes.attempt([](auto& each) { each.evaluate(); });
        writes.consume(2);
        auto outcome = writes.outcome();
        if (!outcome.done) return outcome;
        auto const changes = writes.changes(this->store_clock());
        if (token.empty()) {
            this->engine().write(changes);
            writes.written();
            return outcome;
        }
        // Again: other actions under the same token may have been done on other tables meanwhile.
        std::lock_guard const lock(tokens_mutex_);
        if (tokens_.find(name, now) != nullptr) refuse_token(token);
        tokens_.reserve(now);
        this->engine().write(changes);
        writes.written();
        tokens_.insert(name, content, now);
        return outcome;
    }

  private:
    template <class Request>
    static void check_paths(table_type const& table, Request const& request) {
        table.rules().check_paths(request.filter);
        table.rules().check_paths(request.projection);
    }

    struct reading {
        std::optional<item> found; ///< what was asked for of it
        std::size_t size;          ///< of all that is there
    };

    static reading read(table_type& table, get_request const& request, read_kind kind) {
        table.rules().check_key(request.key);
        table.rules().check_paths(request.projection);
        auto const found = table.find(request.key);
        std::size_t const size = found ? found->size : 0;
        if (request.capacity != nullptr) request.capacity->add(request.table, {}, false, {read_units(size, kind), 0});
        if (!found) return {std::nullopt, 0};
        if (request.projection) return {projected(request.projection, found->view), size};
        if (request.attributes.empty()) return {item(found->view), size};
        std::vector<std::string_view> names;
        for (auto const each : request.attributes) add_name(names, each);
        return {project(found->view, names), size};
    }

    /// A transaction that was done already costs reading its items.
    static transaction_outcome repeated(planned_writes<table_type>& writes) {
        for (std::size_t i = 0; i != writes.size(); ++i) {
            auto const& request = writes[i].request();
            if (request.capacity == nullptr) continue;
            auto const found = writes[i].table().storage().find(writes[i].key());
            request.capacity->add(request.table, {}, false,
                                  {read_units(found ? found->size : 0, read_kind::transactional), 0});
        }
        return {true, std::vector<action_outcome>(writes.size())};
    }

    [[noreturn]] static void refuse_token(std::string_view token) {
        throw store_error(store_fault::token_reused, {},
                          "Request was rejected because it was retried with a different payload for the same token",
                          ": " + detail::quoted(token));
    }

    static constexpr std::size_t max_batch_size = 16 * 1024 * 1024;

    std::mutex tokens_mutex_; // taken last
    transaction_tokens<> tokens_;
};

} // namespace monotable::detail
