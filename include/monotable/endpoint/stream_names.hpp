// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/endpoint/environment.hpp>

#include <ctime>
#include <string>
#include <string_view>

/// Names of streams. Those of shards, and the text of sequence numbers, are the store's.
namespace monotable::endpoint {

constexpr std::string_view view_text(stream_view view) noexcept {
    switch (view) {
    case stream_view::keys_only: return "KEYS_ONLY";
    case stream_view::new_image: return "NEW_IMAGE";
    case stream_view::old_image: return "OLD_IMAGE";
    default: return "NEW_AND_OLD_IMAGES";
    }
}

/// stream_view::none for an unknown text.
constexpr stream_view view_of(std::string_view text) noexcept {
    for (auto const view :
         {stream_view::keys_only, stream_view::new_image, stream_view::old_image, stream_view::new_and_old_images})
        if (view_text(view) == text) return view;
    return stream_view::none;
}

/// The label of a stream, which is the time of its creation: "2025-12-20T10:00:00.000".
inline std::string stream_label(stream_status const& stream) {
    std::time_t const time = stream.created / 1000;
    std::tm parts{};
    gmtime_r(&time, &parts);
    char text[32];
    auto const size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    std::string out(text, size);
    auto const fraction = std::to_string(1000 + stream.created % 1000);
    return out + '.' + fraction.substr(1);
}

inline std::string stream_arn(environment const& with, stream_status const& stream) {
    return with.table_arn(stream.table) + "/stream/" + stream_label(stream);
}

} // namespace monotable::endpoint
