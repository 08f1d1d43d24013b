// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a worker maintains what a table declares as by_stream, and this one declares nothing of the kind
// expect-first3: library
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include "../library.hpp"

struct library : library_of<mt::total<"books", Author, Book, mt::match<"name", "author">, mt::count<"books">,
#ifdef MISTAKE
                                      mt::in_transaction
#else
                                      mt::by_stream
#endif
                                      >> {
};

void use(mt::store<library>& db) {
    mt::worker<library> worker(db);
    worker.run_once();
}
