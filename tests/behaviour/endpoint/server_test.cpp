// SPDX-License-Identifier: BSL-1.0
#include <monotable/endpoint/crc32.hpp>
#include <monotable/backend/forwarding.hpp>
#include <monotable/endpoint/server.hpp>

#include <catch2/catch_test_macros.hpp>
#include <server_support.hpp>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

using namespace server_support;
using namespace std::chrono_literals;

namespace {

std::string in_error(std::string const& type) { return "{\"__type\":\"com.amazon.coral.service#" + type + "\""; }

/// Counts how often it is swept.
class swept : public mt::forwarding_backend, mt::maintenance {
  public:
    swept() : forwarding_backend(mt::memory{}) {}
    mt::maintenance* local_maintenance() noexcept override { return this; }
    std::size_t expire_items(std::int64_t now) override {
        last = now;
        return ++count, 0;
    }
    std::atomic<int> count = 0;
    std::atomic<std::int64_t> last = 0;
};

} // namespace

TEST_CASE("semantics 12: each request of a connection is answered with an id, a checksum and a date") {
    running_server server;
    client one(*server);
    CHECK(one.call(request("CreateTable", create_table)).status == 200);
    CHECK(one.call(put("a")).body == "{}");
    auto const answer = one.call(get("a"));
    CHECK(answer.status == 200);
    CHECK(answer.body == R"({"Item":{"p":{"S":"a"}}})");
    CHECK(answer["Content-Type"] == "application/x-amz-json-1.0");
    CHECK(answer["Connection"] == "keep-alive");
    CHECK(answer["x-amz-crc32"] == std::to_string(mt::endpoint::crc32(answer.body)));
    CHECK(answer["Date"].ends_with(" GMT"));
    CHECK(answer["Date"].size() == 29);
    std::set<std::string> ids;
    for (int i = 0; i != 100; ++i) ids.insert(one.call(get("b"))["x-amzn-RequestId"]);
    CHECK(ids.size() == 100);
    CHECK(ids.begin()->size() == 52);
}

TEST_CASE("pipelined requests are answered in their order") {
    running_server server;
    client one(*server);
    one.call(request("CreateTable", create_table));
    std::string all;
    for (int i = 0; i != 500; ++i) all += put("k" + std::to_string(i)) + get("k" + std::to_string(i));
    one.send(all + "\r\n"); // and line ends between requests are passed over
    for (int i = 0; i != 500; ++i) {
        CHECK(one.receive().body == "{}");
        CHECK(one.receive().body == R"({"Item":{"p":{"S":"k)" + std::to_string(i) + R"("}}})");
    }
    one.send(get("k1"));
    one.shut(); // who has said all still gets the answer
    CHECK(one.receive().status == 200);
    CHECK(one.ended());
}

TEST_CASE("requests may come in any pieces") {
    running_server server;
    client one(*server);
    for (char const c : request("CreateTable", create_table)) one.send(std::string(1, c));
    CHECK(one.receive().status == 200);
    std::string const body =
        R"({"TableName":"shop","Item":{"p":{"S":"a"},"x":{"S":")" + std::string(300'000, 'x') + "\"}}}";
    CHECK(one.call(request("PutItem", body)).status == 200);
    CHECK(one.call(get("a")).body.size() ==
          300'000 + std::string_view(R"({"Item":{"p":{"S":"a"},"x":{"S":""}}})").size());
    auto chunked = request("GetItem", "");
    chunked.replace(chunked.find("Content-Length: 0"), 17, "Transfer-Encoding: chunked");
    CHECK(one.call(chunked + "11;a=b\r\n{\"TableName\":\"sho\r\n19\r\np\",\"Key\":{\"p\":{\"S\":\"b\"}}}"
                             "\r\n0\r\nX-Amz-Target: x\r\n\r\n")
              .body == "{}");
}

TEST_CASE("connections are kept or closed as the client wants it") {
    running_server server;
    SECTION("HTTP/1.0") {
        client one(*server);
        CHECK(one.call(request("Nothing", "{}", signature, "1.0"))["Connection"] == "close");
        CHECK(one.ended());
    }
    SECTION("HTTP/1.0 that wants to go on") {
        client one(*server);
        auto const keep = request("Nothing", "{}", std::string(signature) + "Connection: keep-alive\r\n", "1.0");
        CHECK(one.call(keep)["Connection"] == "keep-alive");
        CHECK(one.call(keep).status == 400);
    }
    SECTION("HTTP/1.1 that wants to end") {
        client one(*server);
        CHECK(one.call(request("Nothing", "{}", std::string(signature) + "Connection: close\r\n"))["Connection"] ==
              "close");
        CHECK(one.ended());
    }
}

