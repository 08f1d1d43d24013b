// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/description.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/core/validate.hpp>
#include <monotable/core/view.hpp>
#include <monotable/core/writer.hpp>
#include <monotable/error.hpp>
#include <monotable/sqlite/catalog.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace monotable::detail {

/// Writes and reads descriptions as maps.
class catalog_entry {
  public:
    static void write(value_writer& out, table_description const& table) {
        out.begin_map();
        out.name("name");
        out.binary(table.name);
        out.name("partition");
        write(out, table.partition);
        if (table.sort) {
            out.name("sort");
            write(out, *table.sort);
        }
        out.name("indexes");
        out.begin_list();
        for (auto const& each : table.indexes) write(out, each);
        out.end_list();
        out.end_map();
    }

    static table_description table(item_view from) {
        table_description out;
        out.name = bytes(from, "name");
        out.partition = key(map(from, "partition"));
        if (from.contains("sort")) out.sort = key(map(from, "sort"));
        for (auto const each : list(from, "indexes")) out.indexes.push_back(index(as_map(each)));
        check(out);
        return out;
    }

    static std::string bytes(item_view from, std::string_view name) {
        auto const found = attribute(from, name);
        if (!found.is(value_type::binary)) fail();
        return std::string(found.key_bytes());
    }
    static std::int64_t number(item_view from, std::string_view name) {
        auto const found = attribute(from, name);
        auto const value = found.is(value_type::number) ? found.as_int64() : std::nullopt;
        if (!value) fail();
        return *value;
    }
    static item_view map(item_view from, std::string_view name) { return as_map(attribute(from, name)); }

    template <class Enumeration>
    static Enumeration choice(item_view from, std::string_view name, Enumeration last) {
        auto const found = number(from, name);
        if (found < 0 || found > static_cast<std::int64_t>(last)) fail();
        return static_cast<Enumeration>(found);
    }

    [[noreturn]] static void fail() { throw bad_item("the description of a table or stream"); }

  private:
    static void write(value_writer& out, key_attribute const& key) {
        out.begin_map();
        out.name("name");
        out.binary(key.name);
        out.name("type");
        out.number(static_cast<int>(key.type));
        out.end_map();
    }

    static void write(value_writer& out, index_description const& index) {
        out.begin_map();
        out.name("name");
        out.binary(index.name);
        out.name("local");
        out.boolean(index.local);
        out.name("partition");
        write(out, index.partition);
        out.name("sort");
        write(out, index.sort);
        out.name("projection");
        out.number(static_cast<int>(index.projection));
        out.name("included");
        out.begin_list();
        for (auto const& each : index.included) out.binary(each);
        out.end_list();
        out.end_map();
    }

    static void write(value_writer& out, std::vector<key_attribute> const& keys) {
        out.begin_list();
        for (auto const& each : keys) write(out, each);
        out.end_list();
    }

    static index_description index(item_view from) {
        index_description out;
        out.name = bytes(from, "name");
        auto const local = attribute(from, "local");
        if (!local.is(value_type::boolean)) fail();
        out.local = local.as_bool();
        for (auto const each : list(from, "partition")) out.partition.push_back(key(as_map(each)));
        for (auto const each : list(from, "sort")) out.sort.push_back(key(as_map(each)));
        out.projection = choice(from, "projection", projection_type::include);
        for (auto const each : list(from, "included")) {
            if (!each.is(value_type::binary)) fail();
            out.included.emplace_back(each.key_bytes());
        }
        return out;
    }

    static key_attribute key(item_view from) {
        auto const type = static_cast<value_type>(number(from, "type"));
        if (!is_key_type(type)) fail();
        return {bytes(from, "name"), type};
    }

    static value_view attribute(item_view from, std::string_view name) {
        auto const found = from.find(name);
        if (!found) fail();
        return *found;
    }
    static item_view as_map(value_view from) {
        if (!from.is(value_type::map)) fail();
        return from.as_map();
    }
    static list_view list(item_view from, std::string_view name) {
        auto const found = attribute(from, name);
        if (!found.is(value_type::list)) fail();
        return found.as_list();
    }
};

MONOTABLE_INLINE std::string encoded(table_status const& status) {
    std::string bytes;
    value_writer out(bytes);
    out.begin_map();
    out.name("description");
    catalog_entry::write(out, status.description);
    out.name("stream");
    out.number(static_cast<int>(status.settings.stream));
    out.name("time_to_live");
    out.binary(status.settings.time_to_live);
    out.name("annotations");
    out.binary(status.settings.annotations);
    out.name("id");
    out.number(status.id);
    out.name("created");
    out.number(status.created);
    out.end_map();
    return bytes;
}

MONOTABLE_INLINE std::string encoded(stored_stream const& stream) {
    std::string bytes;
    value_writer out(bytes);
    out.begin_map();
    out.name("description");
    catalog_entry::write(out, stream.status.description);
    out.name("table");
    out.binary(stream.status.table);
    out.name("view");
    out.number(static_cast<int>(stream.status.view));
    out.name("id");
    out.binary(stream.status.id);
    out.name("created");
    out.number(stream.status.created);
    out.end_map();
    return bytes;
}

MONOTABLE_INLINE table_status decoded_table(std::string_view bytes) {
    auto const from = checked_item(bytes);
    table_status out;
    out.description = catalog_entry::table(catalog_entry::map(from, "description"));
    out.settings.stream = catalog_entry::choice(from, "stream", stream_view::new_and_old_images);
    out.settings.time_to_live = catalog_entry::bytes(from, "time_to_live");
    out.settings.annotations = catalog_entry::bytes(from, "annotations");
    out.id = static_cast<std::uint64_t>(catalog_entry::number(from, "id"));
    out.created = catalog_entry::number(from, "created");
    out.indexes.resize(out.description.indexes.size());
    return out;
}

MONOTABLE_INLINE stored_stream decoded_stream(std::string_view bytes) {
    auto const from = checked_item(bytes);
    stored_stream out;
    out.status.description = catalog_entry::table(catalog_entry::map(from, "description"));
    out.status.table = catalog_entry::bytes(from, "table");
    out.status.view = catalog_entry::choice(from, "view", stream_view::new_and_old_images);
    out.status.id = catalog_entry::bytes(from, "id");
    out.status.created = catalog_entry::number(from, "created");
    return out;
}

MONOTABLE_INLINE item_view checked_item(std::string_view bytes) {
    if (!validate_item(bytes)) throw bad_item("the bytes of an item");
    return item_view(bytes.data());
}

} // namespace monotable::detail
