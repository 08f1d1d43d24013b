// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field may be absent in the source, but not in its copy
// expect-first3: Book.*"year"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                           mt::copy<"born", "year">
#else
                                           mt::copy<"born", "author_born">
#endif
                                           ,
                                           mt::in_transaction>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
