// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/backend/backend.hpp>
#include <monotable/config.hpp>
#include <monotable/local/transaction_tokens.hpp>

#include <cstddef>
#include <cstdint>

namespace monotable::detail {

MONOTABLE_INLINE digest digest_of(array_view<write_request> actions) noexcept {
    digest out;
    auto const tree = [&](expression_view each) {
        out.add(each.node_count());
        for (std::size_t i = 0; i != each.node_count(); ++i) {
            auto const& node = each.nodes()[i];
            out.add(static_cast<std::uint64_t>(node.kind));
            out.add(node.extent);
            out.add(node.payload);
        }
    };
    for (auto const& each : actions) {
        out.add(each.table);
        out.add(each.item.bytes());
        out.add(static_cast<std::uint64_t>(each.kind));
        out.add(static_cast<std::uint64_t>(each.expected));
        tree(each.condition);
        tree(each.update);
        out.add(each.known_attributes.size());
        for (auto const name : each.known_attributes) out.add(name);
        out.add(std::uint64_t{each.return_failed});
    }
    return out;
}

} // namespace monotable::detail
