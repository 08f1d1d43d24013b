// SPDX-License-Identifier: BSL-1.0
// What can be a field, and what cannot: an answer, not an error.
#include <monotable/codec/boost_uuid.hpp>
#include <monotable/codec/type_of.hpp>

#include <any>
#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace mt = monotable;
namespace chr = std::chrono;
using mt::storable;

namespace {

enum class scoped { a };
enum fixed : int { b };
enum open { c };

struct point {
    int x, y;
};
struct tree {
    std::string name;
    std::vector<tree> children;
};
struct with_view {
    std::string id;
    std::string_view name;
};
struct tree_of_views {
    std::vector<tree_of_views> children;
    std::map<std::string, std::optional<with_view>> views;
};
struct with_constant {
    int const x = 1;
};
struct with_constructor {
    explicit with_constructor(int) {}
};
struct empty {};
struct money {
    std::int64_t cents;
    auto operator<=>(money const&) const = default;
};
struct half_a_codec {
    int x;
};
struct handle {
    int* p;
};
struct rigid {
    explicit rigid(int n) : value(n) {}
    int value;
};

} // namespace

template <>
struct mt::codec<money> {
    using stored = std::int64_t;
    static stored encode(money const& m) { return m.cents; }
    static money decode(stored cents) { return {cents}; }
};
template <>
struct mt::codec<half_a_codec> {
    using stored = int;
    static stored encode(half_a_codec const& c) { return c.x; }
};
template <>
struct mt::codec<handle> { // in terms of what is not stored itself
    using stored = int*;
    static stored encode(handle const& h) { return h.p; }
    static handle decode(stored p) { return {p}; }
};
template <>
struct mt::codec<rigid> {
    using stored = int;
    static stored encode(rigid const& r) { return r.value; }
    static rigid decode(stored n) { return rigid(n); }
};

// scalars
static_assert(storable<std::string>);
static_assert(storable<std::pmr::string>);
static_assert(storable<bool>);
static_assert(storable<std::int8_t> && storable<std::uint8_t> && storable<short> && storable<unsigned short>);
static_assert(storable<int> && storable<unsigned> && storable<long> && storable<unsigned long>);
static_assert(storable<long long> && storable<unsigned long long> && storable<std::size_t>);
static_assert(storable<float> && storable<double> && storable<mt::decimal>);
static_assert(storable<scoped> && storable<fixed>);
static_assert(storable<boost::uuids::uuid>);
static_assert(storable<std::vector<std::byte>> && storable<std::array<std::byte, 16>>);

// times
static_assert(storable<mt::timestamp>);
static_assert(storable<chr::sys_seconds> && storable<chr::sys_time<chr::microseconds>>);
static_assert(storable<chr::sys_time<chr::nanoseconds>> && storable<chr::system_clock::time_point>);
static_assert(storable<chr::sys_days> && storable<chr::local_days> && storable<chr::year_month_day>);
static_assert(storable<chr::local_seconds> && storable<chr::local_time<chr::milliseconds>>);

// compounds
static_assert(storable<std::optional<int>> && storable<std::optional<point>>);
static_assert(storable<std::vector<int>> && storable<std::vector<bool>> && storable<std::vector<std::optional<int>>>);
static_assert(storable<std::deque<point>> && storable<std::list<int>> && storable<std::array<point, 3>>);
static_assert(storable<std::pmr::vector<std::pmr::string>>);
static_assert(storable<std::map<std::string, point>> && storable<std::unordered_map<std::string, int>>);
static_assert(storable<std::map<scoped, int>> && storable<std::map<std::uint16_t, int>>);
static_assert(storable<std::map<std::string, std::map<std::string, std::vector<point>>>>);
static_assert(storable<std::set<std::string>> && storable<std::unordered_set<int>> && storable<std::set<scoped>>);
static_assert(storable<std::set<bool>> && storable<std::vector<std::set<int>>>);
static_assert(storable<std::variant<int, std::string>> && storable<std::variant<point, tree, std::string>>);
static_assert(storable<std::variant<std::monostate, int>> &&
              storable<std::variant<std::vector<int>, std::set<bool>, int>> == false);
static_assert(storable<std::optional<std::variant<int, point>>>);
static_assert(storable<point> && storable<tree> && storable<std::vector<tree>> && storable<empty>);
static_assert(storable<money> && storable<std::vector<money>> && storable<std::optional<money>>);
static_assert(storable<rigid>); // a field needs no default constructor; an element does
static_assert(!storable<std::vector<rigid>>);
static_assert(!storable<std::optional<rigid>>);

// what is not one value, or not owned
static_assert(!storable<int*> && !storable<char const*> && !storable<void*> && !storable<std::nullptr_t>);
static_assert(!storable<int&> && !storable<int point::*> && !storable<int()> && !storable<int (*)()> &&
              !storable<void>);
static_assert(!storable<std::unique_ptr<int>> && !storable<std::shared_ptr<point>> && !storable<std::weak_ptr<int>>);
static_assert(!storable<std::string_view> && !storable<std::span<int>> && !storable<std::span<std::byte const>>);
static_assert(!storable<std::reference_wrapper<int>> && !storable<std::function<void()>>);

// characters, arrays, what would lose something
static_assert(!storable<char> && !storable<wchar_t> && !storable<char8_t> && !storable<char16_t> &&
              !storable<char32_t>);
