// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/time.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/action.hpp>
#include <monotable/expression/predicate.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/schema/computed.hpp>
#include <monotable/schema/encode.hpp>
#include <monotable/schema/model_of.hpp>
#include <monotable/table/prepared_write.hpp>
#include <monotable/table/primary_key.hpp>
#include <monotable/table/typed_write.hpp>
#include <monotable/value/value.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What writes do for version, created, updated, read_only and computed fields. (Templates, so that only programs that have
/// such fields compile it.)
namespace monotable::detail {

/// A put leaves or continues something of the item there.
constexpr bool continues_item(role_data const& roles) {
    for (attribute_option const& option : roles.options)
        if (option.role == attribute_role::version || option.role == attribute_role::created ||
            option.role == attribute_role::read_only)
            return true;
    return false;
}

/// The function of a computed field may read what only the item there says.
constexpr bool reads_what_is_kept(entity_data const& entity, attribute_option const& option) {
    using enum attribute_role;
    if (!continues_item(*entity.roles)) return false;
    if (option.fields.empty()) return true;
    for (std::string_view const name : option.fields) {
        field_data const& field = entity.fields[static_cast<std::size_t>(entity.field_named(name))];
        if (field.has(version) || field.has(created) || field.has(read_only) || field.has(computed))
            return true;
    }
    return false;
}

/// What the store sets: versions and moments, as the fields of an entity have them.
template <class Entity>
class role_source {
  public:
    role_source(Entity const& entity, std::int64_t now) : entity_(entity), now_(now) {}

    static std::string number(std::uint64_t n) {
        std::string out;
        value_writer(out).number(n);
        return out;
    }
    /// 0: of an object that was never stored.
    static std::uint64_t version_in(std::string_view encoding) {
        auto const number = value_view(encoding.data()).as_uint64();
        return number ? *number : 0;
    }

    /// The version behind this one. Throws bad_value where the field's type has none.
    std::uint64_t following(std::uint64_t version) const {
        field_data const& field = entity_.fields[static_cast<std::size_t>(entity_.roles->version)];
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

    /// The time of the write, in the field's precision.
    std::string moment(std::size_t field) const {
        std::uint8_t const digits = entity_.fields[field].type->digits;
        std::int64_t per_unit = 1;
        for (int i = 0; i != digits; ++i) per_unit *= 10;
        std::string out;
        value_writer writer(out);
        encode_time({false, false, digits, per_unit},
                    digits == 0 ? floor_divide(now_, 1000) : now_ * (per_unit / 1000), writer);
        return out;
    }

  private:
    Entity const& entity_;
    std::int64_t now_;
};

/// The encodings of an object's fields, as a write makes them; empty: absent.
template <class Entity>
class role_values {
  public:
    role_values(Entity const& entity, void const* const* addresses, std::int64_t now)
        : entity_(entity),
          roles_(*entity.roles),
          source_(entity, now),
          encodings_(entity.fields.size()) {
        for (std::size_t i = 0; i != encodings_.size(); ++i)
            if (entity.fields[i].is_stored()) encode(i, addresses[i]);
    }

    std::string const& operator[](std::size_t field) const { return encodings_[field]; }
    std::string& operator[](std::size_t field) { return encodings_[field]; }
    char const* operator()(std::size_t field) const {
        return encodings_[field].empty() ? nullptr : encodings_[field].data();
    }

    void encode(std::size_t field, void const* object) {
        std::string& out = encodings_[field];
        out.clear();
        try {
            value_writer writer(out);
            entity_.fields[field].type->encode(object, writer);
        } catch (error const&) {
            rethrow_for_field(entity_.name, entity_.fields[field].name);
        }
    }

    /// REQUIRES: the entity has a version.
    std::uint64_t version() const { return source_.version_in(encodings_[at(roles_.version)]); }

