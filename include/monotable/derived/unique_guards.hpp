// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/config.hpp>
#include <monotable/core/item.hpp>
#include <monotable/expression/tree.hpp>
#include <monotable/model/model.hpp>
#include <monotable/model/managed_field_rules.hpp>
#include <monotable/store/write/derived_write.hpp>
#include <monotable/store/write/write_set.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Uniqueness guards ("marks"): for each value of a unique<> field, an item in the same table that identifies the item with the
/// value. Its key contains the value; it is written and erased in one transaction with that item.
namespace monotable::detail {

/// The attribute of a mark that contains the primary key of the item.
inline constexpr std::string_view guard_owner = "unique_of";

/// The encoding of a field of an item; empty: absent.
std::string field_in(entity_data const& entity, item_view source, std::size_t field);

/// Appends the text of a value. Different values of a type have different texts, and so have tuples of them that are separated
/// by #.
void append_guard_text(std::string& out, value_view v);

/// The key of the mark for the item's values of these fields; std::nullopt if one of them is absent.
std::optional<item> guard_key(entity_data const& entity, attribute_option const& option, item const* source);

/// The mark, which has the item's time to live.
item make_guard(item const& key, item const& owner, std::optional<value_view> time_to_live,
                std::string_view time_to_live_name);

expression is_owned_by(item const& owner);

/// Plans the changes of the marks of one unique<> for a change of one item.
class guard_plan {
  public:
    guard_plan(write_set& set, entity_change const& change, attribute_option const& option, std::string_view subject);

    void run();

  private:
    void guard(std::size_t field);

    std::optional<value_view> end_of(item const* source) const;

    item guard_item(item const& key) const;

    planned_write write_of(item const& guard_or_key, write_kind kind) const;

    bool is_owner(item_view guard_item) const;

    /// Writes the mark, on condition that no other item owns it, except one that releases it in this set.
    void acquire(item const& key);

    /// Erases the mark, if this item owns it.
    void release(item const& key);

    void move_end(item const& key);

    void require_ownership(planned_write& write) const;

    write_set& set_;
    entity_change const& change_;
    entity_data const& entity_;
    attribute_option const& option_;
    std::string_view subject_;
    item owner_;
    std::string_view time_to_live_;
};

/// "tenant, email"
template <fixed_string... Fields>
struct joined_names {
    static constexpr auto build() {
        fixed_string<(std::size_t{0} + ... + Fields.size()) + 2 * (sizeof...(Fields) - 1)> result;
        std::size_t size = 0;
        auto const add = [&](std::string_view text) {
            for (char const c : text) result.data[size++] = c;
        };
        (((size != 0 ? add(", ") : void()), add(Fields.view())), ...);
        return result;
    }
    static constexpr auto storage = build();
    static constexpr std::string_view value{storage.data, storage.size()};
};

template <fixed_string... Fields>
void plan_unique(write_set& set, entity_change const& change) {
    guard_plan(set, change, unique<Fields...>::option, joined_names<Fields...>::value).run();
}

template <fixed_string... Fields, class Table, class E>
struct derived_writes_by<unique<Fields...>, Table, E> {
    static constexpr derived_write list[] = {{&plan_unique<Fields...>, derivation_stage::settle}};
    static constexpr array_view<derived_write> value{list};
};

} // namespace monotable::detail

#ifndef MONOTABLE_COMPILED
#include <monotable/derived/unique_guards.ipp>
#endif
