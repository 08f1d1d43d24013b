// SPDX-License-Identifier: BSL-1.0
#pragma once

/// The text of every mistake in a migration<>, as model/report.hpp has the others.
namespace monotable::detail {

template <class E>
inline constexpr bool changes_the_entity = false;
template <class Old, class New, class Function>
inline constexpr bool makes_the_new_entity = false;

template <class E>
struct report_migration_to_itself {
    static constexpr bool fail() {
        static_assert(changes_the_entity<E>,
                      "monotable: a migration<> is from one entity to another, and this is one entity; write "
                      "migrate<E>(), or describe what the table has by a struct of its own");
        return false;
    }
};
template <class Old, class New, class Function>
struct report_migration_function {
    static constexpr bool fail() {
        static_assert(makes_the_new_entity<Old, New, Function>,
                      "monotable: the function of a migration<> does not make the new entity of the "
                      "old one; give one that takes Old const& and returns New, or "
                      "std::optional<New>");
        return false;
    }
};

} // namespace monotable::detail
