// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/forwarding.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <optional>

namespace store_support {

/// Fails at one operation, counted from 0, either before performing it or afterwards, so that its reply is lost. With
/// `for_good`, all later operations fail too, as if the connection were lost. Reads and writes of items and
/// create_table count; other operations on tables do not.
class failing_backend : public monotable::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    void fail_at(std::size_t operation, bool after, bool for_good = false) {
        count_ = 0;
        at_ = operation;
        after_ = after;
        for_good_ = for_good;
    }
    void fail_never() { at_.reset(); }
    /// The number of operations since fail_at().
    std::size_t count() const { return count_; }
    bool failed() const { return at_ && count_ > *at_; }

    void perform(monotable::operation const& what) override {
        if (!counts(what.kind)) return forwarding_backend::perform(what);
        auto const n = count_++;
        bool const fails = at_ && (n == *at_ || (for_good_ && n > *at_));
        if (fails && (!after_ || n != *at_)) fail(monotable::store_fault::unavailable);
        forwarding_backend::perform(what);
        if (fails) fail(monotable::store_fault::outcome_unknown);
    }

  private:
    static bool counts(monotable::operation_kind kind) {
        using enum monotable::operation_kind;
        return kind <= create_table || kind == streams || kind == read_stream;
    }
    [[noreturn]] static void fail(monotable::store_fault fault) {
        throw monotable::store_error(fault, "the store is out of reach");
    }

    std::optional<std::size_t> at_;
    std::size_t count_ = 0;
    bool after_ = false, for_good_ = false;
};

} // namespace store_support
