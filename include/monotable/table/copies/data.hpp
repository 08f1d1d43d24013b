// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/meta/array_view.hpp>
#include <monotable/plan/key_range.hpp>
#include <monotable/plan/plan.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/kept.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/copies/rewrite.hpp>
#include <monotable/table/for_entity.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/table/read/reader.hpp>
#include <monotable/value/decimal.hpp>
#include <monotable/value/item.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// One duplicated<> or total<> at run time: which items belong to which, and what their kept fields have to be.
namespace monotable::detail {

/// Fields that hold the same value, or one of the many that has to hold a certain one.
struct field_pair {
    std::uint16_t one = 0; ///< nothing where there is a constant
    std::uint16_t many = 0;
    std::string (*constant)() = nullptr; ///< an encoding
};

/// `from` is no field of a count.
struct kept_field {
    kept_kind kind = kept_kind::copy;
    std::uint16_t from = 0;
    std::uint16_t to = 0;
};

/// "Many" are the copies or children, "one" is the source or parent that they belong to.
struct kept_data {
    std::string_view name;
    bool total = false;
    bool in_transaction = false;
    entity_data const* one = nullptr;
    entity_data const* many = nullptr;
    array_view<field_pair> matches; ///< in the order of the plan's conditions
    array_view<kept_field> fields;
    plan_data const* find_many = nullptr;
    plan_data const* find_one = nullptr; ///< nullptr: matches make up its primary key
    object_encoder encode_one = nullptr;
    object_encoder encode_many = nullptr;

    bool finds_whole_items() const { return many->table->indexes[find_many->index].projection == projection_kind::all; }
    bool reads_consistently() const { return many->table->indexes[find_many->index].kind != index_kind::global; }
};

/// What an item holds of a field, in an attribute or in the text of its primary key; empty when it is absent.
inline std::string encoding_in(entity_data const& entity, item_view source, std::size_t field) {
    field_data const& data = entity.fields[field];
    item present;
    if (entity.earlier != nullptr && entity.earlier->upgrade(entity, source, present)) source = present;
    if (!data.in_key)
        if (auto const found = source.find(data.attribute)) return std::string(found->bytes());
    std::string result;
    for (std::size_t s = 0; s != entity.table->indexes[0].key_count() && result.empty(); ++s) {
        auto const stored = source.find(entity.slots[s].attribute.name);
        if (!stored) continue;
        (void)read_slot(entity, entity.slots[s], *stored, [&](template_part const& part, std::string_view encoding) {
            if (static_cast<std::size_t>(part.field) == field) result = encoding;
        });
    }
    return result;
}

inline char const* encoding_or_null(std::string const& encoding) {
    return encoding.empty() ? nullptr : encoding.data();
}

inline std::optional<item> read_item(backend& store, entity_data const& entity, item_view key) {
    get_request request;
    request.table = entity.table->name;
    request.key = key;
    request.consistent = true;
    std::optional<item> found = get_for(entity.name, store, request);
    if (found && !belongs_to(entity, *found)) found.reset();
    return found;
}

/// It says whose it is: the fields that are matched are there, and those that have to hold a certain value do.
inline bool has_match(kept_data const& relation, item_view of_many) {
    for (field_pair const& pair : relation.matches) {
        std::string const encoding = encoding_in(*relation.many, of_many, pair.many);
        if (encoding.empty() || (pair.constant != nullptr && encoding != pair.constant())) return false;
    }
    return true;
}

/// The key of the item that one of the many belongs to; nothing where it does not say whose it is, or that cannot be a key.
/// REQUIRES: matches make up a primary key.
inline std::optional<item> key_of_one(kept_data const& relation, item_view of_many) {
    if (!has_match(relation, of_many)) return std::nullopt;
    std::vector<std::string> encodings(relation.one->fields.size());
    for (field_pair const& pair : relation.matches)
        if (pair.constant == nullptr) encodings[pair.one] = encoding_in(*relation.many, of_many, pair.many);
    try {
        return key_of(*relation.one, encodings.data());
    } catch (bad_value const&) {
        return std::nullopt; // no item has such a key
    }
}

/// What one of the many has to hold to belong to this one.
inline std::string value_in_one(kept_data const& relation, item_view of_one, field_pair const& pair) {
    return pair.constant != nullptr ? pair.constant() : encoding_in(*relation.one, of_one, pair.one);
}

/// Both belong together.
inline bool are_matched(kept_data const& relation, item_view of_one, item_view of_many) {
    for (field_pair const& pair : relation.matches)
        if (value_in_one(relation, of_one, pair) != encoding_in(*relation.many, of_many, pair.many)) return false;
    return true;
}

/// The items of an entity that a plan of == conditions finds.
inline item_reader<backend> read_planned(backend& store, entity_data const& entity, plan_data const& plan,
                                         std::vector<condition_values> const& values, bool consistent) {
    read_source from;
    from.table = entity.table;
    from.index = plan.index;
    from.entity = &entity;
    from.ranges = range_builder(entity, plan, {values.data(), values.size()}).build();
    read_options options;
    options.consistent = consistent;
    return {std::shared_ptr<backend>(std::shared_ptr<backend>(), &store), std::move(from), std::move(options)};
}

/// The copies or children of one, which must exist no longer: only its key is looked at. As the index that finds them has them.
inline item_reader<backend> read_many(backend& store, kept_data const& relation, item_view key_of_one) {
    std::vector<condition_values> values;
    for (field_pair const& pair : relation.matches)
        values.push_back({comparison::equal, value_in_one(relation, key_of_one, pair), {}});
    return read_planned(store, *relation.many, *relation.find_many, values, relation.reads_consistently());
}

/// The item that one of the many belongs to. Throws bad_item where there are several.
inline std::optional<item> read_one_of(backend& store, kept_data const& relation, item_view of_many) {
    if (relation.find_one == nullptr) {
        std::optional<item> const key = key_of_one(relation, of_many);
        return key ? read_item(store, *relation.one, *key) : std::nullopt;
    }
    if (!has_match(relation, of_many)) return std::nullopt;
    std::vector<condition_values> values;
    for (field_pair const& pair : relation.matches)
        if (pair.constant == nullptr)
            values.push_back({comparison::equal, encoding_in(*relation.many, of_many, pair.many), {}});
    std::optional<item> result;
    try {
        auto sources = read_planned(store, *relation.one, *relation.find_one, values, true);
        if (item const* const found = sources.next()) result = *found;
        if (!result || sources.next() == nullptr) return result;
    } catch (bad_value const&) {
        return std::nullopt; // no item has such a key
    }
    std::string message("monotable: ");
    message.append(relation.name).append(": several items of ").append(relation.one->name);
    message.append(" are the source of one (").append(primary_key_text(*relation.many, of_many));
    throw bad_item(message.append("); match the whole primary key"));
}

/// What the copies of a source have to hold. REQUIRES: a duplicated<>.
class source_values {
  public:
    source_values(kept_data const& relation, item_view source) : object_(relation.encode_one(source, {})) {
        for (kept_field const& field : relation.fields) values_.push_back({field.to, object_.field(field.from)});
    }
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
    explicit child_totals(kept_data const& relation) : relation_(relation), sums_(relation.fields.size()) {}

