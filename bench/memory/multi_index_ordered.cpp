// SPDX-License-Identifier: BSL-1.0
// boost::multi_index with ordered indexes only.
#include "multi_index.hpp"

namespace {

struct find_by_key {
    template <class Orders>
    bench::Order const* operator()(Orders const& orders, bench::order_key const& key) const {
        auto const& index = orders.template get<bench::by_customer>();
        auto const at = index.find(bench::customer_key(key.customer_id, key.placed_at, key.id));
        return at == index.end() ? nullptr : &*at;
    }
};

struct ordered
    : bench::multi_index<bench::customer_index,
                         bench::mi::ordered_unique<bench::mi::tag<bench::by_id_tag>, bench::order_id>, find_by_key> {
    static constexpr std::string_view name = "multi_index, ordered";
};

} // namespace

int main(int argc, char** argv) { return bench::run<ordered>(argc, argv); }
