// SPDX-License-Identifier: BSL-1.0
#include "../../../examples/common/csv.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using Catch::Matchers::EndsWith;

namespace {

struct record {
    int id;
    std::string name;
    std::optional<int> parent;
    std::optional<std::string> note;
    bool active = true;
};

class file {
  public:
    explicit file(std::string_view content)
        : path_(std::filesystem::temp_directory_path() / ("monotable_csv_test_" + std::to_string(number()) + ".csv")) {
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~file() { std::filesystem::remove(path_); }

    std::vector<record> read() const { return examples::read_csv<record>(path_); }

    std::string error() const {
        try {
            (void)read();
        } catch (examples::csv_error const& e) {
            return e.what();
        }
        return "no error";
    }

  private:
    static unsigned number() { return std::random_device{}(); } // other processes run other tests of this file

    std::filesystem::path path_;
};

} // namespace

TEST_CASE("cells: quotes, doubled quotes, commas and line breaks within quotes, UTF-8") {
    auto const records = file("id,name,parent,note\n"
                              "1,\"a, \"\"b\"\"\nc\",,\"\"\n"
                              "2,México,1,x y \r\n"
                              "-3,\"\",,")
                             .read();
    REQUIRE(records.size() == 3);
    CHECK(records[0].name == "a, \"b\"\nc");
    CHECK(!records[0].parent);
    CHECK(!records[0].note);
    CHECK(records[1].name == "México");
    CHECK(records[1].parent == 1);
    CHECK(records[1].note == "x y ");
    CHECK(records[2].id == -3);
    CHECK(records[2].name.empty());
    CHECK(records[2].active); // no such column
}

TEST_CASE("columns come in any order, and a file may end with its header") {
    auto const records = file("name,id\nx,7\n").read();
    REQUIRE(records.size() == 1);
    CHECK(records[0].id == 7);
    CHECK(file("id,name").read().empty());
}

TEST_CASE("errors name file and line") {
    CHECK_THAT(file("id,name\n1,a\n2,b,c\n").error(), EndsWith(".csv:3: 3 cells under 2 columns"));
    CHECK_THAT(file("id,name\n1,\"a\nb\"\n\"2\nx\",b\n").error(), EndsWith(".csv:4: column id: \"2\nx\" does not fit"));
    CHECK_THAT(file("id,name\n1,a\n\n").error(), EndsWith(".csv:3: 1 cells under 2 columns"));
    CHECK_THAT(file("id,name\n1,\"a").error(), EndsWith(".csv:2: a quoted cell does not end"));
    CHECK_THAT(file("id,name\n1,a\"b\n").error(),
               EndsWith(".csv:2: a quote or a carriage return within a cell that is not quoted"));
    CHECK_THAT(file("id,name\n1,\"a\"b\n").error(), EndsWith(".csv:2: text behind the closing quote of a cell"));
    CHECK_THAT(file("id,name\n1,\xff\n").error(), EndsWith(".csv:2: is not UTF-8"));
    CHECK_THAT(file("id,nmae\n1,a\n").error(), EndsWith(".csv:1: unknown column nmae"));
    CHECK_THAT(file("").error(), EndsWith(".csv:1: has no header line"));
    CHECK_THAT(file("id,active\n1,2\n").error(), EndsWith(".csv:2: column active: \"2\" does not fit"));
    CHECK_THROWS_AS(examples::read_csv<record>("no such file"), examples::csv_error);
}

TEST_CASE("cells as dates, with or without a time of midnight") {
    std::chrono::year_month_day day;
    CHECK(examples::parse_text("1996-07-04", day));
    CHECK(day == std::chrono::year(1996) / 7 / 4);
    CHECK(examples::parse_text("1996-07-05 00:00:00.000", day));
    CHECK(day == std::chrono::year(1996) / 7 / 5);
    for (char const* wrong :
         {"", "1996-07-04 00:00:01.000", "1996-02-30", "1996-7-4", "1996/07/04", "199x-07-04", "+996-07-04"})
        CHECK(!examples::parse_text(wrong, day));
}
