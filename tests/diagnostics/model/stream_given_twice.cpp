// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: an option of a table or an index is given twice; keep one
// expect-first3: shop
#include <monotable/monotable.hpp>

#ifdef MISTAKE
struct shop : monotable::table<"shop", monotable::stream, monotable::stream_of<monotable::keys_only>> {};
#else
struct shop : monotable::table<"shop", monotable::stream_of<monotable::keys_only>> {};
#endif
static_assert(monotable::valid<shop>);
