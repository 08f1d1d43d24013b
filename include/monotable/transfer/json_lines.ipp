// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/error.hpp>
#include <monotable/transfer/compressed_file.hpp>
#include <monotable/transfer/json_lines.hpp>
#include <monotable/wire/check_types.hpp>
#include <monotable/wire/read_value.hpp>
#include <monotable/wire/shape.hpp>
#include <monotable/wire/write_json.hpp>

#include <boost/json/parse.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace monotable {

namespace detail {

/// Reads lines of any length; of those that are too long only the length counts.
class line_reader {
  public:
    static constexpr std::size_t longest = 16 * 1024 * 1024;

    explicit line_reader(compressed_file& from) : from_(from), buffer_(new char[size]) {}

    /// False at the end. The line is valid until the next call.
    bool next(std::string& line, bool& is_too_long) {
        line.clear();
        is_too_long = false;
        for (bool any = false;; any = true) {
            if (begin_ == end_) {
                begin_ = 0;
                end_ = from_.read(buffer_.get(), size);
                if (end_ == 0) return any;
            }
            std::string_view const rest(buffer_.get() + begin_, end_ - begin_);
            auto const found = rest.find('\n');
            auto const part = rest.substr(0, found);
            if (line.size() + part.size() > longest) is_too_long = true;
            if (!is_too_long) line.append(part);
            begin_ += part.size();
            if (found == rest.npos) continue;
            ++begin_;
            return true;
        }
    }

  private:
    static constexpr std::size_t size = 64 * 1024;

    compressed_file& from_;
    std::unique_ptr<char[]> buffer_;
    std::size_t begin_ = 0, end_ = 0;
};

/// The item of a line. Throws error if there is none.
inline item item_of_line(std::string_view line) {
    namespace json = boost::json;
    json::parse_options options;
    options.max_depth = 256;
    boost::system::error_code failure;
    auto const parsed = json::parse({line.data(), line.size()}, failure, {}, options);
    if (failure) throw error("it is not JSON: " + failure.message());
    auto const* const object = parsed.if_object();
    auto const* const found = object != nullptr ? object->if_contains("Item") : nullptr;
    auto const* const members = found != nullptr ? found->if_object() : nullptr;
    if (members == nullptr) throw error("it has no member \"Item\" with the attributes of an item");
    static constexpr wire::shape attributes{.kind = wire::shape_kind::map, .element = &wire::attribute_value};
    wire::type_check::run(*found, attributes, false);
    return wire::read_item(*members);
}

class importer {
  public:
    importer(backend& to, std::string_view table, transfer_options const& options)
        : to_(to), table_(table), options_(options) {}

    import_result run(std::string const& path) {
        to_.describe(table_); // throws if it does not exist
        auto const files = files_of(path);
        std::error_code ignored;
        for (auto const& each : files) {
            auto const size = std::filesystem::file_size(each, ignored);
            progress_.total += ignored ? 0 : size;
        }
        for (auto const& each : files) file(each);
        return std::move(result_);
    }

  private:
    struct read_line {
        std::uint64_t number;
        item content;
    };

    static constexpr std::size_t batch = 25;

    static std::vector<std::string> files_of(std::string const& path) {
        namespace fs = std::filesystem;
        std::error_code failure;
        if (!fs::is_directory(path, failure)) return {path};
        std::vector<std::string> out;
        for (fs::recursive_directory_iterator i(path, failure), end; !failure && i != end; i.increment(failure)) {
            auto const name = i->path().filename().string();
            bool const is_data = name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".json.gz") ||
                                 name.ends_with(".jsonl.gz");
            if (is_data && !name.starts_with("manifest") && i->is_regular_file()) out.push_back(i->path().string());
        }
        if (failure) throw error(path + ": " + failure.message());
        std::sort(out.begin(), out.end());
        return out;
    }

    void file(std::string const& path) {
        compressed_file from(path, compressed_file::mode::read);
        file_ = path;
        line_reader lines(from);
        std::string line;
        std::uint64_t number = 1;
        try {
            for (bool too_long = false; lines.next(line, too_long); ++number) {
                if (too_long) unreadable(number, "it is longer than an item can be");
                else if (line.find_first_not_of(" \t\r") != line.npos) add(number, line);
                if (lines_.size() != batch) continue;
                write();
                report(from.position());
            }
        } catch (store_error const&) {
            throw;
        } catch (error const& reason) { // of the file
            if (number == 1) throw;
            unreadable(number, reason.what());
        }
        write();
        report(from.position());
        done_ += from.position();
    }

