// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a derived field cannot be part of the primary key
// expect-first3: Book.*"isbn"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                           mt::copy<"country", "isbn">
#else
                                           mt::copy<"country", "author_country">
#endif
                                           ,
                                           mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
