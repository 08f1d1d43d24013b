// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/path.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/decode.hpp>
#include <monotable/model/field_error.hpp>
#include <monotable/store/for_entity.hpp>
#include <monotable/store/read/cursor.hpp>
#include <monotable/store/read/reader.hpp>

namespace monotable::detail {

template <class Backend>
item_reader<Backend>::item_reader() = default;
template <class Backend>
item_reader<Backend>::item_reader(item_reader&&) noexcept = default;
template <class Backend>
item_reader<Backend>& item_reader<Backend>::operator=(item_reader&&) noexcept = default;
template <class Backend>
item_reader<Backend>::~item_reader() = default;

template <class Backend>
item_reader<Backend>::item_reader(std::shared_ptr<Backend> store, read_source source, read_options options)
    : store_(std::move(store)), source_(std::move(source)), options_(std::move(options)) {
    for (std::uint32_t i = 0; source_.scan && i != options_.segments; ++i)
        streams_.push_back(stream{.part = options_.segment + i});
    for (key_range const& range : source_.ranges)
        for (std::size_t i = 0; !range.empty && i != range.partition_count; ++i)
            streams_.push_back(stream{.range = &range, .part = i});
    if (options_.cursor.empty()) return;
    std::vector<read_position> positions(streams_.size());
    read_cursor(options_.cursor, fingerprint(options_.backward), fingerprint(!options_.backward), positions);
    for (std::size_t i = 0; i != streams_.size(); ++i) {
        has_behind_ = has_behind_ || (!source_.scan && positions[i].at != read_position::state::start);
        streams_[i].exhausted = positions[i].at == read_position::state::finished;
        streams_[i].resume = std::move(positions[i].key);
    }
}

template <class Backend>
item const* item_reader<Backend>::next() {
    if (!options_.backward) return advance();
    if (!collected_) {
        while (item const* const found = advance()) backward_.push_back(*found);
        collected_ = true;
        left_ = backward_.size();
    }
    return left_ == 0 ? nullptr : &backward_[--left_];
}

template <class Backend>
std::string item_reader<Backend>::ahead() {
    if (fill() && first_stream() == nullptr) return {};
    return cursor_of(options_.backward, [&](stream const& s) -> read_position {
        using state = read_position::state;
        if (s.position != 0 && s.position != s.page.items.size())
            return {state::after, key_of(s.page.items[s.position - 1])};
        std::optional<item> const& behind = s.position != s.page.items.size() ? s.start : s.resume;
        if (behind) return {state::after, behind};
        return {s.exhausted && !s.ready ? state::finished : state::start, {}};
    });
}

template <class Backend>
std::string item_reader<Backend>::behind() {
    if (!has_behind_) return {};
    return cursor_of(!options_.backward, [&](stream const& s) -> read_position {
        using state = read_position::state;
        if (s.first) return {state::after, s.first};
        if (s.ready) return {state::after, key_of(head(s))};
        if (s.resume) return {state::after, s.resume};
        return {};
    });
}

template <class Backend>
std::size_t item_reader<Backend>::count() {
    std::size_t total = 0;
    counting_ = !options_.distinct && !options_.backward && count_in_store();
    if (counting_) {
        while ((options_.limit == 0 || total < options_.limit) && needs_pages() && read_pages()) {
            total = 0;
            for (stream const& s : streams_) total += s.counted;
        }
        return options_.limit == 0 || total < options_.limit ? total : options_.limit;
    }
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i <= source_.index; i += source_.index == 0 ? 1 : source_.index)
        for (std::size_t a = 0; a != source_.table->indexes[i].key_count(); ++a)
            if (std::string_view const name = source_.table->indexes[i].attributes[a].name;
                i == 0 || !is_key_of(source_.table->indexes[0], name))
                names.push_back(name);
    if (source_.has_type_attribute()) names.push_back(source_.table->type_attribute);
    options_.projection = names;
    while (next() != nullptr) ++total;
    return total;
}

template <class Backend>
bool item_reader<Backend>::wanted(item_view candidate) const {
    return source_.entity == nullptr || belongs_to(*source_.entity, candidate);
}

