// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/extras/json.hpp>
#include <monotable/fwd.hpp>
#include <monotable/store/backend.hpp>
#include <monotable/value/text.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Tables and indexes as pictures, in the way that articles on single-table design draw them:
///
///     Table shop
///     +-------------------+--------------------+--------------------------
///     | Partition key: PK | Sort key: SK       | Attributes
///     +-------------------+--------------------+--------------------------
///     | ORG#AMAZON        | METADATA#AMAZON    | OrgName  PlanType
///     |                   |                    | Amazon   Pro
///     |                   +--------------------+--------------------------
///     |                   | USER#JEFFBEZOS     | UserName    UserType
///     |                   |                    | Jeff Bezos  Admin
///     +-------------------+--------------------+--------------------------
///
/// Each attribute's name stands above its value; strings are bare unless that could mislead, other values are JSON. They read
/// every item: for small tables, and for people.
namespace monotable {

namespace detail {

/// Columns a text takes in a terminal, at one per code point.
inline std::size_t display_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (byte(c) & 0xC0) != 0x80; }));
}

inline std::string padded(std::string text, std::size_t width) {
    std::size_t const used = display_width(text);
    if (used < width) text.append(width - used, ' ');
    return text;
}

inline std::string display_text(value_view value) {
    if (!value.is(value_type::string)) return to_json(value);
    std::string_view const text = value.as_string();
    bool const bare = !text.empty() && text.front() != '"' && text.front() != ' ' && text.back() != ' ' &&
                      std::none_of(text.begin(), text.end(), [](char c) { return byte(c) < 0x20 || byte(c) == 0x7F; });
    return bare ? std::string(text) : to_json(value);
}

class picture {
public:
    picture(table_description const& table, index_description const* index) : table_(table), index_(index) {
        if (index != nullptr) {
            for (key_attribute const& each : index->partition) columns_.push_back({"Partition key: " + each.name, each.name});
            partition_count_ = columns_.size();
            for (key_attribute const& each : index->sort) columns_.push_back({"Sort key: " + each.name, each.name});
        } else {
            columns_.push_back({"Partition key: " + table.partition.name, table.partition.name});
            if (table.sort) columns_.push_back({"Sort key: " + table.sort->name, table.sort->name});
        }
        for (index_description const& each : table.indexes)
            for (auto const* side : {&each.partition, &each.sort})
                for (key_attribute const& attribute : *side) index_keys_.push_back(attribute.name);
    }

    void read(backend& store) {
        scan_request request;
        request.table = table_.name;
        if (index_ != nullptr) request.index = index_->name;
        do {
            item_page page = store.scan(request);
            std::move(page.items.begin(), page.items.end(), std::back_inserter(items_));
            request.exclusive_start_key = std::move(page.last_evaluated_key);
        } while (request.exclusive_start_key);
        std::stable_sort(items_.begin(), items_.end(), [&](item const& a, item const& b) { return compare_partitions(a, b) < 0; });
    }

    void draw(std::ostream& out) const {
        std::vector<std::size_t> widths;
        for (column const& c : columns_) {
            std::size_t width = display_width(c.heading);
            for (item const& each : items_) width = std::max(width, display_width(display_text(*each.find(c.attribute))));
            widths.push_back(width);
        }
        std::size_t attributes_width = 10;
        std::vector<std::vector<std::string>> bodies;
        for (item const& each : items_)
            for (std::string const& line : bodies.emplace_back(attribute_lines(each)))
                attributes_width = std::max(attributes_width, display_width(line));

        auto const rule = [&](std::size_t first) { // the columns before first go on below it
            out << (first == 0 ? '+' : '|');
            for (std::size_t c = 0; c != widths.size(); ++c)
                out << std::string(widths[c] + 2, c < first ? ' ' : '-') << (c + 1 < first ? '|' : '+');
            out << std::string(attributes_width + 2, '-') << '\n';
        };
        out << title() << '\n';
        rule(0);
        for (std::size_t c = 0; c != columns_.size(); ++c) out << "| " << padded(columns_[c].heading, widths[c]) << ' ';
        out << "| Attributes\n";
        for (std::size_t i = 0; i != items_.size(); ++i) {
            bool const same_partition = i != 0 && compare_partitions(items_[i - 1], items_[i]) == 0;
            rule(same_partition ? partition_count_ : 0);
            bool first = true;
            for (std::string const& line : bodies[i]) {
                for (std::size_t c = 0; c != columns_.size(); ++c) {
                    bool const shown = first && (c >= partition_count_ || !same_partition);
                    std::string const key = shown ? display_text(*items_[i].find(columns_[c].attribute)) : std::string();
                    out << "| " << padded(key, widths[c]) << ' ';
                }
                out << (line.empty() ? "|" : "| ") << line << '\n';
                first = false;
            }
        }
        rule(0);
    }

private:
    struct column {
        std::string heading;
        std::string_view attribute;
    };

