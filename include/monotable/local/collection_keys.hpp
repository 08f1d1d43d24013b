// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description.hpp>
#include <monotable/core/byte_buffer.hpp>
#include <monotable/core/size.hpp>
#include <monotable/core/text.hpp>
#include <monotable/core/view.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/local/item_rules.hpp>
#include <monotable/local/key_names.hpp>
#include <monotable/meta/array_view.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

/// Appends one component of a composite key, which sorts like `payload` regardless of what follows. 00 becomes 00 FF,
/// the end is 00 01.
template <class Buffer>
void append_escaped(Buffer& out, std::string_view payload) {
    for (;;) {
        auto const zero = payload.find('\0');
        out.append(payload.substr(0, zero));
        if (zero == payload.npos) return;
        out.append(view_of("\0\xff", 2));
        payload.remove_prefix(zero + 1);
    }
}

template <class Buffer>
void append_component(Buffer& out, std::string_view payload) {
    append_escaped(out, payload);
    out.append(view_of("\0\1", 2));
}

inline void append_component(byte_buffer& out, std::string_view payload) {
    for (auto zero = payload.find('\0'); zero != payload.npos; zero = payload.find('\0')) {
        out.append(payload.substr(0, zero));
        out.append(view_of("\0\xff", 2));
        payload.remove_prefix(zero + 1);
    }
    char* const added = out.extend(payload.size() + 2);
    copy_bytes(added, payload.data(), payload.size());
    added[payload.size()] = '\0';
    added[payload.size() + 1] = '\1';
}

/// Changes `bytes` to the least string that is greater than all strings that begin with it; false if there is none.
inline bool to_prefix_successor(byte_buffer& bytes) {
    while (!bytes.empty() && bytes.view().back() == '\xff') bytes.shrink(bytes.size() - 1);
    if (bytes.empty()) return false;
    char& last = bytes.data()[bytes.size() - 1];
    last = static_cast<char>(byte(last) + 1);
    return true;
}

/// Inserts a name into sorted, unique names.
template <class Names>
void add_name(Names& names, std::string_view name) {
    for (auto const each : names)
        if (each == name) return;
    names.push_back(name);
    for (auto i = names.size() - 1; i != 0 && names[i] < names[i - 1]; --i) std::swap(names[i], names[i - 1]);
}

/// The key of an entry, which owns its bytes.
struct entry_location {
    std::string partition;
    std::string sort;

    entry_key key() const noexcept { return {partition, sort}; }
};

/// A sort_range that owns its limits, on the stack, and can only be narrowed.
class sort_limits {
  public:
    /// The range of keys that begin with `prefix`.
    void within(std::string_view prefix) {
        begin_.append(prefix);
        end_.append(prefix);
        bounded_ = to_prefix_successor(end_);
    }
    void from(std::string_view begin) {
        if (begin_.view() < begin) assign(begin_, begin);
    }
    void to(std::string_view end) {
        if (!bounded_ || end < end_.view()) assign(end_, end);
        bounded_ = true;
    }

    sort_range range() const noexcept { return {begin_.view(), end_.view(), bounded_}; }
    bool contains(std::string_view sort) const noexcept {
        return sort >= begin_.view() && (!bounded_ || sort < end_.view());
    }

  private:
    static void assign(byte_buffer& to, std::string_view bytes) {
        to.shrink(0);
        to.append(bytes);
    }

    byte_buffer begin_, end_;
    bool bounded_ = false;
};

/// The key attributes of an item for one collection.
enum class entry_state : std::uint8_t {
    absent,  ///< one is missing: there is no entry
    invalid, ///< one cannot be a key: there is no entry
    present
};

/// Computes the keys of one collection from attributes. The key of a table consists of the payloads. That of an index
/// consists of the sort attributes, followed by the table's key, which orders entries with equal index keys. Refers to
/// the description, which must outlive it.
template <class Attribute = key_attribute>
class basic_collection_keys {
  public:
    using attributes = array_view<Attribute>;

