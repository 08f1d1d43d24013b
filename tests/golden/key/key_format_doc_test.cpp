// SPDX-License-Identifier: BSL-1.0
// docs/key-format.md is what programs in other languages go by: the keys in its tables, and in the guide's, are the keys that the
// library makes.
#include <key_support.hpp>

#include <monotable/codec/type_of.hpp>
#include <monotable/core/decimal.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace mt = monotable;
using namespace std::chrono;

namespace {

enum class color { red, dark_green };

struct named_type {
    std::string_view name;
    mt::field_type const* type;
};

constexpr named_type types[] = {
    {"string", &mt::type_of<std::string>},
    {"enum", &mt::type_of<color>},
    {"bool", &mt::type_of<bool>},
    {"int8", &mt::type_of<std::int8_t>},
    {"int16", &mt::type_of<std::int16_t>},
    {"int32", &mt::type_of<std::int32_t>},
    {"int64", &mt::type_of<std::int64_t>},
    {"uint8", &mt::type_of<std::uint8_t>},
    {"uint64", &mt::type_of<std::uint64_t>},
    {"decimal", &mt::type_of<mt::decimal>},
    {"double", &mt::type_of<double>},
    {"date", &mt::type_of<sys_days>},
    {"time_s", &mt::type_of<sys_time<seconds>>},
    {"time_ms", &mt::type_of<sys_time<milliseconds>>},
    {"time_ns", &mt::type_of<sys_time<nanoseconds>>},
    {"local_ms", &mt::type_of<local_time<milliseconds>>},
};

mt::field_type const* type_named(std::string_view name) {
    for (auto const& each : types)
        if (each.name == name) return each.type;
    throw std::logic_error("no such type: " + std::string(name));
}

std::string encoded(mt::field_type const& type, std::string const& text) {
    if (type.stored == mt::value_type::number) return std::string(mt::value(mt::decimal(text)).bytes());
    if (type.stored == mt::value_type::boolean) return std::string(mt::value(text == "true").bytes());
    return std::string(mt::value(text).bytes());
}

/// What stands between backticks in one cell.
std::vector<std::string> codes(std::string_view cell) {
    std::vector<std::string> result;
    for (;;) {
        auto const open = cell.find('`');
        if (open == cell.npos) return result;
        auto const close = cell.find('`', open + 1);
        if (close == cell.npos) throw std::logic_error("a backtick is missing: " + std::string(cell));
        result.emplace_back(cell.substr(open + 1, close - open - 1));
        cell.remove_prefix(close + 1);
    }
}

std::string trimmed(std::string_view text) {
    auto const first = text.find_first_not_of(' ');
    return first == text.npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

/// The rows of the tables below a heading, without their heads.
std::vector<std::vector<std::string>> rows_below(std::string const& heading,
                                                 std::string const& name = "docs/key-format.md") {
    std::string path(__FILE__);
    path.resize(path.rfind("tests/golden/key/"));
    std::ifstream page(path + name);
    REQUIRE(page);
    std::vector<std::vector<std::string>> rows;
    bool here = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) here = line == heading;
        if (!here || !line.starts_with("| `")) continue;
        auto& cells = rows.emplace_back();
        std::string_view rest = std::string_view(line).substr(1);
        for (auto end = rest.find(" |"); end != rest.npos; end = rest.find(" |")) {
            cells.push_back(trimmed(rest.substr(0, end)));
            rest.remove_prefix(end + 2);
        }
    }
    return rows;
}

void check_examples(std::vector<std::vector<std::string>> const& rows) {
    for (auto const& row : rows) {
        REQUIRE(row.size() == 3);
        std::vector<mt::field_type const*> field_types;
        std::vector<std::string> encodings;
        for (std::string const& field : codes(row[1])) { // "a: string = x"
            auto const colon = field.find(": "), equals = field.find(" = ");
            REQUIRE(equals != field.npos);
            field_types.push_back(type_named(field.substr(colon + 2, equals - colon - 2)));
            encodings.push_back(encoded(*field_types.back(), field.substr(equals + 3)));
        }
        key_support::text_key const key(codes(row[0]).at(0), field_types);
        std::string const expected = codes(row[2]).at(0);
        INFO(row[0] << " of " << row[1]);
        CHECK(key.make(encodings) == expected);

        auto const read = key.read(expected);
        REQUIRE(read);
        for (std::size_t i = 0; i != encodings.size(); ++i)
            if (!(*read)[i].empty()) CHECK((*read)[i] == encodings[i]);
    }
}

} // namespace

TEST_CASE("the examples of docs/key-format.md are the keys that are made, and are read back") {
    auto const rows = rows_below("## Examples");
    REQUIRE(rows.size() > 50);
    check_examples(rows);
}

TEST_CASE("so are those of the guide") {
    auto rows = rows_below("## Every format", "docs/guide/keys.md");
    std::erase_if(rows,
                  [](auto const& row) { return row[1].find('`') == std::string::npos; }); // of the list of formats
    REQUIRE(rows.size() > 20);
    check_examples(rows);
}

TEST_CASE("the values that docs/key-format.md lists in order make keys in this order") {
    auto const rows = rows_below("## Order");
    REQUIRE(rows.size() > 10);
    for (auto const& row : rows) {
        REQUIRE(row.size() == 3);
        mt::field_type const& type = *type_named(row[1]);
        key_support::text_key const key(codes(row[0]).at(0), {&type});
        std::string previous;
        for (std::string const& text : codes(row[2])) {
            std::string const next = key.make({encoded(type, text)});
            INFO(row[0] << " of " << text);
            CHECK(previous < next);
            previous = next;
        }
    }
}
