// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/action.hpp>
#include <monotable/expression/action_rules.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/table/for_entity.hpp>
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

/// Why a write was not done. `existing` is what is there.
inline std::string refusal_text(entity_data const& entity, item_view key, bool exists, existence expected) {
    std::string message("monotable: ");
    message.append(entity.name).append(" in ").append(entity.table->name);
    message.append(exists && expected != existence::must_not_exist ? ": the condition does not hold for the item with "
                   : exists                                        ? ": an item exists with "
                   : expected == existence::must_exist             ? ": no item exists with "
                                                                   : ": the condition does not hold, and no item exists with ");
    return message.append(primary_key_text(entity, key));
}

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

/// Where known_attributes of a put come from: every attribute that an item of this entity may have.
template <class Table, class E>
struct known_names {
    static constexpr auto build() {
        struct {
            std::string_view names[entity_model<Table, E>::data.emissions.size()];
        } built{};
        for (std::size_t i = 0; i != entity_model<Table, E>::data.emissions.size(); ++i)
            built.names[i] = entity_model<Table, E>::data.emissions[i].name;
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<std::string_view> value{storage.names};
};

/// `condition`: none or one.
template <class Table, class E, class... Condition>
write_result<Table, E> put_typed(backend& store, E const& object, existence expected, Condition const&... condition) {
    entity_data const& entity = entity_model<Table, E>::data;
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    item const attributes = encoded_object(entity, addresses).to_item();
    write_request request;
    request.table = Table::data.name;
    request.item = attributes;
    request.expected = expected;
    ((request.condition = condition), ...);
    request.known_attributes = known_names<Table, E>::value;
    request.return_failed = expected == existence::must_not_exist || sizeof...(Condition) != 0; // what stood in the way
    write_outcome result = write_for(entity.name, store, request);
    if (result.done) return {};
    return {refusal_text(entity, attributes, result.attributes.has_value(), expected), std::move(result.attributes)};
}

template <class Table, class E>
write_result<Table, E> erase_typed(backend& store, write_input const& input, item const& key) {
    entity_data const& entity = entity_model<Table, E>::data;
    write_request request;
    request.table = Table::data.name;
    request.item = key;
    request.kind = write_kind::erase;
    request.condition = input.condition;
    request.return_failed = true;
    write_outcome result = write_for(entity.name, store, request);
    if (result.done) return {};
    return {refusal_text(entity, key, result.attributes.has_value(), existence::any), std::move(result.attributes)};
}

template <class Table, class E, return_values Returned>
update_result<Table, E, Returned> update_typed(backend& store, write_input const& input, item const& key, bool upsert) {
    typed_update const what{&entity_model<Table, E>::data, &input, key, upsert, Returned, &encode_again<Table, E>};
    write_outcome result = updater<backend>(store, what).run();
    if (result.done) return update_result<Table, E, Returned>(std::move(result.attributes));
    return {refusal_text(*what.entity, key, result.attributes.has_value(), upsert ? existence::any : existence::must_exist),
            std::move(result.attributes)};
}

} // namespace monotable::detail
