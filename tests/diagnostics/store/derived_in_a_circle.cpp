// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field is derived from itself
// expect-first3: "pages"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : library_of<
          mt::total<"pages", Author, Book, mt::match<"name", "author">, mt::sum<"pages", "pages">, mt::by_stream>,
          mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                         mt::copy<"pages", "pages">
#else
                         mt::copy<"pages", "year">
#endif
                         ,
                         mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
