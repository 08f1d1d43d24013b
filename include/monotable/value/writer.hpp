// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/error.hpp>
#include <monotable/value/decimal.hpp>
#include <monotable/value/validate.hpp>
#include <monotable/value/view.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace monotable {

/// Appends encodings to a string that it does not own; nothing else is allocated, unless members or set elements come
/// out of order. Inside a set, string(), binary() and number() write its elements. Errors are bad_value, and leave the
/// string with an unfinished encoding.
class value_writer {
  public:
    explicit value_writer(std::string& out) noexcept : out_(&out) {}
    value_writer(value_writer const&) = delete;
    value_writer& operator=(value_writer const&) = delete;

    void null() { tag(value_type::null); }
    void boolean(bool v) {
        tag(value_type::boolean);
        *out_ += v ? '\1' : '\0';
    }
    void string(std::string_view utf8) {
        if (!detail::is_utf8(utf8)) throw bad_value("not UTF-8: " + detail::quoted(utf8));
        scalar(value_type::string, utf8);
    }
    void binary(std::string_view bytes) { scalar(value_type::binary, bytes); }
    void number(decimal const& v) { scalar(value_type::number, v.bytes().view()); }
    template <detail::integer T>
        requires(sizeof(T) <= 8)
    void number(T v) {
        if constexpr (std::signed_integral<T>)
            scalar(value_type::number, detail::encode_number(std::int64_t{v}).view());
        else scalar(value_type::number, detail::encode_number(std::uint64_t{v}).view());
    }
    /// Requires a number's canonical bytes.
    void number_bytes(std::string_view payload) { scalar(value_type::number, payload); }

    /// A copy of an encoded value.
    void raw(value_view v) {
        assert(!in_set());
        if (is_container(v.type())) check_depth(detail::nesting(v));
        count();
        out_->append(v.bytes());
    }

    void begin_list() { begin(value_type::list); }
    void end_list() { end(value_type::list); }

    void begin_map() { begin(value_type::map); }
    /// Before every member's value.
    void name(std::string_view name) {
        auto& map = top();
        assert(map.type == value_type::map);
        if (!detail::is_utf8(name)) throw bad_value("attribute name is not UTF-8: " + detail::quoted(name));
        follow(map, name);
    }
    /// Sorts the members. Throws for a name that came twice.
    void end_map() {
        if (top().disordered) sort_members(top());
        end(value_type::map);
    }

    void begin_set(value_type type) {
        assert(is_set(type));
        begin(type);
    }
    /// Sorts the elements. Throws for an empty set and for an element that came twice.
    void end_set() {
        auto& set = top();
        assert(is_set(set.type));
        if (set.count == 0)
            throw bad_value(set.type == value_type::string_set   ? "An string set  may not be empty"
                            : set.type == value_type::number_set ? "An number set  may not be empty"
                                                                 : "Binary sets should not be empty");
        if (set.disordered) sort_elements(set);
        end(set.type);
    }

  private:
    struct frame {
        std::size_t start; // of the tag
        std::size_t last;  // name or set element: where it begins, with its length
        std::uint64_t count;
        value_type type;
        bool disordered;
    };

    frame& top() noexcept {
        assert(depth_ > 0);
        return frames_[depth_ - 1];
    }
    bool in_set() const noexcept { return depth_ > 0 && is_set(frames_[depth_ - 1].type); }

    // Maps count their names.
    void count() noexcept {
        if (depth_ > 0 && frames_[depth_ - 1].type == value_type::list) ++frames_[depth_ - 1].count;
    }

    void tag(value_type type) {
        assert(!in_set());
        count();
        *out_ += static_cast<char>(type);
    }

    void scalar(value_type type, std::string_view payload) {
        if (in_set()) {
            assert(element_type(top().type) == type);
            follow(top(), payload);
        } else {
            tag(type);
            detail::append_sized(*out_, payload);
        }
    }

    void follow(frame& f, std::string_view payload) {
        if (f.count != 0 && !f.disordered) {
            char const* p = out_->data() + f.last;
            f.disordered = payload <= detail::read_sized(p);
        }
        ++f.count;
        f.last = out_->size();
        detail::append_sized(*out_, payload);
    }

