// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a relation names a field that the struct does not have
// expect-first3: Author.*"land"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                           mt::copy<"land", "author_country">
#else
                                           mt::copy<"country", "author_country">
#endif
                                           ,
                                           mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
