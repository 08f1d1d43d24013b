// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/store/read/object_sink.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>

namespace monotable::detail {

/// Reads the first item of a query of one partition with one request, which decodes it where the store has it.
class first_request {
  public:
    /// Borrows its arguments.
    first_request(read_source const& source, read_options const& options) : source_(source), options_(options) {}

    /// False if the query needs more than that: it has several partitions, a filter or a cursor.
    bool is_possible() const;

    /// Decodes the item, if there is one. False if that is not decided: the first item in the range is one of another entity.
    bool run(backend& store, object_sink::decoder* decode, void* object);

  private:
    static void show(void* self, item_view found);

    read_source const& source_;
    read_options const& options_;
    object_sink::decoder* decode_ = nullptr;
    void* object_ = nullptr;
    bool belongs_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/first_request.ipp>
#endif
