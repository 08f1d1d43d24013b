// SPDX-License-Identifier: BSL-1.0
// expect: monotable: a monotable::codec needs `stored`
// expect-first3: money
#include <monotable/codec/type_of.hpp>

#include <cstdint>

struct money {
    std::int64_t cents;
};

template <>
struct monotable::codec<money> {
    using stored = std::int64_t;
    static stored encode(money const& m) { return m.cents; }
#ifndef MISTAKE
    static money decode(stored cents) { return {cents}; }
#endif
};

auto const& stored = monotable::type_of<money>;
