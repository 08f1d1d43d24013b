// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/expression/tree_view.hpp>
#include <monotable/model/model.hpp>
#include <monotable/query/key_range.hpp>

#include <cstddef>
#include <string>
#include <string_view>

/// The description of a plan as text, with one line for each property: what is read, from where, in which order.
namespace monotable {

class explanation {
  public:
    explicit explanation(std::string text) : text_(std::move(text)) {}

    /// The lines, each terminated by a newline.
    std::string const& text() const noexcept { return text_; }

    template <class Stream>
        requires requires(Stream& out, std::string const& text) { out << text; }
    friend Stream& operator<<(Stream& out, explanation const& e) {
        out << e.text_;
        return out;
    }

  private:
    std::string text_;
};

namespace detail {

/// Appends a filter in DynamoDB's expression language, with names and values instead of placeholders.
template <class Tree>
void explain_filter(std::string& out, Tree filter, std::string_view entity = {});

template <class Tree = expression_view>
std::string explain_query(std::string_view what, table_data const& table, std::size_t index,
                          array_view<key_range> ranges, bool descending, std::size_t limit, Tree filter = {});

} // namespace detail
} // namespace monotable

#ifndef MONOTABLE_COMPILED
#include <monotable/query/explain.ipp>
#endif
