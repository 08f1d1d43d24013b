// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/local/memory.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/plan_of.hpp>
#include <monotable/store/describe.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/nothing.hpp>
#include <monotable/store/opt_in_verbs.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/collection.hpp>
#include <monotable/store/read/item_count.hpp>
#include <monotable/store/read/range.hpp>
#include <monotable/store/relation_members.hpp>
#include <monotable/store/report.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/store/write/typed_write.hpp>
#include <monotable/store/write/write_result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

template <class Store>
struct store_access; // what a store knows, for the headers that add to it

template <class Collection, class E, class Table, std::size_t I>
constexpr bool valid_member() {
    if constexpr (lists_entity<E, typename Table::entity_list>) {
        return valid_entity<Table, E>();
    } else {
        constexpr std::string_view name = reflect<Collection>::names[I];
        using report = std::conditional_t<declared_entity<E> || !reflectable<E>,
                                          report_no_entity_member<Collection, to_fixed<name.size()>(name), E>,
                                          report_projected_member<Collection, to_fixed<name.size()>(name), E>>;
        return report::fail();
    }
}

} // namespace detail

/// Typed access to one or more tables of a backend.
///
/// Keeps the backend alive; copies share it. All members may be called from several threads at once. Mistakes about entities,
/// keys and conditions do not compile. Exceptions: bad_value when an object or a condition cannot be stored or be a key (it
/// names entity and field; nothing is written), bad_item when a stored item does not fit its struct, store_error when the
/// backend refuses or fails.
template <class... Tables>
class store : public detail::relation_members<store<Tables...>, Tables...>, public opt_in_verbs<store<Tables...>> {
  public:
    using detail::relation_members<store<Tables...>, Tables...>::collect;

    /// In memory.
    store() : store(memory{}) {}

    /// Creates the tables that do not exist, and turns on the streams that the model asks for; returns when all are active.
    /// Throws store_error where a table exists with another description, or is not active within five minutes.
    /// now: the clock that created and updated times, and unexpired(), go by. retry: how often a write is attempted that others
    /// interfere with.
    explicit store(std::shared_ptr<backend> implementation, clock_function now = detail::system_clock,
                   retry_policy const& retry = {})
        : backend_(std::move(implementation)), clock_(std::move(now)), retry_(retry) {
        if constexpr (valid_tables())
            (detail::open_table(*backend_, detail::description_of<Tables>(), detail::settings_of<Tables>()), ...);
    }
    /// As above, but tables are opened in the way that is named: open_options{.timeout = ...}, or add_missing_indexes
    /// (see evolution.hpp).
    template <class Opening>
        requires(!std::is_convertible_v<Opening, clock_function>)
    store(std::shared_ptr<backend> implementation, Opening how, clock_function now = detail::system_clock,
          retry_policy const& retry = {})
        : backend_(std::move(implementation)), clock_(std::move(now)), retry_(retry) {
        if constexpr (valid_tables())
            (open_table(how, *backend_, detail::description_of<Tables>(), detail::settings_of<Tables>()), ...);
    }
    explicit store(memory const& implementation, clock_function now = detail::system_clock,
                   retry_policy const& retry = {})
        : store(static_cast<std::shared_ptr<backend>>(implementation), std::move(now), retry) {}

    /// Writes the object, whatever was there. Attributes of the item there that E does not know are kept. Gives a write_result
    /// where the model can refuse it (a unique field), and nothing otherwise.
    template <class E>
    auto put(E const& object) {
        if constexpr (!valid<E>() || may_refuse<E>()) return write(object, existence::any);
        else if constexpr (detail::has_write_roles<E>())
            return stored_result<table_of<E>, E>(write_outcome_of(object, existence::any));
        else static_cast<void>(write(object, existence::any));
    }
    /// Writes the object if what is there satisfies the condition, a when().
    template <class E, class... A>
        requires(sizeof...(A) != 0)
    auto put(E const& object, A const&... condition) {
        return write(object, existence::any, condition...);
    }

    /// Writes the object unless its key exists; the result then holds what exists.
    template <class E>
    auto create(E const& object) {
        return write(object, existence::must_not_exist);
    }
    template <class E, class... A>
        requires(sizeof...(A) != 0)
    auto create(E const& object, A const&... condition) {
        return write(object, existence::must_not_exist, condition...);
    }

