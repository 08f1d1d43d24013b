// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/async_backend.hpp>
#include <monotable/backend/joint_procedure.hpp>
#include <monotable/coroutine/async_range.hpp>
#include <monotable/coroutine/async_relations.hpp>
#include <monotable/coroutine/async_result.hpp>
#include <monotable/coroutine/async_writes.hpp>
#include <monotable/store/open_procedure.hpp>
#include <monotable/store/read/get_procedure.hpp>
#include <monotable/store/store.hpp>
#include <monotable/store/store_access.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace monotable {

/// Typed access to one or more tables of an asynchronous backend: the verbs of `store` as awaitables, with the same arguments,
/// results, rules and exceptions.
///
/// Keeps the backend alive; copies share it. Thread-safe. Each verb encodes its arguments when it is called, and throws bad_value
/// then; errors of the backend are thrown by co_await.
template <class... Tables>
class async_store : public detail::async_relation_members<async_store<Tables...>, Tables...> {
    using blocking = store<Tables...>;
    using access = detail::store_access<blocking>;
    template <class E>
    using table_of = typename access::template table_of<E>;

  public:
    /// Sends no requests: tables that do not exist must be created by open(). The options are those of `store`, without `opening`:
    /// throws error if it is given, because indexes are added by a `store` only.
    explicit async_store(std::shared_ptr<async_backend> implementation, store_options const& options = {})
        : backend_(std::move(implementation)), reads_(access::unopened(options)), timeout_(options.timeout) {
        if (options.opening.open != nullptr)
            throw error(
                "monotable: an async_store does not add missing indexes; open a store with add_missing_indexes first");
    }

    /// Creates the tables that do not exist, and enables the streams that the model requires, as the constructor of `store` does;
    /// completes when all are active. Throws store_error if a table exists with another description, or is not active in time.
    async_result<void> open() const {
        std::vector<std::unique_ptr<detail::procedure>> tables;
        (tables.push_back(std::make_unique<detail::open_procedure>(detail::description_of<Tables>(),
                                                                   detail::settings_of<Tables>(), timeout_)),
         ...);
        return detail::make_verb<detail::joint_procedure>(backend_, [](detail::joint_procedure&) {}, std::move(tables));
    }

    /// The item with this primary key, given by one == condition per field of the key; absent if it does not exist.
    template <class E, class... C>
    async_result<std::optional<E>> get(C const&... conditions) const {
        if constexpr (access::template valid_get<E, C...>()) {
            using table = table_of<E>;
            if constexpr (detail::valid_result<table, E, 0, E>()) {
                return detail::make_verb<detail::get_procedure>(
                    backend_,
                    [](detail::get_procedure& done) {
                        std::optional<E> result;
                        if (auto const& found = done.found()) result = detail::decode_as<table, E, E>(*found);
                        return result;
                    },
                    detail::entity_model<table, E>::data, detail::key_from<table, E>(conditions...));
            }
        }
        return async_result<std::optional<E>>();
    }

    /// Like get; also absent if the item has expired, which the store may not have erased yet.
    template <class E, class... C>
    async_result<std::optional<E>> get(detail::unexpired_t, C const&... conditions) const {
        if constexpr (detail::valid_time_to_live<E>() && access::template valid_get<E, C...>()) {
            using table = table_of<E>;
            if constexpr (detail::valid_result<table, E, 0, E>()) {
                return detail::make_verb<detail::get_procedure>(
                    backend_,
                    [now = clock()](detail::get_procedure& done) {
                        std::optional<E> result;
                        if (auto const& found = done.found()) result = detail::decode_as<table, E, E>(*found);
                        if (result && detail::has_expired(*result, now)) result.reset();
                        return result;
                    },
                    detail::entity_model<table, E>::data, detail::key_from<table, E>(conditions...));
            }
        }
        return async_result<std::optional<E>>();
    }