template <class Backend>
bool item_reader<Backend>::needs_pages() {
    pending_.clear();
    bool some = false;
    for (stream& s : streams_) {
        while (!s.ready && s.position != s.page.items.size()) {
            if (wanted(s.page.items[s.position])) s.ready = true;
            else ++s.position;
        }
        some = some || s.ready;
        if (!s.ready && !s.exhausted) pending_.push_back(&s);
    }
    return !pending_.empty() && !(source_.scan && some);
}

template <class Backend>
bool item_reader<Backend>::fill() {
    while (needs_pages())
        if (!read_pages()) return false;
    return true;
}

template <class Backend>
typename item_reader<Backend>::stream* item_reader<Backend>::first_stream() {
    stream* best = nullptr;
    for (stream& s : streams_) {
        if (!s.ready) continue;
        int const order = best == nullptr ? 0 : compare(head(s), head(*best));
        if (best == nullptr || (is_reversed() ? order >= 0 : order < 0))
            best = &s; // the exact reverse, equal keys included
    }
    return best;
}

template <class Backend>
item const* item_reader<Backend>::advance() {
    if (options_.limit != 0 && returned_ == options_.limit) return nullptr;
    stream* best = fill() ? first_stream() : nullptr;
    if (best == nullptr) return nullptr;
    if (options_.distinct) best = &first_of_equals(head(*best));
    ++returned_;
    return &take(*best);
}

template <class Backend>
typename item_reader<Backend>::stream& item_reader<Backend>::first_of_equals(item_view wanted) {
    stream* first = nullptr;
    for (stream& s : streams_) {
        if (!s.ready || !is_same(head(s), wanted)) continue;
        if (first == nullptr) first = &s;
        else (void)take(s);
    }
    return *first;
}

template <class Backend>
item const& item_reader<Backend>::take(stream& s) {
    if (has_behind_ && !s.first) s.first = key_of(head(s));
    s.ready = false;
    return s.page.items[s.position++];
}

template <class Backend>
int item_reader<Backend>::compare(item_view a, item_view b) const {
    if (source_.scan) return 0;
    for (key_attribute_data const& attribute : source_.table->indexes[source_.index].sort()) {
        int const order = a.find(attribute.name)->key_bytes().compare(b.find(attribute.name)->key_bytes());
        if (order != 0) return order;
    }
    return 0;
}

template <class Backend>
bool item_reader<Backend>::is_same(item_view a, item_view b) const {
    if (compare(a, b) != 0) return false;
    if (source_.table->indexes[source_.index].sort_count != 0 && is_told_by_sort_key(*source_.entity, source_.index))
        return true;
    index_data const& primary = source_.table->indexes[0];
    for (std::size_t k = 0; k != primary.key_count(); ++k)
        if (!(*a.find(primary.attributes[k].name) == *b.find(primary.attributes[k].name))) return false;
    return true;
}

template <class Backend>
std::size_t item_reader<Backend>::page_limit(stream const& s) const {
    if (options_.limit == 0 || counting_) return 0;
    std::size_t const remaining = options_.limit - returned_ + 1;
    return remaining << (s.pages < 16 ? s.pages : 16);
}

template <class Backend>
bool item_reader<Backend>::read_pages() {
    if (options_.max_requests != 0 && pending_.size() > options_.max_requests - requests_) {
        std::string const bound = "monotable: max_requests(" + std::to_string(options_.max_requests) + ")";
        if (requests_ == 0)
            throw bad_value(bound + " is less than one for each of the " + std::to_string(pending_.size()) +
                            " partitions that are read");
        stopped_ = options_.in_pages;
        if (!stopped_)
            throw store_error(store_fault::limit_exceeded,
                              bound +
                                  " is reached, and there is more to read; read it with page(), whose cursor goes on");
        return false;
    }
    if (options_.executor != nullptr && !source_.scan && options_.limit == 0 && options_.max_requests == 0 &&
        !counting_)
        for (stream& s : streams_) // partitions alike come to an end together: then all go on at once
            if (s.ready && !s.exhausted && s.position > s.page.items.size() / 2) pending_.push_back(&s);
    requests_ += pending_.size();
    if (options_.executor == nullptr || pending_.size() == 1) {
        for (stream* const s : pending_) read_page(*s);
        return true;
    }
    options_.executor->run(
        pending_.size(),
        [](void* self, std::size_t i) {
            stream& s = *static_cast<item_reader*>(self)->pending_[i];
            try {
                static_cast<item_reader*>(self)->read_page(s);
            } catch (...) {
                s.failure = std::current_exception();
            }
        },
        this);
    for (stream* const s : pending_)
        if (s->failure) std::rethrow_exception(s->failure);
    return true;
}