    void set_version(std::uint64_t version) {
        if (roles_.version != no_field) encodings_[at(roles_.version)] = source_.number(version);
    }
    void set_created() {
        if (roles_.created != no_field) set_moment(at(roles_.created));
    }
    void set_updated() {
        if (roles_.updated != no_field) set_moment(at(roles_.updated));
    }

    /// As a write that found `before`, or nothing (nullptr), leaves them.
    void continue_from(item const* before) {
        set_version(1);
        set_created();
        set_updated();
        if (before == nullptr) return;
        for (std::size_t i = 0; i != encodings_.size(); ++i) {
            field_data const& field = entity_.fields[i];
            bool const kept = field.has(attribute_role::created) || field.has(attribute_role::read_only);
            if (!kept && !field.has(attribute_role::version)) continue;
            auto const found = before->find(field.attribute);
            if (found && kept)
                encodings_[i] = found->bytes();
            else if (found)
                set_version(source_.following(source_.version_in(found->bytes())));
        }
    }

  private:
    static std::size_t at(std::int16_t field) { return static_cast<std::size_t>(field); }
    void set_moment(std::size_t field) { encodings_[field] = source_.moment(field); }

    Entity const& entity_;
    role_data const& roles_;
    role_source<Entity> source_;
    std::vector<std::string> encodings_;
};

/// Makes the computed fields of a copy of the object what their functions say, with the other values that the store sets.
/// only: of those whose functions read nothing that the item there has.
template <class Table, class E>
void work_out_fields(E const& object, role_values<entity_data>& values, bool only_from_object) {
    if constexpr (declares<E>(attribute_role::computed)) {
        entity_data const& entity = entity_model<Table, E>::data;
        E copy(object);
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(copy, addresses);
        for (std::size_t i = 0; i != reflect<E>::size; ++i) {
            field_data const& field = entity.fields[i];
            bool const set = field.has(attribute_role::version) || field.has(attribute_role::created) ||
                             field.has(attribute_role::updated) || field.has(attribute_role::read_only);
            if (set && !values[i].empty())
                field.type->decode(value_view(values[i].data()), const_cast<void*>(addresses[i]));
        }
        for (std::size_t o = 0; o != entity.roles->options.size(); ++o) {
            attribute_option const& option = entity.roles->options[o];
            if (option.role != attribute_role::computed ||
                (only_from_object && reads_what_is_kept(entity, option)))
                continue;
            auto const field = static_cast<std::size_t>(entity.field_named(option.field));
            entity.roles->work_out[o](&copy, const_cast<void*>(addresses[field]));
            values.encode(field, addresses[field]);
        }
    }
}

/// Actions of an update, with all that they borrow.
template <class Entity>
class role_actions {
  public:
    /// count: of actions, at most.
    role_actions(Entity const& entity, std::string* keys, std::size_t count)
        : input{keys, nullptr},
          entity_(entity) {
        paths_.reserve(count);
        actions_.reserve(count);
    }
    role_actions(role_actions const&) = delete;
    role_actions& operator=(role_actions const&) = delete;

    void add(update_action const& action) { actions_.push_back(action); }
    void set(std::size_t field, expression operand) {
        update_action& action = add(field);
        action.operand = std::move(operand);
    }
    void set(std::size_t field, std::string const& encoding) {
        if (encoding.empty())
            add(field).kind = expression_kind::remove;
        else
            set(field, constant_of(encoding));
    }
    /// The value, unless the item has one.
    void set_once(std::size_t field, expression_view value) {
        auto const path = expression::path(document_path(entity_.fields[field].attribute));
        set(field, expression::make(expression_kind::if_not_exists, {path, value}));
    }
    void count(std::size_t field) {
        auto const path = expression::path(document_path(entity_.fields[field].attribute));
        auto const zero = constant_of(role_source<Entity>::number(0)),
                   one = constant_of(role_source<Entity>::number(1));
        set(field, expression::make(expression_kind::plus,
                                    {expression::make(expression_kind::if_not_exists, {path, zero}), one}));
    }

    std::vector<std::string> encodings; ///< what input.key points to, where no caller has it
    write_input input;

