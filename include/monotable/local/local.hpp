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
#include <monotable/local/item_write.hpp>
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

/// DynamoDB's semantics over any collection engine. Writes of one table exclude each other, and reads of it unless they see a
/// snapshot: so single-item operations are serializable, and a page is a snapshot of its table. Readers do not exclude each
/// other; tables do not wait for each other. No lock is held while a write waits for its commit.
template <collection_engine Engine>
class local final : public local_tables<Engine> {
  public:
    using typename local_tables<Engine>::table_type;
    using typename local_tables<Engine>::opened;

    using typename local_tables<Engine>::read_scope;
    using typename local_tables<Engine>::write_scope;

    /// Constructs the engine from the arguments. Throws the engine's exception if it cannot be opened.
    template <class... Arguments>
    local(clock_function clock, stream_options const& streams, Arguments&&... arguments)
        : local_tables<Engine>(std::move(clock), streams, std::forward<Arguments>(arguments)...) {}

    bool takes_assignments() const noexcept override { return true; }

  protected:
    write_outcome do_write(write_request const& request) override {
        ticket written;
        auto outcome = [&] {
            opened const table(this->directory(), request.table, table_access::write);
            write_scope scope(this->engine());
            item_write<table_type> planned(*table, scope, request, table->buffers());
            planned.check();
            planned.evaluate();
            planned.consume(1);
            auto result = planned.outcome();
            written = this->commit(scope, planned);
            return result;
        }();
        written.wait();
        return outcome;
    }

    std::optional<item> do_get(get_request const& request) override {
        opened const table(this->directory(), request.table, table_access::read);
        auto const key = table->key_of(request.key);
        table->rules().check_paths(request.projection);
        read_scope scope(this->engine());
        return shown(scope.find(table->storage(), key), request,
                     request.consistent ? read_kind::consistent : read_kind::eventual);
    }

    item_page do_query(query_request const& request) override {
        opened const table(this->directory(), request.table, table_access::read);
        auto const& in = table->collection(request.index);
        page_builder<local_collection, query_request> builder(in, request);
        builder.check_filter();
        check_paths(*table, request);
        byte_buffer spare;
        auto const partition = table->partition_of(in, request, spare);
        sort_limits limits;
        table->limits_of(in, request, limits);
        if (request.exclusive_start_key) {
            auto start = table->start_of(in, *request.exclusive_start_key);
            if (!table->has_sort_key(in))
                refuse(request.table, "The query can return at most one row and cannot be restarted");
            if (start.partition != partition)
                refuse(request.table,
                       "The provided starting key is outside query boundaries based on provided conditions");
            if (!limits.contains(start.sort))
                refuse(request.table, "The provided starting key does not match the range key predicate");
            if (request.descending) limits.to(start.sort);
            else limits.from(start.sort + '\0');
        }
        read_scope scope(this->engine());
        scope.visit(table->storage(), in.number, partition, limits.range(), request.descending, builder);
        auto& page = builder.page();
        if (!table->has_sort_key(in)) page.last_evaluated_key.reset(); // it was the partition's only item
        builder.consume();
        return std::move(page);
    }

    item_page do_scan(scan_request const& request) override {
        opened const table(this->directory(), request.table, table_access::read);
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
        read_scope scope(this->engine());
        scope.scan(table->storage(), in.number, hashes, request.exclusive_start_key ? &after : nullptr, builder);
        builder.consume();
        return std::move(builder.page());
    }

    batch_get_result do_batch_get(array_view<get_request> requests) override {
        if (requests.size() > 100) refuse_request("Too many items requested for the BatchGetItem call");
        batch_get_result result;
        result.items.resize(requests.size());
        read_scope scope(this->engine());
        std::size_t size = 0;
        for (std::size_t i = 0; i != requests.size(); ++i) {
            auto const& request = requests[i];
            opened const table(this->directory(), request.table, table_access::read);
            auto const key = table->key_of(request.key);
            table->rules().check_paths(request.projection);
            auto const found = size > max_batch_size ? std::nullopt : scope.find(table->storage(), key);
            size += found ? found->size : 0;
            if (size > max_batch_size) result.unprocessed.push_back(i);
            else
                result.items[i] =
                    shown(found, request, request.consistent ? read_kind::consistent : read_kind::eventual);
        }
        return result;
    }