    static constexpr std::size_t wide = 100; // of the attributes of an item; a single one may be wider

    std::string title() const {
        if (index_ == nullptr) return "Table " + table_.name;
        std::string text = (index_->local ? "Local index " : "Index ") + index_->name + " of table " + table_.name;
        if (index_->projection == projection_type::keys_only) text += ", which holds keys only";
        if (index_->projection != projection_type::include) return text;
        text += ", which holds keys and";
        for (std::size_t i = 0; i != index_->included.size(); ++i) text.append(i == 0 ? " " : ", ").append(index_->included[i]);
        return text;
    }

    int compare_partitions(item const& a, item const& b) const {
        for (std::size_t c = 0; c != partition_count_; ++c) {
            int const order = a.find(columns_[c].attribute)->key_bytes().compare(b.find(columns_[c].attribute)->key_bytes());
            if (order != 0) return order;
        }
        return 0;
    }

    /// Names above values: the table's key first, then the item's own attributes, then the keys of indexes.
    std::vector<std::string> attribute_lines(item const& source) const {
        std::vector<std::string> lines;
        std::string names, values;
        for (int group = 0; group != 3; ++group) {
            for (auto const& [name, value] : source) {
                if (is_column(name) || group_of(name) != group) continue;
                std::string const text = display_text(value);
                std::size_t const width = std::max(display_width(name), display_width(text));
                if (!names.empty() && display_width(names) + width > wide) flush(lines, names, values);
                names += padded(std::string(name), width) + "  ";
                values += padded(text, width) + "  ";
            }
        }
        flush(lines, names, values);
        return lines;
    }

    bool is_column(std::string_view name) const {
        return std::any_of(columns_.begin(), columns_.end(), [&](column const& c) { return c.attribute == name; });
    }

    int group_of(std::string_view name) const {
        if (name == table_.partition.name || (table_.sort && name == table_.sort->name)) return 0;
        return std::find(index_keys_.begin(), index_keys_.end(), name) == index_keys_.end() ? 1 : 2;
    }

    static void flush(std::vector<std::string>& lines, std::string& names, std::string& values) {
        for (std::string* line : {&names, &values}) {
            line->erase(line->find_last_not_of(' ') + 1);
            if (!line->empty() || lines.empty()) lines.push_back(std::exchange(*line, {}));
        }
    }

    table_description const& table_;
    index_description const* index_;
    std::vector<column> columns_; // of the key drawn, partition key attributes first
    std::size_t partition_count_ = 1;
    std::vector<std::string_view> index_keys_;
    std::vector<item> items_;
};

inline void print(std::ostream& out, backend& store, table_description const& table, index_description const* index) {
    picture drawing(table, index);
    drawing.read(store);
    drawing.draw(out);
}

} // namespace detail

/// Throws store_error when there is no such table.
inline void print_table(std::ostream& out, backend& store, std::string_view table) {
    detail::print(out, store, store.describe(table), nullptr);
}

/// Throws store_error when there is no such table or index.
inline void print_index(std::ostream& out, backend& store, std::string_view table, std::string_view index) {
    table_description const description = store.describe(table);
    for (index_description const& each : description.indexes)
        if (each.name == index) return detail::print(out, store, description, &each);
    detail::refuse(table, "The table does not have the specified index: " + std::string(index));
}

/// Every table of the store, each followed by its indexes.
template <class... Tables>
void print(std::ostream& out, store<Tables...> const& db) {
    auto const one = [&](std::string_view name) {
        backend& implementation = *db.implementation();
        table_description const table = implementation.describe(name);
        detail::print(out, implementation, table, nullptr);
        for (index_description const& index : table.indexes) {
            out << '\n';
            detail::print(out, implementation, table, &index);
        }
    };
    bool first = true;
    ((out << (std::exchange(first, false) ? "" : "\n"), one(Tables::data.name)), ...);
}

} // namespace monotable
