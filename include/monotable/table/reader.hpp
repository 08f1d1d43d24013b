// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree.hpp>
#include <monotable/plan/key_range.hpp>
#include <monotable/schema/decode.hpp>
#include <monotable/schema/field_error.hpp>
#include <monotable/schema/model.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/table/cursor.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The items of a query or scan, page by page from the store, several partitions merged in the order of their sort keys.
namespace monotable::detail {

struct read_options {
    bool descending = false;
    bool consistent = false;
    std::size_t limit = 0;          ///< items returned; 0: no limit
    std::string cursor;             ///< where to go on; empty: the beginning
    std::uint32_t segment = 0;      ///< of a scan
    std::uint32_t total_segments = 1;
    array_view<std::string_view> projection; ///< attributes to read, the keys among them; empty: every one
};

/// What is read: an index of a table, and in it a range of keys or, for a scan, everything.
struct read_source {
    table_data const* table = nullptr;
    std::size_t index = 0;
    entity_data const* entity = nullptr; ///< items of other entities are passed over; nullptr: every item
    bool scan = false;
    key_range range;
    expression filter; ///< of the items that are read, which are returned
};

/// A template, so that only a program that reads pays for compiling it.
template <class Backend>
class item_reader {
public:
    item_reader() = default; // reads nothing
    /// Throws bad_cursor for a cursor that is malformed or of another query.
    item_reader(std::shared_ptr<Backend> store, read_source source, read_options options)
        : store_(std::move(store)), source_(std::move(source)), options_(std::move(options)),
          streams_(source_.scan ? 1 : source_.range.empty ? 0 : source_.range.partition_count) {
        if (options_.cursor.empty()) return;
        std::vector<stream_position> positions(streams_.size());
        read_cursor(options_.cursor, fingerprint(), positions);
        for (std::size_t i = 0; i != streams_.size(); ++i) {
            streams_[i].exhausted = positions[i].at == stream_position::state::finished;
            streams_[i].resume = std::move(positions[i].key);
        }
    }

    /// The next item, good until the following call; nullptr when there is none or the limit is reached.
    item const* next() {
        if (options_.limit != 0 && returned_ == options_.limit) return nullptr;
        stream* const best = first_stream();
        if (best == nullptr) return nullptr;
        ++returned_;
        best->consumed = best->position + 1;
        return &best->page.items[best->position++];
    }

    /// Continues behind the last item that next() returned; empty when nothing follows.
    std::string cursor() {
        if (first_stream() == nullptr) return {};
        std::vector<stream_position> positions(streams_.size());
        for (std::size_t i = 0; i != streams_.size(); ++i) {
            stream& s = streams_[i];
            using state = stream_position::state;
            if (!has_item(s)) positions[i].at = state::finished;
            else if (s.consumed != 0) positions[i] = {state::after, key_of(s.page.items[s.consumed - 1])};
            else if (s.start) positions[i] = {state::after, s.start};
        }
        return write_cursor(fingerprint(), positions);
    }

private:
    struct stream {
        item_page page;
        std::size_t position = 0;    ///< next item of the page
        std::size_t consumed = 0;    ///< one behind the last item of the page that was returned
        std::optional<item> start;   ///< what the page was read behind
        std::optional<item> resume;  ///< what the next page is read behind; before the first: given by a cursor
        bool exhausted = false;
        std::size_t pages = 0;
    };

    bool wanted(item_view candidate) const { return source_.entity == nullptr || belongs_to(*source_.entity, candidate); }

    /// Moves to the stream's next wanted item, reading further pages as needed. False at the end.
    bool has_item(stream& s) {
        for (;;) {
            for (; s.position != s.page.items.size(); ++s.position)
                if (wanted(s.page.items[s.position])) return true;
            if (s.exhausted) return false;
            read_page(s);
        }
    }

    stream* first_stream() {
        stream* best = nullptr;
        for (stream& s : streams_)
            if (has_item(s) && (best == nullptr || comes_before(s, *best))) best = &s;
        return best;
    }

    bool comes_before(stream const& a, stream const& b) const {
        for (key_attribute_data const& attribute : source_.table->indexes[source_.index].sort()) {
            auto const x = item_view(a.page.items[a.position]).find(attribute.name);
            auto const y = item_view(b.page.items[b.position]).find(attribute.name);
            int const order = x->key_bytes().compare(y->key_bytes());
            if (order != 0) return options_.descending ? order > 0 : order < 0;
        }
        return false;
    }

    /// Small first pages for a limit, larger ones when many items are passed over.
    std::size_t page_limit(stream const& s) const {
        if (options_.limit == 0) return 0;
        std::size_t const remaining = options_.limit - returned_ + 1;
        return remaining << (s.pages < 16 ? s.pages : 16);
    }

