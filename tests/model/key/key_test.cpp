// SPDX-License-Identifier: BSL-1.0
// Random templates and random tuples of values: the promises of key text hold for all of them.
#include <key_support.hpp>

#include <monotable/codec/boost_uuid.hpp>
#include <monotable/model/rules.hpp>
#include <monotable/query/key_range.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace key_support;
namespace chrono = std::chrono;

namespace {

enum class color { red, dark_green, Blue };

class source {
  public:
    explicit source(unsigned seed) : engine_(seed) {}

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
    template <class T>
    T const& any(std::vector<T> const& from) {
        return from[below(from.size())];
    }

    /// Numbers of all magnitudes, near each other and near the limits.
    template <class T>
    T integer() {
        using limits = std::numeric_limits<T>;
        auto const bits = engine_() >> below(64);
        switch (below(4)) {
        case 0: return static_cast<T>(limits::max() - static_cast<T>(below(3)));
        case 1: return static_cast<T>(limits::min() + static_cast<T>(below(3)));
        case 2: return static_cast<T>(below(4)) - (limits::is_signed ? T{2} : T{0});
        default: return static_cast<T>(bits);
        }
    }

    /// Short, of few characters, so that prefixes and delimiters come up all the time.
    std::string text() {
        static std::vector<std::string> const letters{
            "a", "b", "A", "#", "$", "%", "!", " ", "/", ".", "-",  ":",    "_",    "|",
            "0", "4", "2", "5", "~", "x", "{", "}", "é", "→", "日", "\x7f", "\x01", std::string(1, '\0')};
        std::string result;
        do result += any(letters);
        while (below(3) != 0 && result.size() < 12);
        return result;
    }

