// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace monotable::detail {

/// Appends `bytes` in base64: RFC 4648, section 4, with padding and without line breaks.
void append_base64(std::string& out, std::string_view bytes);

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/core/base64.ipp>
#endif
