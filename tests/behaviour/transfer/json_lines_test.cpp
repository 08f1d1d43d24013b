// SPDX-License-Identifier: BSL-1.0
// Import and export of items as lines of DynamoDB's JSON.
#include <monotable/dynamodb/dynamodb.hpp>
#include <monotable/local/memory.hpp>
#include <monotable/sqlite/durable.hpp>
#include <monotable/transfer/json_lines.hpp>

#include <damaged_store.hpp>
#include <server_support.hpp>
#include <store_support.hpp>
#include <temporary_directory.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mt = monotable;
using namespace store_support;

namespace {

// All items, in the order of their bytes.
std::vector<mt::item> all_items(mt::backend& db) {
    std::vector<mt::item> out;
    mt::scan_request request{.table = "table"};
    do {
        auto page = db.scan(request);
        for (auto& each : page.items) out.push_back(std::move(each));
        request.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (request.exclusive_start_key);
    std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.bytes() < b.bytes(); });
    return out;
}

mt::table_description indexed_table() {
    auto out = simple_table();
    out.indexes = {{.name = "global", .partition = {S("g")}, .sort = {N("n")}}};
    return out;
}

// Items with values of all types.
void fill(mt::backend& db, int count) {
    db.create_table(indexed_table());
    for (int i = 0; i != count; ++i) {
        auto const number = std::to_string(i);
        db.put({.table = "table",
                .item =
                    mt::item{{"p", "p" + std::to_string(i % 7)},
                             {"c", number},
                             {"g", "\"quoted\" \\ \n \xc3\xa4 " + number},
                             {"n", mt::decimal::parse("-1234567890.0987654321e" + std::to_string(i % 60 - 30)).value()},
                             {"flag", i % 2 == 0},
                             {"none", nullptr},
                             {"binary", mt::value::binary(std::string("\0\xff", 2))},
                             {"list", mt::value::list({"x", i, mt::value::list({})})},
                             {"map", mt::value::map(mt::item{{"a", 1}})},
                             {"texts", mt::value::string_set({"a", "b"})},
                             {"numbers", mt::value::number_set({mt::decimal(i), mt::decimal(-1)})},
                             {"binaries", mt::value::binary_set({"a", "b"})},
                             {"long", std::string(static_cast<std::size_t>(i % 50) * 100, 'x')}}});
    }
}

std::string reason_of(mt::import_result const& result, std::uint64_t line) {
    for (auto const& each : result.messages)
        if (each.number == line) return each.reason;
    return "none";
}

} // namespace

TEST_CASE("items go from a file over the wire to a server and back, and nothing is lost") {
    temporary_directory const directory;
    mt::durable const from(directory.file("shop.db"), {.commits = mt::durability::relaxed});
    fill(*from, 700);
    auto const expected = all_items(*from);
    REQUIRE(expected.size() == 700);

    auto const lines = directory.file("shop.jsonl.gz");
    CHECK(mt::export_items(*from, "table", lines) == 700);
    CHECK(!std::filesystem::exists(lines + ".part"));

    server_support::running_server server;
    std::shared_ptr<mt::backend> const remote =
        mt::dynamodb{{.endpoint = "http://127.0.0.1:" + std::to_string(server->port())}};
    remote->create_table(indexed_table());
    std::uint64_t last = 0;
    auto const there = mt::import_items(*remote, "table", lines, {.progress = [&](mt::transfer_progress const& at) {
        CHECK(at.items >= last);
        CHECK(at.bytes <= at.total);
        last = at.items;
    }});
    CHECK(there.items == 700);
    CHECK(there.unreadable == 0);
    CHECK(last == 700);
    CHECK(all_items(*remote) == expected);

    auto const plain = directory.file("back.jsonl");
    CHECK(mt::export_items(*remote, "table", plain) == 700);
    auto const text = read_file(plain);
    CHECK(std::count(text.begin(), text.end(), '\n') == 700);
    CHECK(text.starts_with("{\"Item\":{"));
    CHECK(std::filesystem::file_size(lines) * 3 < text.size());

    mt::durable const back(directory.file("back.db"), {.commits = mt::durability::relaxed});
    back->create_table(indexed_table());
    CHECK(mt::import_items(*back, "table", plain).items == 700);
    CHECK(all_items(*back) == expected);
    CHECK(back.check());
}