    void read_page(stream& s) {
        std::string_view const index = source_.index == 0 ? std::string_view{} : source_.table->indexes[source_.index].name;
        try {
            if (source_.scan) {
                scan_request request;
                request.table = source_.table->name;
                request.index = index;
                request.filter = source_.filter;
                request.consistent = options_.consistent;
                request.limit = page_limit(s);
                request.exclusive_start_key = s.resume;
                request.attributes = {options_.projection.data(), options_.projection.size()};
                request.segment = options_.segment;
                request.total_segments = options_.total_segments;
                s.page = store_->scan(request);
            } else {
                query_request request;
                request.table = source_.table->name;
                request.index = index;
                key_range const& range = source_.range;
                auto partition = range.partitions.begin();
                std::size_t const first = static_cast<std::size_t>(&s - streams_.data()) * range.partition_width();
                for (std::size_t a = 0; a != first; ++a) ++partition;
                for (std::size_t a = 0; a != range.partition_width(); ++a, ++partition) request.partition.emplace_back(*partition);
                for (value_view const v : range.equal) request.sort_equals.emplace_back(v);
                if (range.lower) request.lower = sort_bound{range.lower.key, range.lower.inclusive()};
                if (range.upper) request.upper = sort_bound{range.upper.key, range.upper.inclusive()};
                if (range.begins_with) request.begins_with = range.begins_with.key;
                request.attributes = {options_.projection.data(), options_.projection.size()};
                request.filter = source_.filter;
                request.descending = options_.descending;
                request.consistent = options_.consistent;
                request.limit = page_limit(s);
                request.exclusive_start_key = s.resume;
                s.page = store_->query(request);
            }
        } catch (error const& e) {
            // Only a cursor from outside can name a key that the store does not take.
            if (s.pages == 0 && s.resume) throw bad_cursor(std::string("monotable: the cursor does not fit its query: ") + e.what());
            if (source_.entity != nullptr) rethrow_for_field(source_.entity->name, {});
            throw;
        }
        ++s.pages;
        s.position = s.consumed = 0;
        s.start = std::exchange(s.resume, s.page.last_evaluated_key);
        s.exhausted = !s.resume.has_value();
    }

    item key_of(item_view source) const {
        std::string out;
        value_writer writer(out);
        writer.begin_map();
        index_data const& primary = source_.table->indexes[0];
        index_data const& index = source_.table->indexes[source_.index];
        auto const add = [&](std::string_view name) {
            writer.name(name);
            writer.raw(*source.find(name));
        };
        for (std::size_t a = 0; a != primary.key_count(); ++a) add(primary.attributes[a].name);
        for (std::size_t a = 0; source_.index != 0 && a != index.key_count(); ++a) {
            bool repeated = false;
            for (std::size_t p = 0; p != primary.key_count(); ++p)
                repeated = repeated || primary.attributes[p].name == index.attributes[a].name;
            if (!repeated) add(index.attributes[a].name);
        }
        writer.end_map();
        return item::from_encoding(std::move(out));
    }

    /// Of everything that decides which items come in which order.
    std::uint64_t fingerprint() const {
        std::string text(source_.table->name);
        auto const add = [&](std::string_view part) {
            append_integer(text, part.size(), 4);
            text += part;
        };
        add(source_.table->indexes[source_.index].name);
        add(source_.entity == nullptr ? std::string_view{} : source_.entity->name);
        add(source_.scan ? "scan" : options_.descending ? "descending" : "ascending");
        append_integer(text, options_.segment, 4);
        append_integer(text, options_.total_segments, 4);
        key_range const& range = source_.range;
        for (value_view const v : range.partitions) add(v.bytes());
        for (value_view const v : range.equal) add(v.bytes());
        auto const add_bound = [&](key_bound const& bound) {
            append_integer(text, static_cast<std::uint64_t>(bound.kind), 1);
            add(bound.key.view().bytes());
        };
        add_bound(range.lower);
        add_bound(range.upper);
        add_bound(range.begins_with);
        expression_view const filter = source_.filter;
        for (std::size_t i = 0; i != filter.node_count(); ++i) {
            append_integer(text, static_cast<std::uint64_t>(filter.nodes()[i].kind), 1);
            append_integer(text, filter.nodes()[i].extent, 4);
            add(filter.nodes()[i].payload);
        }
        return stable_hash(text);
    }

    std::shared_ptr<Backend> store_;
    read_source source_;
    read_options options_;
    std::vector<stream> streams_;
    std::size_t returned_ = 0;
};

} // namespace monotable::detail
