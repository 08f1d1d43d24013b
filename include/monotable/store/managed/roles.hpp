// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/computed.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/store/managed/actions.hpp>
#include <monotable/store/managed/values.hpp>
#include <monotable/store/write/prepared_write.hpp>
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
            built.fields[i].defaulted = built.fields[i].defaulted || built.fields[i].has(attribute_role::computed);
        }
        return built;
    }
    static constexpr auto storage = build();
    static constexpr result_data result{storage.fields, entity_model<Table, E>::result.order};
};

/// The attributes that depend on the time of a write.
template <class Table, class E>
struct clocked_names {
    static constexpr auto build() {
        using enum attribute_role;
        struct {
            std::string_view names[reflect<E>::size];
            std::size_t size = 0;
        } built{};
        for (attribute_option const& option : declaration_of<E>.options) {
            bool clocked =
                option.role == created || option.role == updated || (option.role == computed && option.fields.empty());
            for (std::string_view const name : option.fields) {
                field_data const& field = entity_model<Table, E>::data.fields[field_index<E>(name)];
                clocked = clocked || (option.role == computed &&
                                      (field.has(created) || field.has(updated) || field.has(computed)));
            }
            if (clocked)
                built.names[built.size++] = entity_model<Table, E>::data.fields[field_index<E>(option.field)].attribute;
        }
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<std::string_view> value{storage.names, storage.size};
};

template <class Table, class E>
struct role_writer {
    static constexpr entity_data const& entity = entity_model<Table, E>::data;
    static constexpr result_data const& result_before_working_out = before_working_out<Table, E>::result;

    /// Completes the put of an object with managed fields. REQUIRES: all members that do not depend on the object are set.
    static void prepare_put(prepared_write& result, E const& object, std::int64_t now) {
        result.clocked = clocked_names<Table, E>::value;
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        role_values<entity_data> values(entity, addresses, now);
        bool const continues = result.expected != existence::must_not_exist && continues_item(*entity.roles);
        if (continues) values.set_updated();
        else values.continue_from(nullptr);
        work_out_fields<Table>(object, values, continues);
        if (continues) continue_put(result, entity, values, now);
        else result.attributes = encoded_object(entity, [&](std::size_t field) { return values(field); }).to_item();
    }

    /// The item of a write of the object in place of `before`, which is null if it does not exist. `keep`: preserves read-only
    /// fields.
    static item continued(E const& object, item const* before, std::int64_t now, bool keep) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        role_values<entity_data> values(entity, addresses, now);
        values.continue_from(before, keep);
        work_out_fields<Table>(object, values, false);
        return encoded_object(entity, [&](std::size_t field) { return values(field); }).to_item();
    }

    /// Adds the requirement that the stored item has this encoded version.
    static void require(prepared_write& what, std::string const& version) {
        require_version(what, entity, role_source<entity_data>::version_in(version));
    }

    static void prepare_update(prepared_write& what, std::string const& version, std::int64_t now) {
        what.clocked = clocked_names<Table, E>::value;
        add_role_actions(what, entity, version, now);
    }

    /// Computes the computed fields of the object.
    static void work_out(E& object) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        for (std::size_t o = 0; o != entity.roles->options.size(); ++o)
            if (attribute_option const& option = entity.roles->options[o]; option.role == attribute_role::computed)
                entity.roles->work_out[o](&object, const_cast<void*>(addresses[entity.field_named(option.field)]));
    }
};

} // namespace monotable::detail
