// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/endpoint/environment.hpp>
#include <monotable/endpoint/parameters.hpp>

namespace monotable::endpoint {

inline std::string create_table(environment const& with, json::object const& in) {
    table_description table;
    table.name = table_of(in);
    for (auto const& each : *array_if(in, "KeySchema")) {
        auto const name = text_member(each.get_object(), "AttributeName");
        key_attribute attribute{std::string(name)};
        for (auto const& d : *array_if(in, "AttributeDefinitions")) {
            if (text_member(d.get_object(), "AttributeName") != name) continue;
            auto const type = text_member(d.get_object(), "AttributeType");
            attribute.type = type == "S"   ? value_type::string
                             : type == "N" ? value_type::number
                                           : value_type::binary;
        }
        if (text_member(each.get_object(), "KeyType") == "HASH")
            table.partition = attribute;
        else
            table.sort = attribute;
    }
    with.store.create_table(table, {});
    return "{\"TableDescription\":{\"TableStatus\":\"ACTIVE\"}}";
}

} // namespace monotable::endpoint
