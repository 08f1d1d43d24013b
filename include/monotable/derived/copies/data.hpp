// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/decimal.hpp>
#include <monotable/core/item.hpp>
#include <monotable/derived/copies/rewrite.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/model/derived.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/query/plan.hpp>
#include <monotable/store/read/reader.hpp>
#include <monotable/store/write/derived_write.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// One duplicated<> or total<> at run time: the matching of items, and the values of copied or totalled fields.
namespace monotable::detail {

/// Two fields that must be equal, or a field of the many that must be equal to a constant.
struct field_pair {
    std::uint16_t one = 0; ///< unspecified if there is a constant
    std::uint16_t many = 0;
    std::string (*constant)() = nullptr; ///< an encoding
};

/// `from` is not used by a count.
struct derived_field {
    derived_kind kind = derived_kind::copy;
    std::uint16_t from = 0;
    std::uint16_t to = 0;
};

/// "Many" are the copies or children, "one" is the source or parent that they belong to.
struct derived_data {
    std::string_view name;
    bool total = false;
    bool in_transaction = false;
    entity_data const* one = nullptr;
    entity_data const* many = nullptr;
    array_view<field_pair> matches; ///< in the order of the plan's conditions
    array_view<derived_field> fields;
    plan_data const* find_many = nullptr;
    plan_data const* find_one = nullptr; ///< null: the matches determine its primary key
    object_encoder encode_one = nullptr;
    object_encoder encode_many = nullptr;
    array_view<derived_write> one_brings; ///< the derived writes of a change of one
    array_view<derived_write> many_brings;

    bool finds_whole_items() const { return many->table->indexes[find_many->index].projection == projection_kind::all; }
    bool reads_consistently() const { return many->table->indexes[find_many->index].kind != index_kind::global; }
};

/// The encoding of a field in an item, from its attribute or from the text of the primary key; empty if it is absent.
std::string encoding_in(entity_data const& entity, item_view source, std::size_t field);

inline char const* encoding_or_null(std::string const& encoding) {
    return encoding.empty() ? nullptr : encoding.data();
}

std::optional<item> read_item(backend& store, entity_data const& entity, item_view key);

/// True if the matched fields exist, and those with a constant have its value.
bool has_match(derived_data const& relation, item_view of_many);

/// The key of the item that one of the many belongs to; std::nullopt if a matched field is absent, or cannot be part of a key.
/// REQUIRES: the matches determine a primary key.
std::optional<item> key_of_one(derived_data const& relation, item_view of_many);

/// The value that a field of the many must have to belong to this one.
std::string value_in_one(derived_data const& relation, item_view of_one, field_pair const& pair);

/// True if one of the many belongs to this one.
bool are_matched(derived_data const& relation, item_view of_one, item_view of_many);

/// The items of an entity that a plan of == conditions finds.
item_reader read_planned(backend& store, entity_data const& entity, plan_data const& plan,
                         std::vector<condition_values> const& values, bool consistent);

/// The copies or children of one, as the index that finds them has them. Only the key of one is used, so that it need not exist
/// anymore.
item_reader read_many(backend& store, derived_data const& relation, item_view key_of_one);

/// The same for a write set: at most `most` and one page more; empty if they are not known.
array_view<item> find_many(write_set& set, derived_data const& relation, item_view key_of_one, std::size_t most);

/// The item that one of the many belongs to. Throws bad_item if there are several.
std::optional<item> read_one_of(backend& store, derived_data const& relation, item_view of_many);

/// The values of the copies of a source. REQUIRES: a duplicated<>.
class source_values {
  public:
    source_values(derived_data const& relation, item_view source);
    source_values(source_values const&) = delete;
    source_values& operator=(source_values const&) = delete;

    array_view<field_value> values() const { return {values_.data(), values_.size()}; }

    friend bool operator==(source_values const& a, source_values const& b) {
        for (std::size_t i = 0; i != a.values_.size(); ++i)
            if (!same_encoding(a.values_[i].encoding, b.values_[i].encoding)) return false;
        return true;
    }

  private:
    encoded_object object_;
    std::vector<field_value> values_;
};

/// The sums and counts of a parent. REQUIRES: a total<>.
class child_totals {
  public:
    explicit child_totals(derived_data const& relation) : relation_(relation), sums_(relation.fields.size()) {}

    /// Throws bad_value if a sum has more than 38 digits, and bad_item if a stored value is not a number.
    void add(item_view child, bool taken_away = false);

    /// Adds, or subtracts, the stored totals of the parent; an absent total is zero.
    void add_stored(item_view parent, bool taken_away = false);
    void add(child_totals const& other) {
        for (std::size_t i = 0; i != sums_.size(); ++i) sums_[i] = sums_[i] + other.sums_[i];
    }

    decimal const& operator[](std::size_t i) const { return sums_[i]; }
    bool all_zero() const {
        for (decimal const& each : sums_)
            if (!each.is_zero()) return false;
        return true;
    }

    /// Valid until the totals change.
    std::vector<field_value> values();

  private:
    decimal term_of(derived_field const& field, item_view child) const {
        if (field.kind == derived_kind::count) return decimal(1);
        return number_in(*relation_.many, child, field.from);
    }

    static decimal number_in(entity_data const& entity, item_view source, std::size_t field);

    derived_data const& relation_;
    std::vector<decimal> sums_;
    std::vector<std::string> encodings_;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/copies/data.ipp>
#endif
