// SPDX-License-Identifier: BSL-1.0
// What is written is read back, also into objects that hold something already.
#include <monotable/codec/boost_uuid.hpp>
#include <monotable/codec/type_of.hpp>
#include <monotable/core/item.hpp>

#include <stored.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory_resource>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace mt = monotable;
namespace chr = std::chrono;
using stored::decoded;
using stored::encoded;
using stored::round_trip;

namespace {

enum class colour : std::int8_t { black = -8, red = 0, green = 3, last = 127 };

struct point {
    int x = 0;
    double y = 0;
    friend auto operator<=>(point const&, point const&) = default;
};
struct label {
    std::string text;
    friend bool operator==(label const&, label const&) = default;
};
struct tree {
    std::string name;
    std::vector<tree> children;
    friend bool operator==(tree const&, tree const&) = default;
};
struct everything {
    std::string text;
    std::optional<std::string> maybe;
    std::int64_t number = 0;
    mt::decimal total;
    float ratio = 0;
    bool flag = false;
    colour paint = colour::red;
    mt::timestamp at;
    chr::year_month_day day = chr::year_month_day(chr::sys_days());
    std::vector<std::byte> bytes;
    std::array<std::byte, 2> pair{};
    std::vector<bool> bits;
    std::set<std::string> tags;
    std::unordered_set<int> numbers;
    std::set<std::vector<std::byte>> blobs;
    std::map<std::string, point> places;
    std::unordered_map<colour, std::optional<int>> counts;
    std::map<int, std::vector<std::map<std::string, bool>>> deep;
    std::variant<point, label, int, std::vector<int>> choice;
    std::optional<std::variant<bool, label>> maybe_choice;
    std::list<point> points;
    std::array<std::optional<int>, 3> slots{};
    boost::uuids::uuid id{};
    tree root;
    friend bool operator==(everything const&, everything const&) = default;
};

everything full() {
    everything e;
    e.text = "text";
    e.maybe = "";
    e.number = -1;
    e.total = mt::decimal("0.1");
    e.ratio = 0.1f;
    e.flag = true;
    e.paint = colour::black;
    e.at = mt::timestamp(chr::milliseconds(-1));
    e.day = chr::year(2024) / 2 / 29;
    e.bytes = {std::byte{1}, std::byte{0}};
    e.pair = {std::byte{2}, std::byte{255}};
    e.bits = {true, false, true};
    e.tags = {"a", ""};
    e.numbers = {3, -3, 0};
    e.blobs = {{}, {std::byte{9}}};
    e.places = {{"here", {1, 0.5}}, {"there", {2, -0.25}}};
    e.counts = {{colour::green, 3}, {colour::last, {}}};
    e.deep = {{-5, {{{"x", true}}, {}}}, {5, {}}};
    e.choice = std::vector{1, 2};
    e.maybe_choice = label{"l"};
    e.points = {{1, 1}, {2, 2}};
    e.slots = {1, {}, 3};
    e.id = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    e.root = {"root", {{"leaf", {}}, {"branch", {{"leaf", {}}}}}};
    return e;
}

} // namespace

TEST_CASE("a struct of everything") {
    CHECK(round_trip(everything()) == everything());
    CHECK(round_trip(full()) == full());
}

TEST_CASE("nothing of what an object held before remains") {
    CHECK(decoded(encoded(everything()), full()) == everything());
    auto other = full();
    other.bits = {false};
    other.points.clear();
    other.choice = 5;
    other.maybe_choice = true;
    other.places = {{"elsewhere", {}}};
    CHECK(decoded(encoded(full()), other) == full());
    CHECK(decoded(encoded(other), full()) == other);
}

TEMPLATE_TEST_CASE("integers to their limits", "", std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, long, unsigned long, long long, unsigned long long) {
    using limits = std::numeric_limits<TestType>;
    for (TestType const n :
         {limits::min(), limits::max(), TestType{}, TestType{1}, static_cast<TestType>(limits::max() / 2)})
        CHECK(round_trip(n) == n);
}

