// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/capacity.hpp>
#include <monotable/backend/forwarding.hpp>
#include <monotable/error.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

/// Observation of the operations that a program performs on a backend, for counting, timing and logging.
namespace monotable {

/// How an operation ended. Those after `canceled` are the classes of the exception that was thrown.
enum class observed_outcome : std::uint8_t {
    done,
    not_found,        ///< get: the item does not exist
    condition_failed, ///< write: nothing was changed
    canceled,         ///< transact_write: nothing was changed
    invalid,          ///< bad_value, or store_error of this class, as the ones that follow
    limit,
    denied,
    throttled,
    transient,
    conflict,
    in_progress,
    unreadable,
    unknown,
    failed ///< another exception
};

constexpr observed_outcome outcome_of(error_class thrown) noexcept {
    return static_cast<observed_outcome>(static_cast<unsigned>(observed_outcome::invalid) +
                                         static_cast<unsigned>(thrown));
}
static_assert(outcome_of(error_class::unknown) == observed_outcome::unknown);

/// The name of the enumerator.
constexpr std::string_view name_of(observed_outcome outcome) noexcept {
    constexpr std::string_view names[] = {"done",        "not_found",  "condition_failed", "canceled",  "invalid",
                                          "limit",       "denied",     "throttled",        "transient", "conflict",
                                          "in_progress", "unreadable", "unknown",          "failed"};
    return names[static_cast<std::size_t>(outcome)];
}

/// One completed operation. The views are valid only during the call of the observer.
struct observation {
    operation_kind operation = operation_kind::write;
    std::string_view table = {}; ///< of the first request if there are several; empty if the operation has no table
    std::string_view index = {}; ///< query and scan; empty for the table itself
    std::size_t items = 0;       ///< the number of items returned or written, by all requests of a batch or transaction
    std::size_t scanned = 0;     ///< query and scan: the number of items evaluated, before the filter
    unsigned attempts = 1; ///< how often the operation was sent, by a backend that repeats and counts (capacity_meter)
    capacity_units consumed = {};                ///< sum over all tables and indexes
    array_view<consumed_capacity> capacity = {}; ///< the same by table and index
    std::chrono::nanoseconds duration = {};      ///< measured by std::chrono::steady_clock
    observed_outcome outcome = observed_outcome::done;
    std::optional<store_fault> fault = {}; ///< if a store_error was thrown
};

namespace detail {

/// Copies of requests with capacity meters of their own; the callers' meters are remembered.
template <class Request>
class metered_requests {
  public:
    explicit metered_requests(array_view<Request> requests) : meters_(requests.size()) {
        requests_.reserve(requests.size());
        for (std::size_t i = 0; i != requests.size(); ++i) {
            requests_.push_back(requests[i]);
            callers_.push_back(std::exchange(requests_.back().capacity, &meters_[i]));
        }
    }
    metered_requests(metered_requests const&) = delete;
    metered_requests& operator=(metered_requests const&) = delete;

    array_view<Request> requests() const noexcept { return {requests_.data(), requests_.size()}; }

    /// Adds the consumed capacity to `sum` and to the callers' meters. Returns how often a request was sent again.
    unsigned settle(capacity_meter& sum) const {
        unsigned repetitions = 0;
        for (std::size_t i = 0; i != meters_.size(); ++i) {
            for (consumed_capacity const& each : meters_[i].tables()) {
                add(i, sum, each, {}, false, each.units);
                for (auto const& part : each.indexes) add(i, sum, each, part.index, part.local, part.units);
            }
            for (unsigned n = 0; callers_[i] != nullptr && n != meters_[i].repetitions(); ++n)
                callers_[i]->count_repetition();
            if (meters_[i].repetitions() > repetitions) repetitions = meters_[i].repetitions();
        }
        return repetitions;
    }

  private:
    void add(std::size_t i, capacity_meter& sum, consumed_capacity const& of, std::string_view index, bool local,
             capacity_units units) const {
        sum.add(of.table, index, local, units);
        if (callers_[i] != nullptr) callers_[i]->add(of.table, index, local, units);
    }

    std::vector<Request> requests_;
    std::vector<capacity_meter> meters_;
    std::vector<capacity_meter*> callers_;
};

/// Performs an operation on a backend and fills in its observation.
class operation_observer {
  public:
    operation_observer(backend& inner, operation const& what, observation& seen) noexcept
        : inner_(inner), what_(what), seen_(seen) {}

