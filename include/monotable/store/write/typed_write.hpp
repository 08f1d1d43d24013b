// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/action.hpp>
#include <monotable/query/action_rules.hpp>
#include <monotable/query/nested.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/projection.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/update_execution.hpp>
#include <monotable/store/write/write_intent.hpp>
#include <monotable/store/write/put_item.hpp>
#include <monotable/store/write/write_result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Writes that take lists of arguments: update, upsert, erase.
namespace monotable::detail {

/// Decodes the values that an update assigns to fields that have no attribute afterwards, because they are stored in keys only or
/// are removed, so that they are not read from the old key attributes.
void take_constants(entity_data const& entity, write_input const& input, void** unread);

/// The maintenance of managed fields by writes of E. Defined by monotable/managed_fields.hpp.
template <class Table, class E>
struct managed_field_writer;

template <class Table, class E>
constexpr bool has_managed_field_writer() {
    if constexpr (!has_written_managed_fields<E>() && !has_unique<E>()) return true;
    else if constexpr (requires { sizeof(managed_field_writer<Table, E>); }) return true;
    else return report<store_rule::managed_fields_header, E>();
}

/// The encoding that a put of the updated object would write.
template <class Table, class E>
encoded_object encode_again(item_view after, write_input const& input) {
    entity_data const& entity = entity_model<Table, E>::data;
    E object{};
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    void* unread[reflect<E>::size];
    for (std::size_t i = 0; i != reflect<E>::size; ++i) unread[i] = const_cast<void*>(addresses[i]);
    take_constants(entity, input, unread);
    if constexpr (declares<E>(option_kind::computed)) {
        item_decoder(entity, managed_field_writer<Table, E>::result_before_working_out, unread).decode(after);
        managed_field_writer<Table, E>::compute(object);
    } else {
        item_decoder(entity, entity_model<Table, E>::result, unread).decode(after);
    }
    return encoded_object(entity, addresses);
}

/// The image that the arguments of a write request; Otherwise if they do not specify one.
template <return_values Otherwise, class... A>
inline constexpr return_values returned_by = (std::is_same_v<A, returning_new_t> || ...)   ? return_values::all_new
                                             : (std::is_same_v<A, returning_old_t> || ...) ? return_values::all_old
                                                                                           : Otherwise;

/// The image that an update of an E returns: always the new one if the store sets fields of the entity.
template <class E, class... A>
inline constexpr return_values returned_by_update =
                                   returned_by < has_written_managed_fields<E>() ? return_values::all_new
                                                                                 : return_values::none,
                               A... > ;

template <class E, class... A>
using put_result = write_result<E, returned_by<return_values::all_new, A...>>;
template <class E, class... A>
using erase_result = write_result<E, returned_by<return_values::none, A...>>;

/// The arguments of one write, as data. Borrows the objects that `input` points to.
struct write_arguments {
    write_input input{nullptr, nullptr};
    item key;
    std::string version; ///< the encoding of the object's version, if it has one

    write_arguments() = default;
    write_arguments(write_arguments const&) = delete;
    write_arguments& operator=(write_arguments const&) = delete;

    /// Computes the key from the values of its fields in `input`.
    void take_key(entity_data const& entity);
    /// Takes the key, and the version if the entity has one, from an object.
    void take_key(entity_data const& entity, void const* const* addresses);
};

template <std::size_t Fields, std::size_t Actions>
struct argument_storage : write_arguments {
    std::string encodings[Fields];
    update_action actions[Actions + 1];