  private:
    std::mt19937_64 engine_;
};

/// Values of one type with one format, comparable by the rank of what they hold.
struct kind {
    mt::field_type const* type;
    std::string format;
    bool reversed;
    /// A random value: its encoding, and a number or text that orders as the value.
    std::pair<std::string, std::string> (*make)(source&);
};

std::string rank_of(__int128 n) { // order-preserving, unlike any code of the library
    std::string text;
    auto u = static_cast<unsigned __int128>(n) + (static_cast<unsigned __int128>(1) << 127);
    for (int i = 0; i != 16; ++i, u <<= 8) text += static_cast<char>(static_cast<unsigned char>(u >> 120));
    return text;
}

template <class T>
std::pair<std::string, std::string> make_integer(source& random) {
    T const n = random.integer<T>();
    return {encode(n), rank_of(n)};
}

std::pair<std::string, std::string> make_text(source& random) {
    auto const s = random.text();
    return {encode(s), s};
}

std::pair<std::string, std::string> make_bool(source& random) {
    bool const b = random.below(2) != 0;
    return {encode(b), b ? "1" : "0"};
}

std::pair<std::string, std::string> make_color(source& random) {
    static char const* const names[] = {"red", "dark_green", "Blue"};
    auto const i = random.below(3);
    return {encode(static_cast<color>(i)), names[i]};
}

std::pair<std::string, std::string> make_uuid(source& random) {
    boost::uuids::uuid id{};
    std::string rank;
    for (auto& byte : id) {
        byte = static_cast<std::uint8_t>(random.below(3) * 127);
        rank += static_cast<char>(byte);
    }
    return {encode(id), rank};
}

/// -9999.99 to 9999.99
std::pair<std::string, std::string> make_decimal(source& random) {
    auto const cents = static_cast<std::int64_t>(random.below(2'000'000) >> random.below(20)) *
                       (random.below(2) != 0 && random.below(9) != 0 ? 1 : -1) % 1'000'000;
    return {encode(mt::decimal(cents) * mt::decimal("0.01")), rank_of(cents)};
}

template <class Duration, std::int64_t Low, std::int64_t High>
std::pair<std::string, std::string> make_time(source& random) {
    auto const wide = static_cast<std::uint64_t>(High - Low);
    auto const at = Low + static_cast<std::int64_t>(static_cast<std::uint64_t>(random.integer<std::int64_t>()) % wide);
    return {encode(chrono::sys_time<Duration>(Duration(at))), rank_of(at)};
}

constexpr std::int64_t year_0 = -62167219200, year_10000 = 253402300800;

template <class T>
kind kind_for(std::string format, std::pair<std::string, std::string> (*make)(source&)) {
    bool const reversed = format.find("desc") != std::string::npos;
    return {&mt::type_of<T>, std::move(format), reversed, make};
}

std::vector<kind> const kinds{
    kind_for<std::string>("", make_text),
    kind_for<std::string>("", make_text),
    kind_for<std::string>("", make_text),
    kind_for<std::int8_t>("", make_integer<std::int8_t>),
    kind_for<std::int16_t>(":desc", make_integer<std::int16_t>),
    kind_for<std::int32_t>("", make_integer<std::int32_t>),
    kind_for<std::int32_t>(":12", make_integer<std::int32_t>),
    kind_for<std::int64_t>("", make_integer<std::int64_t>),
    kind_for<std::int64_t>(":desc", make_integer<std::int64_t>),
    kind_for<std::uint8_t>(":3 desc", make_integer<std::uint8_t>),
    kind_for<std::uint64_t>("", make_integer<std::uint64_t>),
    kind_for<mt::decimal>(":4.2", make_decimal),
    kind_for<mt::decimal>(":6.4 desc", make_decimal),
    kind_for<bool>("", make_bool),
    kind_for<color>("", make_color),
    kind_for<boost::uuids::uuid>("", make_uuid),
    kind_for<chrono::sys_seconds>("", make_time<chrono::seconds, year_0, year_10000>),
    kind_for<chrono::sys_seconds>(":epoch", make_time<chrono::seconds, 0, 10'000'000'000>),
    kind_for<chrono::sys_seconds>(":epoch_ms desc", make_time<chrono::seconds, 0, 10'000'000'000>),
    kind_for<mt::timestamp>("", make_time<chrono::milliseconds, year_0 * 1000, year_10000 * 1000>),
    kind_for<mt::timestamp>(":desc", make_time<chrono::milliseconds, year_0 * 1000, year_10000 * 1000>),
    kind_for<mt::timestamp>(":epoch_ms", make_time<chrono::milliseconds, 0, 10'000'000'000'000>),
    kind_for<chrono::sys_time<chrono::nanoseconds>>(
        "", make_time<chrono::nanoseconds, std::numeric_limits<std::int64_t>::min() / 2,
                      std::numeric_limits<std::int64_t>::max() / 2>),
    kind_for<chrono::sys_days>(":epoch", make_time<chrono::days, 0, 115'740>),
    kind_for<chrono::sys_days>(":epoch_ms", make_time<chrono::days, 0, 115'740>),
    kind_for<chrono::sys_days>(":desc", make_time<chrono::days, -719528, 2932896>),
};

struct tuple {
    std::vector<std::string> encodings;
    std::vector<std::string> ranks;
    std::string text;
};

/// A random template of one to four fields. `ordered`: with delimiters that keep the order of strings only.
struct subject {
    subject(source& random, bool ordered) {
        static std::vector<std::string> const any_delimiter{"#", "#", "-", ".",  " ", "%",  "/",      ":",  "_", "|",
                                                            "x", "4", "A", "{{", "→", "##", "#ITEM#", "/#", "$", "!"};
        static std::vector<std::string> const in_order{"#", "##", "-", ".", " ", "%", "!", "#ITEM#", "$$"};
        auto const& delimiters = ordered ? in_order : any_delimiter;
        auto const count = 1 + random.below(4);
        if (random.below(2) != 0) text += "KEY#";
        std::vector<mt::field_type const*> types;
        for (std::size_t i = 0; i != count; ++i) {
            kind const& k = random.any(kinds);
            fields.push_back(&k);
            types.push_back(k.type);
            text += '{';
            text += static_cast<char>('a' + i);
            text += k.format + '}';
            bool const fixed = k.type->form != mt::key_form::string && k.type->form != mt::key_form::enumeration &&
                               k.type->form != mt::key_form::boolean;
            if (i + 1 != count ? !fixed || random.below(3) != 0 : random.below(3) == 0) text += random.any(delimiters);
        }
        maker.emplace(text, types);
    }

    tuple make(source& random) const {
        tuple result;
        for (auto const* field : fields) {
            auto [encoding, rank] = field->make(random);
            result.encodings.push_back(std::move(encoding));
            result.ranks.push_back(std::move(rank));
        }
        result.text = maker->make(result.encodings);
        return result;
    }

    /// The tuple that differs from the first in its tail only, so that fields in the back count.
    tuple vary(source& random, tuple const& from) const {
        tuple result = make(random);
        auto const keep = random.below(fields.size() + 1);
        for (std::size_t i = 0; i != keep; ++i) {
            result.encodings[i] = from.encodings[i];
            result.ranks[i] = from.ranks[i];
        }
        result.text = maker->make(result.encodings);
        return result;
    }

    std::strong_ordering compare(tuple const& x, tuple const& y) const {
        for (std::size_t i = 0; i != fields.size(); ++i)
            if (int const order = x.ranks[i].compare(y.ranks[i]); order != 0)
                return (order < 0) != fields[i]->reversed ? std::strong_ordering::less : std::strong_ordering::greater;
        return std::strong_ordering::equal;
    }

    std::string text;
    std::vector<kind const*> fields;
    std::optional<text_key> maker;
};

} // namespace

TEST_CASE("keys are injective, prefix-safe and read back as what made them") {
    auto const seed = GENERATE(range(0u, 250u));
    source random(seed);
    subject const key(random, false);
    INFO("seed " << seed << ", template " << key.text);
    std::vector<tuple> tuples;
    for (int i = 0; i != 60; ++i) tuples.push_back(i % 3 == 0 ? key.make(random) : key.vary(random, tuples.back()));
    std::map<std::string, std::vector<std::string>> seen;
    for (auto const& t : tuples) {
        INFO("key " << t.text);
        auto const [at, added] = seen.emplace(t.text, t.encodings);
        if (!added) REQUIRE(at->second == t.encodings);
        auto const back = key.maker->read(t.text);
        REQUIRE(back.has_value());
        REQUIRE(*back == t.encodings);
    }
    // What a query for the leading fields looks for is the beginning of exactly the keys that have them.
    auto const& parts = key.maker->parts();
    for (std::size_t p = 0; p + 1 < parts.size(); ++p) {
        bool const ends_field = parts[p].placeholder && (parts[p + 1].placeholder || parts[p].next != '\0');
        if (!ends_field) continue;
        auto const fields = static_cast<std::size_t>(parts[p].field) + 1;
        for (auto const& t : tuples) {
            mt::detail::byte_buffer made;
            for (std::size_t q = 0; q <= p; ++q) {
                if (parts[q].placeholder)
                    mt::detail::append_key_text(
                        made, "Thing", parts[q], key.maker->type_of(parts[q]),
                        mt::value_view(t.encodings[static_cast<std::size_t>(parts[q].field)].data()));
                else made.append(parts[q].text);
            }
            if (!parts[p + 1].placeholder) made.append(parts[p + 1].text);
            std::string const prefix(made.view());
            for (auto const& other : tuples) {
                bool const same =
                    std::equal(t.encodings.begin(), t.encodings.begin() + static_cast<std::ptrdiff_t>(fields),
                               other.encodings.begin());
                if (other.text.starts_with(prefix) != same) FAIL("prefix " << prefix << ", key " << other.text);
            }
        }
    }
}

TEST_CASE("keys sort as their tuples") {
    auto const seed = GENERATE(range(0u, 250u));
    source random(seed + 1'000'000);
    subject const key(random, true);
    INFO("seed " << seed << ", template " << key.text);
    std::vector<tuple> tuples;
    for (int i = 0; i != 40; ++i) tuples.push_back(i % 3 == 0 ? key.make(random) : key.vary(random, tuples.back()));
    for (auto const& x : tuples) {
        for (auto const& y : tuples) {
            if ((x.text.compare(y.text) <=> 0) != key.compare(x, y)) FAIL(x.text << "\n" << y.text);
        }
    }
}

TEST_CASE("text that a template does not make is not read, or made again from what was read") {
    auto const seed = GENERATE(range(0u, 150u));
    source random(seed + 2'000'000);
    subject const key(random, false);
    INFO("seed " << seed << ", template " << key.text);
    for (int i = 0; i != 100; ++i) {
        auto text = key.make(random).text;
        for (auto changes = 1 + random.below(3); changes != 0; --changes) {
            auto const at = random.below(text.size());
            switch (random.below(4)) {
            case 0: text.erase(at, 1); break;
            case 1: text.insert(at, 1, "0-~9.#%$ZT:a"[random.below(12)]); break;
            default: text[at] = "0-~9.#%$ZT:a"[random.below(12)]; break;
            }
            if (text.empty()) text = "0";
        }
        if (!mt::detail::is_utf8(text)) continue;
        INFO("text " << text);
        auto const back = key.maker->read(text);
        if (!back) continue;
        // Times are not checked for dates that do not exist before they are decoded.
        REQUIRE(key.maker->make(*back) == text);
    }
}

TEST_CASE("templates that are told apart share no key") {
    auto const seed = GENERATE(range(0u, 150u));
    source random(seed + 4'000'000);
    static std::vector<std::string> const heads{"", "", "A#", "A", "B#", "AB", "A{{", "true", "1", ""};
    static std::vector<std::string> const placeholders{
        "{a}", "{a:A*}",   "{a:A#*}", "{a:AB* lower}", "{a:x_*}", "{b}",     "{b:desc}", "{b:3}",     "{b:0..4}",
        "{c}", "{c:desc}", "{c:day}", "{c:epoch}",     "{d}",     "{e:4.2}", "{f}",      "{a:lower}", "{a:shard 7}"};
    static std::vector<std::string> const delimiters{"#", "_", "_", "4", "4", "#A", "->", "→", "/"};
    auto const any_template = [&] {
        std::string text = random.any(heads);
        for (auto n = 1 + random.below(3); n != 0; --n) {
            text += random.any(placeholders);
            if (n != 1 || random.below(2) != 0) text += random.any(delimiters);
        }
        return text;
    };
    std::vector<mt::field_type const*> const types{&mt::type_of<std::string>,   &mt::type_of<int>,
                                                   &mt::type_of<mt::timestamp>, &mt::type_of<bool>,
                                                   &mt::type_of<mt::decimal>,   &mt::type_of<color>};
    auto const any_values = [&]() -> std::vector<std::string> {
        static std::vector<std::string> const beginnings{"",  "A", "A#", "AB",   "ab",   "x_",
                                                         "x", "#", "4",  "true", "2025-"};
        return {encode(random.any(beginnings) + random.text()),
                encode(static_cast<int>(random.below(7)) - 1),
                encode(mt::timestamp(chrono::milliseconds(random.below(3)))),
                make_bool(random).first,
                encode(mt::decimal(static_cast<int>(random.below(3)) - 1)),
                make_color(random).first};
    };
    // Begins as some key of the other template does, so that a wrong claim shows.
    auto const similar = [&](text_key const& other) {
        std::string key, text;
        for (int tries = 0; key.empty() && tries != 100; ++tries) {
            try {
                key = other.make(any_values());
            } catch (mt::bad_value const&) { // no such prefix, no such shard
            }
        }
        auto cut = random.below(key.size() + 1);
        while (cut != key.size() && (static_cast<unsigned char>(key[cut]) & 0xC0u) == 0x80u) ++cut;
        for (char const c : key.substr(0, cut)) text.append(c == '{' || c == '}' ? 2 : 1, c);
        return random.below(2) != 0 ? text + "{a}" : text + random.any(placeholders) + any_template();
    };
    int apart = 0;
    for (int pair = 0; pair != 60; ++pair) {
        auto const first = any_template();
        std::string second;
        std::optional<text_key> a, b;
        try {
            a.emplace(first, types);
            second = pair % 3 == 0 ? any_template() : similar(*a);
            b.emplace(second, types);
        } catch (std::logic_error const&) {
            continue; // a model would refuse it
        }
        bool const differ =
            mt::detail::texts_differ({a->entity().parts, a->entity().fields}, {b->entity().parts, b->entity().fields});
        if (!differ) continue;
        ++apart;
        for (int i = 0; i != 40; ++i) {
            for (auto const& [from, to] : {std::pair(&*a, &*b), std::pair(&*b, &*a)}) {
                std::string text;
                try {
                    text = from->make(any_values());
                } catch (mt::bad_value const&) {
                    continue; // no such prefix, no such shard
                }
                if (to->read(text)) FAIL("seed " << seed << ", " << first << " and " << second << ": " << text);
            }
        }
    }
    CHECK(apart > 0);
}

TEST_CASE("the successor of a prefix is the smallest text above all that start with it") {
    static std::vector<std::string> const characters{std::string(1, '\0'),
                                                     "\x01",
                                                     "#",
                                                     "a",
                                                     "\x7e",
                                                     "\x7f",
                                                     "\xc2\x80",
                                                     "é",
                                                     "\xdf\xbf",
                                                     "\xe0\xa0\x80",
                                                     "日",
                                                     "\xed\x9f\xbf",
                                                     "\xee\x80\x80",
                                                     "\xef\xbf\xbf",
                                                     "\xf0\x90\x80\x80",
                                                     "😀",
                                                     "\xf4\x8f\xbf\xbe",
                                                     "\xf4\x8f\xbf\xbf"};
    auto const seed = GENERATE(range(0u, 200u));
    source random(seed + 3'000'000);
    INFO("seed " << seed);
    std::string prefix;
    for (auto n = random.below(4) + 1; n != 0; --n) prefix += random.any(characters);
    auto const successor = mt::detail::prefix_successor(prefix);
    CHECK(mt::detail::is_utf8(successor));
    bool const topmost =
        prefix.find_first_not_of("\xf4\x8f\xbf") == std::string::npos && prefix.find("\xbe") == std::string::npos;
    REQUIRE(successor.empty() == topmost);
    if (successor.empty()) return;
    CHECK(successor > prefix + "\xf4\x8f\xbf\xbf\xf4\x8f\xbf\xbf");
    for (int i = 0; i != 200; ++i) {
        std::string other = prefix.substr(0, random.below(prefix.size() + 1));
        while (!mt::detail::is_utf8(other)) other.pop_back();
        for (auto n = random.below(4); n != 0; --n) other += random.any(characters);
        CHECK((other >= prefix && other < successor) == other.starts_with(prefix));
    }
}
