// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/value_for.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/derived/relation/reads.hpp>
#include <monotable/derived/relation/rules.hpp>
#include <monotable/meta/reflect.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/store/primary_key.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The arguments of a link or unlink, as data.
namespace monotable::detail {

/// Fields of a link item by position. `given` ones are written; without an encoding, they become absent.
struct link_fields {
    std::vector<std::string> encodings;
    std::string given;

    explicit link_fields(std::size_t count) : encodings(count), given(count, '\0') {}
};

struct link_input {
    item left, right; ///< the keys of the sides
    link_fields fields;
    item key; ///< of the link item
};

/// Assigns the fields to an object.
template <class E>
void assign_fields(E& object, link_fields const& fields) {
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    for (std::size_t i = 0; i != reflect<E>::size; ++i) {
        if (fields.given[i] == '\0') continue;
        field_type const& type = *reflect<E>::template each<type_pointer, field_type const*>[i];
        void* const address = const_cast<void*>(addresses[i]);
        if (!fields.encodings[i].empty()) type.decode(value_view(fields.encodings[i].data()), address);
        else if (type.reset != nullptr) type.reset(address);
    }
}

/// Sets the payload of a link item from an object or an assignment. Matched fields are taken from the sides.
template <class Relation, class Link>
void take_payload(link_fields& fields, Link const& link) {
    for (std::size_t i = 0; i != reflect<Link>::size; ++i) {
        if (is_matched_field(relation_of<Relation>::data, reflect<Link>::names[i])) continue;
        fields.given[i] = '\1';
        (void)encode_field(link, reflect<Link>::names[i], fields.encodings[i]);
    }
}
template <class Relation, class Link, fixed_string F, class V>
void take_payload(link_fields& fields, assignment<F, action_kind::assign, V> const& what) {
    constexpr std::size_t index = field_index<Link>(F.view());
    fields.given[index] = '\1';
    using type = typename reflect<Link>::template type<index>;
    value_writer writer(fields.encodings[index]);
    try {
        type const wanted = value_for<type>(what.value);
        (void)type_of<type>.encode(&wanted, writer);
    } catch (error const&) {
        rethrow_for_field(declaration_of<Link>.name, F.view());
    }
}

template <class Table, class E>
item key_of_object(E const& object) {
    std::string encodings[reflect<E>::size];
    void const* addresses[reflect<E>::size];
    reflect<E>::addresses(object, addresses);
    encode_key(related_entity<Table, E>, addresses, encodings);
    return key_of(related_entity<Table, E>, encodings);
}

template <class Relation, class Link>
void take_payload(link_fields&, returning_old_t) {}
template <class Relation, class Link>
void take_payload(link_fields&, returning_new_t) {}

[[noreturn]] void refuse_absent_match(std::string_view side, std::string_view field);

/// Throws bad_value if a matched field of a side is absent or cannot be part of a key.
template <class Relation, class Link, std::size_t List, class Side>
void take_side(link_fields& fields, Side const& side) {
    match_list const& matches = relation_of<Relation>::data.matches[List];
    for (std::size_t i = 0; i != matches.count; ++i) {
        std::size_t const index = field_index<Link>(matches.fields[i].reference);
        fields.given[index] = '\1';
        fields.encodings[index].clear();
        if (!encode_field(side, matches.fields[i].side, fields.encodings[index]))
            refuse_absent_match(unqualified_name<Side>(), matches.fields[i].side);
    }
}

template <class Table, class Relation, class Link, class Left, class Right, class... A>
link_input take_link(Left const& left, Right const& right, A const&... payload) {
    link_input input{key_of_object<Table>(left), key_of_object<Table>(right), link_fields(reflect<Link>::size), {}};
    (take_payload<Relation, Link>(input.fields, payload), ...);
    take_side<Relation, Link, 0>(input.fields, left);
    take_side<Relation, Link, 1>(input.fields, right);
    input.key = key_of(related_entity<Table, Link>, input.fields.encodings.data());
    return input;
}

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/relation/link_input.ipp>
#endif
