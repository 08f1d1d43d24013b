// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/dynamodb/connection.hpp>
#include <monotable/dynamodb/request_json.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::client {

/// A backend that uses the DynamoDB service. Reads, transactions, and writes that only assign and have no condition are
/// retried after any transient failure. Other writes are retried only if they were certainly not performed; otherwise
/// their error has the class `unknown`. Descriptions of tables are cached after their first use.
class dynamodb_backend : public backend {
  public:
    explicit dynamodb_backend(dynamodb_options options);

  protected:
    MONOTABLE_INLINE write_outcome do_write(write_request const& request) override;
    MONOTABLE_INLINE std::optional<item> do_get(get_request const& request) override;
    MONOTABLE_INLINE item_page do_query(query_request const& request) override;
    MONOTABLE_INLINE item_page do_scan(scan_request const& request) override;
    MONOTABLE_INLINE batch_get_result do_batch_get(detail::array_view<get_request> requests) override;
    /// Puts that preserve unknown attributes are performed one by one, because the service has no updates in batches.
    MONOTABLE_INLINE std::vector<std::size_t> do_batch_write(detail::array_view<write_request> requests) override;
    MONOTABLE_INLINE std::vector<std::optional<item>>
    do_transact_get(detail::array_view<get_request> requests) override;
    MONOTABLE_INLINE transaction_outcome do_transact_write(detail::array_view<write_request> actions,
                                                           std::string_view token) override;
    /// Tables are created with on-demand capacity (PAY_PER_REQUEST). Returns when the table can be described or, with a
    /// time to live, when it is active, because the service does not accept that earlier.
    MONOTABLE_INLINE bool do_create_table(table_description const& table, table_settings const& settings) override;
    MONOTABLE_INLINE table_description do_describe(std::string_view table) override;
    MONOTABLE_INLINE table_status do_status(std::string_view table) override;
    MONOTABLE_INLINE std::vector<std::string> do_tables() override;
    MONOTABLE_INLINE void do_add_index(std::string_view table, index_description const& index) override;
    MONOTABLE_INLINE void do_drop_index(std::string_view table, std::string_view index) override;
    MONOTABLE_INLINE void do_change_settings(std::string_view table, table_settings const& settings) override;
    MONOTABLE_INLINE void do_delete_table(std::string_view table) override;
    MONOTABLE_INLINE std::vector<stream_status> do_streams(std::string_view table) override;
    MONOTABLE_INLINE std::vector<stream_shard> do_shards(std::string_view stream) override;
    MONOTABLE_INLINE stream_position do_seek_stream(stream_seek const& place) override;
    MONOTABLE_INLINE stream_page do_read_stream(stream_position const& from, std::size_t limit) override;

  private:
    json::object call(std::string_view operation, std::string_view table, std::string const& body, repetition how);
    std::shared_ptr<table_description const> description(std::string_view table);
    void forget(std::string_view table);
    table_status described(std::string_view table);
    void set_time_to_live(std::string_view table, std::string const& attribute, bool enabled);
    void await_active(std::string_view table);
    void take_batch(detail::array_view<get_request> requests, std::vector<table_group const*> const& groups,
                    batch_get_result& result);

    connection connection_;
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<table_description const>, std::less<>> descriptions_;
};

} // namespace monotable::client

#ifndef MONOTABLE_COMPILED
#include <monotable/dynamodb/client.ipp>
#endif
