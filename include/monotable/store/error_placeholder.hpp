// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/item.hpp>
#include <monotable/query/explain.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable {

template <class Result>
struct page;

namespace detail {

/// The result of a verb after an error that has been reported. It can be used like the range, the collection or the
/// write_result that the verb would return, so that there is no second error. Such a program does not compile and hence
/// never runs.
template <class Result>
struct error_placeholder {
    template <class... A>
    error_placeholder descending(A const&...) const {
        return {};
    }
    error_placeholder unexpired() const { return {}; }
    template <class... A>
    error_placeholder filter(A const&...) const {
        return {};
    }
    template <class... A>
    error_placeholder limit(A const&...) const {
        return {};
    }
    template <class... A>
    error_placeholder after(A const&...) const {
        return {};
    }
    template <class... A>
    error_placeholder consistent(A const&...) const {
        return {};
    }
    template <class... A>
    error_placeholder segment(A const&...) const {
        return {};
    }
    template <class Other>
    error_placeholder<Other> as() const {
        return {};
    }
    Result* begin() const { return nullptr; }
    Result* end() const { return nullptr; }
    std::optional<Result> first() const { return {}; }
    std::vector<Result> all() const { return {}; }
    monotable::page<Result> page() const { return {}; }
    std::size_t count() const { return 0; }
    std::optional<Result> get() const { return {}; }
    std::vector<item> items() const { return {}; }
    std::optional<Result> existing() const { return {}; }
    std::optional<Result> before() const { return {}; }
    Result after() const;
    error_placeholder<Result> error() const { return {}; }
    std::vector<std::size_t> unprocessed() const { return {}; }
    void or_throw() const {}
    explanation explain() const { return explanation({}); }
    std::string_view index() const { return {}; }
    explicit operator bool() const { return false; }
    template <class T>
    operator T() const;
};

/// The same for a transaction_builder or a batch_builder.
struct no_builder {
    template <class... A>
    std::size_t put(A const&...) const {
        return 0;
    }
    template <class... A>
    std::size_t create(A const&...) const {
        return 0;
    }
    template <class... A>
    std::size_t replace(A const&...) const {
        return 0;
    }
    template <class... E, class... A>
    std::size_t update(A const&...) const {
        return 0;
    }
    template <class... E, class... A>
    std::size_t upsert(A const&...) const {
        return 0;
    }
    template <class... E, class... A>
    std::size_t erase(A const&...) const {
        return 0;
    }
    template <class... E, class... A>
    std::size_t check(A const&...) const {
        return 0;
    }
    template <class... A>
    std::size_t move(A const&...) const {
        return 0;
    }
    std::size_t size() const { return 0; }
    bool empty() const { return true; }
    template <class... A>
    error_placeholder<item> commit(A const&...) const {
        return {};
    }
};

} // namespace detail
} // namespace monotable
