// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: no key or index of the table finds all copies
// expect-first3: Book.*"title"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book,
#ifdef MISTAKE
                                           mt::match<"name", "title">
#else
                                           mt::match<"name", "author">
#endif
                                           ,
                                           mt::copy<"country", "author_country">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