    /// The items of E that satisfy the conditions, in the order of the sort key: an async_range, with all(), first(), page() and
    /// count().
    template <class E, class... C>
    [[nodiscard]] auto query(C const&... conditions) const {
        return range_of(reads_.template query<E>(conditions...));
    }
    /// Like query, by the named index (the name of the table selects the primary key).
    template <class E, fixed_string Index, class... C>
    [[nodiscard]] auto query(detail::on_index<Index> index, C const&... conditions) const {
        return range_of(reads_.template query<E>(index, conditions...));
    }

    /// Several entities of one partition in one query: an async_range of an item_collection, with get() and page().
    template <class Collection, class... C>
    [[nodiscard]] auto collect(C const&... conditions) const {
        return range_of(reads_.template collect<Collection>(conditions...));
    }

    /// All items of E, as an async_range in unspecified order. Reads the whole table.
    template <class E>
    [[nodiscard]] auto scan() const {
        return range_of(reads_.template scan<E>());
    }

    // Each write is atomic and returns a write_result<E>, like those of `store`, with the same options.

    /// Writes the object, whether or not its key exists, if the condition holds for the stored item.
    template <class E, class... A>
    async_result<detail::put_result<E, A...>> put(E const& object, A const&... options) const {
        return write<precondition::any>(object, options...);
    }
    /// Writes the object if its key does not exist; otherwise the error is already_exists, and existing() is that item.
    template <class E, class... A>
    async_result<detail::put_result<E, A...>> create(E const& object, A const&... options) const {
        return write<precondition::must_not_exist>(object, options...);
    }
    /// Writes the object if its key exists; otherwise the error is not_found.
    template <class E, class... A>
    async_result<detail::put_result<E, A...>> replace(E const& object, A const&... options) const {
        return write<precondition::must_exist>(object, options...);
    }

