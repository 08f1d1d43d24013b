// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a duplicated<> or total<> says twice when it is updated
// expect-first3: "author".*Book|Book.*"author"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library
    : library_of<
          mt::duplicated<"author", Author, Book, mt::match<"name", "author">, mt::copy<"country", "author_country">,
#ifdef MISTAKE
                         mt::by_stream, mt::in_transaction
#else
                         mt::by_stream
#endif
                         >> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
