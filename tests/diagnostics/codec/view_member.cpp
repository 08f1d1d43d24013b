// SPDX-License-Identifier: BSL-1.0
// A member that views text would be read back without anything that owns the text.
// expect: monotable: a view owns nothing that it could be read back into; use std::string
// expect-first3: customer
// expect-first3: name
#include <monotable/codec/type_of.hpp>

#include <string>
#include <string_view>

struct customer {
    std::string id;
#ifdef MISTAKE
    std::string_view name;
#else
    std::string name;
#endif
};

auto const& stored = monotable::type_of<customer>;
