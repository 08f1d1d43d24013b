// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/request.hpp>
#include <monotable/core/assemble.hpp>
#include <monotable/core/short_bytes.hpp>
#include <monotable/core/varint.hpp>
#include <monotable/core/view.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// The values of an item's key attributes, in the order of key_names: encodings, which are null for absent attributes.
using found_keys = char const* const*;

/// The attributes that are keys of a table or its indexes, each once, and their values in items. Refers to the description.
/// A template, so that only programs that construct a store compile it.
template <class Description = table_description>
class basic_key_names {
  public:
    void describe(Description const& table) {
        add(table.partition.name);
        if (table.sort) add(table.sort->name);
        for (auto const& index : table.indexes)
            for (auto const* part : {&index.partition, &index.sort})
                for (auto const& each : *part) add(each.name);
        primary_[0] = primary_[1] = place_of(table.partition.name);
        if (table.sort) primary_[1] = place_of(table.sort->name);
    }

    std::size_t size() const noexcept { return names_.size(); }

    /// The position of a name; size() if no such attribute is a key.
    std::uint16_t place_of(std::string_view name) const noexcept {
        std::size_t i = 0;
        while (i != names_.size() && !same_name(names_[i], name)) ++i;
        return static_cast<std::uint16_t>(i);
    }
    /// True if the attribute at this position is part of the table's key.
    bool is_primary(std::uint16_t place) const noexcept { return place == primary_[0] || place == primary_[1]; }

    /// Finds the values in an item; `out` has room for size() of them.
    void find(item_view item, char const** out) const noexcept {
        std::size_t i = 0;
        for (member_cursor member(item); !member.done() && i != names_.size(); member.advance()) {
            if (same_name(member.name(), names_[i])) {
                out[i++] = member.value().bytes().data();
                continue;
            }
            auto order = compare_names(member.name(), names_[i]);
            while (order > 0) {
                out[i] = nullptr;
                if (++i == names_.size()) return;
                order = compare_names(member.name(), names_[i]);
            }
            if (order == 0) out[i++] = member.value().bytes().data();
        }
        for (; i != names_.size(); ++i) out[i] = nullptr;
    }

    /// The same for an item whose attributes have known places. Not thread-safe: remembers lists of names.
    void find(attribute_places const& known, char const** out) {
        auto const& places = places_in(known.names);
        for (std::size_t i = 0; i != places.size(); ++i) {
            std::size_t const offset = places[i] != nowhere ? known.offsets[places[i]] : 0;
            out[i] = offset != 0 ? known.encoding + offset : nullptr;
        }
    }

  private:
    static constexpr std::uint16_t nowhere = 0xFFFF;

    struct known_list {
        std::string_view const* names;
        std::vector<std::uint16_t> places; ///< of the key attributes in the list
    };

    void add(std::string_view name) {
        for (auto const each : names_)
            if (each == name) return;
        names_.push_back(name);
        for (auto i = names_.size() - 1; i != 0 && names_[i] < names_[i - 1]; --i) std::swap(names_[i], names_[i - 1]);
    }

    std::vector<std::uint16_t> const& places_in(array_view<std::string_view> list) {
        for (auto const& each : lists_)
            if (each.names == list.data()) return each.places;
        known_list added{list.data(), {}};
        for (auto const name : names_) {
            std::size_t i = 0;
            while (i != list.size() && list[i] != name) ++i;
            added.places.push_back(i != list.size() ? static_cast<std::uint16_t>(i) : nowhere);
        }
        lists_.push_back(std::move(added));
        return lists_.back().places;
    }

    std::vector<std::string_view> names_; // sorted
    std::uint16_t primary_[2] = {};
    std::vector<known_list> lists_;
};

using key_names = basic_key_names<>;

} // namespace monotable::detail
