// SPDX-License-Identifier: BSL-1.0
// expect: monotable: an enumeration is stored by name, and names are found for values from -8 to 127 only
// expect-first3: year
#include <monotable/codec/type_of.hpp>

#ifdef MISTAKE
enum class year { first = 1999, last = 2025 };
#else
enum class year { unknown, first = 1999, last = 2025 };
#endif

auto const& stored = monotable::type_of<year>;
