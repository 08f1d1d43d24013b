// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/store/read/executor.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The items of a query or scan, page by page from the store, several partitions merged in the order of their sort keys.
namespace monotable::detail {

/// A template, so that only a program that reads pays for compiling it.
template <class Backend>
class item_reader {
  public:
    item_reader(); // reads nothing
    /// Throws bad_cursor for a cursor that is malformed or of another query.
    item_reader(std::shared_ptr<Backend> store, read_source source, read_options options);
    item_reader(item_reader&&) noexcept;
    item_reader& operator=(item_reader&&) noexcept;
    ~item_reader();

    /// The next item in the query's order, good until the following call; nullptr when there is none, the limit is reached
    /// or, of a page, the bound on requests.
    item const* next();

    /// Continues beyond the last item read, in the direction of reading; empty when nothing follows.
    std::string ahead();

    /// Goes back from the first item read; empty where reading began at an end of the query.
    std::string behind();

    bool is_stopped() const noexcept { return stopped_; }

    /// How many items there are, up to the limit. Reads nothing of them where the store can tell which are wanted, and
    /// otherwise their keys.
    std::size_t count();

  private:
    struct stream {
        key_range const* range = nullptr;
        std::size_t part = 0; ///< which of the range's partitions, or which segment
        item_page page = {};
        std::size_t position = 0;        ///< next item of the page
        bool ready = false;              ///< that item is there, and wanted
        bool exhausted = false;          ///< no page follows this one
        std::optional<item> start = {};  ///< what the page was read behind
        std::optional<item> resume = {}; ///< what the next page is read behind; before the first: given by a cursor
        std::optional<item> first = {};  ///< key of the first item that was returned
        std::size_t pages = 0;
        std::size_t counted = 0;
        std::exception_ptr failure = {};
    };

    /// The order of reading is from the highest sort key to the lowest.
    bool is_reversed() const { return options_.descending != options_.backward; }

    bool wanted(item_view candidate) const;

    /// Some stream has no wanted item in hand and has not ended; a scan goes on as long as any has one. They are `pending_`.
    bool needs_pages();

    /// Reads until it is known which item is next; false if the bound on requests is reached before.
    bool fill();

    /// REQUIRES: fill().
    stream* first_stream();

    item const* advance();

    /// Of the streams whose next item is the same as this one the first, whatever the direction; the others pass over it.
    stream& first_of_equals(item_view wanted);

    item const& take(stream& s);

    static item_view head(stream const& s) { return s.page.items[s.position]; }

    int compare(item_view a, item_view b) const;

    /// Equal sort keys, where they tell the items of a partition apart; otherwise equal primary keys.
    bool is_same(item_view a, item_view b) const;

    /// Small first pages for a limit, larger ones when many items are passed over.
    std::size_t page_limit(stream const& s) const;

    /// The next page of each of `pending_`; false if the bound on requests forbids it.
    bool read_pages();

    template <class Request>
    void set_common(Request& request, stream const& s, expression_view filter) const;

    item_page next_page_of(stream const& s) const;

    /// Adds the next page behind what is left of this one. Touches nothing but the stream.
    void read_page(stream& s) const;

    /// Whether the store can tell which items are wanted: all that the range of keys holds, but for those that name another
    /// entity, which a filter then leaves out.
    bool count_in_store();

    item key_of(item_view source) const { return start_key_of(*source_.table, source_.index, source); }
    std::uint64_t fingerprint(bool backward) const { return fingerprint_of(source_, options_, backward); }

    template <class Position>
    std::string cursor_of(bool backward, Position const& position_of) const;

    std::shared_ptr<Backend> store_;
    read_source source_;
    read_options options_;
    std::vector<stream> streams_;
    std::vector<stream*> pending_;
    std::vector<item> backward_; // what was read, when the order of reading is not that of the query
    std::size_t left_ = 0;       // of them
    std::size_t returned_ = 0;
    std::size_t requests_ = 0;
    bool collected_ = false;
    bool counting_ = false;
    bool has_behind_ = false; // reading began somewhere in between
    bool stopped_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/reader.ipp>
#endif
