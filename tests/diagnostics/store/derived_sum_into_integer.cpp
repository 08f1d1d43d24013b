// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a sum of numbers that need not be integers
// expect-first3: Author.*"pages"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::total<"books", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                      mt::sum<"earned", "pages">
#else
                                      mt::sum<"earned", "earned">
#endif
                                      ,
                                      mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
