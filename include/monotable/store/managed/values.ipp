// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/time.hpp>
#include <monotable/store/managed/values.hpp>

#include <limits>

namespace monotable::detail {

template <class Entity>
std::string managed_source<Entity>::number(std::uint64_t n) {
    std::string out;
    value_writer(out).number(n);
    return out;
}

template <class Entity>
std::uint64_t managed_source<Entity>::version_in(std::string_view encoding) {
    auto const number = value_view(encoding.data()).as_uint64();
    return number ? *number : 0;
}

template <class Entity>
std::uint64_t managed_source<Entity>::following(std::uint64_t version) const {
    field_data const& field = entity_.fields[static_cast<std::size_t>(entity_.managed->version)];
    std::uint64_t const last = field.type->form == key_form::unsigned_integer
                                   ? std::numeric_limits<std::uint64_t>::max()
                                   : static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (version < last) return version + 1;
    throw bad_value(std::string("monotable: ")
                        .append(entity_.name)
                        .append(".")
                        .append(field.name)
                        .append(": the version cannot be counted further than ")
                        .append(std::to_string(version)));
}

template <class Entity>
std::string managed_source<Entity>::moment(std::size_t field) const {
    std::uint8_t const digits = entity_.fields[field].type->digits;
    std::int64_t per_unit = 1;
    for (int i = 0; i != digits; ++i) per_unit *= 10;
    std::string out;
    value_writer writer(out);
    encode_time({false, false, digits, per_unit}, digits == 0 ? floor_divide(now_, 1000) : now_ * (per_unit / 1000),
                writer);
    return out;
}

template <class Entity>
managed_values<Entity>::managed_values(Entity const& entity, void const* const* addresses, std::int64_t now)
    : entity_(entity), managed_(*entity.managed), source_(entity, now), encodings_(entity.fields.size()) {
    for (std::size_t i = 0; i != encodings_.size(); ++i)
        if (entity.fields[i].is_stored()) encode(i, addresses[i]);
}

template <class Entity>
void managed_values<Entity>::encode(std::size_t field, void const* object) {
    std::string& out = encodings_[field];
    out.clear();
    try {
        value_writer writer(out);
        entity_.fields[field].type->encode(object, writer);
    } catch (error const&) {
        rethrow_for_field(entity_.name, entity_.fields[field].name);
    }
}

template <class Entity>
void managed_values<Entity>::set_version(std::uint64_t version) {
    if (managed_.version != no_field) encodings_[at(managed_.version)] = source_.number(version);
}

template <class Entity>
void managed_values<Entity>::set_created() {
    if (managed_.created != no_field) set_moment(at(managed_.created));
}

template <class Entity>
void managed_values<Entity>::set_updated() {
    if (managed_.updated != no_field) set_moment(at(managed_.updated));
}

template <class Entity>
void managed_values<Entity>::continue_from(item const* before, bool keep) {
    set_version(1);
    set_created();
    set_updated();
    if (before == nullptr) return;
    for (std::size_t i = 0; i != encodings_.size(); ++i) {
        field_data const& field = entity_.fields[i];
        bool const kept = field.has(option_kind::created) || (keep && field.has(option_kind::read_only));
        if (!kept && !field.has(option_kind::version)) continue;
        auto const found = before->find(field.attribute);
        if (found && kept) encodings_[i] = found->bytes();
        else if (found) set_version(source_.following(source_.version_in(found->bytes())));
    }
}

template <class Entity>
void managed_values<Entity>::set_moment(std::size_t field) {
    encodings_[field] = source_.moment(field);
}

#ifdef MONOTABLE_COMPILED
template class managed_source<entity_data>;
template class managed_values<entity_data>;
#endif

} // namespace monotable::detail