template <class Backend>
template <class Request>
void item_reader<Backend>::set_common(Request& request, stream const& s, expression_view filter) const {
    request.table = source_.table->name;
    if (source_.index != 0) request.index = source_.table->indexes[source_.index].name;
    request.filter = filter;
    request.consistent = options_.consistent;
    request.limit = page_limit(s);
    request.exclusive_start_key = s.resume;
    if (counting_) request.select = selection::count;
    else request.attributes = options_.projection;
}

template <class Backend>
item_page item_reader<Backend>::next_page_of(stream const& s) const {
    expression const filter = source_.whole_filter();
    if (source_.entity != nullptr)
        check_operators(source_.entity->name, source_.table->name, "FilterExpression", filter);
    try {
        if (source_.scan) {
            scan_request request;
            set_common(request, s, filter);
            request.segment = static_cast<std::uint32_t>(s.part);
            request.total_segments = options_.total_segments;
            return store_->scan(request);
        } else {
            query_request request;
            set_common(request, s, filter);
            key_range const& range = *s.range;
            auto partition = range.partitions.begin();
            for (std::size_t a = 0; a != s.part * range.partition_width(); ++a) ++partition;
            for (std::size_t a = 0; a != range.partition_width(); ++a, ++partition)
                request.partition.emplace_back(*partition);
            for (value_view const v : range.equal) request.sort_equals.emplace_back(v);
            if (range.lower) request.lower = sort_bound{range.lower.key, range.lower.inclusive()};
            if (range.upper) request.upper = sort_bound{range.upper.key, range.upper.inclusive()};
            if (range.begins_with) request.begins_with = range.begins_with.key;
            request.descending = is_reversed();
            return store_->query(request);
        }
    } catch (error const& e) {
        // Only a cursor from outside can name a key that the store does not take.
        if (s.pages == 0 && s.resume)
            throw bad_cursor(std::string("monotable: the cursor does not fit its query: ") + e.what());
        if (source_.entity != nullptr) rethrow_for_field(source_.entity->name, {});
        throw;
    }
}

template <class Backend>
void item_reader<Backend>::read_page(stream& s) const {
    item_page page = next_page_of(s);
    ++s.pages;
    s.counted += page.count;
    if (!s.ready) s.start = std::move(s.resume);
    else if (s.position != 0) s.start = key_of(s.page.items[s.position - 1]);
    s.resume = std::move(page.last_evaluated_key);
    s.exhausted = !s.resume.has_value();
    s.page.items.erase(s.page.items.begin(), s.page.items.begin() + static_cast<std::ptrdiff_t>(s.position));
    if (s.page.items.empty()) s.page.items = std::move(page.items);
    else
        for (item& each : page.items) s.page.items.push_back(std::move(each));
    s.position = 0;
}

template <class Backend>
bool item_reader<Backend>::count_in_store() {
    if (source_.entity == nullptr) return true;
    if (source_.scan || source_.index != 0) return false;
    auto const slots = source_.entity->sort_slots(0);
    for (key_range const& range : source_.ranges)
        for (std::size_t i = range.equal.size(); i != slots.size(); ++i)
            if (slots[i].native == no_field || !source_.entity->parts_of(slots[i]).front().format.prefix.empty())
                return false;
    if (!source_.has_type_attribute()) return true;
    auto const is_ours = is_of_none_other(*source_.entity);
    source_.filter =
        source_.filter.empty() ? is_ours : expression::make(expression_kind::all_of, {source_.filter, is_ours});
    return true;
}

template <class Backend>
template <class Position>
std::string item_reader<Backend>::cursor_of(bool backward, Position const& position_of) const {
    std::vector<read_position> positions(streams_.size());
    for (std::size_t i = 0; i != streams_.size(); ++i) positions[i] = position_of(streams_[i]);
    return write_cursor(fingerprint(backward), positions);
}

#ifdef MONOTABLE_COMPILED
template class item_reader<backend>;
#endif

} // namespace monotable::detail
