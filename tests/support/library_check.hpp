// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <library_model.hpp>

#include <map>
#include <string>
#include <utility>

/// Checks that every copy and total of a library agrees with its sources, and every index entry with its item.
namespace library_model {

/// The differences; empty if everything agrees.
template <class Db>
std::string what_is_wrong(Db const& db) {
    std::string wrong;
    auto const say = [&](std::string const& text) { wrong += text + "; "; };
    std::map<std::string, author> authors;
    std::map<std::string, std::pair<int, mt::decimal>> sums;
    for (author const& a : db.template scan<author>()) authors[a.name] = a;
    for (auto const& stored : db.template scan<book>().template as<mt::item>()) {
        book const b = db.template get<book>("isbn"_f == std::string(stored.find("isbn")->as_string())).value();
        mt::item const wanted = db.to_item(b);
        for (auto const& [name, value] : wanted)
            if (stored.find(name) != value) say("book " + b.isbn + ": " + std::string(name));
        if (stored.size() != wanted.size()) say("book " + b.isbn + " has other attributes");
        if (!b.author) continue;
        auto const found = authors.find(*b.author);
        if (found == authors.end()) continue;
        if (b.author_country != found->second.country) say("book " + b.isbn + ": country " + b.author_country);
        if (b.author_born != found->second.born) say("book " + b.isbn + ": born");
        sums[*b.author].first += 1;
        sums[*b.author].second += b.pages;
    }
    for (auto const& stored : db.template scan<author>().template as<mt::item>()) {
        author const a = db.template get<author>("name"_f == std::string(stored.find("name")->as_string())).value();
        for (auto const& [name, value] : db.to_item(a))
            if (stored.find(name) != value) say("author " + a.name + ": " + std::string(name));
        if (a.books != sums[a.name].first) say("author " + a.name + ": books " + std::to_string(a.books));
        if (a.pages != sums[a.name].second) say("author " + a.name + ": pages " + a.pages.to_string());
    }
    return wrong;
}

} // namespace library_model
