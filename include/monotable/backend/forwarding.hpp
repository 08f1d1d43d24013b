// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

/// Passes every operation on to another store. The base of classes that observe, delay or deny operations: they override
/// perform(), which is called for each operation, or the functions of some operations.
class forwarding_backend : public backend {
  public:
    /// REQUIRES: `inner` is not null.
    explicit forwarding_backend(std::shared_ptr<backend> inner) noexcept : inner_(std::move(inner)) {}

    maintenance* local_maintenance() noexcept override { return inner_->local_maintenance(); }

  protected:
    backend& inner() const noexcept { return *inner_; }

    write_outcome do_write(write_request const& request) override { return inner_->write(request); }
    std::optional<item> do_get(get_request const& request) override { return inner_->get(request); }
    item_page do_query(query_request const& request) override { return inner_->query(request); }
    item_page do_scan(scan_request const& request) override { return inner_->scan(request); }
    batch_get_result do_batch_get(array_view<get_request> requests) override { return inner_->batch_get(requests); }
    std::vector<std::size_t> do_batch_write(array_view<write_request> requests) override {
        return inner_->batch_write(requests);
    }
    std::vector<std::optional<item>> do_transact_get(array_view<get_request> requests) override {
        return inner_->transact_get(requests);
    }
    transaction_outcome do_transact_write(array_view<write_request> actions, std::string_view token) override {
        return inner_->transact_write(actions, token);
    }
    bool do_create_table(table_description const& table, table_settings const& settings) override {
        return inner_->create_table(table, settings);
    }
    table_description do_describe(std::string_view table) override { return inner_->describe(table); }
    table_status do_status(std::string_view table) override { return inner_->status(table); }
    std::vector<std::string> do_tables() override { return inner_->tables(); }
    void do_add_index(std::string_view table, index_description const& index) override {
        inner_->add_index(table, index);
    }
    void do_drop_index(std::string_view table, std::string_view index) override { inner_->drop_index(table, index); }
    void do_change_settings(std::string_view table, table_settings const& settings) override {
        inner_->change_settings(table, settings);
    }
    void do_delete_table(std::string_view table) override { inner_->delete_table(table); }
    std::vector<stream_status> do_streams(std::string_view table) override { return inner_->streams(table); }
    std::vector<stream_shard> do_shards(std::string_view stream) override { return inner_->shards(stream); }
    stream_position do_seek_stream(stream_seek const& place) override { return inner_->seek_stream(place); }
    stream_page do_read_stream(stream_position const& from, std::size_t limit) override {
        return inner_->read_stream(from, limit);
    }

  private:
    std::shared_ptr<backend> inner_;
};

} // namespace monotable
