// SPDX-License-Identifier: BSL-1.0
#include <monotable/sqlite/durable.hpp>

int main(int, char** arguments) {
    monotable::durable const store(arguments[1]);
    store->create_table({.name = "notes", .partition = {"id", monotable::value_type::string}});
    monotable::item const note{{"id", "1"}};
    bool const found = store->get({.table = "notes", .key = note}).has_value();
    store->put({.table = "notes", .item = note});
    return found ? 0 : 7;
}
