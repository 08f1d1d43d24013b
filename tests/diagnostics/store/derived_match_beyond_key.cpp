// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields that a relation matches must be those of the source
// expect-first3: Author.*"country"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book,
#ifdef MISTAKE
                                           mt::match<"name", "author">, mt::match<"country", "title">
#else
                                           mt::match<"name", "author">
#endif
                                           ,
                                           mt::copy<"country", "author_country">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
