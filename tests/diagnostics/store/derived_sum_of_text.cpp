// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a sum<> applies to a number
// expect-first3: Book.*"title"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::total<"books", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                      mt::sum<"title", "pages">
#else
                                      mt::sum<"pages", "pages">
#endif
                                      ,
                                      mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
