// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>

/// Forward declarations of public types and of all customization points. Cheap to include, for headers with plain
/// structs.
namespace monotable {

/// Customization point for the stored form of a user-defined type (see codec/codec.hpp).
template <class T>
struct codec;

/// Customization point that declares an entity (see model/entity.hpp).
template <class T>
struct entity;

template <std::size_t N>
struct fixed_string;

enum class value_type : std::uint8_t;
class decimal;
class value;
class value_view;
class item;
class item_view;

class backend;
class memory;
template <class... Tables>
class store;

} // namespace monotable
