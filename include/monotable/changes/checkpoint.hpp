// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/changes/progress.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

struct checkpoint {
    stream_progress progress = {};
    std::uint64_t revision = 0; ///< changes with each update
};

/// The checkpoint of one consumer of one table, on behalf of one instance of that consumer: an item of the table of
/// checkpoints. It is updated only on condition that it is unchanged since the instance read it.
class checkpoint_table {
  public:
    checkpoint_table(backend& store, std::string_view name, std::string_view table, std::string_view consumer);

    std::string_view consumer() const noexcept { return consumer_; }

    std::optional<checkpoint> find();

    /// The existing one if another instance has created it first.
    checkpoint create(stream_progress progress);

    /// Moves it. False, having changed nothing, if another instance has changed it.
    bool replace(checkpoint& known, stream_progress const& progress);

  private:
    /// The version of the items' format, which increases when their attributes change. Items of other versions are rejected.
    static constexpr std::uint64_t format = 1;

    static std::uint64_t random();

    write_outcome put(checkpoint const& next, precondition expected, expression_view condition);
    item encoded(checkpoint const& from) const;

    checkpoint read(item_view from) const;
    shard_progress read_shard(item_view from) const;
    std::uint64_t number(item_view from, std::string_view name) const;
    std::string text(item_view from, std::string_view name) const;
    static bool flag(item_view from, std::string_view name);
    [[noreturn]] void fail(std::string_view problem, std::string_view name) const;

    backend& store_;
    std::string name_, table_, consumer_;
    std::uint64_t instance_; ///< distinguishes instances with the same name
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/changes/checkpoint.ipp>
#endif
