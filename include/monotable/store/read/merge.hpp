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

/// The items of a query or scan, with partitions merged in the order of their sort keys. Does not perform I/O: if pages
/// are needed to determine the next item, a function returns without a result and is_waiting() is true; the driver then
/// performs request_pages(), calls take_pages(), and calls the function again.
class item_merge {
  public:
    item_merge() = default; // has no items
    /// Throws bad_cursor if the cursor is malformed or belongs to another query.
    item_merge(read_source source, read_options options);
    item_merge(item_merge const&) = delete;
    item_merge(item_merge&&) noexcept = default; // does not move calls in flight
    item_merge& operator=(item_merge&&) noexcept = default;

    /// The next item in the query's order, valid until the following call; null at the end, at the limit, at a page's
    /// bound on requests, or if pages are needed.
    item const* next();

    /// Determines the next item. False if pages are needed.
    bool fill();

    /// The cursor after the last item read, in the direction of reading; empty if no items follow. REQUIRES: fill().
    std::string ahead();

    /// The cursor before the first item read; empty if reading began at an end of the query.
    std::string behind();

    /// The number of items, up to the limit; nullopt if pages are needed. Lets the store count if it can identify the
    /// items, and reads their keys otherwise. Cannot be combined with next().
    std::optional<std::size_t> count();

    /// True if pages are needed.
    bool is_waiting() const noexcept { return waiting_; }

    /// True if the bound on requests has ended a page.
    bool is_stopped() const noexcept { return stopped_; }

    /// The requests of all pages that are needed. REQUIRES: is_waiting().
    procedure_step request_pages();

    /// Processes the replies to request_pages(). Rethrows the first failure.
    void take_pages();

  private:
    /// The state of reading a partition of a query or a segment of a scan.
    struct stream {
        key_range const* range = nullptr;
        std::size_t part = 0;            ///< the number of the partition in the range, or of the segment
        std::vector<item> items = {};    ///< the items of the page; those before `position` are consumed
        std::size_t position = 0;        ///< the next item of the page
        bool ready = false;              ///< true if that item exists and is part of the result
        bool exhausted = false;          ///< true if no page follows
        bool pending = false;            ///< true if the next page is needed
        std::optional<item> start = {};  ///< the key after which the page was read
        std::optional<item> resume = {}; ///< the key after which the next page is read; initially that of the cursor
        std::optional<item> first = {};  ///< the key of the first item that was returned
        std::size_t pages = 0;
        std::size_t counted = 0;
        query_request query = {}; ///< the request of the next page; parameters that all pages share are set once
        scan_request scan = {};   ///< the same for a scan
        item_page reply = {};
    };

    /// True if pages are read from the highest sort key to the lowest.
    bool is_reversed() const { return options_.descending != options_.backward; }

    bool wanted(item_view candidate) const;

    /// True if a stream that has not ended has no next item; for a scan, only if no stream has one. Marks them as
    /// `pending`.
    bool needs_pages();

    /// True if needs_pages() and the bound on requests permits them; otherwise sets is_stopped() or throws.
    bool wait_for_pages();

    /// REQUIRES: fill().
    stream* first_stream();

    item const* advance();

    /// The first stream whose next item is the same as this one, regardless of the direction; the other streams skip
    /// it.
    stream& first_of_equals(item_view wanted);

    item const& take(stream& s);

    static item_view head(stream const& s) { return s.items[s.position]; }

    int compare(item_view a, item_view b) const;

    /// True if the sort keys are equal or, if these do not identify the items of a partition, the primary keys.
    bool is_same(item_view a, item_view b) const;

    /// The size of the next page: small at first if there is a limit, larger if many items are skipped.
    std::size_t page_limit(stream const& s) const;

    template <class Request>
    void set_common(Request& request, stream const& s) const;

    operation page_request_of(stream& s);

    /// Throws store_error if the filter has more operators than DynamoDB accepts.
    void prepare_filter();
    expression_view filter() const;

    /// Rethrows the failure, with the name of the entity or, if only a cursor can be the cause, as bad_cursor.
    [[noreturn]] void refuse(stream const& s, std::exception_ptr const& failure) const;

    /// Appends the page to the remaining items of the previous one.
    void take_page(stream& s) const;

    /// True if the store can count the items: the range of keys contains no others, except items whose type attribute
    /// names another entity, which a filter excludes.
    bool count_in_store();

    void begin_count();

    item key_of(item_view source) const { return start_key_of(*source_.table, source_.index, source); }
    std::uint64_t fingerprint(bool backward) const { return fingerprint_of(source_, options_, backward); }

    template <class Position>
    std::string cursor_of(bool backward, Position const& position_of) const;

    read_source source_;
    read_options options_;
    expression whole_filter_; // used if source_ has both parts
    std::vector<stream> streams_;
    std::vector<pending_call> calls_;
    std::vector<std::string_view> counted_names_; // attributes to read if items are counted by this class
    std::vector<item> backward_;                  // the items read, if they are read in reverse order
    std::size_t pending_ = 0;                     // number of pending streams
    std::size_t left_ = 0;                        // remaining items of backward_
    std::size_t returned_ = 0;
    std::size_t requests_ = 0;
    bool collected_ = false;
    bool count_started_ = false;
    bool counting_ = false;   // the store counts
    bool has_behind_ = false; // reading did not begin at an end of the query
    bool stopped_ = false;
    bool waiting_ = false;
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/store/read/merge.ipp>
#endif
