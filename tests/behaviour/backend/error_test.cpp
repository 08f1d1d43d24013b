// SPDX-License-Identifier: BSL-1.0
#include <monotable/error.hpp>

#include <catch2/catch_test_macros.hpp>

#include <set>
#include <string_view>

namespace mt = monotable;

static_assert(mt::detail::class_of(mt::store_fault::throttled) == mt::error_class::throttled); // a constant

TEST_CASE("each fault of a store has the class that says what can be done about it") {
    using enum mt::store_fault;
    for (auto const fault : {validation, no_such_table, table_exists, token_reused, no_such_stream, trimmed})
        CHECK(mt::store_error(fault, "").classification() == mt::error_class::invalid);
    CHECK(mt::store_error(limit_exceeded, "").classification() == mt::error_class::limit);
    CHECK(mt::store_error(denied, "").classification() == mt::error_class::denied);
    CHECK(mt::store_error(throttled, "").classification() == mt::error_class::throttled);
    CHECK(mt::store_error(unavailable, "").classification() == mt::error_class::transient);
    CHECK(mt::store_error(conflict, "").classification() == mt::error_class::conflict);
    CHECK(mt::store_error(in_progress, "").classification() == mt::error_class::in_progress);
    for (auto const fault : {corrupt, unknown_format})
        CHECK(mt::store_error(fault, "").classification() == mt::error_class::unreadable);
    CHECK(mt::store_error(outcome_unknown, "").classification() == mt::error_class::unknown);
}

TEST_CASE("an operation is repeated after what passes; of unknown outcome only if repeating does no harm") {
    using enum mt::error_class;
    for (bool const idempotent : {false, true}) {
        for (auto const each : {throttled, transient, conflict, in_progress}) CHECK(is_retryable(each, idempotent));
        for (auto const each : {invalid, limit, denied, unreadable}) CHECK_FALSE(is_retryable(each, idempotent));
    }
    CHECK(is_retryable(unknown, true));
    CHECK_FALSE(is_retryable(unknown, false));
}

TEST_CASE("faults and classes have names of their own") {
    std::set<std::string_view> faults, classes;
    for (int i = 0; i <= static_cast<int>(mt::store_fault::unknown_format); ++i)
        faults.insert(name_of(static_cast<mt::store_fault>(i)));
    CHECK(faults.size() == static_cast<std::size_t>(mt::store_fault::unknown_format) + 1);
    CHECK(name_of(mt::store_fault::unknown_format) == "unknown_format");
    CHECK(name_of(mt::store_fault::outcome_unknown) == "outcome_unknown");
    CHECK(name_of(mt::store_fault::trimmed) == "trimmed");
    for (int i = 0; i <= static_cast<int>(mt::error_class::unknown); ++i)
        classes.insert(name_of(static_cast<mt::error_class>(i)));
    CHECK(classes.size() == static_cast<std::size_t>(mt::error_class::unknown) + 1);
    CHECK(name_of(mt::error_class::unknown) == "unknown");
    CHECK(name_of(mt::error_class::denied) == "denied");
}
