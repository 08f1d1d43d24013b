// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the fields that a relation matches must be those of the source
// expect-first3: Author.*"name"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book,
#ifdef MISTAKE

#else
                                           mt::match<"name", "author">,
#endif
                                           mt::copy<"country", "author_country">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
