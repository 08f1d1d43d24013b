// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/backend/description_rules.hpp>
#include <monotable/extras/display.hpp>
#include <monotable/fwd.hpp>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Tables and indexes as text, in the layout that articles on single-table design use:
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
/// Each attribute's name is above its value. Strings are quoted only if they would be ambiguous; other values are JSON.
/// Widths are those of terminals that render each code point separately. Control characters, including those that
/// reorder text, are written as \uhhhh. The functions scan the whole table or index and keep it in memory: meant for
/// small tables.
namespace monotable {

namespace detail {

class picture {
  public:
    picture(table_description const& table, index_description const* index) : table_(table), index_(index) {
        if (index != nullptr) {
            for (key_attribute const& each : index->partition)
                columns_.push_back({"Partition key: " + display_text(each.name), each.name});
            partition_count_ = columns_.size();
            for (key_attribute const& each : index->sort)
                columns_.push_back({"Sort key: " + display_text(each.name), each.name});
        } else {
            columns_.push_back({"Partition key: " + display_text(table.partition.name), table.partition.name});
            if (table.sort) columns_.push_back({"Sort key: " + display_text(table.sort->name), table.sort->name});
        }
        for (index_description const& each : table.indexes)
            for (auto const* side : {&each.partition, &each.sort})
                for (key_attribute const& attribute : *side) index_keys_.push_back(attribute.name);
    }

    void read(backend& store) {
        scan_request request;
        request.table = table_.name;
        if (index_ != nullptr) request.index = index_->name;
        do { // a scan returns the items of a partition consecutively
            item_page page = store.scan(request);
            for (item& each : page.items) {
                if (partitions_.empty() || compare(partitions_.back().front(), each) != 0) partitions_.emplace_back();
                partitions_.back().push_back(std::move(each));
            }
            request.exclusive_start_key = std::move(page.last_evaluated_key);
        } while (request.exclusive_start_key);
        std::sort(partitions_.begin(), partitions_.end(),
                  [&](auto const& a, auto const& b) { return compare(a.front(), b.front()) < 0; });
    }

    void draw(std::ostream& out) const {
        std::vector<std::size_t> widths;
        for (column const& c : columns_) widths.push_back(display_width(c.heading));
        std::size_t attributes_width = 10;
        for (auto const& partition : partitions_) {
            for (item const& each : partition) {
                for (std::size_t c = 0; c != columns_.size(); ++c)
                    widths[c] = std::max(widths[c], display_width(key_text(each, c)));
                for (std::string const& line : attribute_lines(each))
                    attributes_width = std::max(attributes_width, std::min(wide, display_width(line)));
            }
        }
        auto const rule = [&](std::size_t first) { // the columns before `first` continue below it
            for (std::size_t c = 0; c != widths.size(); ++c)
                out << (c < first ? '|' : '+') << std::string(widths[c] + 2, c < first ? ' ' : '-');
            out << '+' << std::string(attributes_width + 2, '-') << '\n';
        };
        auto const cell = [&](std::size_t c, std::string text) {
            out << "| " << padded(std::move(text), widths[c]) << ' ';
        };
        out << title() << '\n';
        rule(0);
        for (std::size_t c = 0; c != columns_.size(); ++c) cell(c, columns_[c].heading);
        out << "| Attributes\n";
        for (auto const& partition : partitions_) {
            for (item const& each : partition) {
                std::size_t shown =
                    &each == &partition.front() ? 0 : partition_count_; // the first column that is not blank
                rule(shown);
                for (std::string const& line : attribute_lines(each)) {
                    for (std::size_t c = 0; c != columns_.size(); ++c)
                        cell(c, c < shown ? std::string() : key_text(each, c));
                    out << (line.empty() ? "|" : "| ") << line << '\n';
                    shown = columns_.size();
                }
            }
        }
        rule(0);
    }

  private:
    struct column {
        std::string heading;
        std::string_view attribute;
    };

    static constexpr std::size_t wide = 100; // maximal width of a line of attributes, except for a single wider one

    std::string title() const {
        if (index_ == nullptr) return "Table " + table_.name;
        std::string text = (index_->local ? "Local index " : "Index ") + index_->name + " of table " + table_.name;
        if (index_->projection == projection_type::keys_only) text += ", which holds keys only";
        if (index_->projection != projection_type::include) return text;
        text += ", which holds keys and";
        for (std::size_t i = 0; i != index_->included.size(); ++i)
            text.append(i == 0 ? " " : ", ").append(display_text(index_->included[i]));
        return text;
    }

    int compare(item const& a, item const& b) const {
        for (std::size_t c = 0; c != partition_count_; ++c) {
            int const order =
                a.find(columns_[c].attribute)->key_bytes().compare(b.find(columns_[c].attribute)->key_bytes());
            if (order != 0) return order;
        }
        return 0;
    }

    std::string key_text(item const& source, std::size_t c) const {
        return display_text(*source.find(columns_[c].attribute));
    }

    /// Pairs of lines, names above values: the table's key first, then other attributes, then the keys of indexes.
    std::vector<std::string> attribute_lines(item const& source) const {
        std::vector<std::string> lines;
        std::string names, values;
        for (int group = 0; group != 3; ++group) {
            for (auto const& [name, value] : source) {
                if (is_column(name) || group_of(name) != group) continue;
                std::string const heading = display_text(name);
                std::string const text = display_text(value);
                std::size_t const width = std::max(display_width(heading), display_width(text));
                if (!names.empty() && display_width(names) + width > wide) flush(lines, names, values);
                names += padded(heading, width) + "  ";
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
    std::vector<column> columns_; // of the printed key; attributes of the partition key first
    std::size_t partition_count_ = 1;
    std::vector<std::string_view> index_keys_;
    std::vector<std::vector<item>> partitions_;
};

inline void print(std::ostream& out, backend& store, table_description const& table, index_description const* index) {
    picture drawing(table, index);
    drawing.read(store);
    drawing.draw(out);
}

} // namespace detail

/// Prints a table. Throws store_error if it does not exist.
inline void print_table(std::ostream& out, backend& store, std::string_view table) {
    detail::print(out, store, store.describe(table), nullptr);
}

/// Prints an index. Throws store_error if the table or the index does not exist.
inline void print_index(std::ostream& out, backend& store, std::string_view table, std::string_view index) {
    table_description const description = store.describe(table);
    for (index_description const& each : description.indexes)
        if (each.name == index) return detail::print(out, store, description, &each);
    detail::refuse(table, "The table does not have the specified index: " + std::string(index));
}

/// Prints every table of the store, each followed by its indexes.
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
