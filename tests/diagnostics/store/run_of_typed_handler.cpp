// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: a consumer calls its handler with change<Table> const&; let it take that
// expect-first3: shop
#include <monotable/streams.hpp>

#include "../streams.hpp"

void use(mt::consumer<shop>& reader) {
#ifdef MISTAKE
    reader.run_once([](mt::change<shop, Order> const&) {});
#else
    reader.run_once([](mt::change<shop> const&) {});
#endif
}