    std::vector<std::size_t> do_batch_write(array_view<write_request> requests) override {
        if (requests.size() > 25) refuse_request("Member must have length less than or equal to 25");
        ticket written;
        {
            locked_tables<table_type> const tables(this->directory(), requests, table_access::write);
            write_scope scope(this->engine());
            item_writes<table_type> writes(tables, scope, requests);
            for (std::size_t i = 0; i != writes.size(); ++i) {
                tables[i].rules().check_key_attributes(requests[i].item);
                writes[i].check();
                writes.check_different(i, "Provided list of item keys contains duplicates");
            }
            for (std::size_t i = 0; i != writes.size(); ++i) writes[i].evaluate();
            writes.consume(1);
            written = scope.write(writes.changes(this->store_clock()), nullptr);
        }
        written.wait();
        return {};
    }

    std::vector<std::optional<item>> do_transact_get(array_view<get_request> requests) override {
        if (requests.size() > max_transaction_actions)
            refuse_request("Member must have length less than or equal to 100");
        locked_tables<table_type> const tables(this->directory(), requests, table_access::read);
        read_scope scope(this->engine());
        std::vector<std::optional<item>> result(requests.size());
        std::size_t size = 0;
        for (std::size_t i = 0; i != requests.size(); ++i) {
            auto read_one = read(scope, tables[i], requests[i], read_kind::transactional);
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
        ticket written;
        auto outcome = transact(actions, token, written);
        written.wait();
        return outcome;
    }

  private:
    using ticket = typename Engine::ticket;

    transaction_outcome transact(array_view<write_request> actions, std::string_view token, ticket& written) {
        locked_tables<table_type> const tables(this->directory(), actions, table_access::write);
        write_scope scope(this->engine());
        item_writes<table_type> writes(tables, scope, actions);
        writes.attempt([](auto& each) { each.check_key(); });
        for (std::size_t i = 0; i != writes.size(); ++i)
            writes.check_different(i, "Transaction request cannot include multiple operations on one item");
        for (std::size_t i = 0; i != writes.size(); ++i) writes[i].check_put_size();
        auto const now = this->now();
        stored_token const identified{digest_of(token), digest_of(actions), now};
        if (!token.empty()) {
            std::lock_guard const lock(tokens_mutex_);
            if (auto const done = scope.find_token(identified.token, now)) {
                if (*done != identified.content) refuse_token(token);
                written = scope.settled();
                return repeated(scope, writes);
            }
        }
        writes.attempt([](auto& each) { each.check_content(); });
        writes.attempt([](auto& each) { each.evaluate(); });
        writes.consume(2);
        auto outcome = writes.outcome();
        if (!outcome.done) {
            written = scope.settled();
            return outcome;
        }
        auto const changes = writes.changes(this->store_clock());
        if (token.empty()) {
            written = scope.write(changes, nullptr);
            return outcome;
        }
        // Checked again: a transaction with the same token may have been performed on other tables meanwhile.
        std::lock_guard const lock(tokens_mutex_);
        if (scope.find_token(identified.token, now)) refuse_token(token);
        written = scope.write(changes, &identified);
        return outcome;
    }

    template <class Request>
    static void check_paths(table_type const& table, Request const& request) {
        table.rules().check_paths(request.filter);
        table.rules().check_paths(request.projection);
    }

    struct reading {
        std::optional<item> found; ///< its requested part
        std::size_t size;          ///< of the whole item
    };

    static reading read(read_scope& scope, table_type const& table, get_request const& request, read_kind kind) {
        auto const key = table.key_of(request.key);
        table.rules().check_paths(request.projection);
        auto const found = scope.find(table.storage(), key);
        return {shown(found, request, kind), found ? found->size : 0u};
    }

    static std::optional<item> shown(std::optional<stored_item> const& found, get_request const& request,
                                     read_kind kind) {
        if (request.capacity != nullptr)
            request.capacity->add(request.table, {}, false, {read_units(found ? found->size : 0, kind), 0});
        if (!found) return std::nullopt;
        if (request.projection) return replied(request, projected(request.projection, found->view));
        if (!request.attributes.empty()) {
            std::vector<std::string_view> names;
            for (auto const each : request.attributes) add_name(names, each);
            return replied(request, project(found->view, names));
        }
        if (request.sink == nullptr) return item(found->view);
        request.sink->show(found->view);
        return item();
    }
    static item replied(get_request const& request, item&& made) {
        if (request.sink == nullptr) return std::move(made);
        request.sink->show(made);
        return {};
    }

    /// The outcome of a transaction that was performed before; consumes the capacity of reading its items.
    static transaction_outcome repeated(write_scope& scope, item_writes<table_type>& writes) {
        for (std::size_t i = 0; i != writes.size(); ++i) {
            auto const& request = writes[i].request();
            if (request.capacity == nullptr) continue;
            auto const found = scope.find(writes[i].table().storage(), writes[i].key());
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
};

} // namespace monotable::detail
