// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/mismatch.hpp>
#include <monotable/config.hpp>

namespace monotable::detail {

MONOTABLE_INLINE std::string shown(value_view v) {
    if (v.is(value_type::string)) return detail::quoted(v.as_string());
    if (v.is(value_type::number)) return v.as_number().to_string();
    return std::string(spoken(v.type()));
}

MONOTABLE_INLINE void throw_expected(std::string_view what, std::string_view found) {
    std::string message("expected ");
    message.append(what).append(", found ").append(found);
    throw bad_item(message);
}

template <class Error>
[[noreturn]] void throw_within(std::string_view step, located<Error> const& e) {
    std::string path(step);
    if (!e.path().starts_with('[')) path += '.';
    throw located<Error>(path + e.path(), e.reason());
}

MONOTABLE_INLINE void rethrow_within(std::string_view step) {
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

MONOTABLE_INLINE void rethrow_within(std::size_t index) { rethrow_within('[' + std::to_string(index) + ']'); }

} // namespace monotable::detail
