// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a table declares relations, which every program that opens it maintains; include <monotable/relations.hpp>
// expect-first3: library
#ifdef MISTAKE
#include <monotable/monotable.hpp>
#else
#include <monotable/relations.hpp>
#endif

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
                                           mt::copy<"country", "author_country">, mt::in_transaction>> {};

void use(mt::store<library>& db) { db.put(Author{"Lem"}).or_throw(); }
