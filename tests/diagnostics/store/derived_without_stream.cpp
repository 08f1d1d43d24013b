// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: by_stream follows the streams, with both images, of the tables
// expect-first3: "author".*Book|Book.*"author"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : mt::table<
          "library", mt::gsi<"ByAuthor">, mt::gsi<"Short">, mt::entities<Author, Book>,
          mt::duplicated<"author", Author, Book, mt::match<"name", "author">, mt::copy<"country", "author_country">,
#ifdef MISTAKE
                         mt::by_stream
#else
                         mt::in_transaction
#endif
                         >> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