    /// Describes the index, or the table itself if `index` is null.
    void describe(table_description const& table, index_description const* index, key_names const& all) {
        attributes const own_partition(&table.partition, 1);
        auto const own_sort = table.sort ? attributes(&*table.sort, 1) : attributes();
        index_ = index != nullptr;
        partition_ = index_ ? attributes(index->partition.data(), index->partition.size()) : own_partition;
        sort_ = index_ ? attributes(index->sort.data(), index->sort.size()) : own_sort;
        if (index_) {
            suffix_[0] = own_partition;
            suffix_[1] = own_sort;
        }
        for (auto const& part : {partition_, sort_, own_partition, own_sort})
            for (auto const& each : part) add_name(names_, each.name);
        for (auto const& part : {partition_, sort_, own_partition, own_sort})
            for (auto const& each : part) places_.push_back(all.place_of(each.name));
    }

    attributes partition() const noexcept { return partition_; }
    attributes sort() const noexcept { return sort_; }

    /// The names of all key attributes, including the table's; sorted.
    std::vector<std::string_view> const& names() const noexcept { return names_; }

    /// Calls `f` for each part of the key until it returns false; true if it never does. An attribute can occur more
    /// than once.
    template <class F>
    bool all_attributes(F&& f) const {
        for (auto const& part : {partition_, sort_, suffix_[0], suffix_[1]})
            for (auto const& each : part)
                if (!f(each)) return false;
        return true;
    }

    /// Computes the key of an item's entry. False if the item has no entry, because a key attribute is missing or
    /// cannot be a key. REQUIRES: the item has a valid primary key.
    bool locate(item_view item, entry_location& out) const {
        out.partition.clear();
        out.sort.clear();
        std::size_t size = 0;
        for (auto const& each : partition_) {
            auto const found = key_value(item, each, size);
            if (!found) return false;
            append_partition(out.partition, found->key_bytes());
        }
        if (size > max_partition_key) return false;
        size = 0;
        for (auto const& each : sort_) {
            auto const found = key_value(item, each, size);
            if (!found) return false;
            append_sort(out.sort, found->key_bytes());
        }
        if (size > max_sort_key) return false;
        for (auto const& part : suffix_)
            for (auto const& each : part) append_sort(out.sort, item.find(each.name)->key_bytes());
        return true;
    }

    /// Examines an item with these values. Adds the number of bytes that locate() can append, if it has an entry.
    entry_state state(found_keys values, std::size_t& bytes) const noexcept {
        bool complete = true;
        std::size_t needed = 0;
        std::uint16_t const* place = places_.data();
        auto const examine = [&](attributes const& part, std::size_t limit) {
            std::size_t size = 0;
            for (auto const& each : part) {
                char const* const found = values[*place++];
                if (found == nullptr) {
                    complete = false;
                    continue;
                }
                value_view const value(found);
                if (!value.is(each.type)) return false;
                std::size_t const own = value.key_bytes().size();
                if (own == 0) return false;
                size += each.type == value_type::number ? value_size(value) : own;
                needed += 2 * own + 2;
            }
            return size <= limit;
        };
        if (!examine(partition_, max_partition_key) || !examine(sort_, max_sort_key)) return entry_state::invalid;
        if (!complete) return entry_state::absent;
        for (; place != places_.data() + places_.size(); ++place)
            needed += 2 * value_view(values[*place]).key_bytes().size() + 2;
        bytes += needed;
        return entry_state::present;
    }

    /// True if the attribute at this position in key_names can have this value: it is not part of the key, or is valid there.
    bool accepts_one(std::size_t place, char const* value) const noexcept {
        std::size_t i = 0;
        for (auto const& part : {partition_, sort_})
            for (auto const& each : part)
                if (places_[i++] == place && !(value_view(value).is(each.type) && fits(value_view(value))))
                    return false;
        return true;
    }

    /// True if all values are the same for both items. REQUIRES: both have the same primary key.
    bool same_key(found_keys a, found_keys b) const noexcept {
        for (std::size_t i = 0; i != partition_.size() + sort_.size(); ++i) {
            char const *const x = a[places_[i]], *const y = b[places_[i]];
            if (x == y) continue;
            if (x == nullptr || y == nullptr || value_view(x) != value_view(y)) return false;
        }
        return true;
    }

    /// The key of an item's entry; appends to `out` what is not contiguous in the values. REQUIRES: it has one, `out`
    /// does not grow, and these are the keys of an index.
    /// `copied`: the key does not view the values.
    entry_key locate(found_keys values, byte_buffer& out, bool copied) const {
        entry_key key;
        std::size_t place = 0;
        if (partition_.size() == 1) {
            key.partition = value_view(values[places_[place++]]).key_bytes();
            if (copied) {
                std::size_t const start = out.size();
                out.append(key.partition);
                key.partition = out.view().substr(start);
            }
        } else {
            std::size_t const start = out.size();
            while (place != partition_.size()) append_component(out, value_view(values[places_[place++]]).key_bytes());
            key.partition = out.view().substr(start);
        }
        std::size_t const start = out.size();
        while (place != places_.size()) append_component(out, value_view(values[places_[place++]]).key_bytes());
        key.sort = out.view().substr(start);
        return key;
    }

