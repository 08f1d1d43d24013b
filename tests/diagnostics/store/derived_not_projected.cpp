// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: the index that finds the children does not have the field that is summed
// expect-first3: Book[,;] .*"pages"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : mt::table<
          "library", mt::stream,
#ifdef MISTAKE
          mt::gsi<"ByAuthor", mt::keys_only>,
#else
          mt::gsi<"ByAuthor", mt::include<"pages">>,
#endif
          mt::gsi<"Short", mt::keys_only>, mt::entities<Author, Book>,
          mt::total<"books", Author, Book, mt::match<"name", "author">, mt::sum<"pages", "pages">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
