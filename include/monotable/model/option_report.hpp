// SPDX-License-Identifier: BSL-1.0
#pragma once

/// A header of its own, since it is needed where tables are declared and wants to be near the top of the compiler's output.
namespace monotable::detail {

template <class Option>
inline constexpr bool is_an_option = false;

template <class Option>
struct report_option {
    static constexpr bool fail() {
        static_assert(is_an_option<Option>,
                      "monotable: this is not an option of a table or an index; a table takes partition_key, "
                      "sort_key, gsi, lsi, type_attribute, entities, stream, one_to_many and many_to_many, an "
                      "index partition_key, sort_key, all, keys_only and include; list entity types in entities<>");
        return false;
    }
};

template <class View>
inline constexpr bool is_a_stream_view = false;

template <class View>
struct report_stream_view {
    static constexpr bool fail() {
        static_assert(is_a_stream_view<View>,
                      "monotable: records of a stream hold both images, or what stream_of<> says: new_image, "
                      "old_image or keys_only; use stream for both images");
        return false;
    }
};

} // namespace monotable::detail
