// SPDX-License-Identifier: BSL-1.0
// boost::multi_index with a hash of order ids. As ids are unique, an order is found by its id and its key is compared, so that
// no further index is needed.
#include "multi_index.hpp"

namespace {

struct find_by_id {
    template <class Orders>
    bench::Order const* operator()(Orders const& orders, bench::order_key const& key) const {
        auto const& index = orders.template get<bench::by_id_tag>();
        auto const at = index.find(key.id);
        return at == index.end() || at->placed_at != key.placed_at || at->customer_id != key.customer_id ? nullptr
                                                                                                         : &*at;
    }
};

struct hashed
    : bench::multi_index<bench::customer_index,
                         bench::mi::hashed_unique<bench::mi::tag<bench::by_id_tag>, bench::order_id>, find_by_id> {
    static constexpr std::string_view name = "multi_index, hashed";
};

} // namespace

int main(int argc, char** argv) { return bench::run<hashed>(argc, argv); }
