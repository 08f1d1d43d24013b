// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/computed.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/managed/actions.hpp>
#include <monotable/store/managed/values.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/typed_write.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// The maintenance of version, created, updated, read_only and computed fields by writes.
namespace monotable::detail {

/// Decodes items whose computed fields may be absent.
template <class Table, class E>
struct before_working_out {
    static constexpr auto build() {
        struct {
            field_data fields[reflect<E>::size];
        } built{};
        for (std::size_t i = 0; i != reflect<E>::size; ++i) {
            built.fields[i] = entity_model<Table, E>::data.fields[i];
            built.fields[i].defaulted = built.fields[i].defaulted || built.fields[i].has(option_kind::computed);
        }
        return built;
    }
    static constexpr auto storage = build();
    static constexpr result_data result{storage.fields, entity_model<Table, E>::result.order};
};

/// The attributes that depend on the time of a write.
template <class Table, class E>
struct time_dependent_names {
    static constexpr auto build() {
        using enum option_kind;
        struct {
            std::string_view names[reflect<E>::size];
            std::size_t size = 0;
        } built{};
        for (attribute_option const& option : declaration_of<E>.options) {
            bool time_dependent =
                option.kind == created || option.kind == updated || (option.kind == computed && option.fields.empty());
            for (std::string_view const name : option.fields) {
                field_data const& field = entity_model<Table, E>::data.fields[field_index<E>(name)];
                time_dependent = time_dependent || (option.kind == computed &&
                                                    (field.has(created) || field.has(updated) || field.has(computed)));
            }
            if (time_dependent)
                built.names[built.size++] = entity_model<Table, E>::data.fields[field_index<E>(option.field)].attribute;
        }
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<std::string_view> value{storage.names, storage.size};
};

template <class Table, class E>
struct managed_field_writer {
    static constexpr entity_data const& entity = entity_model<Table, E>::data;
    static constexpr result_data const& result_before_working_out = before_working_out<Table, E>::result;

    /// Completes the put of an object with managed fields. REQUIRES: all members that do not depend on the object are set.
    static void prepare_put(write_intent& result, E const& object, std::int64_t now) {
        result.time_dependent = time_dependent_names<Table, E>::value;
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        managed_values<entity_data> values(entity, addresses, now);
        bool const continues = result.expected != precondition::must_not_exist && continues_item(*entity.managed);
        if (continues) values.set_updated();
        else values.continue_from(nullptr);
        compute_fields<Table>(object, values, continues);
        if (continues) continue_put(result, entity, values, now);
        else result.attributes = encoded_object(entity, [&](std::size_t field) { return values(field); }).to_item();
    }

    /// The item of a write of the object in place of `before`, which is null if it does not exist. `keep`: preserves read-only
    /// fields.
    static item continued(E const& object, item const* before, std::int64_t now, bool keep) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        managed_values<entity_data> values(entity, addresses, now);
        values.continue_from(before, keep);
        compute_fields<Table>(object, values, false);
        return encoded_object(entity, [&](std::size_t field) { return values(field); }).to_item();
    }

    /// Adds the requirement that the stored item has this encoded version.
    static void require(write_intent& what, std::string const& version) {
        require_version(what, entity, managed_source<entity_data>::version_in(version));
    }

    static void prepare_update(write_intent& what, std::string const& version, std::int64_t now) {
        what.time_dependent = time_dependent_names<Table, E>::value;
        add_managed_actions(what, entity, version, now);
    }

    /// Computes the computed fields of the object.
    static void compute(E& object) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        for (std::size_t o = 0; o != entity.managed->options.size(); ++o)
            if (attribute_option const& option = entity.managed->options[o]; option.kind == option_kind::computed)
                entity.managed->compute[o](&object, const_cast<void*>(addresses[entity.field_named(option.field)]));
    }
};

} // namespace monotable::detail
