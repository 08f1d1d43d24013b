// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/value/view.hpp>

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
inline std::string shown(value_view v) {
    if (v.is(value_type::string)) return detail::quoted(v.as_string());
    if (v.is(value_type::number)) return v.as_number().to_string();
    return std::string(spoken(v.type()));
}

[[noreturn]] inline void throw_expected(std::string_view what, std::string_view found) {
    std::string message("expected ");
    message.append(what).append(", found ").append(found);
    throw bad_item(message);
}

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

template <class Error>
[[noreturn]] void throw_within(std::string_view step, located<Error> const& e) {
    std::string path(step);
    if (!e.path().starts_with('[')) path += '.';
    throw located<Error>(path + e.path(), e.reason());
}

/// In a handler: throws the bad_item or bad_value being handled again, its path extended by `step`, which is a field's
/// name or "[index]"; any other exception unchanged.
[[noreturn]] inline void rethrow_within(std::string_view step) {
    try {
        throw;
    } catch (located<bad_item> const& e) {
        throw_within(step, e);
    } catch (located<bad_value> const& e) {
        throw_within(step, e);
    } catch (bad_item const& e) {
        throw located<bad_item>(std::string(step), e.what());
    } catch (bad_value const& e) {
        throw located<bad_value>(std::string(step), e.what());
    }
}

[[noreturn]] inline void rethrow_within(std::size_t index) { rethrow_within('[' + std::to_string(index) + ']'); }

} // namespace monotable::detail