    /// Changes parts of the item with this primary key; the error is not_found if it does not exist.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto update(A const&... arguments) const {
        return change<E, detail::write_verb::update>(nullptr, arguments...);
    }
    /// Like update, for the item with the object's primary key.
    template <class E, class... A>
    auto update(E const& object, A const&... arguments) const {
        return change<E, detail::write_verb::update>(&object, arguments...);
    }
    /// Like update, but creates the item if it does not exist.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    auto upsert(A const&... arguments) const {
        return change<E, detail::write_verb::upsert>(nullptr, arguments...);
    }
    template <class E, class... A>
    auto upsert(E const& object, A const&... arguments) const {
        return change<E, detail::write_verb::upsert>(&object, arguments...);
    }

    /// Removes the item with this primary key. Succeeds if it does not exist.
    template <class E, class... A>
        requires(!std::is_same_v<A, E> && ...)
    async_result<detail::erase_result<E, A...>> erase(A const&... arguments) const {
        if constexpr ((detail::is_write_option<A> || ...))
            return change<E, detail::write_verb::erase>(nullptr, arguments...);
        else if constexpr (access::template valid_get<E, A...>())
            return erase_key<E>(detail::key_from<table_of<E>, E>(arguments...));
        else return async_result<detail::erase_result<E, A...>>();
    }
    /// Removes the item with the object's primary key; if E has a version, only if the item is unchanged since the object was
    /// read.
    template <class E, class... A>
    async_result<detail::erase_result<E, A...>> erase(E const& object, A const&... options) const {
        if constexpr (detail::has_version<E>() || sizeof...(A) != 0)
            return change<E, detail::write_verb::erase>(&object, options...);
        else if constexpr (access::template valid<E>())
            return erase_key<E>(detail::typed_arguments<table_of<E>, E>(&object).key);
        else return async_result<detail::erase_result<E, A...>>();
    }

    /// Performs all of the actions (monotable::put, create, update, check, ...; a token), or none. Returns a transaction_result.
    template <class... A>
    auto transact(A const&... actions) const {
        using namespace detail;
        if constexpr (valid_transaction<blocking, A...>()) {
            action_list<blocking> list{clock(), reads_.retry()};
            list.actions.reserve(sizeof...(A));
            (list.add(actions), ...);
            using result = typename result_of_actions<blocking, typename without_tokens<type_list<>, A...>::type>::type;
            return make_verb<transaction_execution>(
                backend_, [](transaction_execution& done) { return result(done.outcome()); }, std::move(list.actions),
                list.token, list.retry);
        } else {
            return async_result<no_transaction>();
        }
    }
    /// Gives the item of the first object the primary key of the second, like store::move.
    template <class From, class To, class... A>
    auto move(From const& from, To const& to, A const&... options) const {
        using namespace detail;
        using traits = action_traits<move_action<From const&, To const&, A...>, blocking>;
        if constexpr (traits::valid()) {
            constexpr return_values returned = returned_by<return_values::all_new, A...>;
            std::vector<write_action> actions;
            actions.push_back(traits::prepare(clock(), {from, to, {options...}}));
            actions.front().write.returns = returned;
            return perform_alone<write_result<From, returned>>(std::move(actions),
                                                               reader_of<typename traits::table, From>);
        } else {
            return async_result<error_placeholder<From>>();
        }
    }
    /// A snapshot of several items: transact_get(monotable::get<E>("id"_f == 1), ...) returns a tuple of optionals.
    template <class... G>
    auto transact_get(G const&... gets) const {
        if constexpr ((detail::get_traits<G, blocking>::valid() && ...))
            return get_at_once(std::index_sequence_for<G...>{}, gets...);
        else return async_result<std::tuple<decltype(static_cast<void>(gets), detail::no_transaction{})...>>();
    }

    /// The items of a range of keys, in its order, as a batch_found, like store::batch_get. All requests are sent at once.
    template <class E, class Range>
    auto batch_get(Range const& keys, attempts bound = attempts(detail::default_attempts)) const {
        if constexpr (detail::valid_batch_keys<blocking, E, Range>()) {
            if constexpr (detail::valid_result<table_of<E>, E, 0, E>()) {
                std::vector<detail::batch_key> list;
                auto objects = detail::add_batch_keys<table_of<E>, E>(list, keys);
                return detail::make_verb<detail::owned_reads<E>>(
                    backend_, [](detail::owned_reads<E>& done) { return done.result(); }, std::move(objects),
                    std::move(list), bound.count);
            } else {
                return async_result<batch_found<E>>();
            }
        } else {
            return async_result<batch_found<E>>();
        }
    }
    /// Puts the objects of a range; of several with the same key, the last one. Returns a batch_left, like store::batch_put. All
    /// requests are sent at once, except that objects with derived writes or conditions are put one after the other.
    template <class Range>
    auto batch_put(Range const& objects, attempts bound = attempts(detail::default_attempts)) const {
        if constexpr (detail::valid_batch_objects<blocking, Range>()) {
            using E = detail::element_of<Range>;
            std::vector<detail::write_intent> writes;
            for (auto const& each : objects)
                writes.push_back(detail::prepare_put<table_of<E>, E>(clock(), each, precondition::any));
            return write_batch(std::move(writes), bound);
        } else {
            return async_result<batch_left>();
        }
    }
    /// Erases the items of a range of keys, like store::batch_erase. Requests are sent like those of batch_put.
    template <class E, class Range>
    auto batch_erase(Range const& keys, attempts bound = attempts(detail::default_attempts)) const {
        if constexpr (detail::valid_batch_keys<blocking, E, Range>()) {
            std::vector<detail::write_intent> writes;
            for (auto const& each : keys) writes.push_back(detail::prepare_batch_erase<table_of<E>, E>(clock(), each));
            return write_batch(std::move(writes), bound);
        } else {
            return async_result<batch_left>();
        }
    }

    /// The backend.
    std::shared_ptr<async_backend> const& implementation() const noexcept { return backend_; }

    clock_function const& clock() const noexcept { return reads_.clock(); }

  private:
    friend class detail::async_relation_members<async_store, Tables...>;

    /// A transaction of one action.
    template <class Result>
    async_result<Result> perform_alone(std::vector<detail::write_action> actions,
                                       detail::entity_reader const& reader) const {
        return detail::make_verb<detail::transaction_execution>(
            backend_,
            [&reader](detail::transaction_execution& done) {
                return Result(std::move(done.outcome().actions[0]), reader);
            },
            std::move(actions), std::string_view(), reads_.retry());
    }

    template <precondition Expected, class E, class... A>
    async_result<detail::put_result<E, A...>> write(E const& object, A const&... options) const {
        using result = detail::put_result<E, A...>;
        if constexpr (access::template valid<E>())
            if constexpr (detail::valid_put_arguments<E, A...>())
                return detail::make_put<table_of<E>, E, result>(
                    backend_, reads_.retry(), detail::prepare_put<table_of<E>>(clock(), object, Expected, options...));
        return async_result<result>();
    }

    template <class E>
    async_result<write_result<E>> erase_key(item key) const {
        return detail::make_write<table_of<E>, E, write_result<E>>(
            backend_, reads_.retry(), detail::prepare_erase<table_of<E>, E>(std::move(key), {}, true));
    }

    /// Key: the address of an object, or nullptr if conditions specify the key.
    template <class E, detail::write_verb Verb, class Key, class... A>
    auto change(Key object, A const&... arguments) const {
        constexpr bool erases = Verb == detail::write_verb::erase;
        if constexpr (access::template valid_write<E, Verb, !std::is_null_pointer_v<Key>, A...>()) {
            using table = table_of<E>;
            auto const taken = std::make_shared<detail::typed_arguments<table, E, A...>>(object, arguments...);
            if constexpr (erases) {
                constexpr auto returned = detail::returned_by<return_values::none, A...>;
                return detail::make_write<table, E, write_result<E, returned>>(
                    backend_, reads_.retry(), detail::prepare_erase<table, E, returned>(clock(), *taken), taken);
            } else {
                constexpr auto returned = detail::returned_by_update<E, A...>;
                return detail::make_write<table, E, write_result<E, returned>>(
                    backend_, reads_.retry(),
                    detail::prepare_update<table, E, returned>(clock(), *taken, Verb == detail::write_verb::upsert),
                    taken);
            }
        } else if constexpr (erases) {
            return async_result<detail::erase_result<E, A...>>();
        } else {
            return async_result<detail::error_placeholder<E>>();
        }
    }

    template <std::size_t... I, class... G>
    auto get_at_once(std::index_sequence<I...>, G const&... gets) const {
        using work = detail::transact_get_procedure;
        std::vector<typename work::key> keys{
            {&detail::entity_model<typename detail::get_traits<G, blocking>::table,
                                   typename detail::get_traits<G, blocking>::result::value_type>::data,
             detail::get_traits<G, blocking>::key(gets)}...};
        return detail::make_verb<work>(
            backend_,
            [](work& done) {
                std::tuple<typename detail::get_traits<G, blocking>::result...> objects;
                auto const take = [&]<class T, class E>(std::type_identity<T>, std::optional<E>& to, std::size_t i) {
                    if (auto const& found = done.found()[i]) detail::decode_optional<T, E>(&to, *found);
                };
                (take(std::type_identity<typename detail::get_traits<G, blocking>::table>(), std::get<I>(objects), I),
                 ...);
                return objects;
            },
            std::move(keys));
    }

    async_result<batch_left> write_batch(std::vector<detail::write_intent> writes, attempts bound) const {
        return detail::make_verb<detail::owned_batch>(
            backend_, [](detail::owned_batch& done) { return batch_left(done.result()); }, std::move(writes),
            bound.count, reads_.retry());
    }

    template <class Range>
    async_range<Range> range_of(Range range) const {
        return {backend_, std::move(range)};
    }

    std::shared_ptr<async_backend> backend_;
    blocking reads_; // its ranges are read through backend_
    std::chrono::milliseconds timeout_;
};

} // namespace monotable