    write_input const& finish() {
        input.actions = actions_.data();
        input.action_count = actions_.size();
        return input;
    }

  private:
    update_action& add(std::size_t field) {
        paths_.emplace_back(entity_.fields[field].attribute);
        update_action& action = actions_.emplace_back();
        action.field = field;
        action.path = paths_.back();
        return action;
    }

    Entity const& entity_;
    std::vector<document_path> paths_; // not moved: actions point to them
    std::vector<update_action> actions_;
};

/// Whatever is there is not of the version of an object that was never stored; else the versions are to be the same.
template <class Entity>
requirement version_requirement(Entity const& entity, std::uint64_t version) {
    document_path const path(entity.fields[static_cast<std::size_t>(entity.roles->version)].attribute);
    auto const condition =
        version == 0
            ? never(path)
            : expression::make(expression_kind::equal,
                               {expression::path(path), constant_of(role_source<Entity>::number(version))});
    return {condition, refusal::version, entity.fields[static_cast<std::size_t>(entity.roles->version)].name};
}

/// The object is to be what is there.
template <class Entity>
void require_version(prepared_write& what, Entity const& entity, std::uint64_t version) {
    what.role = version_requirement(entity, version);
    what.version = std::to_string(version);
    what.return_failed = true;
}

/// A put of all that an object says, as an update: it continues the version and keeps what is to stay, in one atomic step.
template <class Entity>
void continue_put(prepared_write& what, Entity const& entity, role_values<Entity>& values, std::int64_t now) {
    using enum attribute_role;
    role_source<Entity> const source(entity, now);
    auto owned = std::make_shared<role_actions<Entity>>(entity, nullptr, entity.fields.size());
    owned->encodings.resize(entity.fields.size());
    for (std::size_t i = 0; i != entity.fields.size(); ++i) {
        field_data const& field = entity.fields[i];
        if (!field.is_stored()) continue;
        if (is_in_primary_key(entity, i)) {
            owned->encodings[i] = values[i];
        } else if (field.has(version)) {
            if (what.expected == existence::must_exist) {
                require_version(what, entity, values.version());
                if (values.version() != 0) owned->set(i, source.number(source.following(values.version())));
            } else {
                owned->count(i);
            }
        } else if (field.has(created)) {
            owned->set_once(i, constant_of(source.moment(i)));
        } else if (field.has(read_only)) {
            if (!values[i].empty()) owned->set_once(i, constant_of(values[i]));
        } else if (!field.has(computed)) {
            owned->set(i, values[i]);
        }
    }
    for (attribute_option const& option : entity.roles->options) { // others are worked out from the item
        if (option.role != computed || reads_what_is_kept(entity, option)) continue;
        auto const field = static_cast<std::size_t>(entity.field_named(option.field));
        owned->set(field, values[field]);
    }
    owned->input.key = owned->encodings.data();
    what.kind = write_kind::update;
    what.whole = true;
    what.attributes = key_of(entity, owned->encodings.data());
    what.known_attributes = {};
    what.input = &owned->finish();
    what.owned = std::move(owned);
}

/// Adds what fields with roles need to the actions of an update. `version`: the encoding of the object's, or empty.
template <class Entity>
void add_role_actions(prepared_write& what, Entity const& entity, std::string const& version,
                      std::int64_t now) {
    role_data const& roles = *entity.roles;
    role_source<Entity> const source(entity, now);
    bool const upsert = what.expected == existence::any;
    auto owned =
        std::make_shared<role_actions<Entity>>(entity, what.input->key, what.input->action_count + 3);
    for (std::size_t i = 0; i != what.input->action_count; ++i) {
        update_action const& action = what.input->actions[i];
        if (!entity.fields[action.field].has(attribute_role::read_only))
            owned->add(action);
        else if (action.kind == expression_kind::set)
            owned->set_once(action.field, action.operand);
    }
    if (roles.version != no_field) {
        auto const field = static_cast<std::size_t>(roles.version);
        if (version.empty()) {
            owned->count(field);
        } else {
            std::uint64_t const number = source.version_in(version);
            require_version(what, entity, number);
            if (number == 0 && upsert) { // it may create the item, and nothing else
                auto const key = expression::path(document_path(entity.table->indexes[0].attributes[0].name));
                what.role.condition = expression::make(expression_kind::attribute_not_exists, {key});
            }
            owned->set(field, source.number(source.following(number)));
        }
    }
    if (roles.updated != no_field)
        owned->set(static_cast<std::size_t>(roles.updated),
                   source.moment(static_cast<std::size_t>(roles.updated)));
    if (roles.created != no_field && upsert)
        owned->set_once(static_cast<std::size_t>(roles.created),
                        constant_of(source.moment(static_cast<std::size_t>(roles.created))));
    what.input = &owned->finish();
    what.owned = std::move(owned);
}

/// How to read an item whose computed fields need not be there yet.
template <class Table, class E>
struct before_working_out {
    static constexpr auto build() {
        struct {
            field_data fields[reflect<E>::size];
        } built{};
        for (std::size_t i = 0; i != reflect<E>::size; ++i) {
            built.fields[i] = entity_model<Table, E>::data.fields[i];
            built.fields[i].defaulted =
                built.fields[i].defaulted || built.fields[i].has(attribute_role::computed);
        }
        return built;
    }
    static constexpr auto storage = build();
    static constexpr result_data result{storage.fields, entity_model<Table, E>::result.order};
};

/// The attributes that the time of a write decides.
template <class Table, class E>
struct clocked_names {
    static constexpr auto build() {
        using enum attribute_role;
        struct {
            std::string_view names[reflect<E>::size];
            std::size_t size = 0;
        } built{};
        for (attribute_option const& option : declaration_of<E>.options) {
            bool clocked = option.role == created || option.role == updated ||
                           (option.role == computed && option.fields.empty());
            for (std::string_view const name : option.fields) {
                field_data const& field = entity_model<Table, E>::data.fields[field_index<E>(name)];
                clocked = clocked || (option.role == computed &&
                                      (field.has(created) || field.has(updated) || field.has(computed)));
            }
            if (clocked)
                built.names[built.size++] =
                    entity_model<Table, E>::data.fields[field_index<E>(option.field)].attribute;
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

    /// Makes a put one of an entity whose fields have roles. REQUIRES: everything but what the object says is there.
    static void prepare_put(prepared_write& result, E const& object, std::int64_t now) {
        result.clocked = clocked_names<Table, E>::value;
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        role_values<entity_data> values(entity, addresses, now);
        bool const continues = result.expected != existence::must_not_exist && continues_item(*entity.roles);
        if (continues)
            values.set_updated();
        else
            values.continue_from(nullptr);
        work_out_fields<Table>(object, values, continues);
        if (continues)
            continue_put(result, entity, values, now);
        else
            result.attributes =
                encoded_object(entity, [&](std::size_t field) { return values(field); }).to_item();
    }

    /// The object, of which this is the encoding of the version, is to be what is there.
    static void require(prepared_write& what, std::string const& version) {
        require_version(what, entity, role_source<entity_data>::version_in(version));
    }

    static void prepare_update(prepared_write& what, std::string const& version, std::int64_t now) {
        what.clocked = clocked_names<Table, E>::value;
        add_role_actions(what, entity, version, now);
    }

    /// Makes the computed fields of the object what their functions say.
    static void work_out(E& object) {
        void const* addresses[reflect<E>::size];
        reflect<E>::addresses(object, addresses);
        for (std::size_t o = 0; o != entity.roles->options.size(); ++o)
            if (attribute_option const& option = entity.roles->options[o];
                option.role == attribute_role::computed)
                entity.roles->work_out[o](&object,
                                          const_cast<void*>(addresses[entity.field_named(option.field)]));
    }
};

} // namespace monotable::detail