TEST_CASE("lines that cannot be imported are reported with their number and the reason, and the others are stored") {
    temporary_directory const directory;
    auto const path = directory.file("lines.jsonl");
    std::string const good = R"({"Item":{"p":{"S":"a"},"c":{"S":")";
    std::string text;
    for (int i = 0; i != 40; ++i) text += good + std::to_string(i) + "\"}}}\n"; // 1 to 40
    text += "\n  \r\n";                                                         // 41, 42: empty
    text += "{\"Item\":{\"p\":{\"S\":\"a\"}\n";                                 // 43
    text += "{\"p\":{\"S\":\"a\"},\"c\":{\"S\":\"b\"}}\n";                      // 44
    text += good + "x\"},\"n\":{\"N\":\"1x\"}}}\n";                             // 45
    text += "{\"Item\":{\"p\":{\"S\":\"a\"}}}\n";                               // 46
    text += "{\"Item\":{\"p\":{\"S\":\"a\"},\"c\":{\"N\":\"1\"}}}\n";           // 47
    text += good + "y\"},\"n\":{\"Q\":\"1\"}}}\n";                              // 48
    text += good + std::string(500'000, 'z') + "\"}}}\n";                       // 49
    text += "\xff\xfe\n";                                                       // 50
    text += good + "0\"},\"again\":{\"BOOL\":true}}}\n";                        // 51: replaces the first
    text += std::string(17 * 1024 * 1024, ' ') + "\n";                          // 52
    text += good + "last\"}}}";                                                 // 53, without an end of line
    write_file(path, text);
    mt::memory const db;
    db->create_table(simple_table());
    auto const result = mt::import_items(*db, "table", path);
    CHECK(result.items == 42);
    CHECK(result.unreadable == 9);
    CHECK(all_items(*db).size() == 41);
    CHECK(db->get({.table = "table", .key = mt::item{{"p", "a"}, {"c", "0"}}})->contains("again"));
    CHECK(db->get({.table = "table", .key = mt::item{{"p", "a"}, {"c", "last"}}}));
    for (auto const& each : result.messages) CHECK(each.file == path);
    CHECK(reason_of(result, 43).starts_with("it is not JSON"));
    CHECK(reason_of(result, 44) == "it has no member \"Item\" with the attributes of an item");
    CHECK(reason_of(result, 45).find("cannot be converted to a numeric value") != std::string::npos);
    CHECK(reason_of(result, 46).find("Missing the key c") != std::string::npos);
    CHECK(reason_of(result, 47).find("Type mismatch for key c") != std::string::npos);
    CHECK(reason_of(result, 48).find("must contain exactly one of the supported datatypes") != std::string::npos);
    CHECK(reason_of(result, 49) != "none");
    CHECK(reason_of(result, 50).starts_with("it is not JSON"));
    CHECK(reason_of(result, 52) == "it is longer than an item can be");
}

TEST_CASE("a compressed file that ends too early is imported as far as it goes") {
    temporary_directory const directory;
    mt::memory const from, to;
    fill(*from, 300);
    to->create_table(indexed_table());
    auto const path = directory.file("items.json.gz");
    mt::export_items(*from, "table", path);
    auto const whole = read_file(path);
    write_file(path, whole.substr(0, whole.size() / 2));
    auto const result = mt::import_items(*to, "table", path);
    CHECK(result.items > 50);
    CHECK(result.items < 300);
    REQUIRE(result.unreadable == 1);
    CHECK(result.messages[0].reason.find("compressed data is damaged") != std::string::npos);
    CHECK(all_items(*to).size() == result.items);
}

TEST_CASE("a folder as DynamoDB exports it is imported") {
    temporary_directory const directory;
    mt::memory const from, to;
    fill(*from, 20);
    to->create_table(indexed_table());
    auto const data = directory.file("AWSDynamoDB/01/data");
    std::filesystem::create_directories(data);
    mt::export_items(*from, "table", data + "/abc.json.gz");
    write_file(directory.file("AWSDynamoDB/01/manifest-files.json"), "{\"itemCount\":20}\n");
    write_file(data + "/more.json", "{\"Item\":{\"p\":{\"S\":\"more\"},\"c\":{\"S\":\"1\"}}}\n{}\n");
    auto const result = mt::import_items(*to, "table", directory.file(""));
    CHECK(result.items == 21);
    REQUIRE(result.unreadable == 1);
    CHECK(result.messages[0].file == data + "/more.json");
    CHECK(result.messages[0].number == 2);
}

TEST_CASE("files that cannot be read or written, and tables that do not exist, are errors") {
    temporary_directory const directory;
    mt::memory const db;
    fill(*db, 2);
    auto const path = directory.file("items.jsonl");
    CHECK_THROWS_MATCHES(mt::import_items(*db, "table", path), mt::error, says("items.jsonl: No such file"));
    CHECK_THROWS_MATCHES(mt::export_items(*db, "table", directory.file("no/items")), mt::error, says("No such file"));
    write_file(path, "before");
    CHECK_THROWS_AS(mt::export_items(*db, "none", path), mt::store_error);
    CHECK(read_file(path) == "before");
    CHECK(!std::filesystem::exists(path + ".part"));
    CHECK_THROWS_AS(mt::import_items(*db, "none", path), mt::store_error);
}
