// SPDX-License-Identifier: BSL-1.0
// Correct entities, among which the files that use it declare what is to be kept.
#pragma once

namespace mt = monotable;
using namespace mt::literals;

struct Author {
    std::string name, country = {};
    std::optional<int> born = {};
    int books = 0, pages = 0;
    mt::decimal earned = {};
};
struct Book {
    std::string isbn, author = {}, title = {};
    std::string author_country = {};
    std::optional<int> author_born = {};
    int year = 0, pages = 0;
    mt::decimal earned = {};
};

template <>
struct mt::entity<Author> {
    using key = mt::key<"A#{name}", "A">;
};
template <>
struct mt::entity<Book> {
    using key = mt::key<"B#{isbn}", "B">;
    using indexes =
        mt::indexes<mt::index<"ByAuthor", "A#{author}", "{isbn}">, mt::index<"Short", "A#{author}", "{isbn}">>;
};

template <class... Options>
using library_of = mt::table<"library", mt::stream, mt::gsi<"ByAuthor">, mt::gsi<"Short", mt::keys_only>,
                             mt::entities<Author, Book>, Options...>;
