// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/extras/json.hpp>
#include <monotable/extras/print.hpp>
#include <monotable/monotable.hpp>

#include <cstddef>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// Output of the examples: prints the tables, then, for each access pattern, the plan and the stored items. With
/// --json, prints one line for each pattern instead.
namespace examples {

namespace mt = monotable;

template <class... Tables>
class answers {
  public:
    answers(mt::store<Tables...> const& db, int argc, char** argv)
        : db_(db), json_(argc > 1 && std::string_view(argv[1]) == "--json") {
        draw();
    }

    /// For tables that are too large to print.
    answers(mt::store<Tables...> const& db, bool json) : db_(db), json_(json) {}

    /// Prints the tables.
    void draw() const {
        if (json_) return;
        std::cout << '\n';
        mt::print(std::cout, db_);
    }

    /// For a query.
    template <class Table, class E, std::size_t Index, class Result>
    void show(std::string_view pattern, std::string_view title,
              mt::item_range<Table, E, Index, Result> const& range) const {
        std::vector<mt::item> const items = range.template as<mt::item>().all();
        if (range.all().size() != items.size()) throw std::logic_error("not every item was read as its struct");
        show(pattern, title, range.index(), range.explain().text(), items);
    }

    /// For a collection.
    template <class Table, class Collection, std::size_t Index>
    void show(std::string_view pattern, std::string_view title,
              mt::item_collection<Table, Collection, Index> const& collection) const {
        (void)collection.get(); // checks that every item fits its struct
        show(pattern, title, collection.index(), collection.explain().text(), collection.items());
    }

    /// For a get.
    template <class E>
    void show(std::string_view pattern, std::string_view title, std::optional<E> const& found) const {
        std::string_view table;
        ((holds<E>(typename Tables::entity_list()) ? void(table = Tables::name.view()) : void()), ...);
        std::vector<mt::item> items;
        if (found) items.push_back(db_.to_item(*found));
        show(pattern, title, table, "get from " + std::string(table) + "\n", items);
    }

    void show(std::string_view pattern, std::string_view title, std::string_view index, std::string_view plan,
              std::vector<mt::item> const& items) const {
        if (!json_) {
            std::cout << '\n' << pattern << ". " << title << '\n' << plan;
            for (std::size_t i = 0; i != items.size() && i != 10; ++i)
                std::cout << "    " << mt::to_json(items[i]) << '\n';
            if (items.size() > 10) std::cout << "    and " << items.size() - 10 << " more\n";
            return;
        }
        std::string line("{\"pattern\": ");
        mt::append_json(line, pattern);
        mt::append_json(line += ", \"title\": ", title);
        mt::append_json(line += ", \"index\": ", index);
        line += ", \"items\": [";
        for (mt::item const& each : items) mt::append_json(line += &each == &items.front() ? "" : ", ", each);
        std::cout << line << "]}\n";
    }

  private:
    template <class E, class... Es>
    static constexpr bool holds(mt::entities<Es...>) {
        return (std::is_same_v<E, Es> || ...);
    }

    mt::store<Tables...> const& db_;
    bool json_;
};

} // namespace examples
