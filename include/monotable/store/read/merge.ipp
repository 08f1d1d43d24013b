// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/path.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/read/cursor.hpp>
#include <monotable/store/read/merge.hpp>

namespace monotable::detail {

MONOTABLE_INLINE item_merge::item_merge(read_source source, read_options options)
    : owned_(new read_source(std::move(source))), source_(owned_.get()), options_(std::move(options)) {
    open();
}

MONOTABLE_INLINE item_merge::item_merge(read_source const* source, read_options options)
    : source_(source), options_(std::move(options)) {
    open();
}

MONOTABLE_INLINE void item_merge::open() {
    std::size_t count = source_->scan ? options_.segments : 0;
    for (key_range const& range : source_->ranges) count += range.empty ? 0 : range.partition_count;
    if (count != 0) streams_.allocate(count);
    stream* next = streams_.begin();
    for (std::uint32_t i = 0; source_->scan && i != options_.segments; ++i) next++->part = options_.segment + i;
    for (key_range const& range : source_->ranges)
        for (std::size_t i = 0; !range.empty && i != range.partition_count; ++i) {
            stream& s = *next++;
            s.range = &range;
            s.part = i;
            s.implied = static_cast<std::uint8_t>(implied_attributes(*source_, range));
        }
    if (options_.cursor.empty()) return;
    std::vector<read_position> positions(streams_.size());
    read_cursor(options_.cursor, fingerprint(options_.backward), fingerprint(!options_.backward), positions);
    for (std::size_t i = 0; i != streams_.size(); ++i) {
        has_behind_ = has_behind_ || (!source_->scan && positions[i].at != read_position::state::start);
        streams_[i].exhausted = positions[i].at == read_position::state::finished;
        streams_[i].resume = std::move(positions[i].key);
    }
}

MONOTABLE_INLINE item_view const* item_merge::next() {
    if (!options_.backward) return advance();
    if (!collected_) {
        while (item_view const* const found = advance()) backward_.push_back(item(*found));
        if (waiting_) return nullptr;
        collected_ = true;
        left_ = backward_.size();
    }
    if (left_ == 0) return nullptr;
    current_ = backward_[--left_];
    return &current_;
}

MONOTABLE_INLINE bool item_merge::fill() { return !(needs_pages() && wait_for_pages()); }

MONOTABLE_INLINE std::string item_merge::ahead() {
    if (!stopped_ && first_stream() == nullptr) return {};
    return cursor_of(options_.backward, [&](stream& s) -> read_position {
        using state = read_position::state;
        if (s.items.has_consumed() && !s.items.empty()) return {state::after, key_of(s.items.consumed())};
        std::optional<item> const& behind = !s.items.empty() ? s.start : resume_of(s);
        if (behind) return {state::after, behind};
        return {s.exhausted && !s.ready ? state::finished : state::start, {}};
    });
}

MONOTABLE_INLINE std::string item_merge::behind() {
    if (!has_behind_) return {};
    return cursor_of(!options_.backward, [&](stream& s) -> read_position {
        using state = read_position::state;
        if (s.first) return {state::after, s.first};
        if (s.ready) return {state::after, key_of(head(s))};
        if (resume_of(s)) return {state::after, s.resume};
        return {};
    });
}

MONOTABLE_INLINE std::optional<std::size_t> item_merge::count() {
    if (!std::exchange(count_started_, true)) begin_count();
    if (!counting_) {
        while (next() != nullptr) {}
        return waiting_ ? std::nullopt : std::optional<std::size_t>(options_.backward ? backward_.size() : returned_);
    }
    std::size_t total = 0;
    for (stream const& s : streams_) total += s.counted;
    bool const is_enough = options_.limit != 0 && total >= options_.limit;
    if (!is_enough && needs_pages() && wait_for_pages()) return std::nullopt;
    return is_enough ? options_.limit : total;
}

MONOTABLE_INLINE void item_merge::begin_count() {
    counting_ = !options_.distinct && !options_.backward && count_in_store();
    if (counting_) return;
    for (std::size_t i = 0; i <= source_->index; i += source_->index == 0 ? 1 : source_->index)
        for (std::size_t a = 0; a != source_->table->indexes[i].key_count(); ++a)
            if (std::string_view const name = source_->table->indexes[i].attributes[a].name;
                i == 0 || !is_key_of(source_->table->indexes[0], name))
                counted_names_.push_back(name);
    if (source_->has_type_attribute()) counted_names_.push_back(source_->table->type_attribute);
    options_.projection = counted_names_;
}

MONOTABLE_INLINE bool item_merge::wanted(stream const& s, item_view candidate) const {
    return source_->entity == nullptr || belongs_to(*source_->entity, candidate, s.implied);
}

MONOTABLE_INLINE bool item_merge::needs_pages() {
    waiting_ = false;
    pending_ = 0;
    bool some = false;
    for (stream& s : streams_) {
        while (!s.ready && !s.items.empty()) {
            if (wanted(s, s.items.front())) s.ready = true;
            else s.items.consume();
        }
        some = some || s.ready;
        s.pending = !s.ready && !s.exhausted;
        if (s.pending) ++pending_;
    }
    return pending_ != 0 && !(source_->scan && some);
}

MONOTABLE_INLINE bool item_merge::wait_for_pages() {
    waiting_ = options_.max_requests == 0 || pending_ <= options_.max_requests - requests_;
    if (waiting_) return true;
    std::string const bound = "monotable: max_requests(" + std::to_string(options_.max_requests) + ")";
    if (requests_ == 0)
        throw bad_value(bound + " is less than one for each of the " + std::to_string(pending_) +
                        " partitions that are read");
    stopped_ = options_.in_pages;
    if (!stopped_)
        throw store_error(store_fault::limit_exceeded,
                          bound + " is reached, and there is more to read; read it with page(), whose cursor goes on");
    return false;
}

MONOTABLE_INLINE item_merge::stream* item_merge::first_stream() {
    stream* best = nullptr;
    for (stream& s : streams_) {
        if (!s.ready) continue;
        int const order = best == nullptr ? 0 : compare(head(s), head(*best));
        if (best == nullptr || (is_reversed() ? order >= 0 : order < 0))
            best = &s; // the exact reverse, including the order of equal keys
    }
    return best;
}

MONOTABLE_INLINE item_view const* item_merge::advance() {
    if (options_.limit != 0 && returned_ == options_.limit) return nullptr;
    stream* best = nullptr;
    if (!needs_pages()) best = first_stream();
    else (void)wait_for_pages();
    if (best == nullptr) return nullptr;
    if (options_.distinct) best = &first_of_equals(head(*best));
    ++returned_;
    current_ = take(*best);
    return &current_;
}

MONOTABLE_INLINE item_merge::stream& item_merge::first_of_equals(item_view wanted) {
    stream* first = nullptr;
    for (stream& s : streams_) {
        if (!s.ready || !is_same(head(s), wanted)) continue;
        if (first == nullptr) first = &s;
        else (void)take(s);
    }
    return *first;
}

MONOTABLE_INLINE item_view item_merge::take(stream& s) {
    item_view const taken = head(s);
    if (has_behind_ && !s.first) s.first = key_of(taken);
    s.ready = false;
    s.items.consume();
    return taken;
}

MONOTABLE_INLINE int item_merge::compare(item_view a, item_view b) const {
    if (source_->scan) return 0;
    for (key_attribute_data const& attribute : source_->table->indexes[source_->index].sort()) {
        int const order = a.find(attribute.name)->key_bytes().compare(b.find(attribute.name)->key_bytes());
        if (order != 0) return order;
    }
    return 0;
}

MONOTABLE_INLINE bool item_merge::is_same(item_view a, item_view b) const {
    if (compare(a, b) != 0) return false;
    if (source_->table->indexes[source_->index].sort_count != 0 &&
        is_told_by_sort_key(*source_->entity, source_->index))
        return true;
    index_data const& primary = source_->table->indexes[0];
    for (std::size_t k = 0; k != primary.key_count(); ++k)
        if (!(*a.find(primary.attributes[k].name) == *b.find(primary.attributes[k].name))) return false;
    return true;
}

MONOTABLE_INLINE std::size_t item_merge::page_limit(stream const& s) const {
    if (options_.limit == 0 || counting_) return 0;
    // A page ends with the cursor to the item after it, if there is one.
    std::size_t const remaining = options_.limit - returned_ + (options_.in_pages ? 1 : 0);
    return remaining << (s.pages < 16 ? s.pages : 16);
}

MONOTABLE_INLINE procedure_step item_merge::request_pages() {
    if (requests_ == 0) prepare_filter();
    if (options_.at_once && !source_->scan && options_.limit == 0 && options_.max_requests == 0 && !counting_)
        for (stream& s :
             streams_) // similar partitions reach the end of a page together; their next pages are requested together
            s.pending = s.pending || (s.ready && !s.exhausted && s.items.is_mostly_consumed());
    calls_.clear();
    for (stream& s : streams_)
        if (s.pending) calls_.push_back({page_request_of(s)});
    requests_ += calls_.size();
    return {calls_.data(), calls_.size()};
}

MONOTABLE_INLINE void item_merge::take_pages() {
    waiting_ = false;
    std::size_t call = 0;
    for (stream& s : streams_) {
        if (!s.pending) continue;
        if (calls_[call].failure) refuse(s, calls_[call].failure);
        ++call;
    }
    for (stream& s : streams_)
        if (s.pending) take_page(s);
}

MONOTABLE_INLINE std::optional<item> const& item_merge::resume_of(stream& s) const {
    if (std::exchange(s.resumes_after_last, false)) s.resume = key_of(s.items.last());
    return s.resume;
}

MONOTABLE_INLINE void item_merge::stream::take(void* self, std::size_t position, item_view found) {
    auto& s = *static_cast<stream*>(self);
    if (position == 0) {
        s.items.truncate(s.mark); // a page that is shown again
        if (s.query.limit != 0 && s.query.limit <= 100) s.items.reserve(s.query.limit, found);
    }
    s.items.push_back(found);
}

template <class Request>
void item_merge::set_common(Request& request, stream& s) const {
    if (s.pages == 0) {
        request.table = source_->table->name;
        if (source_->index != 0) request.index = source_->table->indexes[source_->index].name;
        request.filter = filter();
        request.consistent = options_.consistent;
        if (counting_) request.select = selection::count;
        else request.attributes = options_.projection;
        request.sink = &s.sink;
    }
    request.limit = page_limit(s);
    request.exclusive_start_key = resume_of(s);
    if (s.ready && s.items.has_consumed()) s.start = key_of(s.items.consumed());
    s.items.drop_consumed();
    s.mark = s.items.mark();
}

MONOTABLE_INLINE operation item_merge::page_request_of(stream& s) {
    if (source_->scan) {
        set_common(s.scan, s);
        s.scan.segment = static_cast<std::uint32_t>(s.part);
        s.scan.total_segments = options_.total_segments;
        return {operation_kind::scan, &s.scan, &s.reply};
    }
    set_common(s.query, s);
    if (s.pages != 0) return {operation_kind::query, &s.query, &s.reply};
    key_range const& range = *s.range;
    set_range(s.query, range, s.part);
    s.query.descending = is_reversed();
    s.query.wants_start_key = counting_ || !filter().empty(); // otherwise, the last item is one that is shown
    return {operation_kind::query, &s.query, &s.reply};
}

MONOTABLE_INLINE void item_merge::prepare_filter() {
    if (!base_filter().empty() && !source_->still.empty())
        whole_filter_ = expression::make(expression_kind::all_of, {base_filter(), source_->still});
    if (source_->entity != nullptr)
        check_operators(source_->entity->name, source_->table->name, "FilterExpression", filter());
}

MONOTABLE_INLINE expression_view item_merge::filter() const {
    return !whole_filter_.empty() ? whole_filter_ : base_filter().empty() ? source_->still : base_filter();
}

MONOTABLE_INLINE void item_merge::refuse(stream const& s, std::exception_ptr const& failure) const {
    try {
        std::rethrow_exception(failure);
    } catch (error const& e) {
        // Only a modified cursor can contain a key that the store rejects.
        if (s.pages == 0 && s.resume)
            throw bad_cursor(std::string("monotable: the cursor does not fit its query: ") + e.what());
        if (source_->entity != nullptr) rethrow_for_field(source_->entity->name, {});
        throw;
    }
}

MONOTABLE_INLINE void item_merge::take_page(stream& s) {
    ++s.pages;
    s.counted += s.reply.count;
    if (!s.ready) s.start = std::move(s.resume);
    if (s.sink.shown() == 0) s.items.truncate(s.mark);
    for (item const& each : s.reply.items) s.items.push_back(each); // of a backend that does not show them
    s.reply.items.clear();
    s.exhausted = !s.reply.last_evaluated_key.has_value();
    s.resumes_after_last = !s.exhausted && s.reply.last_evaluated_key->empty();
    if (s.resumes_after_last) s.resume.reset();
    else s.resume = std::move(s.reply.last_evaluated_key);
}

MONOTABLE_INLINE bool item_merge::count_in_store() {
    if (source_->entity == nullptr) return true;
    if (source_->scan || source_->index != 0) return false;
    auto const slots = source_->entity->sort_slots(0);
    for (key_range const& range : source_->ranges)
        for (std::size_t i = range.equal.size(); i != slots.size(); ++i)
            if (slots[i].native == no_field || !source_->entity->parts_of(slots[i]).front().format.prefix.empty())
                return false;
    if (!source_->has_type_attribute()) return true;
    auto const is_ours = is_of_none_other(*source_->entity);
    counting_filter_ =
        source_->filter.empty() ? is_ours : expression::make(expression_kind::all_of, {source_->filter, is_ours});
    return true;
}

template <class Position>
std::string item_merge::cursor_of(bool backward, Position const& position_of) {
    std::vector<read_position> positions(streams_.size());
    for (std::size_t i = 0; i != streams_.size(); ++i) positions[i] = position_of(streams_[i]);
    return write_cursor(fingerprint(backward), positions);
}

} // namespace monotable::detail