    /// Writes the object if its key exists. Attributes of the item there that E does not know are kept.
    template <class E>
    auto replace(E const& object) {
        return write(object, existence::must_exist);
    }
    /// As replace, if the item there satisfies the condition.
    template <class E, class... A>
        requires(sizeof...(A) != 0)
    auto replace(E const& object, A const&... condition) {
        return write(object, existence::must_exist, condition...);
    }

    /// Changes parts of the item with this primary key, which must exist; its index entries follow. Arguments in any order:
    /// one == condition per field of the key, assignments, at most one when(), returning_old or returning_new.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto update(A const&... arguments) {
        return change<E, detail::write_verb::update>(nullptr, arguments...);
    }
    /// As update, of the item with the object's primary key. The object is not changed.
    template <class E, class... A>
    auto update(E const& object, A const&... arguments) {
        return change<E, detail::write_verb::update>(&object, arguments...);
    }

    /// As update, but creates the item if there is none.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto upsert(A const&... arguments) {
        return change<E, detail::write_verb::upsert>(nullptr, arguments...);
    }
    template <class E, class... A>
    auto upsert(E const& object, A const&... arguments) {
        return change<E, detail::write_verb::upsert>(&object, arguments...);
    }

    /// The item with this primary key: one == condition per field of the key. Absent when there is none.
    template <class E, class... C>
    [[nodiscard]] std::optional<E> get(C const&... conditions) const {
        if constexpr (valid_get<E, C...>()) {
            using table = table_of<E>;
            if constexpr (detail::valid_result<table, E, 0, E>()) {
                item const key = detail::key_from<table, E>(conditions...);
                auto const found = detail::get_for(detail::declaration_of<E>.name, *backend_, {table::data.name, key});
                if (found && detail::belongs_to(detail::entity_model<table, E>::data, *found))
                    return detail::decode_as<table, E, E>(*found);
            }
        }
        return std::nullopt;
    }
    using opt_in_verbs<store>::get; // get<E>(unexpired, ...)

    /// Removes the item with this primary key: one == condition per field of the key. True if there was one. Where the model
    /// can refuse it (refuse_erase): a write_result, true if there is no such item now.
    template <class E, class... C>
        requires(!std::is_same_v<C, E> && ...) && (!detail::is_write_condition<C> && ...)
    auto erase(C const&... conditions) {
        if constexpr (valid_get<E, C...>()) return erase_key<E>(detail::key_from<table_of<E>, E>(conditions...));
        else return false;
    }

    /// Removes the item with the object's primary key. True if there was one. Of an entity with a version: if the item is still
    /// the one that the object was read from; a write_result.
    template <class E>
    auto erase(E const& object) {
        if constexpr (detail::has_version<E>()) return change<E, detail::write_verb::erase>(&object);
        else if constexpr (valid<E>()) return erase_key<E>(detail::taken_arguments<table_of<E>, E>(&object).key);
        else return false;
    }

    /// Removes the item with this primary key if what is there satisfies the condition: == conditions and one when().
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...) && (detail::is_write_condition<A> || ...)
    auto erase(A const&... arguments) {
        return change<E, detail::write_verb::erase>(nullptr, arguments...);
    }
    template <class E, class... A>
        requires(sizeof...(A) != 0)
    auto erase(E const& object, A const&... condition) {
        return change<E, detail::write_verb::erase>(&object, condition...);
    }

    /// The items of E that satisfy the conditions, in the order of the sort key: a lazy item_range.
    template <class E, class... C>
    [[nodiscard]] auto query(C const&... conditions) const {
        return query<E>(on<"">, conditions...);
    }

    /// As query, by the index named (the table's own name: the primary key).
    template <class E, fixed_string Index, class... C>
    [[nodiscard]] auto query(on_index<Index>, C const&... conditions) const {
        if constexpr (!valid<E, C...>()) {
            return detail::nothing<E>{};
        } else {
            using table = table_of<E>;
            constexpr detail::plan_data const& plan = detail::query_plan<table, E, Index, C...>;
            if constexpr (detail::valid_plan<table, E, plan>())
                return item_range<table, E, plan.index>(
                    backend_, source<table, E>(detail::entity_model<table, E>::data, plan, conditions...));
            else return detail::nothing<E>{};
        }
    }

    /// Several entities of one partition in one query: see item_collection. Conditions name the fields of the first member
    /// and fix the partition.
    template <class Collection, class... C>
    [[nodiscard]] auto collect(C const&... conditions) const {
        return collect<Collection>(on<"">, conditions...);
    }
    template <class Collection, fixed_string Index, class... C>
    [[nodiscard]] auto collect(on_index<Index>, C const&... conditions) const {
        if constexpr (!valid_collection<Collection>()) {
            return detail::nothing<Collection>{};
        } else if constexpr (!valid<detail::member_entity<Collection, 0>, C...>()) {
            return detail::nothing<Collection>{};
        } else {
            using root = detail::member_entity<Collection, 0>;
            using table = table_of<root>;
            constexpr detail::plan_data const& plan = detail::collection_plan<table, Collection, Index, C...>;
            if constexpr (detail::valid_plan<table, root, plan>()) {
                auto from = source<table, root>(detail::entity_model<table, root>::data, plan, conditions...);
                from.entity = nullptr;
                return item_collection<table, Collection, plan.index>(backend_, std::move(from));
            } else {
                return detail::nothing<Collection>{};
            }
        }
    }

    /// Every item of E: reads the whole table. A lazy item_range, in no particular order.
    template <class E>
    [[nodiscard]] auto scan() const {
        if constexpr (valid<E>()) {
            detail::read_source from{.table = &table_of<E>::data, .scan = true, .clock = clock_};
            from.entity = &detail::entity_model<table_of<E>, E>::data;
            return item_range<table_of<E>, E, detail::whole_table>(backend_, std::move(from));
        } else {
            return detail::nothing<E>{};
        }
    }

    /// How many items the table or one of its indexes has. Reads none: it is what the store keeps of itself, which on a server
    /// is some hours old, and in memory exact.
    template <class Table, fixed_string Index = "">
    [[nodiscard]] std::uint64_t item_count() const {
        if constexpr (!(std::is_same_v<Table, Tables> || ...)) return detail::report_no_count<Table, Tables...>::fail();
        else if constexpr (!detail::has_index_named<Table>(Index.view()))
            return detail::report_no_index_to_count<Table, Index>::fail();
        else return detail::items_counted(backend_->status(Table::data.name), Index.view());
    }

    /// What a put of the object stores: its attributes, key attributes and index entries.
    template <class E>
    [[nodiscard]] item to_item(E const& object) const {
        if constexpr (valid<E>()) {
            void const* addresses[detail::reflect<E>::size];
            detail::reflect<E>::addresses(object, addresses);
            return detail::encoded_object(detail::entity_model<table_of<E>, E>::data, addresses).to_item();
        } else {
            return {};
        }
    }

    /// The untyped operations underneath.
    std::shared_ptr<backend> const& implementation() const noexcept { return backend_; }

    clock_function const& clock() const noexcept { return clock_; }
    retry_policy const& retry() const noexcept { return retry_; }

  private:
    template <class Store>
    friend struct detail::store_access;

    /// Of ranges that are not read through it.
    struct unopened {};
    store(unopened, clock_function now, retry_policy const& retry) : clock_(std::move(now)), retry_(retry) {}

    template <class E>
    using table_of = typename detail::table_holding<E, Tables...>::type;

    static constexpr bool valid_tables() {
        if constexpr (sizeof...(Tables) == 0) return detail::report_empty_store<store>::fail();
        else return detail::have_names_of_their_own<Tables...>() && (detail::valid_with_relations<Tables>() && ...);
    }

    /// E and the conditions are fit for use; otherwise one error.
    template <class E, class... C>
    static constexpr bool valid() {
        if constexpr (!valid_tables()) {
            return false;
        } else if constexpr (detail::tables_holding<E, Tables...> == 0) {
            return detail::report_not_in_store<E, Tables...>::fail();
        } else if constexpr (detail::tables_holding<E, Tables...> > 1) {
            return detail::report_in_two_tables<E, Tables...>::fail();
        } else if constexpr (!detail::valid_entity<table_of<E>, E>() || !detail::has_role_writer<table_of<E>, E>()) {
            return false;
        } else {
            return (detail::valid_condition<E, C>() && ...);
        }
    }

    template <class E, class... C>
    static constexpr bool valid_get() {
        if constexpr (!valid<E, C...>()) return false;
        else return detail::valid_plan<table_of<E>, E, detail::get_plan<table_of<E>, E, C...>>();
    }

    template <class Collection, std::size_t... I>
    static constexpr bool valid_members(std::index_sequence<I...>) {
        using table = table_of<detail::member_entity<Collection, 0>>;
        return (detail::valid_member<Collection, detail::member_entity<Collection, I>, table, I>() && ...);
    }

    /// Collection is a struct of entities of one table, and default constructible; otherwise one error.
    template <class Collection>
    static constexpr bool valid_collection() {
        if constexpr (!detail::reflectable<Collection>) return detail::report_no_collection<Collection>::fail();
        else if constexpr (!std::is_default_constructible_v<Collection>)
            return detail::report_not_default_constructible<Collection>::fail();
        else if constexpr (!detail::has_no_const_member<Collection>()) return false;
        else if constexpr (!valid<detail::member_entity<Collection, 0>>()) return false;
        else return valid_members<Collection>(detail::member_indices<Collection>{});
    }

    template <class Table, class E, class... C>
    detail::read_source source(detail::entity_data const& entity, detail::plan_data const& plan,
                               C const&... conditions) const {
        detail::condition_values const values[] = {detail::encode_condition<E>(conditions)..., {}};
        detail::read_source from = detail::planned_source(entity, plan, {values, sizeof...(C)});
        from.clock = clock_;
        return from;
    }

    template <class E, class... A>
    auto write(E const& object, existence expected, A const&... condition) {
        if constexpr (!valid<E>()) return detail::nothing<E>{};
        else if constexpr (!detail::valid_put_arguments<E, A...>()) return detail::nothing<E>{};
        else
            return write_result<table_of<E>, E>(
                write_outcome_of(object, expected, detail::tree_of<E>(condition.condition)...));
    }

    template <class E, class... Condition>
    detail::typed_outcome write_outcome_of(E const& object, existence expected, Condition const&... condition) {
        return detail::perform_put<table_of<E>, E>(
            *backend_, detail::prepare_put<table_of<E>>(clock_, object, expected, condition...), retry_);
    }

    template <class E, bool Erase = false>
    static constexpr bool may_refuse() {
        if constexpr (!valid<E>()) return false;
        else if constexpr (Erase) return detail::any_may_refuse_erase(detail::consequences_of<table_of<E>, E>);
        else return detail::any_may_refuse(detail::consequences_of<table_of<E>, E>);
    }

    template <class E>
    auto erase_key(item key) {
        using table = table_of<E>;
        auto what = detail::prepare_erase<table, E>(std::move(key), {}, may_refuse<E, true>());
        if constexpr (!may_refuse<E, true>()) what.returns = return_values::existed;
        auto outcome = detail::perform<table, E>(*backend_, what, retry_);
        if constexpr (may_refuse<E, true>()) return write_result<table, E>(std::move(outcome));
        else return outcome.existed;
    }

    /// E and the arguments of a write fit; otherwise one error.
    template <class E, detail::write_verb Verb, bool WithObject, class... A>
    static constexpr bool valid_write() {
        if constexpr (!valid<E>()) return false;
        else if constexpr (!detail::valid_result<table_of<E>, E, 0, E>()) return false;
        else if constexpr (!detail::valid_arguments<table_of<E>, E, Verb, WithObject, A...>()) return false;
        else return detail::leaves_kept_alone<table_of<E>, E, A...>();
    }

    /// Key: an object's address, or nullptr where conditions give the key.
    template <class E, detail::write_verb Verb, class Key, class... A>
    auto change(Key object, A const&... arguments) {
        if constexpr (valid_write<E, Verb, !std::is_null_pointer_v<Key>, A...>()) {
            using table = table_of<E>;
            detail::taken_arguments<table, E, A...> taken(object, arguments...);
            if constexpr (Verb == detail::write_verb::erase) {
                return write_result<table, E>(
                    detail::perform<table, E>(*backend_, detail::prepare_erase<table, E>(clock_, taken), retry_));
            } else {
                constexpr auto returned = detail::returned_by<A...>;
                return update_result<table, E, returned>(detail::update_with<table, E, returned>(
                    *backend_, clock_, retry_, taken, Verb == detail::write_verb::upsert));
            }
        } else {
            return detail::nothing<E>{};
        }
    }

    std::shared_ptr<backend> backend_;
    clock_function clock_;
    retry_policy retry_;
};

} // namespace monotable
