// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: in_transaction derives no field from one that is itself derived
// expect-first3: Book.*"year"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : library_of<
          mt::total<"pages", Author, Book, mt::match<"name", "author">, mt::sum<"pages", "pages">, mt::in_transaction>,
          mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
#ifdef MISTAKE
                         mt::copy<"pages", "year">
#else
                         mt::copy<"country", "author_country">
#endif
                         ,
                         mt::in_transaction>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
