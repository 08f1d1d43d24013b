// SPDX-License-Identifier: BSL-1.0
// The client and answers that a good server does not give. That it does what a store in memory does, with a server that works,
// is shown by the programs wire_behaviour_*.
#include <monotable/dynamodb/dynamodb.hpp>
#include <monotable/monotable.hpp>

#include <canned_server.hpp>
#include <server_support.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mt = monotable;
using namespace mt::literals;
using store_support::says;

namespace {

struct note {
    std::string id, text;
};

} // namespace

template <>
struct mt::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
};

namespace {

struct notes : mt::table<"notes", mt::entities<note>> {};

using answer = canned_server::answer;

std::string const keys = R"({"Table":{"TableName":"t","TableStatus":"ACTIVE",
    "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]}})";
std::string error(std::string const& type, std::string const& message = "text") {
    return R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + type + R"(","message":")" + message + R"("})";
}
answer lost() { return {200, {}, {}, true}; }

mt::dynamodb_options options(std::string url) {
    mt::dynamodb_options with;
    with.endpoint = std::move(url);
    with.who = {"AKIDEXAMPLE", "SECRET", "TOKEN"};
    return with;
}

std::shared_ptr<mt::backend> client(canned_server const& server) { return mt::dynamodb{options(server.url())}; }

mt::item const a{{"p", "a"}, {"v", 1}};
mt::item const a_key{{"p", "a"}};

