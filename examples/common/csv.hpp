// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "parse_text.hpp"

#include <monotable/core/text.hpp>
#include <monotable/meta/reflect.hpp>

#include <boost/pfr/core.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Reads CSV with a header line (RFC 4180, UTF-8) into structs: each column is the field of the same name. Throws
/// csv_error, with file and line, if the file is invalid.
namespace examples {

class csv_error : public std::runtime_error {
  public:
    csv_error(std::filesystem::path const& file, std::size_t line, std::string const& what)
        : std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + what) {}
};

/// Splits a file into records. Quoted cells can contain commas, line breaks and doubled quotes.
class csv_reader {
  public:
    explicit csv_reader(std::filesystem::path file) : file_(std::move(file)) {
        std::ifstream in(file_, std::ios::binary);
        if (!in) fail("cannot be read");
        text_.assign(std::istreambuf_iterator<char>(in), {});
    }

    /// False at the end of the file.
    bool next(std::vector<std::string>& cells) {
        cells.clear();
        if (at_ == text_.size()) return false;
        record_ = line_;
        do cells.push_back(cell());
        while (take(','));
        take('\r');
        if (!take('\n') && at_ != text_.size())
            fail(text_[at_ - 1] == '"' ? "text behind the closing quote of a cell"
                                       : "a quote or a carriage return within a cell that is not quoted");
        ++line_;
        for (std::string const& each : cells)
            if (!monotable::detail::is_utf8(each)) fail("is not UTF-8");
        return true;
    }

    /// Throws an error about the record that next() has read last.
    [[noreturn]] void fail(std::string const& what) const { throw csv_error(file_, record_, what); }

  private:
    bool take(char c) {
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    std::string cell() {
        std::string result;
        if (!take('"')) {
            std::size_t const end = std::min(text_.find_first_of(",\"\r\n", at_), text_.size());
            result = text_.substr(at_, end - at_);
            at_ = end;
            return result;
        }
        for (;; ++at_) {
            if (at_ == text_.size()) fail("a quoted cell does not end");
            if (take('"') && (at_ == text_.size() || text_[at_] != '"')) return result; // else the second of two
            line_ += text_[at_] == '\n' ? 1u : 0u;
            result += text_[at_];
        }
    }

    std::filesystem::path file_;
    std::string text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t record_ = 1;
};

/// Every column must be a field; a field without a column keeps its initializer.
template <class T>
std::vector<T> read_csv(std::filesystem::path const& file) {
    csv_reader reader(file);
    std::vector<std::string> names, cells;
    if (!reader.next(names)) reader.fail("has no header line");
    constexpr auto& fields = monotable::detail::reflect<T>::names;
    for (std::string const& name : names)
        if (std::ranges::find(fields, name) == std::end(fields)) reader.fail("unknown column " + name);
    std::vector<T> records;
    while (reader.next(cells)) {
        if (cells.size() != names.size())
            reader.fail(std::to_string(cells.size()) + " cells under " + std::to_string(names.size()) + " columns");
        boost::pfr::for_each_field(records.emplace_back(), [&](auto& value, std::size_t field) {
            auto const column =
                static_cast<std::size_t>(std::find(names.begin(), names.end(), fields[field]) - names.begin());
            if (column != names.size() && !parse_text(cells[column], value))
                reader.fail("column " + names[column] + ": \"" + cells[column] + "\" does not fit");
        });
    }
    return records;
}

} // namespace examples