TEST_CASE("floating point is exact") {
    for (double const d : {0.0, 0.1, 1.0 / 3, 1e-130, 1.7976931348623157e100, -9.007199254740993e15, 5e-100})
        CHECK(round_trip(d) == d);
    for (float const f : {0.1f, 1.0f / 3, std::numeric_limits<float>::max(), std::numeric_limits<float>::min(),
                          std::numeric_limits<float>::denorm_min(), -16777217.0f})
        CHECK(round_trip(f) == f);
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> exponents(-37, 37);
    for (int i = 0; i != 20000; ++i) {
        double const d = std::ldexp(static_cast<double>(random()), static_cast<int>(exponents(random) * 3));
        if (round_trip(d) != d) FAIL(d);
        auto const f = static_cast<float>(d);
        if (std::isfinite(f) && round_trip(f) != f) FAIL(f);
    }
}

TEMPLATE_TEST_CASE("times", "", chr::sys_seconds, mt::timestamp, chr::sys_time<chr::microseconds>,
                   chr::sys_time<chr::nanoseconds>, chr::local_seconds, chr::local_time<chr::milliseconds>,
                   chr::local_time<chr::microseconds>, chr::local_time<chr::nanoseconds>) {
    using duration = typename TestType::duration;
    std::mt19937_64 random(7);
    constexpr auto span = chr::duration_cast<duration>(chr::days(100'000)).count(); // within nanoseconds
    std::uniform_int_distribution<typename duration::rep> ticks(-span, span);
    for (int i = 0; i != 2000; ++i) {
        TestType const a{duration(ticks(random))}, b{duration(ticks(random))};
        if (round_trip(a) != a) FAIL(a.time_since_epoch().count());
        if ((encoded(a).view().as_string() < encoded(b).view().as_string()) != (a < b)) FAIL("order");
    }
}

TEST_CASE("other allocators, other containers") {
    std::pmr::string const text("a text that is too long for the object itself");
    CHECK(round_trip(text) == text);
    std::pmr::vector<std::pmr::string> const texts{text, "b"};
    CHECK(round_trip(texts) == texts);
    std::deque<std::optional<point>> const points{point{1, 2}, std::nullopt};
    CHECK(round_trip(points) == points);
    std::set<point> const set{{1, 2}, {3, 4}};
    CHECK(round_trip(set) == set);
    std::map<std::string, std::set<int>> const sets{{"empty", {}}, {"one", {1}}};
    CHECK(round_trip(sets) == sets);
}

TEST_CASE("absence can be asked for, and set") {
    auto const& optional = mt::type_of<std::optional<int>>;
    std::optional<int> o = 5;
    CHECK(!optional.absent(&o));
    optional.reset(&o);
    CHECK(!o);
    CHECK(optional.absent(&o));
    auto const& type = mt::type_of<std::set<int>>;
    std::set<int> set{1};
    CHECK(!type.absent(&set));
    type.reset(&set);
    CHECK(set.empty());
    CHECK(type.absent(&set));
    CHECK(mt::type_of<int>.absent == nullptr);
    CHECK(mt::type_of<std::set<bool>>.reset == nullptr);
}

TEST_CASE("NULL, as other programs write it, is absence") {
    CHECK(decoded(mt::value::null(), std::optional<int>(5)) == std::nullopt);
    CHECK(decoded(mt::value::null(), std::set<int>{5}).empty());
    CHECK_THROWS_AS(decoded<int>(mt::value::null()), mt::bad_item);
    CHECK_THROWS_AS(decoded<std::set<bool>>(mt::value::null()), mt::bad_item);
}

TEST_CASE("members that the struct does not have are tolerated") {
    auto const v = mt::value::map(mt::item{{"x", 1}, {"w", "?"}, {"y", 2}, {"yy", mt::value::null()}, {"", 5}});
    CHECK(decoded<point>(v) == point{1, 2});
}
