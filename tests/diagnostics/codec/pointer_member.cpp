// SPDX-License-Identifier: BSL-1.0
// A struct inside of an item has a member that is not stored: the error names the struct and the member.
// expect: monotable: a pointer or reference is not stored; hold the value itself
// expect-first3: line
#include <monotable/codec/type_of.hpp>

#include <string>
#include <vector>

struct line {
    std::string product;
#ifdef MISTAKE
    char const* note;
#else
    std::string note;
#endif
};

auto const& stored = monotable::type_of<std::vector<line>>;
bool (*const encode)(void const*, monotable::value_writer&) = stored.encode;
