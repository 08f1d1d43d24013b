// SPDX-License-Identifier: BSL-1.0
// Which values may be compared with, or assigned to, a field of which type.
#include <monotable/codec/boost_uuid.hpp>
#include <monotable/codec/value_for.hpp>
#include <monotable/meta/fixed_string.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mt = monotable;
namespace chr = std::chrono;
using mt::detail::comparable_value;

namespace {

enum class status { open };
enum class other { open };
enum plain : int { zero };
struct point {
    int x;
};
struct money {
    std::int64_t cents;
};
struct converts_to_int {
    operator int() const { return 0; }
};
struct converts_to_text {
    operator std::string_view() const { return {}; }
};

using maybe_int = std::optional<int>;
using text = std::string;

} // namespace

template <>
struct mt::codec<money> {
    using stored = std::int64_t;
    static stored encode(money const& m) { return m.cents; }
    static money decode(stored cents) { return {cents}; }
};

// the type itself, with any qualifier
static_assert(comparable_value<text, text> && comparable_value<text, text const&> && comparable_value<int, int&>);
static_assert(comparable_value<point, point> && comparable_value<money, money> && comparable_value<status, status>);
static_assert(comparable_value<std::vector<int>, std::vector<int>> && comparable_value<std::set<int>, std::set<int>>);
static_assert(comparable_value<std::variant<int, text>, std::variant<int, text>>);
static_assert(comparable_value<boost::uuids::uuid, boost::uuids::uuid>);
static_assert(comparable_value<std::vector<std::byte>, std::vector<std::byte>>);

// an optional takes what its value takes, and itself
static_assert(comparable_value<maybe_int, int> && comparable_value<maybe_int, maybe_int> &&
              comparable_value<maybe_int, long>);
static_assert(comparable_value<std::optional<text>, char const*> && comparable_value<std::optional<status>, status>);
static_assert(!comparable_value<maybe_int, std::nullopt_t> && !comparable_value<maybe_int, std::optional<long>>);
static_assert(!comparable_value<int, maybe_int> && !comparable_value<maybe_int, double>);

// strings
static_assert(comparable_value<text, char const*> && comparable_value<text, char*> && comparable_value<text, char[4]>);
static_assert(comparable_value<text, char const (&)[4]> && comparable_value<text, std::string_view>);
static_assert(comparable_value<text, mt::fixed_string<3>> && comparable_value<text, converts_to_text>);
static_assert(!comparable_value<text, std::nullptr_t> && !comparable_value<text, char> && !comparable_value<text, int>);
static_assert(!comparable_value<text, wchar_t const*> && !comparable_value<text, std::vector<char>>);
static_assert(!comparable_value<text, status> && !comparable_value<text, mt::timestamp>);

// integers
static_assert(comparable_value<int, long long> && comparable_value<std::uint8_t, int> &&
              comparable_value<unsigned, short>);
static_assert(!comparable_value<int, bool> && !comparable_value<int, char> && !comparable_value<int, char8_t>);
static_assert(!comparable_value<int, double> && !comparable_value<int, float> && !comparable_value<int, mt::decimal>);
static_assert(!comparable_value<int, plain> && !comparable_value<int, converts_to_int> &&
              !comparable_value<int, char const*>);
static_assert(!comparable_value<int, std::nullptr_t> && !comparable_value<int, std::byte>);

// bool
static_assert(comparable_value<bool, bool>);
static_assert(!comparable_value<bool, int> && !comparable_value<bool, char const*> && !comparable_value<bool, void*>);

// floating point
static_assert(comparable_value<double, int> && comparable_value<double, float> && comparable_value<float, double>);
static_assert(comparable_value<double, std::uint64_t>);
static_assert(!comparable_value<double, bool> && !comparable_value<double, char> &&
              !comparable_value<double, mt::decimal>);

// decimal
static_assert(comparable_value<mt::decimal, int> && comparable_value<mt::decimal, std::uint64_t>);
static_assert(!comparable_value<mt::decimal, double> && !comparable_value<mt::decimal, bool>);
static_assert(!comparable_value<mt::decimal, char const*>);

// enumerations
static_assert(!comparable_value<status, other> && !comparable_value<status, int> &&
              !comparable_value<status, char const*>);
static_assert(!comparable_value<plain, int> && comparable_value<plain, plain>);

// times: to the same clock, never coarser
static_assert(comparable_value<mt::timestamp, chr::sys_days> && comparable_value<mt::timestamp, chr::sys_seconds>);
static_assert(comparable_value<mt::timestamp, chr::sys_time<chr::minutes>>);
static_assert(comparable_value<chr::sys_days, chr::year_month_day> &&
              comparable_value<chr::year_month_day, chr::sys_days>);
static_assert(!comparable_value<mt::timestamp, chr::year_month_day>); // nor is it one for std::chrono
static_assert(!comparable_value<mt::timestamp, chr::sys_time<chr::microseconds>>);
static_assert(!comparable_value<mt::timestamp, chr::sys_time<chr::duration<double>>>);
static_assert(!comparable_value<chr::sys_days, mt::timestamp> && !comparable_value<chr::year_month_day, mt::timestamp>);
static_assert(!comparable_value<mt::timestamp, chr::local_seconds> &&
              !comparable_value<chr::local_seconds, chr::sys_seconds>);
static_assert(!comparable_value<mt::timestamp, chr::milliseconds> && !comparable_value<mt::timestamp, std::int64_t>);
static_assert(!comparable_value<mt::timestamp, char const*>);
static_assert(!comparable_value<chr::sys_seconds, chr::steady_clock::time_point>);

// compounds and classes with a codec: only themselves
static_assert(!comparable_value<money, std::int64_t> && !comparable_value<std::int64_t, money>);
static_assert(!comparable_value<point, int> && !comparable_value<std::vector<int>, std::vector<long>>);
static_assert(!comparable_value<std::variant<int, text>, int> && !comparable_value<boost::uuids::uuid, char const*>);
static_assert(!comparable_value<std::vector<std::byte>, text>);
