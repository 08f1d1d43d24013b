// SPDX-License-Identifier: BSL-1.0
#pragma once

// The bytes of orders in stores of keys and values: keys that sort as required, and a record that is read in place.

#include "workload.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace bench::record {

inline void append_time(std::string& key, time_point at) {
    auto const n = static_cast<std::uint64_t>(at.time_since_epoch().count());
    for (int shift = 56; shift >= 0; shift -= 8) key += static_cast<char>(n >> shift & 255);
}

/// customer, 0, time, id. The buffer is reused.
inline std::string const& primary(std::string& key, std::string_view customer, time_point at, std::string_view id) {
    key.assign(customer);
    key += '\0';
    append_time(key, at);
    key += id;
    return key;
}
inline std::string const& primary(std::string& key, order_key const& k) {
    return primary(key, k.customer_id, k.placed_at, k.id);
}
inline std::string const& primary(std::string& key, Order const& o) {
    return primary(key, o.customer_id, o.placed_at, o.id);
}
/// status, time, id.
inline std::string const& by_status(std::string& key, Status status, time_point at, std::string_view id) {
    key.assign(1, static_cast<char>(status));
    append_time(key, at);
    key += id;
    return key;
}

struct head {
    std::int64_t total;
    std::uint32_t status, note_size;
};

inline std::string const& value(std::string& bytes, Order const& o) {
    head const h{o.total, static_cast<std::uint32_t>(o.status), static_cast<std::uint32_t>(o.note.size())};
    bytes.assign(reinterpret_cast<char const*>(&h), sizeof h);
    bytes += o.note;
    for (auto const& tag : o.tags) {
        bytes += static_cast<char>(tag.size());
        bytes += tag;
    }
    return bytes;
}

inline head head_of(std::string_view value) {
    head h;
    std::memcpy(&h, value.data(), sizeof h);
    return h;
}
inline Status status_of(std::string_view value) { return static_cast<Status>(head_of(value).status); }
inline std::string_view note_of(std::string_view value) { return value.substr(sizeof(head), head_of(value).note_size); }

inline std::string_view customer_of(std::string_view key) { return key.substr(0, key.find('\0')); }

inline Order order(std::string_view key, std::string_view value) {
    Order o;
    o.customer_id = customer_of(key);
    key.remove_prefix(o.customer_id.size() + 1);
    std::uint64_t at = 0;
    for (int i = 0; i != 8; ++i) at = at << 8 | static_cast<unsigned char>(key[static_cast<std::size_t>(i)]);
    o.placed_at = time_point(std::chrono::seconds(static_cast<std::int64_t>(at)));
    o.id = key.substr(8);
    head const h = head_of(value);
    o.total = h.total;
    o.status = static_cast<Status>(h.status);
    o.note = note_of(value);
    value.remove_prefix(sizeof h + h.note_size);
    o.tags.reserve(2);
    while (!value.empty()) {
        std::size_t const size = static_cast<unsigned char>(value[0]);
        o.tags.emplace_back(value.substr(1, size));
        value.remove_prefix(1 + size);
    }
    return o;
}

} // namespace bench::record
