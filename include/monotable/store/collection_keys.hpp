// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/store/collection_engine.hpp>
#include <monotable/store/description.hpp>
#include <monotable/value/value.hpp>
#include <monotable/value/view.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// One component of a key of several: ordered as `payload` is, whatever follows. 00 becomes 00 FF, the end is 00 01.
inline void append_escaped(std::string& out, std::string_view payload) {
    for (;;) {
        auto const zero = payload.find('\0');
        out.append(payload.substr(0, zero));
        if (zero == payload.npos) return;
        out.append("\0\xff", 2);
        payload.remove_prefix(zero + 1);
    }
}

inline void append_component(std::string& out, std::string_view payload) {
    append_escaped(out, payload);
    out.append("\0\1", 2);
}

/// Turns `bytes` into the least string above all that begin with it; nothing if there is none.
inline std::optional<std::string> after_prefix(std::string bytes) {
    while (!bytes.empty() && bytes.back() == '\xff') bytes.pop_back();
    if (bytes.empty()) return std::nullopt;
    bytes.back() = static_cast<char>(byte(bytes.back()) + 1);
    return bytes;
}

/// Where an entry is, owned.
struct entry_location {
    std::string partition;
    std::string sort;

    entry_key key() const noexcept { return {partition, sort}; }
    friend bool operator==(entry_location const&, entry_location const&) = default;
};

struct sort_limits {
    std::string begin;
    std::optional<std::string> end;

    sort_range range() const noexcept {
        return {begin, end ? std::optional<std::string_view>(*end) : std::nullopt};
    }
    bool contains(std::string_view sort) const noexcept { return sort >= begin && (!end || sort < *end); }
};

struct sort_condition {
    std::span<value const> equals;
    sort_bound const* lower;
    sort_bound const* upper;
    value const* begins_with;
};

/// How the keys of one collection are made of attributes. The table's: payload as it is. An index's: the sort attributes,
/// then the table's key, so that equal index keys are ordered by it.
class collection_keys {
  public:
    collection_keys(table_description const& table, index_description const* index)
        : index_(index != nullptr),
          partition_(index_ ? index->partition : std::vector<key_attribute>{table.partition}) {
        std::vector<key_attribute> own{table.partition};
        if (table.sort) own.push_back(*table.sort);
        if (index_) {
            sort_ = index->sort;
            suffix_ = own;
        } else if (table.sort) {
            sort_ = {*table.sort};
        }
        for (auto const* part : {&partition_, &sort_, &own})
            for (auto const& each : *part)
                if (std::find(attributes_.begin(), attributes_.end(), each) == attributes_.end())
                    attributes_.push_back(each);
        for (auto const& each : attributes_) names_.push_back(each.name);
        std::sort(names_.begin(), names_.end());
    }

    std::vector<key_attribute> const& partition() const noexcept { return partition_; }
    std::vector<key_attribute> const& sort() const noexcept { return sort_; }

    /// Of the collection and of the table, each once.
    std::vector<key_attribute> const& attributes() const noexcept { return attributes_; }
    std::vector<std::string> const& names() const noexcept { return names_; } ///< theirs, sorted

    /// Requires key attributes of the right types, if present. False if one is missing: then there is no entry.
    bool locate(item_view item, entry_location& out) const {
        out.partition.clear();
        out.sort.clear();
        for (auto const& each : partition_) {
            auto const found = item.find(each.name);
            if (!found) return false;
            append_partition(out.partition, found->key_bytes());
        }
        for (auto const& each : sort_) {
            auto const found = item.find(each.name);
            if (!found) return false;
            append_sort(out.sort, found->key_bytes());
        }
        for (auto const& each : suffix_) {
            auto const found = item.find(each.name);
            if (!found) return false;
            append_component(out.sort, found->key_bytes());
        }
        return true;
    }

    /// Requires a value of the right type for each partition attribute.
    std::string partition_of(std::span<value const> values) const {
        std::string out;
        for (auto const& each : values) append_partition(out, each.view().key_bytes());
        return out;
    }

    /// Requires values of the right types, and bounds only if an attribute is left for them.
    sort_limits limits_of(sort_condition const& condition) const {
        std::string prefix;
        for (auto const& each : condition.equals) append_sort(prefix, each.view().key_bytes());
        if (!index_ && !condition.equals.empty()) return {prefix, prefix + '\0'};
        sort_limits out{prefix, after_prefix(prefix)};
        if (condition.begins_with != nullptr) {
            auto start = prefix;
            append_start(start, condition.begins_with->view().key_bytes());
            narrow(out, start, after_prefix(start));
        }
        if (condition.lower != nullptr) narrow(out, edge(prefix, *condition.lower, true), std::nullopt);
        if (condition.upper != nullptr) narrow(out, prefix, edge(prefix, *condition.upper, false));
        return out;
    }

  private:
    void append_partition(std::string& out, std::string_view payload) const {
        if (partition_.size() == 1)
            out.append(payload);
        else
            append_component(out, payload);
    }
    void append_sort(std::string& out, std::string_view payload) const {
        if (index_)
            append_component(out, payload);
        else
            out.append(payload);
    }
    // What sort keys begin with whose component begins with `payload`.
    void append_start(std::string& out, std::string_view payload) const {
        if (index_)
            append_escaped(out, payload);
        else
            out.append(payload);
    }

    // The least string above or at all entries that the bound shuts out below, or those it lets in above.
    std::string edge(std::string const& prefix, sort_bound const& bound, bool lower) const {
        bool const behind = bound.inclusive != lower;
        auto out = prefix;
        append_start(out, bound.limit.view().key_bytes());
        if (index_)
            out.append(behind ? std::string_view("\0\2", 2) : std::string_view("\0\1", 2));
        else if (behind)
            out += '\0';
        return out;
    }

    static void narrow(sort_limits& limits, std::string const& begin, std::optional<std::string> const& end) {
        limits.begin = std::max(limits.begin, begin);
        if (end && (!limits.end || *end < *limits.end)) limits.end = end;
    }

    bool index_;
    std::vector<key_attribute> partition_, sort_, suffix_, attributes_;
    std::vector<std::string> names_;
};

} // namespace monotable::detail
