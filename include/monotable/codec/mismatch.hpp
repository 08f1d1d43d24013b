// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/core/view.hpp>
#include <monotable/error.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

/// Messages that say what was expected, what was found and where: "lines[2].qty: expected number, found string".
namespace monotable::detail {

constexpr std::string_view spoken(value_type type) noexcept {
    constexpr std::string_view names[] = {"null", "boolean", "number",     "string",     "binary",
                                          "list", "map",     "string set", "number set", "binary set"};
    return names[static_cast<std::uint8_t>(type)];
}

/// The value itself where it is short, otherwise its type.
std::string shown(value_view v);

[[noreturn]] void throw_expected(std::string_view what, std::string_view found);

inline void expect(value_type type, value_view found) {
    if (!found.is(type)) throw_expected(spoken(type), spoken(found.type()));
}

/// An Error whose message begins with a path that can still grow at its front.
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

/// In a handler: throws the bad_item or bad_value being handled again, its path extended by `step`, which is a field's
/// name or "[index]"; any other exception unchanged.
[[noreturn]] void rethrow_within(std::string_view step);

[[noreturn]] void rethrow_within(std::size_t index);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/codec/mismatch.ipp>
#endif