    void check_depth(int levels) const {
        int const open = depth_ - in_set();
        if (open + levels > max_nesting + 1)
            throw bad_value("Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
                            "beyond supported limit");
    }

    void begin(value_type type) {
        check_depth(!is_set(type));
        tag(type);
        frames_[depth_++] = {out_->size() - 1, 0, 0, type, false};
        out_->append(5, '\0'); // size, and a count of one byte
    }

    void end(value_type type) {
        auto const& f = top();
        assert(f.type == type);
        static_cast<void>(type);
        char count[10];
        auto const width = detail::write_varint(count, f.count);
        if (width > 1) out_->insert(f.start + 5, width - 1, '\0');
        out_->replace(f.start + 5, width, count, width);
        auto const size = out_->size() - f.start - 5;
        if (size > std::numeric_limits<std::uint32_t>::max()) throw bad_value("a value of more than 4 GB");
        detail::write_u32(out_->data() + f.start + 1, static_cast<std::uint32_t>(size));
        --depth_;
    }

    // One member or set element in the string that holds them all.
    struct part {
        std::string_view key; // what it is ordered by
        std::string_view bytes;

        part(std::string const& body, std::size_t start, bool with_value) noexcept {
            auto p = body.data() + start;
            key = detail::read_sized(p);
            if (with_value) p = detail::end_of_value(p);
            bytes = {body.data() + start, static_cast<std::size_t>(p - (body.data() + start))};
        }
    };

    // Where the members or elements begin.
    static std::vector<std::size_t> starts(std::string const& body, bool with_values) {
        std::vector<std::size_t> result;
        for (std::size_t at = 0; at != body.size(); at += part(body, at, with_values).bytes.size())
            result.push_back(at);
        return result;
    }

    void rewrite(frame const& f, std::string const& body, std::vector<std::size_t> const& sorted, bool with_values) {
        out_->resize(f.start + 6);
        for (auto const each : sorted) out_->append(part(body, each, with_values).bytes);
    }

    static std::string_view key(std::string const& body, std::size_t start) noexcept {
        return part(body, start, false).key;
    }

    // std::sort would cost every program that includes this more than these lines do.
    static void sort(std::string const& body, std::vector<std::size_t>& all) {
        for (auto gap = all.size(); gap > 1;) {
            gap = gap == 2 ? 1 : gap * 5 / 11;
            for (auto i = gap; i < all.size(); ++i)
                for (auto j = i; j >= gap && key(body, all[j]) < key(body, all[j - gap]); j -= gap)
                    std::swap(all[j], all[j - gap]);
        }
    }

    // The first of two equal neighbours.
    static std::size_t const* repeated(std::string const& body, std::vector<std::size_t> const& sorted) {
        for (std::size_t i = 1; i < sorted.size(); ++i)
            if (key(body, sorted[i - 1]) == key(body, sorted[i])) return &sorted[i];
        return nullptr;
    }

    void sort_members(frame const& f) {
        auto const body = out_->substr(f.start + 6);
        auto members = starts(body, true);
        sort(body, members);
        if (auto const* twice = repeated(body, members))
            throw bad_value("Duplicate attribute name: " + detail::quoted(key(body, *twice)));
        rewrite(f, body, members, true);
    }

    void sort_elements(frame const& f) {
        auto const body = out_->substr(f.start + 6);
        auto elements = starts(body, false);
        sort(body, elements);
        if (repeated(body, elements) != nullptr)
            throw bad_value("Input collection [" + listed(f.type, body) + "] contains duplicates.");
        rewrite(f, body, elements, false);
    }

    static std::string listed(value_type set, std::string const& body) {
        std::string out;
        for (auto p = body.data(), end = p + body.size(); p != end;) {
            if (out.size() > 200) return out + ", ...";
            if (!out.empty()) out += ", ";
            auto const element = detail::read_sized(p);
            if (set == value_type::number_set) out += decimal::from_bytes(element).to_string();
            else if (set == value_type::string_set) out += element;
            else out += detail::quoted(element);
        }
        return out;
    }

    std::string* out_;
    int depth_ = 0;
    frame frames_[max_nesting + 2]; // an item, its levels, a set
};

} // namespace monotable