    void add(std::uint64_t number, std::string_view line) {
        try {
            lines_.push_back({number, item_of_line(line)});
        } catch (error const& reason) {
            unreadable(number, reason.what());
        }
    }

    void write() {
        if (lines_.empty()) return;
        std::vector<write_request> requests;
        for (auto const& each : lines_) requests.push_back({.table = table_, .item = each.content});
        if (!write_together(requests))
            for (auto const& each : lines_) write_one(each);
        lines_.clear();
    }

    // False if a rule is broken, by one of the items or by them together, and nothing was written.
    bool write_together(std::vector<write_request> requests) {
        constexpr int attempts = 12;
        for (int attempt = 0; attempt != attempts; ++attempt) {
            std::vector<std::size_t> left;
            try {
                left = to_.batch_write(requests);
            } catch (bad_value const&) {
                return false;
            } catch (store_error const& reason) {
                if (reason.fault() != store_fault::validation) throw;
                return false;
            }
            progress_.items += requests.size() - left.size();
            result_.items += requests.size() - left.size();
            if (left.empty()) return true;
            std::vector<write_request> again;
            for (auto const i : left) again.push_back(requests[i]);
            requests = std::move(again);
            std::this_thread::sleep_for(std::chrono::milliseconds(10 << attempt));
        }
        throw store_error(store_fault::throttled, "table " + std::string(table_) + ": the store does not accept more");
    }

    void write_one(read_line const& line) {
        try {
            to_.put({.table = table_, .item = line.content});
            ++progress_.items;
            ++result_.items;
        } catch (bad_value const& reason) {
            unreadable(line.number, reason.what());
        } catch (store_error const& reason) {
            if (reason.fault() != store_fault::validation) throw;
            unreadable(line.number, reason.what());
        }
    }

    void unreadable(std::uint64_t number, std::string const& reason) {
        constexpr std::size_t most = 1000;
        if (++result_.unreadable <= most) result_.messages.push_back({file_, number, reason});
    }

    void report(std::uint64_t position) {
        progress_.bytes = done_ + position;
        if (options_.progress) options_.progress(progress_);
    }

    backend& to_;
    std::string_view table_;
    transfer_options const& options_;
    std::string file_;
    std::vector<read_line> lines_; // not written yet
    std::uint64_t done_ = 0;       // the bytes of earlier files
    transfer_progress progress_;
    import_result result_;
};

} // namespace detail

MONOTABLE_INLINE import_result import_items(backend& to, std::string_view table, std::string const& path,
                                            transfer_options const& options) {
    return detail::importer(to, table, options).run(path);
}

MONOTABLE_INLINE std::uint64_t export_items(backend& from, std::string_view table, std::string const& path,
                                            transfer_options const& options) {
    using detail::compressed_file;
    auto const part = path + ".part";
    std::error_code failure;
    transfer_progress progress;
    try {
        compressed_file to(part, path.ends_with(".gz") ? compressed_file::mode::write_compressed
                                                       : compressed_file::mode::write_plain);
        scan_request request{.table = table, .consistent = true};
        std::optional<item> start;
        std::string lines;
        do {
            request.exclusive_start_key = std::move(start);
            auto page = from.scan(request);
            for (auto const& each : page.items) {
                lines += "{\"Item\":";
                wire::append_item(lines, each);
                lines += "}\n";
            }
            to.write(lines);
            lines.clear();
            progress.items += page.items.size();
            progress.bytes = to.position();
            if (options.progress) options.progress(progress);
            start = std::move(page.last_evaluated_key);
        } while (start);
        to.close();
    } catch (...) {
        std::filesystem::remove(part, failure);
        throw;
    }
    std::filesystem::rename(part, path, failure);
    if (failure) {
        auto const why = failure.message();
        std::filesystem::remove(part, failure);
        throw error(path + ": " + why);
    }
    return progress.items;
}

} // namespace monotable
