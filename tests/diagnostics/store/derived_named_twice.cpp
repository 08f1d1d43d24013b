// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: two relations of a table have one name
// expect-first3: "books"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : library_of<
          mt::total<"books", Author, Book, mt::match<"name", "author">, mt::sum<"pages", "pages">, mt::by_stream>,
          mt::total<
#ifdef MISTAKE
              "books"
#else
              "number"
#endif
              ,
              Author, Book, mt::match<"name", "author">, mt::count<"books">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
