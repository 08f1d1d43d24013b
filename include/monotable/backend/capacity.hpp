// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

struct capacity_units {
    double read = 0;
    double write = 0;

    double total() const noexcept { return read + write; }
};

/// The capacity that requests consumed from one table.
struct consumed_capacity {
    struct part {
        std::string index = {};
        bool local = false;
        capacity_units units = {};
    };

    std::string table = {};
    capacity_units units = {};      ///< of the table itself
    std::vector<part> indexes = {}; ///< the indexes that were used

    capacity_units total() const noexcept {
        auto sum = units;
        for (auto const& each : indexes) {
            sum.read += each.units.read;
            sum.write += each.units.write;
        }
        return sum;
    }
};

namespace detail {

/// A template, so that only programs that measure capacity compile it.
template <class Table = consumed_capacity>
class capacity_sum {
  public:
    /// Adds units of an index or, if `index` is empty, of the table itself.
    void add(std::string_view table, std::string_view index, bool local, capacity_units units) {
        auto& to = of(table);
        auto& sum = index.empty() ? to.units : of(to, index, local);
        sum.read += units.read;
        sum.write += units.write;
    }

    /// The tables, in the order of their first use.
    std::vector<Table> const& tables() const noexcept { return tables_; }

  private:
    Table& of(std::string_view table) {
        for (auto& each : tables_)
            if (each.table == table) return each;
        tables_.push_back({std::string(table), {}, {}});
        return tables_.back();
    }

    static capacity_units& of(Table& in, std::string_view index, bool local) {
        for (auto& each : in.indexes)
            if (each.index == index) return each.units;
        in.indexes.push_back({std::string(index), local, {}});
        return in.indexes.back().units;
    }

    std::vector<Table> tables_;
};

} // namespace detail

/// Sums the capacity consumed by requests that have a pointer to it. Not thread-safe. A backend that retries a request
/// counts that as well.
class capacity_meter : public detail::capacity_sum<> {
  public:
    /// For backends: counts a retry of a request with this meter.
    void count_repetition() noexcept { ++repetitions_; }
    /// The number of retries.
    unsigned repetitions() const noexcept { return repetitions_; }

  private:
    unsigned repetitions_ = 0;
};

} // namespace monotable
