// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/relations.hpp>

#include <optional>
#include <string>

/// Authors and their books: books copy fields of the author, and the author has totals of the books. Mode selects when
/// they are updated.
namespace library_model {

namespace mt = monotable;
using namespace mt::literals;

struct author {
    std::string name, country;
    std::optional<int> born = {};
    int books = 0;
    mt::decimal pages = {};

    bool operator==(author const&) const = default;
};

/// Its entries in two indexes depend on copied fields; the index Born is sparse.
struct book {
    std::string isbn;
    std::optional<std::string> author = {};
    std::string title = "-";
    mt::decimal pages = {};
    std::string author_country = "?";
    std::optional<int> author_born = {};

    bool operator==(book const&) const = default;
};

} // namespace library_model

template <>
struct monotable::entity<library_model::author> {
    using key = monotable::key<"A#{name}", "A">;
    using indexes = monotable::indexes<index<"GSI1", "SIZE", "{books:6}#{name}">>;
    using attributes = monotable::attributes<defaulted<"books">, defaulted<"pages">>;
};

template <>
struct monotable::entity<library_model::book> {
    using key = monotable::key<"B#{isbn}", "B">;
    using indexes =
        monotable::indexes<index<"GSI1", "BY#{author}", "{isbn}">, index<"Land", "LAND#{author_country}", "{title}">,
                           index<"Born", "BORN", "{author_born:4}#{isbn}">>;
    using attributes = monotable::attributes<defaulted<"author_country">>;
};

namespace library_model {

template <class Mode>
struct library
    : mt::table<"library", mt::stream, mt::gsi<"GSI1">, mt::gsi<"Land">, mt::gsi<"Born">, mt::entities<author, book>,
                mt::duplicated<"author", author, book, mt::match<"name", "author">,
                               mt::copy<"country", "author_country">, mt::copy<"born", "author_born">, Mode>,
                mt::total<"books", author, book, mt::match<"name", "author">, mt::count<"books">,
                          mt::sum<"pages", "pages">, Mode>> {};

} // namespace library_model
