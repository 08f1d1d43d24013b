// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/endpoint/environment.hpp>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

/// Names of streams and shards, and the text of sequence numbers.
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

/// The name of the only shard of a stream.
inline std::string shard_name(stream_status const& stream) {
    char text[64];
    std::snprintf(text, sizeof text, "shardId-%020lld-%08llx", static_cast<long long>(stream.created),
                  static_cast<unsigned long long>(stream.id & 0xFFFFFFFF));
    return text;
}

/// A sequence number of at least 21 digits, as DynamoDB requires; the numeric order is that of the records.
inline std::string sequence_text(std::uint64_t sequence) {
    auto const digits = std::to_string(sequence);
    return '1' + std::string(20 - digits.size(), '0') + digits;
}

inline std::optional<std::uint64_t> sequence_of(std::string_view text) noexcept {
    if (text.size() != 21 || text[0] != '1') return std::nullopt;
    std::uint64_t result = 0;
    auto const [end, failure] = std::from_chars(text.data() + 1, text.data() + text.size(), result);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return result;
}

} // namespace monotable::endpoint
