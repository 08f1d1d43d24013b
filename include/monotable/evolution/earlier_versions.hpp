// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/model/evolution_rules.hpp>
#include <monotable/model/model_of.hpp>
#include <monotable/model/upgrade.hpp>
#include <monotable/query/former_names.hpp>
#include <monotable/query/typed_path.hpp>
#include <monotable/store/write/upgrade_update.hpp>
#include <monotable/violation/model.hpp>

#include <cstddef>
#include <string_view>

namespace monotable::detail {

/// The declarations of how items of E were stored by earlier versions, as constant data.
template <class E>
struct earlier_versions_of {
    static constexpr array_view<attribute_option> options = declaration_of<E>.options;

    struct lists {
        former_attribute former_attributes[options.size() + 1]{};
        former_name names[options.size() + 1]{};
        field_conversion conversions[options.size() + 1]{};
        std::size_t former_count = 0;
        std::size_t name_count = 0;
        std::size_t conversion_count = 0;
    };
    static constexpr lists build() {
        lists result;
        result.former_count = list_former_attributes(options, reflect<E>::names, result.former_attributes);
        for (std::size_t i = 0; i != result.former_count; ++i)
            if (result.former_attributes[i].field != no_field)
                result.names[result.name_count++] = {
                    attribute_of<E>(static_cast<std::size_t>(result.former_attributes[i].field)),
                    result.former_attributes[i].name};
        for (field_conversion const& conversion : detail::conversions<E, typename entity<E>::attributes>::all)
            if (conversion.field != no_field) result.conversions[result.conversion_count++] = conversion;
        return result;
    }
    static constexpr lists built = build();

    static constexpr earlier_versions data{{built.former_attributes, built.former_count},
                                           {built.conversions, built.conversion_count},
                                           &upgrade_item,
                                           &stays_present,
                                           &rewrite_earlier};

    static constexpr violation<model_rule> check(entity_data const& entity) { return check_evolution(entity); }

    static expression under_any_name(expression const& comparison) {
        return detail::under_any_name(comparison, {built.names, built.name_count});
    }
};

} // namespace monotable::detail
