// SPDX-License-Identifier: BSL-1.0
// Files that may contain anything, opened and used as a store: results or exceptions of the library. The first byte chooses
// whether the rest is the file, or changes the values in the rows of a valid one.
#include <damaged_store.hpp>
#include <recording_vfs.hpp>
#include <temporary_directory.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mt = monotable;
using namespace store_support;

namespace {

struct files {
    temporary_directory directory;
    std::string path = directory.file("store");
    std::string valid;

    files() {
        {
            mt::durable const db(path, {.commits = mt::durability::relaxed});
            fill_store(db, 8);
            auto const other = numbered_item(9);
            mt::write_request const one[] = {{.table = "table", .item = other}};
            db->transact_write(one, "token");
        }
        execute_sql(path, "PRAGMA journal_mode=DELETE; PRAGMA page_size=512; VACUUM");
        valid = read_file(path);
    }
};

struct column {
    char const* table;
    char const* name;
};
constexpr column columns[] = {
    {"tables", "status"},    {"tables", "id"},         {"collections", "owner"}, {"collections", "place"},
    {"collections", "id"},   {"collections", "items"}, {"entries", "key"},       {"entries", "size"},
    {"entries", "item"},     {"streams", "status"},    {"streams", "ended"},     {"streams", "first"},
    {"records", "sequence"}, {"records", "time"},      {"records", "change"},    {"records", "keys"},
    {"records", "before"},   {"records", "after"},     {"tokens", "content"},    {"tokens", "time"},
    {"tokens", "token"},     {"streams", "id"},        {"options", "value"}};

// Each change: the column, the row, its kind, the length or an offset, and bytes.
void change(std::string const& path, std::string_view script) {
    for (int count = 0; script.size() >= 4 && count != 8; ++count) {
        auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(script[i]); };
        auto const& in = columns[byte(0) % std::size(columns)];
        auto const row = std::to_string(byte(1)), at = std::to_string(byte(3) + 1u);
        auto const kind = byte(2) % 4;
        script.remove_prefix(4);
        auto const bytes = script.substr(0, kind == 0 ? std::size_t{16} : kind == 1 ? std::size_t{1} : std::size_t{8});
        script.remove_prefix(bytes.size());
        auto const literal = sql_blob(bytes);
        std::string const name = in.name;
        std::string value;
        if (kind == 0) value = literal;
        else if (kind == 1) // replaces one byte
            value =
                "CAST(substr(" + name + ",1," + at + "-1)||" + literal + "||substr(" + name + "," + at + "+1) AS BLOB)";
        else if (kind == 2) value = "0x0" + literal.substr(2, literal.size() - 3); // a number
        else value = "substr(" + name + ",1," + at + ")";
        auto const sql = "UPDATE OR REPLACE " + std::string(in.table) + " SET " + name + "=" + value + " WHERE " +
                         name + " IN (SELECT " + name + " FROM " + in.table + " LIMIT 1 OFFSET " + row +
                         "%(SELECT count(*)+1 FROM " + in.table + "))";
        execute_sql(path, sql.c_str());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static files const all;
    if (size == 0) return 0;
    recording_vfs const disk; // does not wait for syncs
    std::string const input(reinterpret_cast<char const*>(data) + 1, size - 1);
    for (auto const* more : {"-wal", "-shm", "-journal"}) std::filesystem::remove(all.path + more);
    if (data[0] % 2 == 0) {
        write_file(all.path, input);
    } else {
        write_file(all.path, all.valid);
        change(all.path, input);
    }
    use_damaged(all.path);
    return 0;
}
