// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/procedure.hpp>
#include <monotable/config.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>
#include <monotable/store/read/item_list.hpp>
#include <monotable/store/read/read_source.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
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
    item_merge() : item_merge(read_source(), {}) {} // has no items
    /// Throws bad_cursor if the cursor is malformed or belongs to another query.
    item_merge(read_source source, read_options options);
    /// Borrows the source.
    item_merge(read_source const* source, read_options options);
    item_merge(item_merge const&) = delete;
    item_merge(item_merge&&) noexcept = default; // does not move calls in flight
    item_merge& operator=(item_merge&&) noexcept = default;

    /// The next item in the query's order, valid until the following call; null at the end, at the limit, at a page's
    /// bound on requests, or if pages are needed.
    item_view const* next();

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
        std::uint8_t implied = 0;        ///< the attributes of the primary key that the range implies
        item_list items = {};            ///< the items of the page
        std::size_t mark = 0;            ///< of the items before the page that is requested
        bool ready = false;              ///< true if the next item exists and is part of the result
        bool exhausted = false;          ///< true if no page follows
        bool pending = false;            ///< true if the next page is needed
        std::optional<item> start = {};  ///< the key after which the page was read
        std::optional<item> resume = {}; ///< the key after which the next page is read; initially that of the cursor
        bool resumes_after_last = false; ///< true if `resume` is the key of the last item, and not set
        std::optional<item> first = {};  ///< the key of the first item that was returned
        std::size_t pages = 0;
        std::size_t counted = 0;
        query_request query = {}; ///< the request of the next page; parameters that all pages share are set once
        scan_request scan = {};   ///< the same for a scan
        item_page reply = {};
        item_sink sink{&stream::take, this};

        static void take(void* self, std::size_t position, item_view found);
    };

    /// Streams, which keep their addresses.
    class stream_list {
      public:
        void allocate(std::size_t count) {
            all_.reset(new stream[count]);
            count_ = count;
        }
        std::size_t size() const noexcept { return count_; }
        stream* begin() const noexcept { return all_.get(); }
        stream* end() const noexcept { return all_.get() + count_; }
        stream& operator[](std::size_t i) const noexcept { return all_[i]; }

      private:
        std::unique_ptr<stream[]> all_;
        std::size_t count_ = 0;
    };

    /// True if pages are read from the highest sort key to the lowest.
    bool is_reversed() const { return options_.descending != options_.backward; }

    bool wanted(stream const& s, item_view candidate) const;

    /// True if a stream that has not ended has no next item; for a scan, only if no stream has one. Marks them as
    /// `pending`.
    bool needs_pages();

    /// True if needs_pages() and the bound on requests permits them; otherwise sets is_stopped() or throws.
    bool wait_for_pages();

    /// REQUIRES: fill().
    stream* first_stream();

    item_view const* advance();

    /// The first stream whose next item is the same as this one, regardless of the direction; the other streams skip
    /// it.
    stream& first_of_equals(item_view wanted);

    item_view take(stream& s);

    static item_view head(stream const& s) { return s.items.front(); }

    /// The key after which the next page is read.
    std::optional<item> const& resume_of(stream& s) const;

    int compare(item_view a, item_view b) const;

    /// True if the sort keys are equal or, if these do not identify the items of a partition, the primary keys.
    bool is_same(item_view a, item_view b) const;

    /// The size of the next page: small at first if there is a limit, larger if many items are skipped.
    std::size_t page_limit(stream const& s) const;

    template <class Request>
    void set_common(Request& request, stream& s) const;

    operation page_request_of(stream& s);

    /// Throws store_error if the filter has more operators than DynamoDB accepts.
    void prepare_filter();
    expression const& base_filter() const { return counting_filter_.empty() ? source_->filter : counting_filter_; }
    expression_view filter() const;

    /// Rethrows the failure, with the name of the entity or, if only a cursor can be the cause, as bad_cursor.
    [[noreturn]] void refuse(stream const& s, std::exception_ptr const& failure) const;

    /// Takes the reply, whose items have been appended to the remaining ones.
    static void take_page(stream& s);

    /// True if the store can count the items: the range of keys contains no others, except items whose type attribute
    /// names another entity, which a filter excludes.
    bool count_in_store();

    void begin_count();

    item key_of(item_view source) const { return start_key_of(*source_->table, source_->index, source); }
    std::uint64_t fingerprint(bool backward) const { return fingerprint_of(*source_, options_, backward); }

    template <class Position>
    std::string cursor_of(bool backward, Position const& position_of);

    void open();

    std::unique_ptr<read_source> owned_; // unless it is borrowed
    read_source const* source_;
    read_options options_;
    expression counting_filter_; // instead of the source's: see count_in_store()
    expression whole_filter_;    // used if there are both parts
    stream_list streams_;
    std::vector<pending_call> calls_;
    std::vector<std::string_view> counted_names_; // attributes to read if items are counted by this class
    std::vector<item> backward_;                  // the items read, if they are read in reverse order
    item_view current_;                           // the result of next()
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