/// The class of the error that the call ends in; nothing if it has none.
template <class F>
std::optional<mt::error_class> class_of_error(F&& call) {
    try {
        call();
    } catch (mt::store_error const& e) {
        return e.classification();
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("the same program runs on a server") {
    server_support::running_server server;
    mt::store<notes> db{mt::dynamodb{{.endpoint = "http://127.0.0.1:" + std::to_string(server->port())}}};
    db.put(note{"1", "first"}).or_throw();
    CHECK(db.get<note>("id"_f == "1")->text == "first");
    CHECK(!db.get<note>("id"_f == "2"));
    mt::store<notes> again{mt::dynamodb{{.endpoint = "http://127.0.0.1:" + std::to_string(server->port())}}};
    CHECK(again.get<note>("id"_f == "1")->text == "first");
}

TEST_CASE("requests are signed over what is sent") {
    canned_server server({answer{}});
    client(server)->get({"t", a_key});
    auto const received = server.requests().at(0);
    mt::client::http_header const headers[] = {{"Content-Type", received["Content-Type"]},
                                               {"Host", received["Host"]},
                                               {"X-Amz-Date", received["X-Amz-Date"]},
                                               {"X-Amz-Target", received["X-Amz-Target"]},
                                               {"X-Amz-Security-Token", received["X-Amz-Security-Token"]}};
    CHECK(received["Host"] == server.host());
    CHECK(received["X-Amz-Target"] == "DynamoDB_20120810.GetItem");
    CHECK(received["Authorization"] == mt::client::authorization({"POST", "/", headers, received.body},
                                                                 {"AKIDEXAMPLE", "SECRET", "TOKEN"},
                                                                 received["X-Amz-Date"], "us-east-1", "dynamodb"));
    CHECK(received.body == R"({"TableName":"t","Key":{"p":{"S":"a"}}})");
}

TEST_CASE("what may be done twice is repeated after an error or a lost answer") {
    for (answer const& first :
         {lost(), answer{500, error("InternalServerError")}, answer{503, "unavailable"},
          answer{400, error("ProvisionedThroughputExceededException")}, answer{200, "{}", "x-amz-crc32: 1\r\n"},
          answer{200, "[]"}, answer{200, "{\"Item\":"}}) {
        canned_server server({first, {200, R"({"Item":{"p":{"S":"a"},"v":{"N":"1"}}})"}});
        CHECK(client(server)->get({"t", a_key}) == a);
        CHECK(server.requests().size() == 2);

        canned_server other({{200, keys}, first, {}});
        CHECK(client(other)->put({.table = "t", .item = a}).done);
        CHECK(other.requests().size() == 3);
    }
}

TEST_CASE("a write that must not be done twice is not, and its outcome is unknown") {
    for (answer const& first : {lost(), answer{500, error("InternalServerError")}, answer{200, "<html>"}}) {
        canned_server server({{200, keys}, first, {}});
        auto const add = mt::expression::make(
            mt::expression_kind::update,
            {mt::expression::make(mt::expression_kind::add, {mt::expression::path(mt::detail::document_path("n")),
                                                             mt::expression::constant(mt::value(1).view())})});
        auto const store = client(server);
        CHECK(class_of_error([&] { store->update({.table = "t", .item = a_key, .update = add}); }) ==
              mt::error_class::unknown);
        CHECK(server.requests().size() == 2);

        canned_server other({{200, keys}, first, {}});
        auto const creates = client(other);
        CHECK(class_of_error([&] {
                  creates->put({.table = "t", .item = a, .expected = mt::precondition::must_not_exist});
              }) == mt::error_class::unknown);
        CHECK(other.requests().size() == 2);
    }
    // It is repeated where the service says that it did nothing.
    canned_server server({{200, keys}, {400, error("ThrottlingException")}, {}});
    CHECK(client(server)->put({.table = "t", .item = a, .expected = mt::precondition::must_not_exist}).done);
}

TEST_CASE("a transaction is repeated under its token, or one of its own") {
    canned_server server({{200, keys}, lost(), {}});
    mt::write_request const put{.table = "t", .item = a};
    CHECK(client(server)->transact_write({&put, 1}, {}).done);
    auto const received = server.requests();
    REQUIRE(received.size() == 3);
    CHECK(received[1].body == received[2].body);
    CHECK(received[1].body.find("ClientRequestToken") != std::string::npos);
}

TEST_CASE("errors have the class of what a caller can do") {
    struct named {
        answer from;
        mt::error_class is;
        char const* says;
    };
    named const cases[] = {
        {{400, error("ValidationException", "bad")}, mt::error_class::invalid, "bad"},
        {{400, error("ResourceNotFoundException", "gone")}, mt::error_class::invalid, "gone"},
        {{400, error("AccessDeniedException", "no")}, mt::error_class::denied, "no"},
        {{400, error("UnrecognizedClientException", "who")}, mt::error_class::denied, "who"},
        {{404, "<html>Not here</html>"}, mt::error_class::invalid, "does not answer as DynamoDB does (status 404)"},
    };
    for (named const& each : cases) {
        canned_server server({each.from});
        auto const store = client(server);
        CHECK(class_of_error([&] { store->get({"t", a_key}); }) == each.is);
        canned_server again({each.from});
        CHECK_THROWS_MATCHES(client(again)->get({"t", a_key}), mt::store_error, says(each.says));
        CHECK(server.requests().size() == 1);
    }
    mt::dynamodb_options nobody = options("http://127.0.0.1:1");
    nobody.max_attempts = 2;
    std::shared_ptr<mt::backend> const store = mt::dynamodb{nobody};
    CHECK(class_of_error([&] { store->get({"t", a_key}); }) == mt::error_class::transient);
}

TEST_CASE("a server that keeps failing is asked a bounded number of times") {
    canned_server server({});
    mt::dynamodb_options with = options(server.url());
    with.max_attempts = 3;
    std::shared_ptr<mt::backend> const store = mt::dynamodb{with};
    CHECK(class_of_error([&] { store->get({"t", a_key}); }) == mt::error_class::unknown);
    CHECK(server.requests().size() == 3);
    with.max_attempts = 1000;
    with.deadline = std::chrono::milliseconds(200);
    std::shared_ptr<mt::backend> const hasty = mt::dynamodb{with};
    auto const begin = std::chrono::steady_clock::now();
    CHECK(class_of_error([&] { hasty->get({"t", a_key}); }) == mt::error_class::unknown);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("a wrong clock is set by the server's") {
    canned_server server(
        {{400, error("InvalidSignatureException", "too old"), "Date: Fri, 01 Jan 2100 00:00:00 GMT\r\n"}, {}});
    CHECK(!client(server)->get({"t", a_key}));
    CHECK(server.requests().at(1)["X-Amz-Date"].starts_with("21000101T00"));
    // The signature itself is wrong.
    canned_server other({{400, error("InvalidSignatureException", "no")}});
    auto const store = client(other);
    CHECK(class_of_error([&] { store->get({"t", a_key}); }) == mt::error_class::denied);
    CHECK(other.requests().size() == 1);
}

TEST_CASE("an answer that is too long is not read to its end") {
    canned_server server({{200, R"({"Item":{"p":{"S":")" + std::string(100'000, 'x') + R"("}}})"}});
    mt::dynamodb_options with = options(server.url());
    with.http.max_reply_bytes = 10'000;
    with.max_attempts = 1;
    std::shared_ptr<mt::backend> const store = mt::dynamodb{with};
    CHECK_THROWS_MATCHES(store->get({"t", a_key}), mt::store_error, says("longer than 10000 bytes"));
}

TEST_CASE("secrets are in no message") {
    canned_server server({{400, error("UnrecognizedClientException", "no such key")}});
    auto const store = client(server);
    try {
        store->get({"t", a_key});
        FAIL();
    } catch (mt::store_error const& e) {
        CHECK(std::string(e.what()).find("SECRET") == std::string::npos);
        CHECK(std::string(e.what()).find("TOKEN") == std::string::npos);
    }
}

TEST_CASE("what makes no sense is refused before a request") {
    CHECK_THROWS_MATCHES(mt::dynamodb{options("127.0.0.1:8000")}, mt::bad_value, says("is not http:// or https://"));
    CHECK_THROWS_MATCHES(mt::dynamodb{options("http://127.0.0.1:8000/path")}, mt::bad_value, says("no path"));
    CHECK_THROWS_MATCHES(mt::dynamodb{options("http://example.com")}, mt::bad_value, says("is not encrypted"));
    CHECK_THROWS_MATCHES(mt::dynamodb{options("http://127.0.0.1.example.com")}, mt::bad_value,
                         says("is not encrypted"));
    mt::dynamodb_options none = options("https://example.com");
    none.who = {};
    CHECK_THROWS_MATCHES(mt::dynamodb{none}, mt::store_error, says("no credentials"));
}

TEST_CASE("changes are read over the wire") {
    server_support::running_server server;
    std::shared_ptr<mt::backend> const store =
        mt::dynamodb{{.endpoint = "http://127.0.0.1:" + std::to_string(server->port())}};
    store->create_table(store_support::simple_table(), {.stream = mt::stream_view::new_and_old_images});
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}, {"v", 1}}});
    store->put({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}, {"v", 2}}});
    store->erase({.table = "table", .item = mt::item{{"p", "a"}, {"c", "1"}}});

    auto const streams = store->streams("table");
    REQUIRE(streams.size() == 1);
    CHECK(streams[0].table == "table");
    CHECK(streams[0].enabled);
    CHECK(streams[0].view == mt::stream_view::new_and_old_images);
    CHECK(streams[0].description == store_support::simple_table());
    auto const shards = store->shards(streams[0].id);
    REQUIRE(shards.size() == 1);
    CHECK(!shards[0].closed);

    auto const page = store->read_stream(store->seek_stream({streams[0].id, shards[0].id}));
    REQUIRE(page.records.size() == 3);
    CHECK(page.next);
    CHECK(page.records[0].change == mt::change_kind::insert);
    CHECK(page.records[1].change == mt::change_kind::modify);
    CHECK(page.records[1].before == mt::item{{"p", "a"}, {"c", "1"}, {"v", 1}});
    CHECK(page.records[1].after == mt::item{{"p", "a"}, {"c", "1"}, {"v", 2}});
    CHECK(page.records[2].change == mt::change_kind::remove);
    CHECK(page.records[2].keys == mt::item{{"p", "a"}, {"c", "1"}});
    CHECK(page.records[2].time > 0);
    auto const rest = store->read_stream(
        store->seek_stream({streams[0].id, shards[0].id, mt::seek_from::after, page.records[1].sequence}), 1);
    REQUIRE(rest.records.size() == 1);
    CHECK(rest.records[0].sequence == page.records[2].sequence);

    auto const fault = [&](auto&& call) {
        try {
            call();
        } catch (mt::store_error const& e) {
            return std::string(mt::name_of(e.fault()));
        }
        return std::string();
    };
    CHECK(fault([&] { store->shards(streams[0].id + "0"); }) == "no_such_stream");
    CHECK(fault([&] { store->seek_stream({streams[0].id, "shardId-00000001700000000000-00000000"}); }) ==
          "no_such_shard");
}
