// SPDX-License-Identifier: BSL-1.0
// Two alternatives that are stored as the same type cannot be told apart when they are read.
// expect: monotable: two alternatives of a variant are stored alike; wrap one in a struct
#include <monotable/codec/type_of.hpp>

#include <string>
#include <variant>

struct at {
    monotable::timestamp time;
};

#ifdef MISTAKE
using alternatives = std::variant<std::string, monotable::timestamp>;
#else
using alternatives = std::variant<std::string, at>;
#endif

auto const& stored = monotable::type_of<alternatives>;
