// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field that is matched is also derived
// expect-first3: Book.*"author"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                           mt::copy<"country", "author">
#else
                                           mt::copy<"country", "author_country">
#endif
                                           ,
                                           mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
