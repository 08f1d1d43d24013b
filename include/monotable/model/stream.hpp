// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstdint>

/// Streams as options of a table: every change of an item is recorded, and consumers (<monotable/streams.hpp>) read the
/// records.
namespace monotable {

struct keys_only; // model/table.hpp

/// Records contain the item before and after the change.
struct stream {};

/// Records contain less than both images: new_image, old_image or keys_only.
struct new_image;
struct old_image;
template <class View>
struct stream_of {};

namespace detail {

enum class stream_images : std::uint8_t { none, keys_only, new_image, old_image, both };

template <class View>
inline constexpr stream_images images_of_view = stream_images::none;
template <>
inline constexpr stream_images images_of_view<keys_only> = stream_images::keys_only;
template <>
inline constexpr stream_images images_of_view<new_image> = stream_images::new_image;
template <>
inline constexpr stream_images images_of_view<old_image> = stream_images::old_image;

constexpr bool has_before(stream_images images) {
    return images == stream_images::old_image || images == stream_images::both;
}
constexpr bool has_after(stream_images images) {
    return images == stream_images::new_image || images == stream_images::both;
}

} // namespace detail
} // namespace monotable
