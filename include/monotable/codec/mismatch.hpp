// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// Error messages with what was expected, what was found, and where: "lines[2].qty: expected number, found string".
namespace monotable::detail {

constexpr std::string_view spoken(value_type type) noexcept {
    constexpr std::string_view names[] = {"null", "boolean", "number",     "string",     "binary",
                                          "list", "map",     "string set", "number set", "binary set"};
    return names[static_cast<std::uint8_t>(type)];
}

/// A string or number itself; the type of any other value.
std::string shown(value_view v);

[[noreturn]] void throw_expected(std::string_view what, std::string_view found);

inline void expect(value_type type, value_view found) {
    if (!found.is(type)) throw_expected(spoken(type), spoken(found.type()));
}

/// An Error whose message begins with a path, to which rethrow_within prepends steps.
template <class Error>
class located final : public Error {
  public:
    located(std::string path, std::string reason)
        : Error(path + ": " + reason), path_(std::move(path)), reason_(std::move(reason)) {}

    std::string const& path() const noexcept { return path_; }
    std::string const& reason() const noexcept { return reason_; }

  private:
    std::string path_;
    std::string reason_;
};

/// Rethrows the current bad_item or bad_value with `step`, a field's name or "[index]", prepended to its path; rethrows
/// any other exception unchanged. REQUIRES: an exception is being handled.
[[noreturn]] void rethrow_within(std::string_view step);

[[noreturn]] void rethrow_within(std::size_t index);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/mismatch.ipp>
#endif
