// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>

/// Forward declarations of the public vocabulary and of every customization point. Includes nothing that costs, so that a
/// header with plain structs can name them.
namespace monotable {

/// How instances of T are stored: specialize for a class of your own (see codec/codec.hpp).
template <class T>
struct codec;

/// Where T lives in its table: specialize for each entity (see model/entity.hpp).
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
