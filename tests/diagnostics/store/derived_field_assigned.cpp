// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a field that duplicated<> or total<> derives is not assigned
// expect-first3: Book[,;] .*"author_country"
#include <monotable/relations.hpp>

#include "../library.hpp"

struct library : library_of<mt::duplicated<"author", Author, Book, mt::match<"name", "author">,
                                           mt::copy<"country", "author_country">, mt::in_transaction>> {};

void use(mt::store<library>& db) {
#ifdef MISTAKE
    if (!db.update<Book>("isbn"_f == "1", "author_country"_f = "PL")) return;
#else
    if (!db.update<Book>("isbn"_f == "1", "author"_f = "Lem")) return;
#endif
}