TEST_CASE("a client that asks before it sends is told to go on") {
    running_server server;
    client one(*server);
    auto const whole = request("CreateTable", create_table, std::string(signature) + "Expect: 100-continue\r\n");
    auto const head = whole.find("\r\n\r\n") + 4;
    CHECK(one.call(whole.substr(0, head)).status == 100);
    CHECK(one.call(whole.substr(head)).status == 200);
}

TEST_CASE("it says that it is healthy") {
    running_server server;
    client one(*server);
    for (auto const* path : {"/", "/health"}) {
        auto const answer = one.call("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        CHECK(answer.status == 200);
        CHECK(answer.body == "healthy: dynamodb.us-east-1.amazonaws.com ");
        CHECK(answer["x-amz-crc32"] == "3128867991");
    }
    one.send("HEAD / HTTP/1.1\r\n\r\n");
    CHECK(one.receive(true)["Content-Length"] == "42");
    CHECK(one.call("GET / HTTP/1.1\r\n\r\n").status == 200);
}

TEST_CASE("it knows where clients found it") {
    running_server server;
    auto const described = request("DescribeEndpoints", "{}");
    CHECK(client(*server).call(described).body.find("\"localhost\"") != std::string::npos);
}

TEST_CASE("browsers of other origins may ask") {
    running_server server;
    client one(*server);
    auto const preflight =
        one.call("OPTIONS / HTTP/1.1\r\nOrigin: http://localhost:3000\r\nAccess-Control-Request-Method: POST\r\n"
                 "Access-Control-Request-Headers: authorization,x-amz-target\r\n\r\n");
    CHECK(preflight.status == 200);
    CHECK(preflight.body.empty());
    CHECK(preflight["Access-Control-Allow-Origin"] == "*");
    CHECK(preflight["Access-Control-Allow-Methods"] == "POST");
    CHECK(preflight["Access-Control-Allow-Headers"] == "authorization,x-amz-target");
    CHECK(preflight["Access-Control-Max-Age"] == "172800");
    auto const answer =
        one.call(request("Nothing", "{}", std::string(signature) + "Origin: http://localhost:3000\r\n"));
    CHECK(answer["Access-Control-Allow-Origin"] == "*");
    CHECK(answer["Access-Control-Expose-Headers"].find("x-amzn-RequestId") != std::string::npos);
    CHECK(one.call(request("Nothing", "{}"))["Access-Control-Allow-Origin"].empty());
}

TEST_CASE("what is no operation is unknown") {
    running_server server;
    client one(*server);
    for (auto const* method : {"PUT", "DELETE", "BREW", "OPTIONS"}) {
        auto const answer = one.call(std::string(method) + " / HTTP/1.1\r\n\r\n");
        CHECK(answer.status == 404);
        CHECK(answer.body == "<UnknownOperationException/>\n");
    }
    auto other = request("ListTables", "{}");
    other.replace(other.find("application/x-amz-json-1.0"), 26, "text/plain");
    CHECK(one.call(other).status == 404);
    other.replace(other.find("text/plain"), 10, "application/json; charset=utf-8");
    auto const answer = one.call(other);
    CHECK(answer.status == 200);
    CHECK(answer["Content-Type"] == "application/json");
}

TEST_CASE("semantics 12: any signature will do, but none will not") {
    running_server server;
    client one(*server);
    auto const with = [&](std::string const& headers) { return one.call(request("ListTables", "{}", headers)); };
    auto const without = with("");
    CHECK(without.status == 400);
    CHECK(without.body ==
          in_error("MissingAuthenticationTokenException") + R"(,"message":"Request is missing Authentication Token"})");
    CHECK(with("Authorization: Basic YTpi\r\n").body == without.body);
    CHECK(
        with("Authorization: AWS4-HMAC-SHA256 Credential=a, Signature=b\r\n").body ==
        in_error("IncompleteSignatureException") +
            R"(,"message":"Authorization header requires 'SignedHeaders' parameter. Authorization header requires existence )"
            R"(of either a 'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256 Credential=a, Signature=b"})");
    CHECK(with("Authorization: AWS4-HMAC-SHA256 Credential=a,SignedHeaders=b,Signature=c\r\nDate: x\r\n").status ==
          200);
    CHECK(with(std::string(signature)).status == 200);

    auto presigned = request("ListTables", "{}", "");
    presigned.replace(0, 6,
                      "POST "
                      "/?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a&X-Amz-Signature=b&X-Amz-Date=c&"
                      "X-Amz-SignedHeaders=d");
    CHECK(one.call(presigned).status == 200);
    presigned.replace(presigned.find("&X-Amz-Date=c"), 13, "");
    CHECK(one.call(presigned).body == in_error("IncompleteSignatureException") +
                                          R"(,"message":"AWS query-string parameters must include 'X-Amz-Date'. )"
                                          R"(Re-examine the query-string parameters."})");

    running_server open({.require_credentials = false});
    CHECK(client(*open).call(request("ListTables", "{}", "")).status == 200);
}