    argument_storage() {
        input.key = encodings;
        input.actions = actions;
    }
};

/// The arguments of one write. REQUIRES: valid_arguments.
template <class Table, class E, class... A>
struct typed_arguments : argument_storage<reflect<E>::size, sizeof...(A)> {
    explicit typed_arguments(std::nullptr_t, A const&... arguments) {
        (take_argument<E>(this->input, arguments), ...);
        this->take_key(entity_model<Table, E>::data);
    }
    explicit typed_arguments(E const* object, A const&... arguments) {
        (take_argument<E>(this->input, arguments), ...);
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(*object, addresses);
        this->take_key(entity_model<Table, E>::data, addresses);
    }
};

/// The known_attributes of a put: every attribute that the entity or an earlier version of it declares.
template <class Table, class E>
struct known_names {
    static constexpr auto build() {
        struct {
            std::string_view names[entity_model<Table, E>::data.stored_attributes.size() +
                                   entity_model<Table, E>::data.former_attributes().size()];
        } built{};
        std::size_t count = 0;
        for (stored_attribute const& e : entity_model<Table, E>::data.stored_attributes) built.names[count++] = e.name;
        for (former_attribute const& former : entity_model<Table, E>::data.former_attributes())
            built.names[count++] = former.name;
        return built;
    }
    static constexpr auto storage = build();
    static constexpr array_view<std::string_view> value{storage.names};
};

template <class E, class C>
void take_put_argument(write_intent& to, write_condition<C> const& argument) {
    to.condition = tree_of<E>(argument.condition);
    to.return_failed = true; // the item that caused the failure
}
template <class E>
void take_put_argument(write_intent& to, returning_old_t) {
    to.returns = return_values::all_old;
}
template <class E>
void take_put_argument(write_intent& to, returning_new_t) {
    to.returns = return_values::all_new;
}

/// REQUIRES: valid_put_arguments.
template <class Table, class E, class... A>
write_intent prepare_put(clock_function const& clock, E const& object, precondition expected, A const&... arguments) {
    entity_data const& entity = entity_model<Table, E>::data;
    write_intent result;
    result.entity = &entity;
    result.derived_writes = derived_writes_of<Table, E>;
    result.clock = clock;
    result.expected = expected;
    result.known_attributes = known_names<Table, E>::value;
    result.return_failed = expected == precondition::must_not_exist; // the item that caused the failure
    (take_put_argument<E>(result, arguments), ...);
    if constexpr (has_written_managed_fields<E>()) {
        result.encode = &encode_again<Table, E>;
        managed_field_writer<Table, E>::prepare_put(result, object, clock());
    } else {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        result.attributes = put_item<Table, E>(addresses);
    }
    return result;
}

/// An erasure or a check.
template <class Table, class E>
write_intent prepare_erase(item key, expression condition, bool return_failed) {
    write_intent result;
    result.entity = &entity_model<Table, E>::data;
    result.derived_writes = derived_writes_of<Table, E>;
    result.kind = write_kind::erase;
    result.attributes = std::move(key);
    result.condition = std::move(condition);
    result.return_failed = return_failed;
    return result;
}
/// The same for converted arguments; the version of an object, if any, is required.
template <class Table, class E, return_values Returned>
write_intent prepare_erase(clock_function const& clock, write_arguments& taken) {
    auto result = prepare_erase<Table, E>(std::move(taken.key), std::move(taken.input.condition), true);
    result.clock = clock;
    result.returns = Returned;
    if constexpr (declares<E>(option_kind::version)) {
        if (!taken.version.empty()) {
            result.expected = precondition::must_exist;
            managed_field_writer<Table, E>::require(result, taken.version);
        }
    }
    return result;
}

/// The result borrows `taken`.
template <class Table, class E, return_values Returned>
write_intent prepare_update(clock_function const& clock, write_arguments& taken, bool upsert) {
    write_intent result;
    result.clock = clock;
    result.entity = &entity_model<Table, E>::data;
    result.derived_writes = derived_writes_of<Table, E>;
    result.kind = write_kind::update;
    result.expected = upsert ? precondition::any : precondition::must_exist;
    result.attributes = std::move(taken.key);
    result.condition = std::move(taken.input.condition);
    result.return_failed = true;
    result.returns = Returned;
    result.input = &taken.input;
    result.encode = &encode_again<Table, E>;
    if constexpr (has_written_managed_fields<E>())
        managed_field_writer<Table, E>::prepare_update(result, taken.version, clock());
    return result;
}

template <class Table, class E>
typed_outcome perform(backend& store, write_intent const& what, retry_policy const& retry) {
    if constexpr (!derived_writes_of<Table, E>.empty()) return perform_planned(store, what, retry);
    else if constexpr (has_written_managed_fields<E>())
        return what.kind == write_kind::update ? perform_update(store, what, retry) : perform_directly(store, what);
    else return perform_directly(store, what);
}

/// A put, whose outcome has the new item unless the old one was requested.
template <class Table, class E>
typed_outcome perform_put(backend& store, write_intent what, retry_policy const& retry) {
    if (what.returns == return_values::all_old) return perform<Table, E>(store, what, retry);
    bool const known =
        derived_writes_of<Table, E>.empty() && what.kind == write_kind::put; // the stored item is what.attributes
    what.returns = known ? return_values::none : return_values::all_new;
    typed_outcome outcome = perform<Table, E>(store, what, retry);
    if (known && outcome.reason == write_error::none) outcome.attributes = std::move(what.attributes);
    return outcome;
}

template <class Table, class E>
typed_outcome perform_update_of(backend& store, write_intent const& what, retry_policy const& retry) {
    if constexpr (!derived_writes_of<Table, E>.empty()) return perform_planned(store, what, retry);
    else return perform_update(store, what, retry);
}

/// Performs an update or upsert.
template <class Table, class E, return_values Returned>
typed_outcome update_with(backend& store, clock_function const& clock, retry_policy const& retry,
                          write_arguments& taken, bool upsert) {
    return perform_update_of<Table, E>(store, prepare_update<Table, E, Returned>(clock, taken, upsert), retry);
}

/// Performs an update, upsert or erasure. `object`: its address, or nullptr if conditions specify the key.
template <class Table, class E, write_verb Verb, class Key, class... A>
auto change_generally(backend& store, clock_function const& clock, retry_policy const& retry, Key object,
                      A const&... arguments) {
    typed_arguments<Table, E, A...> taken(object, arguments...);
    if constexpr (Verb == write_verb::erase) {
        constexpr auto returned = returned_by<return_values::none, A...>;
        return write_result<E, returned>(
            perform<Table, E>(store, prepare_erase<Table, E, returned>(clock, taken), retry), reader_of<Table, E>);
    } else {
        constexpr auto returned = returned_by_update<E, A...>;
        return write_result<E, returned>(
            update_with<Table, E, returned>(store, clock, retry, taken, Verb == write_verb::upsert),
            reader_of<Table, E>);
    }
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/write/typed_write.ipp>
#endif
