// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace monotable::detail {

/// The next record to read.
struct stream_place {
    std::uint64_t stream = 0;
    std::uint64_t sequence = 0; ///< 0: the oldest that is kept
    bool closed = false;        ///< no record will follow in this stream

    friend bool operator==(stream_place const&, stream_place const&) = default;
};

struct checkpoint {
    stream_place place = {};
    std::uint64_t revision = 0; ///< another one after each change
};

/// The checkpoint of one consumer of one table, on behalf of one instance of that consumer: an item of the table of
/// checkpoints. It changes only on condition that it is what the instance knows.
class checkpoint_table {
  public:
    checkpoint_table(backend& store, std::string_view name, std::string_view table, std::string_view consumer);

    std::string_view consumer() const noexcept { return consumer_; }

    std::optional<checkpoint> find();

    /// The one there is, if another instance was first.
    checkpoint create(stream_place place);

    /// Moves it. False, and nothing is changed: another instance has changed it.
    bool replace(checkpoint& known, stream_place place);

  private:
    static std::uint64_t random();

    write_outcome put(checkpoint const& next, existence expected, expression_view condition);

    std::uint64_t number(item_view from, std::string_view name) const;
    checkpoint read(item_view from) const;

    backend& store_;
    std::string name_, table_, consumer_;
    std::uint64_t instance_; ///< tells this one from others of the same name
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/changes/checkpoint.ipp>
#endif
