// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/local/memory.hpp>
#include <monotable/model/encode.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/query/condition.hpp>
#include <monotable/query/plan_of.hpp>
#include <monotable/store/describe.hpp>
#include <monotable/store/error_placeholder.hpp>
#include <monotable/store/opt_in_verbs.hpp>
#include <monotable/store/primary_key.hpp>
#include <monotable/store/read/collection.hpp>
#include <monotable/store/read/get.hpp>
#include <monotable/store/read/item_count.hpp>
#include <monotable/store/read/range.hpp>
#include <monotable/store/relation_members.hpp>
#include <monotable/violation/store.hpp>
#include <monotable/store/table_of.hpp>
#include <monotable/store/write/plain_write.hpp>
#include <monotable/store/write/typed_write.hpp>
#include <monotable/store/write/write_result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

template <class Store>
struct store_access; // access to a store's types for the headers that add verbs

} // namespace detail

/// Typed access to one or more tables of a backend.
///
/// Keeps the backend alive; copies share it. All members may be called from several threads at once. Errors in entities, keys and
/// conditions are detected at compile time. Exceptions: bad_value if an object or a condition cannot be stored or be part of a key
/// (it names entity and field; nothing is written), bad_item if a stored item does not fit its struct, store_error if the
/// backend rejects the request or fails.
template <class... Tables>
class store : public detail::relation_members<store<Tables...>, Tables...>,
              public detail::opt_in_verbs<store<Tables...>> {
  public:
    using detail::relation_members<store<Tables...>, Tables...>::collect;

    /// A store in memory.
    store() : store(memory{}) {}

    /// Creates the tables that do not exist, and enables the streams that the model requires; returns when all are active. Throws
    /// store_error if a table exists with another description, or is not active in time (five minutes).
    explicit store(std::shared_ptr<backend> implementation, store_options const& options = {})
        : backend_(std::move(implementation)), clock_(options.clock), retry_(options.retry) {
        if constexpr (valid_tables())
            (detail::open_table_as(options, *backend_, detail::description_of<Tables>(), detail::settings_of<Tables>()),
             ...);
    }
    explicit store(memory const& implementation, store_options const& options = {})
        : store(static_cast<std::shared_ptr<backend>>(implementation), options) {}

    // Each write is atomic and returns a write_result<E>, which is true if it was performed. Options follow in any order: at most
    // one when(), a condition on the stored item; returning_old or returning_new, for before() and after().

    /// Writes the object, whether or not its key exists, if the condition holds for the stored item. Attributes of the stored
    /// item that E does not declare are preserved.
    template <class E, class... A>
    detail::put_result<E, A...> put(E const& object, A const&... options) {
        return write<precondition::any>(object, options...);
    }

    /// Writes the object if its key does not exist; otherwise the error is already_exists, and existing() is that item.
    template <class E, class... A>
    detail::put_result<E, A...> create(E const& object, A const&... options) {
        return write<precondition::must_not_exist>(object, options...);
    }

    /// Writes the object if its key exists; otherwise the error is not_found. Attributes of the stored item that E does not declare
    /// are preserved.
    template <class E, class... A>
    detail::put_result<E, A...> replace(E const& object, A const&... options) {
        return write<precondition::must_exist>(object, options...);
    }

    /// Changes parts of the item with this primary key, and its index entries; the error is not_found if it does not exist.
    /// Arguments in any order: one == condition per field of the key, assignments, options.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto update(A const&... arguments) {
        return change<E, detail::write_verb::update>(nullptr, arguments...);
    }
    /// Like update, for the item with the object's primary key. The object is not changed.
    template <class E, class... A>
    auto update(E const& object, A const&... arguments) {
        return change<E, detail::write_verb::update>(&object, arguments...);
    }

    /// Like update, but creates the item if it does not exist.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto upsert(A const&... arguments) {
        return change<E, detail::write_verb::upsert>(nullptr, arguments...);
    }
    template <class E, class... A>
    auto upsert(E const& object, A const&... arguments) {
        return change<E, detail::write_verb::upsert>(&object, arguments...);
    }

    /// The item with this primary key, given by one == condition per field of the key; absent if it does not exist.
    template <class E, class... C>
    [[nodiscard]] std::optional<E> get(C const&... conditions) const {
        std::optional<E> result;
        if constexpr (valid_get<E, C...>()) detail::get_optional<table_of<E>>(*backend_, result, conditions...);
        return result;
    }
    /// Reads the item with this primary key without decoding it: `f`, the last argument, is called with a view of it, whose fields
    /// are read where they are asked for. Returns an optional of the value that `f` returns or, if it returns none, true if the
    /// item exists. No locks are held during the call.
    ///     std::optional<mt::decimal> total = db.get<Order>("id"_f == 7, [](mt::view<Order> order) { return order["total"_f]; });
    template <class E, class... A>
        requires detail::end_in_viewer<E, A...>
    auto get(A const&... arguments) const {
        return get_viewed<E>(std::make_index_sequence<sizeof...(A) - 1>(), std::tie(arguments...));
    }

    /// Reads the item with this primary key into an object, whose memory is reused. False, with the object unchanged, if there is
    /// none.
    template <class E, class... C>
    [[nodiscard]] bool get_into(E& object, C const&... conditions) const {
        if constexpr (valid_get<E, C...>()) return detail::get_into<table_of<E>>(*backend_, object, conditions...);
        else return false;
    }
    using detail::opt_in_verbs<store>::get; // get<E>(unexpired, ...)

    /// Removes the item with this primary key, given by one == condition per field of the key; options may follow. Succeeds if the
    /// item does not exist; before(), with returning_old, is then absent.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    detail::erase_result<E, A...> erase(A const&... arguments) {
        if constexpr ((detail::is_write_option<A> || ...))
            return change<E, detail::write_verb::erase>(nullptr, arguments...);
        else if constexpr (!valid_get<E, A...>()) return detail::erase_result<E, A...>();
        else if constexpr (detail::is_plain_change<table_of<E>, E, A...>)
            return detail::change_plainly<table_of<E>, E, detail::write_verb::erase>(
                *backend_, {clock_, retry_, nullptr}, arguments...);
        else return erase_key<E>(detail::key_from<table_of<E>, E>(arguments...));
    }

    /// Removes the item with the object's primary key; if E has a version, only if the item is unchanged since the object was
    /// read: otherwise the error is version_mismatch or not_found.
    template <class E, class... A>
    detail::erase_result<E, A...> erase(E const& object, A const&... options) {
        if constexpr (detail::has_version<E>() || sizeof...(A) != 0)
            return change<E, detail::write_verb::erase>(&object, options...);
        else if constexpr (valid<E>()) return erase_key<E>(detail::typed_arguments<table_of<E>, E>(&object).key);
        else return detail::erase_result<E, A...>();
    }

    /// The items of E that satisfy the conditions, in the order of the sort key: a lazy item_range.
    template <class E, class... C>
    [[nodiscard]] auto query(C const&... conditions) const {
        return query<E>(on<"">, conditions...);
    }

    /// Like query, by the named index (the name of the table selects the primary key).
    template <class E, fixed_string Index, class... C>
    [[nodiscard]] auto query(detail::on_index<Index>, C const&... conditions) const {
        if constexpr (!valid<E, C...>()) {
            return detail::error_placeholder<E>{};
        } else {
            using table = table_of<E>;
            constexpr detail::plan_data const& plan = detail::query_plan<table, E, Index, C...>;
            if constexpr (detail::valid_plan<table, E, plan>())
                return item_range<table, E, plan.index>(
                    backend_, source<table, E>(detail::entity_model<table, E>::data, plan, conditions...));
            else return detail::error_placeholder<E>{};
        }
    }

    /// Several entities of one partition in one query: see item_collection. Conditions name the fields of the first member
    /// and fix the partition.
    template <class Collection, class... C>
    [[nodiscard]] auto collect(C const&... conditions) const {
        return collect<Collection>(on<"">, conditions...);
    }
    template <class Collection, fixed_string Index, class... C>
    [[nodiscard]] auto collect(detail::on_index<Index>, C const&... conditions) const {
        if constexpr (!valid_collection<Collection>()) {
            return detail::error_placeholder<Collection>{};
        } else if constexpr (!valid<detail::member_entity<Collection, 0>, C...>()) {
            return detail::error_placeholder<Collection>{};
        } else {
            using root = detail::member_entity<Collection, 0>;
            using table = table_of<root>;
            constexpr detail::plan_data const& plan = detail::collection_plan<table, Collection, Index, C...>;
            if constexpr (detail::valid_plan<table, root, plan>()) {
                auto from = source<table, root>(detail::entity_model<table, root>::data, plan, conditions...);
                from.entity = nullptr;
                return item_collection<table, Collection, plan.index>(backend_, std::move(from));
            } else {
                return detail::error_placeholder<Collection>{};
            }
        }
    }

    /// All items of E, as a lazy item_range in unspecified order. Reads the whole table.
    template <class E>
    [[nodiscard]] auto scan() const {
        if constexpr (valid<E>()) {
            detail::read_source from{.table = &table_of<E>::data, .scan = true, .clock = clock_};
            from.entity = &detail::entity_model<table_of<E>, E>::data;
            return item_range<table_of<E>, E, detail::whole_table>(backend_, std::move(from));
        } else {
            return detail::error_placeholder<E>{};
        }
    }

    /// The number of items of the table or one of its indexes, from its description, without reading items: exact for local stores,
    /// some hours old for the service.
    template <class Table, fixed_string Index = "">
    [[nodiscard]] std::uint64_t item_count() const {
        if constexpr (!(std::is_same_v<Table, Tables> || ...))
            return detail::report<detail::store_rule::not_counted, Table, Tables...>();
        else if constexpr (!detail::has_index_named<Table>(Index.view()))
            return detail::report<detail::store_rule::no_index_to_count, Table, detail::named<Index>>();
        else return detail::items_counted(backend_->status(Table::data.name), Index.view());
    }

    /// The item that a put of the object stores: its attributes, including key attributes of indexes.
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

    /// The backend.
    std::shared_ptr<backend> const& implementation() const noexcept { return backend_; }

    clock_function const& clock() const noexcept { return clock_; }
    retry_policy const& retry() const noexcept { return retry_; }

  private:
    template <class Store>
    friend struct detail::store_access;

    /// For ranges that another driver reads.
    struct unopened {};
    store(unopened, store_options const& options) : clock_(options.clock), retry_(options.retry) {}

    template <class E>
    using table_of = typename detail::table_holding<E, Tables...>::type;

    static constexpr bool valid_tables() {
        if constexpr (sizeof...(Tables) == 0) return detail::report<detail::store_rule::no_table, store>();
        else if constexpr (!detail::have_names_of_their_own<Tables...>() ||
                           !(detail::valid_with_relations<Tables>() && ...))
            return false;
        else return (detail::lists_related_tables<Tables, Tables...>() && ...);
    }

    /// True if E and the conditions are valid; otherwise one error.
    template <class E, class... C>
    static constexpr bool valid() {
        if constexpr (!valid_tables()) {
            return false;
        } else if constexpr (detail::tables_holding<E, Tables...> == 0) {
            return detail::report<detail::store_rule::not_listed, E, Tables...>();
        } else if constexpr (detail::tables_holding<E, Tables...> > 1) {
            return detail::report<detail::store_rule::listed_twice, E, Tables...>();
        } else if constexpr (!detail::valid_entity<table_of<E>, E>() ||
                             !detail::has_managed_field_writer<table_of<E>, E>()) {
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

    template <class E, std::size_t... I, class... A>
    auto get_viewed(std::index_sequence<I...>, std::tuple<A const&...> const& all) const {
        using viewer = detail::last_type<A...>;
        if constexpr (!detail::valid_viewed<E, detail::viewed_t<viewer, E>>()) return detail::error_placeholder<E>{};
        else if constexpr (!valid_get<E, std::tuple_element_t<I, std::tuple<A...>>...>())
            return detail::error_placeholder<E>{};
        else return detail::get_viewed<table_of<E>, E>(*backend_, std::get<sizeof...(I)>(all), std::get<I>(all)...);
    }

    template <class Collection, std::size_t... I>
    static constexpr bool valid_members(std::index_sequence<I...>) {
        using table = table_of<detail::member_entity<Collection, 0>>;
        return (detail::valid_member<Collection, detail::member_entity<Collection, I>, table, I>() && ...);
    }

    /// True if Collection is a default constructible struct of entities of one table; otherwise one error.
    template <class Collection>
    static constexpr bool valid_collection() {
        if constexpr (!detail::reflectable<Collection>)
            return detail::report<detail::store_rule::not_a_collection, Collection>();
        else if constexpr (!std::is_default_constructible_v<Collection>)
            return detail::report<detail::store_rule::not_default_constructible, Collection>();
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

    template <precondition Expected, class E, class... A>
    detail::put_result<E, A...> write(E const& object, A const&... options) {
        if constexpr (valid<E>()) {
            using table = table_of<E>;
            if constexpr (detail::is_plain_put<table, E, Expected, A...>) {
                return detail::put_plainly<table>(*backend_, object, Expected);
            } else if constexpr (detail::valid_put_arguments<E, A...>())
                return detail::put_result<E, A...>(
                    detail::perform_put<table, E>(
                        *backend_, detail::prepare_put<table>(clock_, object, Expected, options...), retry_),
                    detail::reader_of<table, E>);
        }
        return detail::put_result<E, A...>();
    }

    template <class E>
    write_result<E> erase_key(item key) {
        using table = table_of<E>;
        return write_result<E>(
            detail::perform<table, E>(*backend_, detail::prepare_erase<table, E>(std::move(key), {}, true), retry_),
            detail::reader_of<table, E>);
    }

    /// True if E and the arguments of a write are valid; otherwise one error.
    template <class E, detail::write_verb Verb, bool WithObject, class... A>
    static constexpr bool valid_write() {
        if constexpr (!valid<E>()) return false;
        else if constexpr (!detail::valid_result<table_of<E>, E, 0, E>()) return false;
        else if constexpr (!detail::valid_arguments<table_of<E>, E, Verb, WithObject, A...>()) return false;
        else return detail::leaves_derived_alone<table_of<E>, E, A...>();
    }

    /// Key: the address of an object, or nullptr if conditions specify the key.
    template <class E, detail::write_verb Verb, class Key, class... A>
    auto change(Key object, A const&... arguments) {
        if constexpr (valid_write<E, Verb, !std::is_null_pointer_v<Key>, A...>()) {
            using table = table_of<E>;
            if constexpr (Verb != detail::write_verb::upsert && std::is_null_pointer_v<Key> &&
                          detail::is_plain_change<table, E, A...>) {
                return detail::change_plainly<table, E, Verb>(*backend_, {clock_, retry_, nullptr}, arguments...);
            } else {
                return detail::change_generally<table, E, Verb>(*backend_, clock_, retry_, object, arguments...);
            }
        } else if constexpr (Verb == detail::write_verb::erase) {
            return detail::erase_result<E, A...>();
        } else {
            return detail::error_placeholder<E>{};
        }
    }

    std::shared_ptr<backend> backend_;
    clock_function clock_;
    retry_policy retry_;
};

} // namespace monotable
