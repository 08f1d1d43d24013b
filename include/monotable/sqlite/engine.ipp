// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/error.hpp>
#include <monotable/local/collection_engine.hpp>
#include <monotable/sqlite/catalog.hpp>
#include <monotable/sqlite/connection.hpp>
#include <monotable/sqlite/engine.hpp>
#include <monotable/sqlite/keys.hpp>

#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable::detail {

inline std::string_view bytes_of(digest const& of) noexcept {
    return {reinterpret_cast<char const*>(of.words), sizeof of.words};
}

MONOTABLE_INLINE std::vector<table_status> sqlite_engine::stored_tables() {
    std::vector<table_status> out;
    sqlite_statement found(writer_->connection(), "SELECT status, id FROM tables ORDER BY id");
    while (found.next()) {
        try {
            out.push_back(decoded_table(found.bytes(0)));
        } catch (error const& reason) {
            writer_->connection().damaged(reason.what());
        }
        bool valid = out.back().id == static_cast<std::uint64_t>(found.number(1));
        for (auto const& each : out)
            valid = valid && (&each == &out.back() || each.description.name != out.back().description.name);
        if (!valid) writer_->connection().damaged("the description of a table");
    }
    return out;
}

MONOTABLE_INLINE std::vector<stored_stream> sqlite_engine::stored_streams() {
    std::vector<stored_stream> out;
    sqlite_statement found(writer_->connection(), "SELECT status, ended, id FROM streams ORDER BY id");
    while (found.next()) {
        try {
            out.push_back(decoded_stream(found.bytes(0)));
        } catch (error const& reason) {
            writer_->connection().damaged(reason.what());
        }
        out.back().ended = found.number(1);
        if (out.back().status.id != std::to_string(found.number(2)))
            writer_->connection().damaged("the description of a stream");
    }
    return out;
}

MONOTABLE_INLINE std::optional<digest> sqlite_engine::write_scope::find_token(digest const& token, std::int64_t now) {
    std::lock_guard const lock(writer_->mutex());
    sqlite_statement found(writer_->connection(), "SELECT content FROM tokens WHERE token = ? AND time > ?");
    found.bind(1, bytes_of(token)).bind(2, now - token_lifetime);
    if (!found.next()) return std::nullopt;
    digest out;
    auto const content = found.bytes(0);
    if (content.size() != sizeof out.words) writer_->connection().damaged("the token of a transaction");
    std::memcpy(out.words, content.data(), sizeof out.words);
    return out;
}

MONOTABLE_INLINE sqlite_engine::ticket sqlite_engine::write_scope::write(array_view<change> changes,
                                                                         stored_token const* token) {
    auto const lock = writer_->enter();
    if (changes.empty() && token == nullptr) return ticket(*writer_, writer_->group());
    auto group = writer_->write([&] {
        for (auto const& each : changes) apply(each);
        if (token != nullptr) insert(*token);
    });
    return ticket(*writer_, std::move(group));
}

MONOTABLE_INLINE void sqlite_engine::write_scope::apply(change const& one) {
    auto& file = writer_->connection();
    auto const& table = *one.table;
    std::string key;
    append_entry_key(key, table.collection(0), one.key);
    if (one.item != nullptr)
        sqlite_statement(file, "REPLACE INTO entries(key, size, item) VALUES(?, ?, ?)")
            .bind(1, key)
            .bind(2, std::int64_t{one.item->size})
            .bind(3, one.item->view.bytes())
            .run();
    else sqlite_statement(file, "DELETE FROM entries WHERE key = ?").bind(1, key).run();
    for (auto const& each : one.indexes) {
        auto const collection = table.collection(each.index + 1);
        if (each.leaves) {
            key.clear();
            append_entry_key(key, collection, each.from);
            sqlite_statement(file, "DELETE FROM entries WHERE key = ?").bind(1, key).run();
        }
        if (each.enters) {
            key.clear();
            append_entry_key(key, collection, each.to);
            sqlite_statement(file, "INSERT INTO entries(key) VALUES(?)").bind(1, key).run();
        }
    }
    one.table->add(one.sizes);
    if (one.stream != nullptr) one.stream->append(*one.record);
}

MONOTABLE_INLINE void sqlite_engine::write_scope::insert(stored_token const& token) {
    auto& file = writer_->connection();
    sqlite_statement(file, "DELETE FROM tokens WHERE time <= ?").bind(1, token.time - token_lifetime).run();
    sqlite_statement(file, "REPLACE INTO tokens(token, content, time) VALUES(?, ?, ?)")
        .bind(1, bytes_of(token.token))
        .bind(2, bytes_of(token.content))
        .bind(3, token.time)
        .run();
}

} // namespace monotable::detail
