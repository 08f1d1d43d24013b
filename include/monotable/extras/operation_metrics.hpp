// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/extras/observe.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace monotable {

/// Sums over the operations of one kind on one table with the same outcome.
struct operation_sums {
    /// Upper bounds of the histogram's buckets; longer operations are counted in `count` only.
    static constexpr std::array<std::chrono::microseconds, 14> bounds = {
        {std::chrono::microseconds(1), std::chrono::microseconds(4), std::chrono::microseconds(16),
         std::chrono::microseconds(64), std::chrono::microseconds(250), std::chrono::milliseconds(1),
         std::chrono::milliseconds(4), std::chrono::milliseconds(16), std::chrono::milliseconds(64),
         std::chrono::milliseconds(250), std::chrono::seconds(1), std::chrono::seconds(4), std::chrono::seconds(16),
         std::chrono::seconds(64)}};

    operation_kind operation = operation_kind::write;
    std::string table = {};
    observed_outcome outcome = observed_outcome::done;
    std::uint64_t count = 0;
    std::uint64_t items = 0;
    std::uint64_t repetitions = 0; ///< the attempts after the first one of each operation
    capacity_units consumed = {};
    std::chrono::nanoseconds duration = {};
    std::array<std::uint64_t, bounds.size()> within =
        {}; ///< the number of operations whose duration was at most that bound (cumulative)
};

/// Sums of the capacity that operations of one kind consumed of one table or index.
struct capacity_sums {
    operation_kind operation = operation_kind::write;
    std::string table = {};
    std::string index = {}; ///< empty for the table itself
    capacity_units consumed = {};
};

/// An observer that counts operations. Copies share their counts. Thread-safe.
class operation_metrics {
  public:
    operation_metrics() : state_(std::make_shared<state>()) {}

    void operator()(observation const& seen) const {
        std::lock_guard const lock(state_->mutex);
        auto& sums = at(state_->sums, operation_key(seen.operation, seen.table, seen.outcome));
        ++sums.count;
        sums.items += seen.items;
        sums.consumed.read += seen.consumed.read;
        sums.consumed.write += seen.consumed.write;
        sums.repetitions += seen.attempts - 1;
        sums.duration += seen.duration;
        for (std::size_t i = 0; i != operation_sums::bounds.size(); ++i)
            if (seen.duration <= operation_sums::bounds[i]) ++sums.within[i];
        for (consumed_capacity const& each : seen.capacity) {
            if (each.units.total() != 0) add(seen.operation, each.table, {}, each.units);
            for (auto const& part : each.indexes) add(seen.operation, each.table, part.index, part.units);
        }
    }

    /// A snapshot of the sums, ordered by operation, table and outcome.
    std::vector<operation_sums> sums() const {
        std::vector<operation_sums> result;
        std::lock_guard const lock(state_->mutex);
        for (auto const& [key, sums] : state_->sums) {
            result.push_back(sums);
            std::tie(result.back().operation, result.back().table, result.back().outcome) = key;
        }
        return result;
    }

    /// The consumed capacity so far, ordered by operation, table and index.
    std::vector<capacity_sums> capacity() const {
        std::vector<capacity_sums> result;
        std::lock_guard const lock(state_->mutex);
        for (auto const& [key, units] : state_->capacity)
            result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), units});
        return result;
    }

  private:
    using operation_key = std::tuple<operation_kind, std::string_view, observed_outcome>;
    using capacity_key = std::tuple<operation_kind, std::string_view, std::string_view>;

    /// Compares keys that view their names with keys that own them.
    struct by_key {
        using is_transparent = void;
        template <class A, class B>
        bool operator()(A const& a, B const& b) const {
            return a < b;
        }
    };

    struct state {
        std::mutex mutex;
        std::map<std::tuple<operation_kind, std::string, observed_outcome>, operation_sums, by_key> sums;
        std::map<std::tuple<operation_kind, std::string, std::string>, capacity_units, by_key> capacity;
    };

    /// The element with this key, which owns copies of the names. They are copied when there is a new one.
    template <class Map, class Key>
    static typename Map::mapped_type& at(Map& map, Key const& key) {
        auto found = map.find(key);
        if (found == map.end()) found = map.emplace(typename Map::key_type(key), typename Map::mapped_type()).first;
        return found->second;
    }

    void add(operation_kind operation, std::string_view table, std::string_view index, capacity_units units) const {
        auto& sum = at(state_->capacity, capacity_key(operation, table, index));
        sum.read += units.read;
        sum.write += units.write;
    }

    std::shared_ptr<state> state_;
};

/// Writes the sums in Prometheus' text format (version 0.0.4): the counters
/// monotable_operations_total, monotable_items_total, monotable_repetitions_total and the histogram
/// monotable_operation_duration_seconds, labelled by operation, table and outcome; and the counter
/// monotable_capacity_units_total, labelled by operation, table, index (empty for the table itself) and kind.
inline void write_prometheus(std::ostream& out, operation_metrics const& metrics) {
    auto const all = metrics.sums();
    auto const labels = [](operation_sums const& each) {
        return "operation=\"" + std::string(name_of(each.operation)) + "\",table=\"" + each.table + "\",outcome=\"" +
               std::string(name_of(each.outcome)) + '"';
    };
    auto const seconds = [](std::chrono::nanoseconds of) { return std::chrono::duration<double>(of).count(); };
    out << "# TYPE monotable_operations_total counter\n";
    for (auto const& each : all) out << "monotable_operations_total{" << labels(each) << "} " << each.count << '\n';
    out << "# TYPE monotable_items_total counter\n";
    for (auto const& each : all) out << "monotable_items_total{" << labels(each) << "} " << each.items << '\n';
    out << "# TYPE monotable_repetitions_total counter\n";
    for (auto const& each : all)
        out << "monotable_repetitions_total{" << labels(each) << "} " << each.repetitions << '\n';
    out << "# TYPE monotable_capacity_units_total counter\n";
    for (auto const& each : metrics.capacity())
        for (auto const& [kind, units] :
             {std::pair("read", each.consumed.read), std::pair("write", each.consumed.write)})
            out << "monotable_capacity_units_total{operation=\"" << name_of(each.operation) << "\",table=\""
                << each.table << "\",index=\"" << each.index << "\",kind=\"" << kind << "\"} " << units << '\n';
    out << "# TYPE monotable_operation_duration_seconds histogram\n";
    for (auto const& each : all) {
        for (std::size_t i = 0; i != each.within.size(); ++i)
            out << "monotable_operation_duration_seconds_bucket{" << labels(each) << ",le=\""
                << seconds(operation_sums::bounds[i]) << "\"} " << each.within[i] << '\n';
        out << "monotable_operation_duration_seconds_bucket{" << labels(each) << ",le=\"+Inf\"} " << each.count << '\n'
            << "monotable_operation_duration_seconds_sum{" << labels(each) << "} " << seconds(each.duration) << '\n'
            << "monotable_operation_duration_seconds_count{" << labels(each) << "} " << each.count << '\n';
    }
}

} // namespace monotable