TEST_CASE("what is too large is refused") {
    running_server server({.max_header_bytes = 2000, .max_body_bytes = 1000});
    SECTION("a body that is announced") {
        client one(*server);
        auto const answer = one.call(request("PutItem", std::string(1001, ' ')));
        CHECK(answer.status == 413);
        CHECK(answer["Connection"] == "close");
        CHECK(answer.body.starts_with(in_error("RequestEntityTooLargeException")));
        CHECK(one.ended());
    }
    SECTION("a body that is sent without waiting for an answer") {
        CHECK(client(*server).call(request("PutItem", std::string(5'000'000, ' '))).status == 413);
    }
    SECTION("a body in pieces") {
        client one(*server);
        auto chunked = request("PutItem", "");
        chunked.replace(chunked.find("Content-Length: 0"), 17, "Transfer-Encoding: chunked");
        CHECK(one.call(chunked + "200\r\n" + std::string(512, ' ') + "\r\n200\r\n" + std::string(512, ' ') + "\r\n")
                  .status == 413);
    }
    SECTION("headers") {
        CHECK(client(*server).call(request("PutItem", "{}", "X: " + std::string(2000, 'x') + "\r\n")).status == 431);
    }
    SECTION("just not") {
        CHECK(client(*server).call(request("ListTables", "{}" + std::string(998, ' '))).status == 200);
    }
}

TEST_CASE("what is not HTTP is refused") {
    running_server server;
    CHECK(client(*server).call("nonsense\r\n\r\n").status == 400);
    CHECK(client(*server).call("GET / HTTP/3.0\r\n\r\n").status == 505);
    CHECK(client(*server).call("POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n").status ==
          400);
}

