// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/store/forwarding.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace store_support {

/// Fails at one operation, counted from 0, without having done it or after having done it: its answer is lost. With `for_good`
/// all operations behind that fail as well: the program has lost the store. Operations that change what there is and those
/// that read it count alike.
class failing_backend : public monotable::forwarding_backend {
    template <class F>
    auto step(F&& operation) {
        auto const n = count_++;
        bool const fails = at_ && (n == *at_ || (for_good_ && n > *at_));
        if (fails && (!after_ || n != *at_)) fail();
        auto result = operation();
        if (fails) fail();
        return result;
    }

  public:
    using forwarding_backend::forwarding_backend;

    void fail_at(std::size_t operation, bool after, bool for_good = false) {
        count_ = 0;
        at_ = operation;
        after_ = after;
        for_good_ = for_good;
    }
    void fail_never() { at_.reset(); }
    /// Operations since fail_at().
    std::size_t count() const { return count_; }
    bool failed() const { return at_ && count_ > *at_; }

    monotable::write_outcome write(monotable::write_request const& request) override {
        return step([&] { return forwarding_backend::write(request); });
    }
    std::optional<monotable::item> get(monotable::get_request const& request) override {
        return step([&] { return forwarding_backend::get(request); });
    }
    monotable::item_page query(monotable::query_request const& request) override {
        return step([&] { return forwarding_backend::query(request); });
    }
    monotable::item_page scan(monotable::scan_request const& request) override {
        return step([&] { return forwarding_backend::scan(request); });
    }
    monotable::batch_get_result batch_get(monotable::detail::array_view<monotable::get_request> requests) override {
        return step([&] { return forwarding_backend::batch_get(requests); });
    }
    std::vector<std::size_t> batch_write(monotable::detail::array_view<monotable::write_request> requests) override {
        return step([&] { return forwarding_backend::batch_write(requests); });
    }
    std::vector<std::optional<monotable::item>>
    transact_get(monotable::detail::array_view<monotable::get_request> requests) override {
        return step([&] { return forwarding_backend::transact_get(requests); });
    }
    monotable::transaction_outcome transact_write(monotable::detail::array_view<monotable::write_request> actions,
                                                  std::string_view token) override {
        return step([&] { return forwarding_backend::transact_write(actions, token); });
    }
    using backend::create_table;
    bool create_table(monotable::table_description const& table, monotable::table_settings const& settings) override {
        return step([&] { return forwarding_backend::create_table(table, settings); });
    }
    std::vector<monotable::stream_status> streams(std::string_view table) override {
        return step([&] { return forwarding_backend::streams(table); });
    }
    monotable::stream_page read_stream(monotable::stream_position const& from) override {
        return step([&] { return forwarding_backend::read_stream(from); });
    }

  private:
    [[noreturn]] static void fail() {
        throw monotable::store_error(monotable::store_fault::unavailable, "the store is out of reach");
    }

    std::optional<std::size_t> at_;
    std::size_t count_ = 0;
    bool after_ = false, for_good_ = false;
};

} // namespace store_support
