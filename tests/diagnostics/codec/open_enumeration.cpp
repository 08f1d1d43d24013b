// SPDX-License-Identifier: BSL-1.0
// Not every value of an unscoped enumeration without a fixed type may be asked for its name.
// expect: monotable: an unscoped enumeration needs a fixed underlying type to be stored by name
// expect-first3: colour
#include <monotable/codec/type_of.hpp>

#ifdef MISTAKE
enum colour { red, green };
#else
enum colour : int { red, green };
#endif

auto const& stored = monotable::type_of<colour>;
