// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a relation is between entities of its table
// expect-first3: "author".*Person|Person.*"author"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct Person {
    std::string name, country;
};

struct library
    : library_of<
          mt::duplicated<"author",
#ifdef MISTAKE
                         Person
#else
                         Author
#endif
                         ,
                         Book, mt::match<"name", "author">, mt::copy<"country", "author_country">, mt::by_stream>> {
};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
