// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is derived twice
// expect-first3: Author.*"pages"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : library_of<
          mt::total<"pages", Author, Book, mt::match<"name", "author">, mt::sum<"pages", "pages">, mt::by_stream>,
          mt::total<"books", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                    mt::count<"pages">
#else
                    mt::count<"books">
#endif
                    ,
                    mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
