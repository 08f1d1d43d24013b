// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/core/size.hpp>
#include <monotable/error.hpp>
#include <monotable/expression/tree_view.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/item_write.hpp>
#include <monotable/local/table_directory.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

inline constexpr std::size_t max_transaction_actions = 100;
inline constexpr std::size_t max_transaction_size = 4 * 1024 * 1024;

/// Throws the violation of a rule that does not concern a single table.
[[noreturn]] inline void refuse_request(std::string const& rule, std::string const& details = {}) {
    throw store_error(store_fault::validation, {}, rule, details);
}

/// Writes of different items that are planned and performed together. REQUIRES: the locks of their tables.
template <class Table>
class item_writes {
  public:
    using plan_type = item_write<Table>;

    item_writes(locked_tables<Table> const& tables, typename plan_type::scope_type& scope,
                array_view<write_request> requests)
        : buffers_(requests.size()), plans_(requests.size()), errors_(requests.size()) {
        for (std::size_t i = 0; i != plans_.size(); ++i) plans_[i].emplace(tables[i], scope, requests[i], buffers_[i]);
    }

    std::size_t size() const noexcept { return plans_.size(); }
    plan_type& operator[](std::size_t i) noexcept { return *plans_[i]; }

    /// Calls `f` for each write, except for those that have failed because of the stored data.
    template <class F>
    void attempt(F&& f) {
        for (std::size_t i = 0; i != plans_.size(); ++i) {
            if (errors_[i].failed) continue;
            try {
                f(*plans_[i]);
            } catch (bad_value const& reason) {
                errors_[i] = {true, text_of(reason)};
            } catch (store_error const& reason) {
                if (reason.fault() != store_fault::validation) throw;
                errors_[i] = {true, text_of(reason)};
            }
        }
    }

    /// Throws if the i-th write concerns the same item as a preceding one.
    void check_different(std::size_t i, std::string const& rule) const {
        for (std::size_t j = 0; j != i; ++j)
            if (&plans_[i]->table() == &plans_[j]->table() && !errors_[i].failed && !errors_[j].failed &&
                plans_[i]->key() == plans_[j]->key())
                refuse_request(rule, ": requests " + std::to_string(j) + " and " + std::to_string(i));
    }

    void consume(double factor) const {
        for (std::size_t i = 0; i != plans_.size(); ++i)
            if (!errors_[i].failed) plans_[i]->consume(factor);
    }

    /// The outcome of the transaction, with the cancellation reasons. Only the first error is reported.
    transaction_outcome outcome() const {
        transaction_outcome result;
        result.done = true;
        result.actions.resize(plans_.size());
        bool told = false;
        for (std::size_t i = 0; i != plans_.size(); ++i) {
            auto& to = result.actions[i];
            if (errors_[i].failed) {
                result.done = false;
                if (!told) to = {cancellation::invalid, errors_[i].text, {}};
                told = true;
            } else if (plans_[i]->refused()) {
                result.done = false;
                to = {cancellation::condition_failed, "The conditional request failed",
                      plans_[i]->outcome().attributes};
            }
        }
        return result;
    }

    /// The changes to write, which are valid as long as this object.
    std::vector<item_change<typename Table::storage_type, typename Table::stream_type>>
    changes(clock_function const& clock) {
        std::vector<item_change<typename Table::storage_type, typename Table::stream_type>> result;
        for (auto& each : plans_)
            if (each->changes()) result.push_back(each->change(clock));
        return result;
    }

  private:
    struct failure {
        bool failed = false;
        std::string text = {};
    };

    std::vector<typename Table::buffers_type> buffers_;
    std::vector<std::optional<plan_type>> plans_;
    std::vector<failure> errors_;
};

/// The size of an action that counts toward a transaction's limit of 4 MB: its item or key, and its constants.
inline std::size_t request_size(write_request const& request) noexcept {
    auto size = item_size(request.item);
    for (auto const tree : {request.condition, request.update})
        for (std::size_t i = 0; i != tree.node_count(); ++i)
            if (expression_view const node(tree.nodes() + i); node.is(expression_kind::constant))
                size += value_size(node.constant());
    return size;
}

} // namespace monotable::detail
