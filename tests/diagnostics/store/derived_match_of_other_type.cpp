// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the two fields of a match<> have different types
// expect-first3: Book.*"year"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book,
#ifdef MISTAKE
                                           mt::match<"name", "year">
#else
                                           mt::match<"name", "author">
#endif
                                           ,
                                           mt::copy<"country", "author_country">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