TEST_CASE("slow clients do not stay forever") {
    SECTION("idle ones") {
        running_server server({.idle_timeout = 50ms});
        client one(*server);
        CHECK(one.ended());
    }
    SECTION("in the middle of a request") {
        running_server server({.read_timeout = 50ms});
        client one(*server);
        one.send("POST / HTTP/1.1\r\nHost:");
        CHECK(one.receive().status == 408);
        CHECK(one.ended());
    }
    SECTION("that do not take their answers") {
        running_server server({.idle_timeout = 5s, .write_timeout = 50ms});
        client one(*server);
        one.call(request("CreateTable", create_table));
        one.call(request("PutItem", R"({"TableName":"shop","Item":{"p":{"S":"a"},"x":{"S":")" +
                                        std::string(300'000, 'x') + "\"}}}"));
        std::string all;
        for (int i = 0; i != 200; ++i) all += get("a");
        one.send(all);
        std::this_thread::sleep_for(1s); // what sockets hold is sent by then
        int answers = 0;
        CHECK_THROWS([&] {
            for (;; ++answers) one.receive();
        }());
        CHECK(answers < 200);
    }
}

TEST_CASE("clients are only so many") {
    running_server server({.max_connections = 3});
    {
        client one(*server), two(*server), three(*server);
        for (auto* each : {&one, &two, &three}) CHECK(each->call(request("ListTables", "{}")).status == 200);
        client four(*server);
        auto const answer = four.receive();
        CHECK(answer.status == 503);
        CHECK(four.ended());
        CHECK(one.call(request("ListTables", "{}")).status == 200);
    }
    for (int status = 503; status != 200; std::this_thread::sleep_for(5ms)) // when the others have gone
        status = client(*server).call(request("ListTables", "{}")).status;
}

TEST_CASE("the bodies of all requests together are only so large") {
    running_server server({.max_buffered_bytes = 1'000'000});
    auto const large = request("PutItem", std::string(900'000, ' '));
    client one(*server), two(*server);
    one.send(large.substr(0, large.size() - 1));
    while (two.call(request("ListTables", "{}" + std::string(200'000, ' '))).status == 200)
        std::this_thread::sleep_for(5ms);
    CHECK(two.ended());
    one.send(large.substr(large.size() - 1));
    CHECK(one.receive().status == 400);
    CHECK(client(*server).call(large).status == 400); // there is room again
}

TEST_CASE("it listens on loopback unless told otherwise") {
    CHECK_THROWS_AS(mt::server(mt::memory{}, {.host = "0.0.0.0", .port = 0}), mt::bad_value);
    CHECK_THROWS_AS(mt::server(mt::memory{}, {.host = "::", .port = 0}), mt::bad_value);
    CHECK_THROWS_AS(mt::server(mt::memory{}, {.host = "no such host", .port = 0}), mt::bad_value);
    mt::server const everywhere(mt::memory{}, {.host = "0.0.0.0", .port = 0, .allow_remote = true});
    CHECK(everywhere.host() == "0.0.0.0");
    mt::server const named(mt::memory{}, {.host = "localhost", .port = 0});
    CHECK(named.port() != 0);
    CHECK_THROWS_AS(
        mt::server(mt::memory{}, {.host = named.host() == "[::1]" ? "::1" : named.host(), .port = named.port()}),
        mt::store_error);
}

TEST_CASE("it listens on IPv6's loopback") {
    try {
        running_server server({.host = "::1"});
        CHECK(server->host() == "[::1]");
        CHECK(
            client(boost::asio::ip::address_v6::loopback(), server->port()).call(request("ListTables", "{}")).status ==
            200);
    } catch (mt::store_error const& e) {
        SKIP(e.what());
    }
}

TEST_CASE("when it stops, idle connections end and what is being sent is finished") {
    running_server server({.stop_timeout = 10s});
    client idle(*server), busy(*server);
    busy.call(request("CreateTable", create_table));
    busy.call(request("PutItem",
                      R"({"TableName":"shop","Item":{"p":{"S":"a"},"x":{"S":")" + std::string(300'000, 'x') + "\"}}}"));
    std::string all; // more than sockets hold
    for (int i = 0; i != 40; ++i) all += get("a");
    busy.send(all);
    std::this_thread::sleep_for(50ms);
    auto const start = std::chrono::steady_clock::now();
    server->stop();
    CHECK(idle.ended());
    CHECK(busy.receive().body.size() > 300'000);
    CHECK_THROWS([&] {
        for (;;) busy.receive();
    }());
    busy.close();
    server.stop();
    CHECK(std::chrono::steady_clock::now() - start < 5s);
}

TEST_CASE("who takes too long does not keep it from stopping") {
    running_server server({.stop_timeout = 50ms});
    client one(*server);
    one.send("POST / HTTP/1.1\r\n");
    std::this_thread::sleep_for(20ms);
    auto const start = std::chrono::steady_clock::now();
    server.stop();
    CHECK(std::chrono::steady_clock::now() - start < 2s);
    CHECK(one.ended());
}

TEST_CASE("a server that was stopped before it ran does not run") {
    mt::server server(mt::memory{}, {.port = 0});
    server.stop();
    server.stop();
    server.run();
}

TEST_CASE("it sweeps the store from time to time") {
    auto const store = std::make_shared<swept>();
    {
        running_server server({.expiry_interval = 10ms}, store);
        while (store->count < 3) std::this_thread::sleep_for(1ms);
    }
    auto const now =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch());
    CHECK(store->last <= now.count());
    CHECK(store->last > now.count() - 100);
    auto const swept = store->count.load();
    {
        running_server server({.expiry_interval = 0ms}, store);
        std::this_thread::sleep_for(30ms);
    }
    CHECK(store->count == swept);
}
