// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/stream.hpp>
#include <monotable/error.hpp>
#include <monotable/sqlite/durable.hpp>

#include <store_support.hpp>
#include <stream_support.hpp>

#include <sqlite3.h>

#include <cstddef>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

/// Files whose bytes are not what a store wrote.
namespace store_support {

inline void write_file(std::string const& path, std::string const& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string read_file(std::string const& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return std::move(out).str();
}

/// False if a statement fails.
inline bool execute_sql(std::string const& path, char const* sql) {
    sqlite3* db = nullptr;
    bool done = sqlite3_open(path.c_str(), &db) == SQLITE_OK;
    done = done && sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(db);
    return done;
}

/// The literal of a blob.
inline std::string sql_blob(std::string_view bytes) {
    std::string out = "x'";
    for (char const c : bytes) {
        auto const value = static_cast<unsigned char>(c);
        out += "0123456789abcdef"[value >> 4];
        out += "0123456789abcdef"[value & 15];
    }
    return out += '\'';
}

/// Item `i` of the stores that fill_store() makes.
inline mt::item numbered_item(int i, std::size_t size = 20) {
    return {{"p", "a"}, {"c", std::to_string(i)}, {"g", "x"}, {"text", std::string(size, 'x')}};
}
inline mt::item numbered_key(int i) { return {{"p", "a"}, {"c", std::to_string(i)}}; }

/// A table with an index and a stream.
inline void fill_store(mt::durable const& db, int count) {
    auto table = simple_table();
    table.indexes = {{.name = "global", .partition = {S("g")}}};
    db->create_table(table, {.stream = mt::stream_view::new_image});
    for (int i = 0; i != count; ++i) db->put({.table = "table", .item = numbered_item(i)});
}

/// Uses everything that the file has. Returns the faults of the errors that were thrown; only exceptions that are not the
/// library's get out.
inline std::set<mt::store_fault> use_damaged(std::string const& path) {
    std::set<mt::store_fault> faults;
    auto const attempt = [&](auto&& use) {
        try {
            use();
        } catch (mt::store_error const& e) {
            faults.insert(e.fault());
        }
    };
    attempt([&] {
        mt::durable const db(path, {.commits = mt::durability::relaxed});
        for (auto const& name : db->tables()) {
            auto const description = db->describe(name);
            attempt([&] { db->scan({.table = name}); });
            for (auto const& each : description.indexes)
                attempt([&] { db->scan({.table = name, .index = each.name}); });
            for (auto const& each : db->streams(name)) attempt([&] { records_of(*db, each.id); });
            if (description.partition.name == "p" && description.sort && description.sort->name == "c") {
                for (int i = 0; i != 3; ++i) {
                    attempt([&] { db->get({.table = name, .key = numbered_key(i)}); });
                    attempt([&] { db->put({.table = name, .item = numbered_item(i, 30)}); });
                }
                auto const other = numbered_item(2);
                mt::write_request const one[] = {{.table = name, .item = other}};
                attempt([&] { db->transact_write(one, "token"); });
            }
            attempt([&] { db->add_index(name, {.name = "added", .partition = {S("text")}}); });
            attempt([&] { db->delete_table(name); });
        }
    });
    return faults;
}

} // namespace store_support
