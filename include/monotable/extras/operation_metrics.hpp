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
    capacity_units consumed = {};
    std::chrono::nanoseconds duration = {};
    std::array<std::uint64_t, bounds.size()> within =
        {}; ///< the number of operations whose duration was at most that bound (cumulative)
};

/// An observer that counts operations. Copies share their counts. Thread-safe.
class operation_metrics {
  public:
    operation_metrics() : state_(std::make_shared<state>()) {}

    void operator()(observation const& seen) const {
        std::lock_guard const lock(state_->mutex);
        auto& sums = state_->sums[{seen.operation, std::string(seen.table), seen.outcome}];
        ++sums.count;
        sums.items += seen.items;
        sums.consumed.read += seen.consumed.read;
        sums.consumed.write += seen.consumed.write;
        sums.duration += seen.duration;
        for (std::size_t i = 0; i != operation_sums::bounds.size(); ++i)
            if (seen.duration <= operation_sums::bounds[i]) ++sums.within[i];
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

  private:
    struct state {
        std::mutex mutex;
        std::map<std::tuple<operation_kind, std::string, observed_outcome>, operation_sums> sums;
    };

    std::shared_ptr<state> state_;
};

/// Writes the sums in Prometheus' text format (version 0.0.4): the counters
/// monotable_operations_total, monotable_items_total, monotable_capacity_units_total and the histogram
/// monotable_operation_duration_seconds, labelled by operation, table and outcome.
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
    out << "# TYPE monotable_capacity_units_total counter\n";
    for (auto const& each : all)
        for (auto const& [kind, units] :
             {std::pair("read", each.consumed.read), std::pair("write", each.consumed.write)})
            out << "monotable_capacity_units_total{" << labels(each) << ",kind=\"" << kind << "\"} " << units << '\n';
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
