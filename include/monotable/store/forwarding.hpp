// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/backend.hpp>
#include <monotable/store/stream.hpp>
#include <monotable/store/table_status.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

/// Passes every operation on to another store. To be derived from by what watches, delays or denies some of them.
class forwarding_backend : public backend {
  public:
    /// Requires that it is not null.
    explicit forwarding_backend(std::shared_ptr<backend> inner) noexcept : inner_(std::move(inner)) {}

    write_outcome write(write_request const& request) override { return inner_->write(request); }
    std::optional<item> get(get_request const& request) override { return inner_->get(request); }
    item_page query(query_request const& request) override { return inner_->query(request); }
    item_page scan(scan_request const& request) override { return inner_->scan(request); }

    batch_get_result batch_get(detail::array_view<get_request> requests) override {
        return inner_->batch_get(requests);
    }
    std::vector<std::size_t> batch_write(detail::array_view<write_request> requests) override {
        return inner_->batch_write(requests);
    }
    std::vector<std::optional<item>> transact_get(detail::array_view<get_request> requests) override {
        return inner_->transact_get(requests);
    }
    transaction_outcome transact_write(detail::array_view<write_request> actions, std::string_view token) override {
        return inner_->transact_write(actions, token);
    }

    using backend::create_table;
    bool create_table(table_description const& table, table_settings const& settings) override {
        return inner_->create_table(table, settings);
    }
    table_description describe(std::string_view table) override { return inner_->describe(table); }
    table_status status(std::string_view table) override { return inner_->status(table); }
    std::vector<std::string> tables() override { return inner_->tables(); }
    void add_index(std::string_view table, index_description const& index) override { inner_->add_index(table, index); }
    void drop_index(std::string_view table, std::string_view index) override { inner_->drop_index(table, index); }
    void change_settings(std::string_view table, table_settings const& settings) override {
        inner_->change_settings(table, settings);
    }
    void delete_table(std::string_view table) override { inner_->delete_table(table); }
    std::size_t sweep(std::int64_t now) override { return inner_->sweep(now); }

    std::vector<stream_status> streams(std::string_view table) override { return inner_->streams(table); }
    stream_page read_stream(stream_position const& from) override { return inner_->read_stream(from); }

  protected:
    backend& inner() const noexcept { return *inner_; }

  private:
    std::shared_ptr<backend> inner_;
};

} // namespace monotable
