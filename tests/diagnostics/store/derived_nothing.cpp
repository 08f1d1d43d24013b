// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a relation derives no field
// expect-first3: "books".*Book|Book.*"books"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::total<"books", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE

#else
                                      mt::count<"books">,
#endif
                                      mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
