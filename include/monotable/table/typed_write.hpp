// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/action.hpp>
#include <monotable/expression/action_rules.hpp>
#include <monotable/expression/nested.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/table/consequence.hpp>
#include <monotable/table/prepared_write.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/table/projection.hpp>
#include <monotable/table/update_result.hpp>
#include <monotable/table/updater.hpp>
#include <monotable/table/write_result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Writes that take lists of arguments: update, upsert, erase.
namespace monotable::detail {

/// Fills what an update assigns to fields that have no attribute afterwards, so that they are not read from key attributes of
/// before it: those that are kept in keys only, and those that are removed.
inline void take_constants(entity_data const& entity, write_input const& input, void** unread) {
    for (std::size_t i = 0; i != input.action_count; ++i) {
        update_action const& action = input.actions[i];
        if (!action.is_constant()) continue;
        field_data const& field = entity.fields[action.field];
        char const* const encoding = action.constant();
        if (encoding != nullptr && !field.in_key) continue;
        if (encoding != nullptr) field.type->decode(value_view(encoding), unread[action.field]);
        else if (field.type->reset != nullptr) field.type->reset(unread[action.field]);
        unread[action.field] = nullptr;
    }
}

/// What put would write for the object that an item is after the update.
template <class Table, class E>
encoded_object encode_again(item_view after, write_input const& input) {
    entity_data const& entity = entity_model<Table, E>::data;
    E object{};
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    void* unread[reflect<E>::size];
    for (std::size_t i = 0; i != reflect<E>::size; ++i) unread[i] = const_cast<void*>(addresses[i]);
    take_constants(entity, input, unread);
    item_decoder(entity, entity_model<Table, E>::result, unread).decode(after);
    return encoded_object(entity, addresses);
}

template <class... A>
inline constexpr return_values returned_by = (std::is_same_v<A, returning_new_t> || ...)   ? return_values::all_new
                                             : (std::is_same_v<A, returning_old_t> || ...) ? return_values::all_old
                                                                                           : return_values::none;

/// The arguments of one write, as data. REQUIRES: valid_arguments.
template <class Table, class E, class... A>
struct taken_arguments {
    std::string encodings[reflect<E>::size];
    update_action actions[sizeof...(A) + 1];
    write_input input{encodings, actions};
    item key;

    explicit taken_arguments(std::nullptr_t, A const&... arguments) {
        (take_argument<E>(input, arguments), ...);
        key = key_of(entity_model<Table, E>::data, encodings);
    }
    explicit taken_arguments(E const* object, A const&... arguments) {
        (take_argument<E>(input, arguments), ...);
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(*object, addresses);
        encode_key(entity_model<Table, E>::data, addresses, encodings);
        key = key_of(entity_model<Table, E>::data, encodings);
    }
    taken_arguments(taken_arguments const&) = delete;
    taken_arguments& operator=(taken_arguments const&) = delete;
};

/// Where known_attributes of a put come from: every attribute that an item of this entity may have, or had.
template <class Table, class E>
struct known_names {
    static constexpr auto build() {
        struct {
            std::string_view names[entity_model<Table, E>::data.emissions.size() + entity_model<Table, E>::data.formers().size()];
        } built{};
        std::size_t count = 0;
        for (emission const& e : entity_model<Table, E>::data.emissions) built.names[count++] = e.name;
        for (former_attribute const& former : entity_model<Table, E>::data.formers()) built.names[count++] = former.name;
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<std::string_view> value{storage.names};
};

/// `condition`: none or one.
template <class Table, class E, class... Condition>
prepared_write prepare_put(E const& object, existence expected, Condition const&... condition) {
    entity_data const& entity = entity_model<Table, E>::data;
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    prepared_write result;
    result.entity = &entity;
    result.consequences = consequences_of<Table, E>;
    result.expected = expected;
    result.attributes = encoded_object(entity, addresses).to_item();
    ((result.condition = condition), ...);
    result.known_attributes = known_names<Table, E>::value;
    result.return_failed = expected == existence::must_not_exist || sizeof...(Condition) != 0; // what stood in the way
    return result;
}

/// Erase and check.
template <class Table, class E>
prepared_write prepare_erase(item key, expression condition, bool return_failed) {
    prepared_write result;
    result.entity = &entity_model<Table, E>::data;
    result.consequences = consequences_of<Table, E>;
    result.kind = write_kind::erase;
    result.attributes = std::move(key);
    result.condition = std::move(condition);
    result.return_failed = return_failed;
    return result;
}

/// The result borrows `taken`.
template <class Table, class E, return_values Returned, class Taken>
prepared_write prepare_update(Taken& taken, bool upsert) {
    prepared_write result;
    result.entity = &entity_model<Table, E>::data;
    result.consequences = consequences_of<Table, E>;
    result.kind = write_kind::update;
    result.expected = upsert ? existence::any : existence::must_exist;
    result.attributes = std::move(taken.key);
    result.condition = std::move(taken.input.condition);
    result.return_failed = true;
    result.returns = Returned;
    result.input = &taken.input;
    result.encode = &encode_again<Table, E>;
    return result;
}

template <class Table, class E, class Backend>
typed_outcome perform(Backend& store, prepared_write const& what) {
    if constexpr (!consequences_of<Table, E>.empty()) return planned_write_of<Backend>::perform(store, what);
    else return perform_directly(store, what);
}

template <class Table, class E, class Backend>
typed_outcome perform_update_of(Backend& store, prepared_write const& what) {
    if constexpr (!consequences_of<Table, E>.empty()) return planned_write_of<Backend>::perform(store, what);
    else return perform_update(store, what);
}

} // namespace monotable::detail
