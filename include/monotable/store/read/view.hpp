// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/codec/kind.hpp>
#include <monotable/config.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/item.hpp>
#include <monotable/meta/fixed_string.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/violation/store.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace monotable {

/// The text of a string field of a view, where the item has it. Converts to std::string, which copies it; a view of it has to be
/// asked for by name, and is valid as long as this object and the call that the item is shown in.
class borrowed_text {
  public:
    explicit borrowed_text(std::string_view text) noexcept : text_(text) {}
    /// Owns the text.
    explicit borrowed_text(std::string&& text) : owned_(std::move(text)), text_(owned_) {}
    borrowed_text(borrowed_text const&) = delete;
    borrowed_text& operator=(borrowed_text const&) = delete;

    std::size_t size() const noexcept { return text_.size(); }
    bool empty() const noexcept { return text_.empty(); }
    bool starts_with(std::string_view prefix) const noexcept { return text_.starts_with(prefix); }
    bool ends_with(std::string_view suffix) const noexcept { return text_.ends_with(suffix); }

    std::string str() const { return std::string(text_); }
    operator std::string() const { return str(); } // NOLINT(google-explicit-constructor)
    std::string_view view() const& noexcept { return text_; }
    std::string_view view() const&& = delete; // of a temporary: name it, or use str()

    friend bool operator==(borrowed_text const& a, std::string_view b) noexcept { return a.text_ == b; }
    friend bool operator==(borrowed_text const& a, borrowed_text const& b) noexcept { return a.text_ == b.text_; }
    friend std::strong_ordering operator<=>(borrowed_text const& a, std::string_view b) noexcept {
        return a.text_.compare(b) <=> 0;
    }
    friend std::strong_ordering operator<=>(borrowed_text const& a, borrowed_text const& b) noexcept {
        return a.text_.compare(b.text_) <=> 0;
    }

  private:
    std::string owned_;
    std::string_view text_;
};

namespace detail {

/// A stored item and the fields that it is read as, without their types.
class item_fields {
  public:
    item_fields(entity_data const& entity, result_data const& fields, item_view source);
    item_fields(item_fields const&) = delete;
    item_fields& operator=(item_fields const&) = delete;

  protected:
    /// Reads one field into targets[field]; all other targets are null.
    void read(std::uint16_t field, void** targets) const;
    /// The text of a string that is an attribute; nullopt if the item does not have it as one.
    std::optional<std::string_view> text(std::size_t field) const;

    entity_data const& entity_;
    result_data const& fields_;
    item_view source_;

  private:
    std::optional<item> upgraded_; // the item, if it was stored by an earlier version
};

} // namespace detail

/// An item of E, whose fields are read from its stored form, one by one, when they are asked for: `order["total"_f]`. Passed to
/// the function of get() and visit(), and valid during that call; it cannot be copied. String fields are borrowed_text, all others
/// are values of the field's type.
template <class E>
class view : private detail::item_fields {
    using fields = detail::reflect<E>;

  public:
    view(detail::entity_data const& entity, detail::result_data const& result, item_view source)
        : item_fields(entity, result, source) {}

    /// The value of the field; for a std::string, its text. Throws bad_item if the item does not have it, or if it does not fit.
    template <fixed_string Name>
    auto operator[](field<Name>) const {
        constexpr std::size_t i = detail::field_index<E>(Name.view());
        if constexpr (i == fields::size) {
            static_cast<void>(detail::report<detail::store_rule::not_viewed, E, detail::named<Name>>());
        } else {
            using type = typename fields::template type<i>;
            if constexpr (std::is_same_v<type, std::string>) {
                if (auto const found = text(i)) return borrowed_text(*found);
                return borrowed_text(value<i, type>());
            } else {
                return value<i, type>();
            }
        }
    }

    /// The whole object, as get() returns it.
    E object() const { return detail::decode_object<E>(entity_, fields_, source_); }

  private:
    template <std::size_t I, class Type>
    Type value() const {
        void* targets[fields::size] = {};
        if (fields_.fields[I].defaulted) { // its initializer is the value if the item does not have it
            E object{};
            void const* addresses[fields::size];
            fields::addresses(object, addresses);
            targets[I] = const_cast<void*>(addresses[I]);
            read(static_cast<std::uint16_t>(I), targets);
            return std::move(*static_cast<Type*>(const_cast<void*>(addresses[I])));
        }
        Type result{};
        targets[I] = &result;
        read(static_cast<std::uint16_t>(I), targets);
        return result;
    }
};

namespace detail {

template <class T>
inline constexpr bool is_view = false;
template <class E>
inline constexpr bool is_view<view<E>> = true;

/// Types that refer to an item instead of owning their value.
template <class R>
concept borrowed_result =
    std::is_reference_v<R> || std::is_pointer_v<R> || view_like<R> || is_view<R> || std::is_same_v<R, item_view> ||
    std::is_same_v<R, value_view> || std::is_same_v<R, list_view> || std::is_same_v<R, set_view>;

/// F can be called with a view of E, which is a temporary.
template <class F, class E>
concept viewer = requires(F const& f, view<E> (*make)()) { f(make()); };

template <class F, class E>
using viewed_t = decltype(std::declval<F const&>()(std::declval<view<E> (*)()>()()));

/// True if the function returns nothing that refers to the item; otherwise one error.
template <class E, class R>
constexpr bool valid_viewed() {
    if constexpr (borrowed_result<R>) return report<store_rule::view_returned, E, R>();
    else return true;
}

/// The result of get() with a function: whether there is an item or, if the function returns a value, an optional of it; text is
/// copied.
template <class R>
struct viewed_result {
    using type = std::optional<std::remove_cv_t<R>>;
};
template <>
struct viewed_result<void> {
    using type = bool;
};
template <>
struct viewed_result<borrowed_text> {
    using type = std::optional<std::string>;
};

template <class... A>
using last_type = std::tuple_element_t<sizeof...(A) - 1, std::tuple<A...>>;

/// Arguments of get() that end in a function that is called with the item.
template <class E, class... A>
concept end_in_viewer = sizeof...(A) != 0 && viewer<last_type<A...>, E>;

/// Copies the item with this primary key; false if it does not exist or is of another entity. A copy, so that the function that
/// reads it runs without the store's locks: it can use the store, and is called once, even if a request is repeated.
bool get_bytes(backend& store, entity_data const& entity, item_view key, byte_buffer& out);

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/view.ipp>
#endif