    /// Throws bad_value where a sum has more than 38 digits, and bad_item where what is stored is no number.
    void add(item_view child, bool taken_away = false) {
        for (std::size_t i = 0; i != sums_.size(); ++i) {
            decimal const term = term_of(relation_.fields[i], child);
            sums_[i] = taken_away ? sums_[i] - term : sums_[i] + term;
        }
    }

    /// Adds, or takes away, what the parent has; an absent total is zero.
    void add_stored(item_view parent, bool taken_away = false) {
        for (std::size_t i = 0; i != sums_.size(); ++i) {
            decimal const term = number_in(*relation_.one, parent, relation_.fields[i].to);
            sums_[i] = taken_away ? sums_[i] - term : sums_[i] + term;
        }
    }
    void add(child_totals const& other) {
        for (std::size_t i = 0; i != sums_.size(); ++i) sums_[i] = sums_[i] + other.sums_[i];
    }

    decimal const& operator[](std::size_t i) const { return sums_[i]; }
    bool all_zero() const {
        for (decimal const& each : sums_)
            if (!each.is_zero()) return false;
        return true;
    }

    /// Good until the totals change.
    std::vector<field_value> values() {
        std::vector<field_value> result;
        encodings_.assign(sums_.size(), {});
        for (std::size_t i = 0; i != sums_.size(); ++i) {
            value_writer(encodings_[i]).number(sums_[i]);
            result.push_back({relation_.fields[i].to, encodings_[i].data()});
        }
        return result;
    }

  private:
    decimal term_of(kept_field const& field, item_view child) const {
        if (field.kind == kept_kind::count) return decimal(1);
        return number_in(*relation_.many, child, field.from);
    }

    static decimal number_in(entity_data const& entity, item_view source, std::size_t field) {
        std::string const encoding = encoding_in(entity, source, field);
        if (encoding.empty()) return decimal(0);
        value_view const stored(encoding.data());
        if (stored.is(value_type::number)) return stored.as_number();
        if (stored.is(value_type::null)) return decimal(0);
        std::string message("monotable: ");
        message.append(entity.name).append(".").append(entity.fields[field].name);
        message.append(": what is stored is no number, and cannot be summed (item ");
        throw bad_item(message.append(primary_key_text(entity, source)).append(")"));
    }

    kept_data const& relation_;
    std::vector<decimal> sums_;
    std::vector<std::string> encodings_;
};

} // namespace monotable::detail
