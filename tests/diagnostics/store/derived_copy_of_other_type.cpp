// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field and its copy have different types
// expect-first3: Book.*"author_born"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                                           mt::copy<"country", "author_born">
#else
                                           mt::copy<"country", "author_country">
#endif
                                           ,
                                           mt::in_transaction>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
