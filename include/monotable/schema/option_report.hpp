// SPDX-License-Identifier: BSL-1.0
#pragma once

/// A header of its own, since it is needed where tables are declared and wants to be near the top of the compiler's output.
namespace monotable::detail {

template <class Option>
inline constexpr bool is_an_option = false;

template <class Option>
struct report_option {
    static constexpr bool fail() {
        static_assert(is_an_option<Option>, "monotable: this is not an option of a table or an index; a table takes partition_key, "
                                            "sort_key, gsi, lsi, type_attribute, entities, one_to_many and many_to_many, an index "
                                            "partition_key, sort_key, all, keys_only and include; list entity types in entities<>");
        return false;
    }
};

} // namespace monotable::detail
