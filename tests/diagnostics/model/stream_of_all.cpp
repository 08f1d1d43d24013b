// SPDX-License-Identifier: BSL-1.0
// expect: error: .*monotable: records of a stream hold both images, or what stream_of<> says, which is new_image, old_image or keys_only
// expect-first3: all
#include <monotable/declare.hpp>

#ifdef MISTAKE
struct shop : monotable::table<"shop", monotable::stream_of<monotable::all>> {};
#else
struct shop : monotable::table<"shop", monotable::stream> {};
#endif
