// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/codec/type_of.hpp>
#include <monotable/model/build.hpp>
#include <monotable/model/fill.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Key templates that are parsed at run time, so that tests can use many without declaring an entity for each.
namespace key_support {

namespace mt = monotable;

template <class T>
std::string encode(T const& v) {
    std::string out;
    mt::value_writer writer(out);
    if (!mt::type_of<T>.encode(&v, writer)) throw std::logic_error("absent");
    return out;
}

/// One key attribute PK of type S of an entity named Thing, whose fields are a, b, c, ...
class text_key {
  public:
    /// Throws std::logic_error if a model would reject the template.
    text_key(std::string text, std::vector<mt::field_type const*> types) : text_(std::move(text)) {
        for (std::size_t i = 0; i != types.size(); ++i) {
            mt::detail::field_data& field = fields_.emplace_back();
            field.name = field.attribute = std::string_view("abcdefgh").substr(i, 1);
            field.type = types[i];
        }
        parts_.resize(mt::detail::count_parts(text_));
        auto const parsed = mt::detail::parse_template(text_, parts_.data());
        if (parsed.error != mt::detail::template_error::none) throw std::logic_error("malformed template " + text_);
        parts_.resize(parsed.parts);
        for (auto& part : parts_) {
            if (!part.placeholder) continue;
            part.field = static_cast<std::int16_t>(part.text[0] - 'a');
            if (mt::detail::check_placeholder(part, type_of(part), 'S', parts_.size() == 1) !=
                mt::detail::model_rule::none)
                throw std::logic_error("refused template " + text_);
        }
        slot_.attribute = {"PK", 'S'};
        slot_.part_count = static_cast<std::uint16_t>(parts_.size());
        entity_.name = "Thing";
        entity_.fields = {fields_.data(), fields_.size()};
        entity_.parts = {parts_.data(), parts_.size()};
        entity_.slots = {&slot_, 1};
    }
    text_key(text_key const&) = delete;
    text_key& operator=(text_key const&) = delete;

    /// The key of fields with these encoded values. Throws bad_value if one cannot be part of a key.
    std::string make(std::vector<std::string> const& encodings) const {
        std::string out;
        auto const value_of = [&](mt::detail::template_part const& part) {
            return encodings[static_cast<std::size_t>(part.field)].data();
        };
        mt::detail::fill_slot(entity_, slot_, value_of, out);
        return std::string(mt::value_view(out.data()).as_string());
    }

    /// The encoded values that the text contains, "" for fields that it does not preserve; nullopt if the template
    /// cannot produce the text.
    std::optional<std::vector<std::string>> read(std::string_view text) const {
        std::vector<std::string> result(fields_.size());
        mt::value const stored{text};
        bool const fits = mt::detail::read_slot(entity_, slot_, stored,
                                                [&](mt::detail::template_part const& part, std::string_view encoding) {
                                                    result[static_cast<std::size_t>(part.field)] = encoding;
                                                });
        if (!fits) return std::nullopt;
        return result;
    }

    mt::detail::entity_data const& entity() const { return entity_; }
    std::vector<mt::detail::template_part> const& parts() const { return parts_; }
    mt::field_type const& type_of(mt::detail::template_part const& part) const {
        return *fields_[static_cast<std::size_t>(part.field)].type;
    }

  private:
    std::string text_;
    std::vector<mt::detail::field_data> fields_;
    std::vector<mt::detail::template_part> parts_;
    mt::detail::key_slot slot_;
    mt::detail::entity_data entity_;
};

/// The key text of one object whose fields a, b, c, ... are the values.
template <class... T>
std::string key(std::string text, T const&... values) {
    return text_key(std::move(text), {&mt::type_of<T>...}).make({encode(values)...});
}

} // namespace key_support