    /// The key of an item in its table, as views of the item's attributes. REQUIRES: these are the keys of a table, and the
    /// item has a valid key.
    entry_key table_key(found_keys values) const noexcept {
        auto const sort = sort_.empty() ? std::string_view() : value_view(values[places_[1]]).key_bytes();
        return {value_view(values[places_[0]]).key_bytes(), sort};
    }

    /// The key of an item in its table, as views of the item's attributes. REQUIRES: these are the keys of a table, and
    /// the item has them.
    entry_key table_key(item_view item) const noexcept {
        auto const sort = sort_.empty() ? std::string_view() : item.find(sort_[0].name)->key_bytes();
        return {item.find(partition_[0].name)->key_bytes(), sort};
    }

    /// The partition of a query, as a view of the request or of `spare`. REQUIRES: a value of the right type for each partition
    /// attribute.
    std::string_view partition_of(query_request const& request, byte_buffer& spare) const {
        if (partition_.size() == 1) return (*request.partition.begin()).key_bytes();
        for (value_view const each : request.partition) append_component(spare, each.key_bytes());
        return spare.view();
    }

    /// Sets the range of sort keys of a query. REQUIRES: values of the right types, and bounds only if an attribute remains for
    /// them.
    void limits_of(query_request const& request, sort_limits& out) const {
        byte_buffer prefix;
        for (value_view const each : request.sort_equals) append_sort(prefix, each.key_bytes());
        out.within(prefix.view());
        if (!index_ && !request.sort_equals.empty()) {
            byte_buffer end;
            end.append(prefix.view());
            end.push_back('\0');
            out.to(end.view());
        }
        if (request.begins_with) {
            byte_buffer start;
            start.append(prefix.view());
            append_start(start, request.begins_with->view().key_bytes());
            out.from(start.view());
            if (to_prefix_successor(start)) out.to(start.view());
        }
        if (request.lower) {
            byte_buffer limit;
            append_edge(limit, prefix.view(), *request.lower, !request.lower->inclusive);
            out.from(limit.view());
        }
        if (request.upper) {
            byte_buffer limit;
            append_edge(limit, prefix.view(), *request.upper, request.upper->inclusive);
            out.to(limit.view());
        }
    }

  private:
    static std::optional<value_view> key_value(item_view item, key_attribute const& attribute, std::size_t& size) {
        auto const found = item.find(attribute.name);
        if (!found || !found->is(attribute.type) || found->key_bytes().empty()) return std::nullopt;
        size += value_size(*found);
        return found;
    }

    /// True if the value is neither empty nor too long for any key attribute.
    static bool fits(value_view v) noexcept { return !v.key_bytes().empty() && v.key_bytes().size() <= max_sort_key; }

    void append_partition(std::string& out, std::string_view payload) const {
        if (partition_.size() == 1) out.append(payload);
        else append_component(out, payload);
    }
    template <class Buffer>
    void append_sort(Buffer& out, std::string_view payload) const {
        if (index_) append_component(out, payload);
        else out.append(payload);
    }
    // Appends the common prefix of sort keys whose component begins with `payload`.
    void append_start(byte_buffer& out, std::string_view payload) const {
        if (index_) append_escaped(out, payload);
        else out.append(payload);
    }

    // Appends the first key with the bound's value, or the first key after them if `behind`.
    void append_edge(byte_buffer& out, std::string_view prefix, sort_bound const& bound, bool behind) const {
        out.append(prefix);
        append_start(out, bound.limit.view().key_bytes());
        if (index_) out.append(view_of(behind ? "\0\2" : "\0\1", 2));
        else if (behind) out.push_back('\0');
    }

    bool index_ = false;
    attributes partition_, sort_, suffix_[2];
    std::vector<std::string_view> names_;
    std::vector<std::uint16_t>
        places_; // in key_names: of the attributes of the key, for an index followed by the table's
};

using collection_keys = basic_collection_keys<>;

} // namespace monotable::detail
