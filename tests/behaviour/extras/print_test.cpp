// SPDX-License-Identifier: BSL-1.0
#include <monotable/extras/print.hpp>
#include <monotable/local/memory.hpp>

#include <catch2/catch_test_macros.hpp>

#include <sstream>

namespace mt = monotable;

TEST_CASE("what does not exist is not drawn") {
    mt::memory store;
    std::ostringstream out;
    CHECK_THROWS_AS(mt::print_table(out, *store, "nothing"), mt::store_error);
    store->create_table({.name = "some", .partition = {"id"}});
    CHECK_THROWS_AS(mt::print_index(out, *store, "some", "nothing"), mt::store_error);
    CHECK(out.str().empty());
}

TEST_CASE("tables of several pages are drawn whole") {
    mt::memory store;
    store->create_table({.name = "some", .partition = {"id"}});
    for (int i = 0; i != 30; ++i)
        store->put(
            {.table = "some", .item = mt::item{{"id", "id" + std::to_string(i)}, {"x", std::string(100'000, 'x')}}});
    std::ostringstream out;
    mt::print_table(out, *store, "some");
    for (int i = 0; i != 30; ++i) CHECK(out.str().find("| id" + std::to_string(i) + " ") != std::string::npos);
}
