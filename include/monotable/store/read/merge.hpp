// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// The items of a query or scan, partitions merged in the order of their sort keys, without I/O: where pages are needed before
/// it is known which item is next, a function says so, is_waiting() is true, and the driver has request_pages() performed and
/// take_pages() called before it calls that function again.
class item_merge {
  public:
    item_merge() = default; // no items
    /// Throws bad_cursor for a cursor that is malformed or of another query.
    item_merge(read_source source, read_options options);
    item_merge(item_merge const&) = delete;
    item_merge(item_merge&&) noexcept = default; // calls in flight stay where they are
    item_merge& operator=(item_merge&&) noexcept = default;

    /// The next item in the query's order, good until the following call; nullptr when there is none, the limit is reached
    /// or, of a page, the bound on requests; or if pages are needed.
    item const* next();

    /// Finds out which item is next. False if pages are needed.
    bool fill();

    /// Continues beyond the last item read, in the direction of reading; empty when nothing follows. Requires fill().
    std::string ahead();

    /// Goes back from the first item read; empty where reading began at an end of the query.
    std::string behind();

    /// How many items there are, up to the limit. Reads nothing of them where the store can tell which are wanted, and
    /// otherwise their keys. Nothing if pages are needed. Not together with next().
    std::optional<std::size_t> count();

    /// Pages are needed.
    bool is_waiting() const noexcept { return waiting_; }

    /// The bound on requests has ended a page.
    bool is_stopped() const noexcept { return stopped_; }

    /// The requests of all pages that are needed. Requires is_waiting().
    procedure_step request_pages();

    /// Takes what request_pages() asked for. Throws the first failure.
    void take_pages();

  private:
    /// A partition of a query or a segment of a scan, as far as it has been read.
    struct stream {
        key_range const* range = nullptr;
        std::size_t part = 0;            ///< which of the range's partitions, or which segment
        std::vector<item> items = {};    ///< of the page, those before `position` are taken
        std::size_t position = 0;        ///< next item of the page
        bool ready = false;              ///< that item is there, and wanted
        bool exhausted = false;          ///< no page follows this one
        bool pending = false;            ///< its next page is needed
        std::optional<item> start = {};  ///< what the page was read behind
        std::optional<item> resume = {}; ///< what the next page is read behind; before the first: given by a cursor
        std::optional<item> first = {};  ///< key of the first item that was returned
        std::size_t pages = 0;
        std::size_t counted = 0;
        query_request query = {}; ///< or
        scan_request scan = {};   ///< of the next page; what all of its pages have in common, once it was requested
        item_page reply = {};
    };

    /// The order of reading is from the highest sort key to the lowest.
    bool is_reversed() const { return options_.descending != options_.backward; }

    bool wanted(item_view candidate) const;

    /// Some stream has no wanted item in hand and has not ended; a scan goes on as long as any has one. They are `pending`.
    bool needs_pages();

    /// needs_pages(), and the bound on requests admits them; if not, is_stopped() or an exception.
    bool wait_for_pages();

    /// REQUIRES: fill().
    stream* first_stream();

    item const* advance();

    /// Of the streams whose next item is the same as this one the first, whatever the direction; the others pass over it.
    stream& first_of_equals(item_view wanted);

    item const& take(stream& s);

    static item_view head(stream const& s) { return s.items[s.position]; }

    int compare(item_view a, item_view b) const;

    /// Equal sort keys, where they tell the items of a partition apart; otherwise equal primary keys.
    bool is_same(item_view a, item_view b) const;

    /// Small first pages for a limit, larger ones when many items are passed over.
    std::size_t page_limit(stream const& s) const;

    template <class Request>
    void set_common(Request& request, stream const& s) const;

    operation page_request_of(stream& s);

    /// Throws store_error where it has more operators than DynamoDB takes.
    void prepare_filter();
    expression_view filter() const;

    /// Throws it, for the entity and, where only a cursor can have caused it, as bad_cursor.
    [[noreturn]] void refuse(stream const& s, std::exception_ptr const& failure) const;

    /// Adds the page that was read behind what is left of the one before.
    void take_page(stream& s) const;

    /// Whether the store can tell which items are wanted: all that the range of keys holds, but for those that name another
    /// entity, which a filter then leaves out.
    bool count_in_store();

    void begin_count();

    item key_of(item_view source) const { return start_key_of(*source_.table, source_.index, source); }
    std::uint64_t fingerprint(bool backward) const { return fingerprint_of(source_, options_, backward); }

    template <class Position>
    std::string cursor_of(bool backward, Position const& position_of) const;

    read_source source_;
    read_options options_;
    expression whole_filter_; // where source_ has two parts of it
    std::vector<stream> streams_;
    std::vector<pending_call> calls_;
    std::vector<std::string_view> counted_names_; // attributes to read where items are counted here
    std::vector<item> backward_;                  // what was read, when the order of reading is not that of the query
    std::size_t pending_ = 0;                     // streams that are
    std::size_t left_ = 0;                        // of backward_
    std::size_t returned_ = 0;
    std::size_t requests_ = 0;
    bool collected_ = false;
    bool count_begun_ = false;
    bool counting_ = false;   // in the store
    bool has_behind_ = false; // reading began somewhere in between
    bool stopped_ = false;
    bool waiting_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/merge.ipp>
#endif
