// SPDX-License-Identifier: BSL-1.0
// Items and containers inside of them as ranges.
#include <monotable/core/item.hpp>

#include <concepts>
#include <iterator>
#include <ranges>
#include <string_view>
#include <vector>

namespace mt = monotable;

namespace {

template <class R, class Element>
concept elements_are =
    std::ranges::forward_range<R> && std::ranges::common_range<R> && std::ranges::viewable_range<R> &&
    std::same_as<std::ranges::range_value_t<R>, Element> &&
    std::constructible_from<std::vector<Element>, std::ranges::iterator_t<R>, std::ranges::iterator_t<R>>;

static_assert(elements_are<mt::item, mt::item_view::member>);
static_assert(elements_are<mt::item_view, mt::item_view::member>);
static_assert(elements_are<mt::list_view, mt::value_view>);
static_assert(elements_are<mt::set_view, std::string_view>);

} // namespace