    void operator()(calls::write call) {
        one(call);
        bool const done = what_.reply<calls::write>().done;
        seen_.items = done ? 1 : 0;
        if (!done) seen_.outcome = observed_outcome::condition_failed;
    }
    void operator()(calls::get call) {
        one(call);
        bool const found = what_.reply<calls::get>().has_value();
        seen_.items = found ? 1 : 0;
        if (!found) seen_.outcome = observed_outcome::not_found;
    }
    void operator()(calls::query call) { page(call); }
    void operator()(calls::scan call) { page(call); }
    void operator()(calls::batch_get call) {
        many(call);
        count_found(what_.reply<calls::batch_get>().items);
    }
    void operator()(calls::batch_write call) {
        many(call);
        seen_.items = what_.request<calls::batch_write>().size() - what_.reply<calls::batch_write>().size();
    }
    void operator()(calls::transact_get call) {
        many(call);
        count_found(what_.reply<calls::transact_get>());
    }
    void operator()(calls::transact_write call) {
        auto const& request = what_.request<calls::transact_write>();
        metered_requests const metered(named(request.actions));
        measured(call, metered, {metered.requests(), request.token});
        if (what_.reply<calls::transact_write>().done) seen_.items = request.actions.size();
        else seen_.outcome = observed_outcome::canceled;
    }
    void operator()(calls::create_table) { other(what_.request<calls::create_table>().table.name); }
    void operator()(calls::add_index) {
        auto const& request = what_.request<calls::add_index>();
        other(request.table, request.index.name);
    }
    void operator()(calls::drop_index) {
        auto const& request = what_.request<calls::drop_index>();
        other(request.table, request.index);
    }
    void operator()(calls::change_settings) { other(what_.request<calls::change_settings>().table); }
    void operator()(calls::tables) { other({}); }
    void operator()(calls::shards) { other({}); }
    void operator()(calls::seek_stream) { other({}); }
    void operator()(calls::read_stream) {
        other({});
        seen_.items = what_.reply<calls::read_stream>().records.size();
    }
    /// describe, status, delete_table, streams
    template <class Call>
    void operator()(Call) {
        other(what_.request<Call>());
    }

  private:
    template <class Call>
    void one(Call call) {
        metered_requests const metered(named(array_view(&what_.request<Call>(), 1)));
        measured(call, metered, metered.requests()[0]);
    }

    template <class Call>
    void page(Call call) {
        seen_.index = what_.request<Call>().index;
        one(call);
        seen_.items = what_.reply<Call>().count;
        seen_.scanned = what_.reply<Call>().scanned_count;
    }

    template <class Call>
    void many(Call call) {
        metered_requests const metered(named(what_.request<Call>()));
        measured(call, metered, metered.requests());
    }

    /// Returns `requests` and records the table of the first one.
    template <class Request>
    array_view<Request> named(array_view<Request> requests) {
        if (!requests.empty()) seen_.table = requests[0].table;
        return requests;
    }

    template <class Call, class Metered>
    void measured(Call, Metered const& metered, typename Call::request const& request) {
        try {
            inner_.perform({what_.kind, &request, what_.reply_place});
        } catch (...) {
            settle(metered);
            throw;
        }
        settle(metered);
    }

    template <class Metered>
    void settle(Metered const& metered) {
        seen_.attempts = 1 + metered.settle(consumed_);
        seen_.capacity = consumed_.tables();
        for (auto const& each : seen_.capacity) {
            seen_.consumed.read += each.total().read;
            seen_.consumed.write += each.total().write;
        }
    }

    void count_found(std::vector<std::optional<item>> const& items) {
        for (auto const& each : items) seen_.items += each ? 1u : 0u;
    }

    void other(std::string_view table, std::string_view index = {}) {
        seen_.table = table;
        seen_.index = index;
        inner_.perform(what_);
    }

    backend& inner_;
    operation const& what_;
    observation& seen_;
    capacity_meter consumed_ = {};
};

template <class Observer>
class observed_backend final : public forwarding_backend {
  public:
    observed_backend(std::shared_ptr<backend> inner, Observer observer)
        : forwarding_backend(std::move(inner)), observer_(std::move(observer)) {}

    bool takes_assignments() const noexcept override { return inner().takes_assignments(); }

    void perform(operation const& what) override {
        observation seen;
        seen.operation = what.kind;
        auto const start = std::chrono::steady_clock::now();
        auto const end = [&](observed_outcome outcome) {
            seen.duration = std::chrono::steady_clock::now() - start;
            if (outcome != observed_outcome::done) seen.outcome = outcome;
            observer_(std::as_const(seen));
        };
        operation_observer observed(inner(), what, seen); // has what the observation views
        try {
            calls::visit(what.kind, observed);
        } catch (store_error const& e) {
            seen.fault = e.fault();
            end(outcome_of(e.classification()));
            throw;
        } catch (bad_value const&) {
            end(observed_outcome::invalid);
            throw;
        } catch (...) {
            end(observed_outcome::failed);
            throw;
        }
        end(observed_outcome::done);
    }

  private:
    Observer observer_;
};

} // namespace detail

/// Returns a backend that forwards every operation to `inner` and then calls observer(observation const&), after
/// success and after failure; exceptions of `inner` are rethrown. Each thread that uses the backend calls the observer,
/// possibly concurrently; the observer must not throw. The requests of an operation are copied, but not the items in
/// them. REQUIRES: `inner` is not null.
template <class Observer>
std::shared_ptr<backend> observe(std::shared_ptr<backend> inner, Observer observer) {
    static_assert(std::is_invocable_v<Observer&, observation const&>,
                  "monotable: an observer is called with each observation; pass something that can be called with "
                  "monotable::observation const&");
    return std::make_shared<detail::observed_backend<Observer>>(std::move(inner), std::move(observer));
}

} // namespace monotable
