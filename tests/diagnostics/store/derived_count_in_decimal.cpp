// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a count<> is stored in an integer; make the field one
// expect-first3: Author.*"earned"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::total<"books", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                      mt::count<"earned">
#else
                                      mt::count<"books">
#endif
                                      ,
                                      mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
