// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/model/model_of.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The values that the store assigns to managed fields. (Templates, here and in actions.hpp, so that only programs that have
/// such fields compile them.)
namespace monotable::detail {

/// True if a put depends on the stored item.
constexpr bool continues_item(managed_data const& managed) {
    for (attribute_option const& option : managed.options)
        if (option.kind == option_kind::version || option.kind == option_kind::created ||
            option.kind == option_kind::read_only)
            return true;
    return false;
}

/// True if the function of a computed field may read fields that depend on the stored item.
constexpr bool reads_managed_values(entity_data const& entity, attribute_option const& option) {
    using enum option_kind;
    if (!continues_item(*entity.managed)) return false;
    if (option.fields.empty()) return true;
    for (std::string_view const name : option.fields) {
        field_data const& field = entity.fields[static_cast<std::size_t>(entity.field_named(name))];
        if (field.has(version) || field.has(created) || field.has(read_only) || field.has(computed)) return true;
    }
    return false;
}

/// The values that the store sets, versions and times, as the fields of an entity encode them.
template <class Entity>
class managed_source {
  public:
    managed_source(Entity const& entity, std::int64_t now) : entity_(entity), now_(now) {}

    static std::string number(std::uint64_t n);
    /// 0 for an object that was never stored.
    static std::uint64_t version_in(std::string_view encoding);

    /// The next version. Throws bad_value if the field's type cannot represent it.
    std::uint64_t following(std::uint64_t version) const;

    /// The time of the write, in the field's precision.
    std::string moment(std::size_t field) const;

  private:
    Entity const& entity_;
    std::int64_t now_;
};

/// The encodings of an object's fields as a write changes them; empty: absent.
template <class Entity>
class managed_values {
  public:
    managed_values(Entity const& entity, void const* const* addresses, std::int64_t now);

    std::string const& operator[](std::size_t field) const { return encodings_[field]; }
    std::string& operator[](std::size_t field) { return encodings_[field]; }
    char const* operator()(std::size_t field) const {
        return encodings_[field].empty() ? nullptr : encodings_[field].data();
    }

    void encode(std::size_t field, void const* object);

    /// REQUIRES: the entity has a version.
    std::uint64_t version() const { return source_.version_in(encodings_[at(managed_.version)]); }

    void set_version(std::uint64_t version);
    void set_created();
    void set_updated();

    /// Sets managed fields as a write in place of `before` does, which is null if it does not exist. `keep`: preserves read-only
    /// fields.
    void continue_from(item const* before, bool keep = true);

  private:
    static std::size_t at(std::int16_t field) { return static_cast<std::size_t>(field); }
    void set_moment(std::size_t field);

    Entity const& entity_;
    managed_data const& managed_;
    managed_source<Entity> source_;
    std::vector<std::string> encodings_;
};

/// Computes the computed fields of a copy of the object that has the other values that the store sets. With `only_from_object`,
/// only fields whose functions do not depend on the stored item.
template <class Table, class E>
void compute_fields(E const& object, managed_values<entity_data>& values, bool only_from_object) {
    if constexpr (declares<E>(option_kind::computed)) {
        entity_data const& entity = entity_model<Table, E>::data;
        E copy(object);
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(copy, addresses);
        for (std::size_t i = 0; i != reflect<E>::size; ++i) {
            field_data const& field = entity.fields[i];
            bool const set = field.has(option_kind::version) || field.has(option_kind::created) ||
                             field.has(option_kind::updated) || field.has(option_kind::read_only);
            if (set && !values[i].empty())
                field.type->decode(value_view(values[i].data()), const_cast<void*>(addresses[i]));
        }
        for (std::size_t o = 0; o != entity.managed->options.size(); ++o) {
            attribute_option const& option = entity.managed->options[o];
            if (option.kind != option_kind::computed || (only_from_object && reads_managed_values(entity, option)))
                continue;
            auto const field = static_cast<std::size_t>(entity.field_named(option.field));
            entity.managed->compute[o](&copy, const_cast<void*>(addresses[field]));
            values.encode(field, addresses[field]);
        }
    }
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/managed/values.ipp>
#endif