static_assert(!storable<std::vector<char>> && !storable<std::wstring> && !storable<std::u8string>);
static_assert(!storable<int[3]> && !storable<char[8]> && !storable<int[]>);
static_assert(!storable<long double>);
static_assert(!storable<std::byte> && !storable<std::deque<std::byte>> && !storable<std::set<std::byte>>);
static_assert(!storable<open>);
static_assert(!storable<int const> && !storable<std::string const> && !storable<int volatile>);

// times without a form
static_assert(!storable<chr::sys_time<chr::minutes>> && !storable<chr::sys_time<chr::hours>>);
static_assert(!storable<chr::sys_time<chr::duration<double>>> && !storable<chr::steady_clock::time_point>);
static_assert(!storable<chr::seconds> && !storable<chr::year_month>);
static_assert(!storable<chr::year_month_weekday> && !storable<chr::year_month_day_last>);
static_assert(!storable<chr::file_clock::time_point>);
struct unrelated_clock { // whose time_t need not count from 1970
    using duration = chr::milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = chr::time_point<unrelated_clock>;
    static constexpr bool is_steady = false;
    static time_point now();
    static std::time_t to_time_t(time_point);
};
static_assert(!storable<unrelated_clock::time_point>);

// compounds of these
static_assert(!storable<std::vector<int*>> && !storable<std::optional<char>> && !storable<std::array<char, 8>>);
static_assert(!storable<std::map<std::string, std::string_view>> && !storable<std::set<long double>>);
static_assert(!storable<std::variant<int, int*>>);
static_assert(!storable<with_view> && !storable<std::vector<with_view>> && !storable<tree_of_views>);
static_assert(!storable<with_constant>);
static_assert(!storable<with_constructor>);
static_assert(!storable<half_a_codec> && !storable<handle>);

// keys of maps
static_assert(!storable<std::map<double, int>> && !storable<std::map<bool, int>> && !storable<std::map<point, int>>);
static_assert(!storable<std::map<mt::timestamp, int>> && !storable<std::map<char, int>>);
static_assert(!storable<std::multimap<std::string, int>> && !storable<std::multiset<int>>);
static_assert(!storable<std::unordered_multimap<std::string, int>> && !storable<std::unordered_multiset<int>>);

// absence inside of absence
static_assert(!storable<std::optional<std::optional<int>>>);
static_assert(!storable<std::optional<std::set<int>>>);
static_assert(storable<std::optional<std::set<bool>>>); // a list

// alternatives that are stored alike
static_assert(!storable<std::variant<int, double>> && !storable<std::variant<std::string, mt::timestamp>>);
static_assert(!storable<std::variant<scoped, std::string>>);
static_assert(!storable<std::variant<int, std::optional<std::string>>> && !storable<std::variant<int, std::set<int>>>);
static_assert(!storable<std::variant<point, std::map<std::string, int>>>);
static_assert(storable<std::variant<int, std::map<std::string, int>>>);
static_assert(!storable<std::variant<int, std::variant<std::string, bool>>>);

// what belongs to others
static_assert(!storable<std::pair<int, int>> && !storable<std::tuple<int>> && !storable<std::any>);

// how a type may stand in a key
using mt::key_form;
using mt::type_of;
static_assert(type_of<std::string>.form == key_form::string);
static_assert(type_of<int>.form == key_form::signed_integer && type_of<int>.digits == 10);
static_assert(type_of<std::uint8_t>.form == key_form::unsigned_integer && type_of<std::uint8_t>.digits == 3);
static_assert(type_of<std::int64_t>.digits == 19 && type_of<std::uint64_t>.digits == 20);
static_assert(type_of<bool>.form == key_form::boolean);
static_assert(type_of<scoped>.form == key_form::enumeration);
static_assert(type_of<mt::timestamp>.form == key_form::time && type_of<mt::timestamp>.digits == 3);
static_assert(type_of<chr::sys_seconds>.form == key_form::time && type_of<chr::sys_seconds>.digits == 0);
static_assert(type_of<chr::local_seconds>.form == key_form::local_time);
static_assert(type_of<chr::sys_days>.form == key_form::date && type_of<chr::year_month_day>.form == key_form::date);
static_assert(type_of<double>.form == key_form::number && type_of<mt::decimal>.form == key_form::number);
static_assert(type_of<std::vector<std::byte>>.form == key_form::bytes);
static_assert(type_of<money>.form == key_form::signed_integer && type_of<money>.digits == 19);
static_assert(type_of<boost::uuids::uuid>.form == key_form::string);
static_assert(type_of<std::optional<int>>.form == key_form::signed_integer && type_of<std::optional<int>>.optional);
static_assert(type_of<point>.form == key_form::none && type_of<std::vector<int>>.form == key_form::none);
static_assert(type_of<std::set<int>>.form == key_form::none && type_of<std::set<int>>.empty_is_absent);
static_assert(!type_of<std::set<bool>>.empty_is_absent);

// what each is stored as
using mt::value_type;
static_assert(type_of<std::set<std::string>>.stored == value_type::string_set);
static_assert(type_of<std::set<scoped>>.stored == value_type::string_set);
static_assert(type_of<std::set<mt::decimal>>.stored == value_type::number_set);
static_assert(type_of<std::set<money>>.stored == value_type::number_set);
static_assert(type_of<std::set<std::vector<std::byte>>>.stored == value_type::binary_set);
static_assert(type_of<std::set<bool>>.stored == value_type::list);
static_assert(type_of<std::set<std::variant<int, std::string>>>.stored == value_type::list);
static_assert(type_of<std::set<std::optional<int>>>.stored == value_type::list);
static_assert(type_of<std::variant<int, point>>.stored == value_type::number);
static_assert(type_of<std::variant<point, int>>.stored == value_type::map);
