// SPDX-License-Identifier: BSL-1.0
// How key templates and formats are read.
#include <monotable/key/key_template.hpp>

#include <cstddef>
#include <string_view>

namespace mt = monotable;
using namespace std::string_view_literals;
using mt::detail::parse_format;
using mt::detail::placeholder_format;
using mt::detail::template_error;
using mt::detail::template_part;
using mt::detail::time_unit;

namespace {

struct parsed {
    template_part parts[16];
    mt::detail::parsed_template result;
};
constexpr parsed parse(std::string_view text) {
    parsed p{};
    p.result = mt::detail::parse_template(text, p.parts);
    return p;
}
constexpr template_error error_of(std::string_view text) { return parse(text).result.error; }
constexpr std::size_t count_of(std::string_view text) { return parse(text).result.parts; }
constexpr bool fits(std::string_view text) { return parse(text).result.parts <= mt::detail::count_parts(text); }

// literals and placeholders
static_assert(count_of("CUSTOMER") == 1);
static_assert(!parse("CUSTOMER").parts[0].placeholder);
static_assert(count_of("CUSTOMER#{id}") == 2);
static_assert(parse("CUSTOMER#{id}").parts[0].text == "CUSTOMER#");
static_assert(parse("CUSTOMER#{id}").parts[1].text == "id");
static_assert(parse("CUSTOMER#{id}").parts[1].placeholder);
static_assert(parse("CUSTOMER#{id}").parts[1].last);
static_assert(parse("{a}#{b}").parts[0].next == '#');
static_assert(!parse("{a}#{b}").parts[0].last);
static_assert(parse("{a}#{b}").parts[2].next == '\0');
static_assert(parse("{a}{b}").parts[0].next == '\0');
static_assert(parse("{name:lower}").parts[0].text == "name");
static_assert(parse("{name:lower}").parts[0].spelling == "name:lower");
static_assert(parse("{name:lower}").parts[0].format.lower);

// doubled braces are braces
static_assert(error_of("{{id}}") == template_error::none);
static_assert(!parse("{{id}}").parts[0].placeholder);
static_assert(parse("{{id}}").parts[0].text == "{");
static_assert(parse("{{{id}").parts[0].text == "{");
static_assert(parse("{{{id}").parts[1].text == "id");
static_assert(fits("{{}}{{}}{a}{{{b}}}"));

// mistakes, and what they are about
static_assert(error_of("") == template_error::empty);
static_assert(error_of("{") == template_error::unbalanced_brace);
static_assert(error_of("}") == template_error::unbalanced_brace);
static_assert(error_of("A#{id") == template_error::unbalanced_brace);
static_assert(error_of("A#id}") == template_error::unbalanced_brace);
static_assert(error_of("{a{b}}") == template_error::unbalanced_brace);
static_assert(error_of("{}") == template_error::empty_placeholder);
static_assert(error_of("{:6}") == template_error::empty_placeholder);
static_assert(error_of("{id:}") == template_error::unknown_format);
static_assert(error_of("{id:upper}") == template_error::unknown_format);
static_assert(parse("A#{id:upper}").result.subject == "id:upper");
static_assert(parse("A#{id").result.subject == "A#{id");

// formats
constexpr bool known(std::string_view text) {
    placeholder_format f;
    return parse_format(text, f);
}
constexpr placeholder_format format(std::string_view text) {
    placeholder_format f;
    static_cast<void>(parse_format(text, f));
    return f;
}
static_assert(format("6").width == 6);
static_assert(!format("6").fixed_point);
static_assert(format("8.2").width == 8);
static_assert(format("8.2").fraction == 2);
static_assert(format("8.2").fixed_point);
static_assert(format("8.0").fixed_point);
static_assert(format("lower").lower);
static_assert(format("desc").descending);
static_assert(format("6 desc").width == 6);
static_assert(format("6 desc").descending);
static_assert(format("year").unit == time_unit::year);
static_assert(format("day").unit == time_unit::day);
static_assert(format("ns").unit == time_unit::ns);
static_assert(format("epoch").epoch_digits == 10);
static_assert(format("epoch_ms").epoch_digits == 13);
static_assert(format("shard 5").shards == 5);
static_assert(format("shard 5").fan_out() == 5);
static_assert(format("0..4").shard_range);
static_assert(format("0..4").fan_out() == 5);
static_assert(format("3..4").fan_out() == 2);
static_assert(format("ord_*").prefix == "ord_");
static_assert(format("lower").fan_out() == 0);

constexpr std::string_view unknown[] = {"",        " ",       "upper",       "0",    "39",       "8.",       ".2",
                                        "8.31",    "20.20",   "6  desc",     "6 ",   " 6",       "shard",    "shard ",
                                        "shard 1", "shard 0", "shard 10001", "4..4", "4..0",     "0..10000", "..4",
                                        "0..",     "*",       "-1",          "6x",   "day,hour", "DESC"};
constexpr bool none_is_known() {
    for (auto const text : unknown)
        if (known(text)) return false;
    return true;
}
static_assert(none_is_known());
static_assert(known("38") && known("30.8") && known("shard 2") && known("shard 10000") && known("0..9999"));

} // namespace
