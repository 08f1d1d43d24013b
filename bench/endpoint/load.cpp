// SPDX-License-Identifier: BSL-1.0 Puts and gets items of about 200 bytes as fast as a DynamoDB endpoint answers, over
// several keep-alive connections with one outstanding request each, and checks every answer. Prints requests per
// second.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using clock = std::chrono::steady_clock;

constexpr int items = 10'000;

std::string key(int i) {
    auto text = std::to_string(i);
    return "customer#" + std::string(8 - text.size(), '0') + text;
}

std::string attributes(int i) {
    return R"({"pk":{"S":")" + key(i) + R"("},"name":{"S":"Ada Lovelace"},"city":{"S":"London"},"total":{"N":")" +
           std::to_string(i) +
           R"("},"note":{"S":"a customer with an item of some two hundred bytes, which is what many tables hold"},)"
           R"("tags":{"SS":["first","second"]},"active":{"BOOL":true},"since":{"S":"2025-12-20T10:00:00Z"}})";
}

std::string request(std::string_view operation, std::string const& body, int port) {
    return "POST / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\nX-Amz-Target: DynamoDB_20120810." +
           std::string(operation) +
           "\r\nContent-Type: application/x-amz-json-1.0\r\nUser-Agent: aws-sdk-js/3.850.0 ua/2.1 os/linux "
           "lang/js "
           "md/nodejs#20.20.2 api/dynamodb#3.850.0 m/E\r\nX-Amz-User-Agent: aws-sdk-js/3.850.0\r\n"
           "Amz-Sdk-Invocation-Id: 9b1146e6-c6e8-4491-8901-564733be5c61\r\nAmz-Sdk-Request: attempt=1; "
           "max=3\r\n"
           "X-Amz-Date: 20251220T100000Z\r\nX-Amz-Content-Sha256: "
           "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\r\n"
           "Authorization: AWS4-HMAC-SHA256 "
           "Credential=AKIAIOSFODNN7EXAMPLE/20251220/us-east-1/dynamodb/aws4_request, "
           "SignedHeaders=amz-sdk-invocation-id;amz-sdk-request;content-length;content-type;host;x-amz-"
           "content-sha256;"
           "x-amz-date;x-amz-target;x-amz-user-agent, "
           "Signature=4d4b3b2e6bb5f9b0c6cf1e4fd0e1b3e7a7c2f3a6b1a07f2f6f1d1c3f0b9a8e7d\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\nConnection: keep-alive\r\n\r\n" + body;
}

class connection {
  public:
    explicit connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
            throw std::runtime_error("cannot connect");
        int const yes = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    }

    int handle() const { return socket_; }

    void send(std::string const& bytes) {
        if (::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("cannot send");
    }

    /// True if an answer is complete; `body` is then its body.
    bool receive() {
        auto const got = ::recv(socket_, input_ + size_, sizeof input_ - size_, 0);
        if (got <= 0) throw std::runtime_error("the server closed the connection");
        size_ += static_cast<std::size_t>(got);
        std::string_view const text(input_, size_);
        auto const head = text.find("\r\n\r\n");
        if (head == text.npos) return false;
        auto const length = text.find("ontent-Length: ");
        auto const other = length == text.npos ? text.find("ontent-length: ") : length;
        if (other == text.npos || other > head) throw std::runtime_error("no Content-Length");
        auto const body_size = static_cast<std::size_t>(std::strtoul(input_ + other + 15, nullptr, 10));
        if (size_ < head + 4 + body_size) return false;
        ok = text.starts_with("HTTP/1.1 200");
        if (!ok && !may_fail) throw std::runtime_error("refused: " + std::string(text));
        body = text.substr(head + 4, body_size);
        size_ = 0;
        return true;
    }

    std::string_view body;
    int item = 0; ///< the requested item
    bool ok = false;
    bool may_fail = false;

  private:
    int socket_;
    std::size_t size_ = 0;
    char input_[64 * 1024];
};

/// Returns requests per second. Checks that each answer has the expected size and contains its item's text, if there is
/// one.
double run(std::vector<connection>& connections, std::vector<std::string> const& requests,
           std::vector<std::string> const& expected, double seconds) {
    std::vector<pollfd> polled;
    for (auto& each : connections) polled.push_back({each.handle(), POLLIN, 0});
    int next = 0;
    auto const send = [&](connection& to) {
        to.item = next;
        next = (next + 1) % items;
        to.send(requests[static_cast<std::size_t>(to.item)]);
    };
    std::uint64_t done = 0;
    auto const begin = clock::now();
    auto const end = begin + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
    for (auto& each : connections) send(each);
    std::size_t waiting = connections.size();
    while (waiting != 0) {
        if (::poll(polled.data(), polled.size(), 10'000) <= 0) throw std::runtime_error("no answer for 10 seconds");
        bool const more = clock::now() < end;
        for (std::size_t i = 0; i != polled.size(); ++i) {
            if (polled[i].revents == 0) continue;
            auto& from = connections[i];
            if (!from.receive()) continue;
            auto const& right = expected[static_cast<std::size_t>(from.item)];
            if (from.body.size() != right.size() || from.body.find(key(from.item)) != right.find(key(from.item)))
                throw std::runtime_error("wrong answer: " + std::string(from.body) + "\nexpected: " + right);
            ++done;
            if (more) send(from);
            else --waiting;
        }
    }
    return static_cast<double>(done) / std::chrono::duration<double>(clock::now() - begin).count();
}

std::string call(connection& on, std::string const& bytes) {
    on.send(bytes);
    while (!on.receive()) {}
    return std::string(on.body);
}

} // namespace

int main(int argc, char** argv) try {
    if (argc < 2) return std::fprintf(stderr, "usage: %s <port> [connections] [seconds]\n", argv[0]), 2;
    int const port = std::atoi(argv[1]);
    auto const count = static_cast<std::size_t>(argc > 2 ? std::atoi(argv[2]) : 4);
    double const seconds = argc > 3 ? std::atof(argv[3]) : 3;

    std::vector<connection> connections;
    connections.reserve(count);
    for (std::size_t i = 0; i != count; ++i) connections.emplace_back(port);

    std::string const table = "bench" + std::to_string(clock::now().time_since_epoch().count());
    call(connections[0],
         request("CreateTable",
                 R"({"TableName":")" + table +
                     R"(","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                     R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
                 port));
    std::vector<std::string> puts, gets, nothing, found;
    for (int i = 0; i != items; ++i) {
        puts.push_back(request("PutItem", R"({"TableName":")" + table + R"(","Item":)" + attributes(i) + "}", port));
        gets.push_back(
            request("GetItem", R"({"TableName":")" + table + R"(","Key":{"pk":{"S":")" + key(i) + R"("}}})", port));
        nothing.push_back("{}");
        found.push_back(R"({"Item":)" + attributes(i) + "}");
    }
    connections[0].may_fail = true;
    for (int tries = 0; tries != 100; ++tries) { // creating a table is asynchronous on some servers
        call(connections[0], puts[0]);
        if (connections[0].ok) break;
        ::usleep(20'000);
    }
    connections[0].may_fail = false;
    // All items are put before any is read.
    for (auto const& each : puts) call(connections[0], each);
    for (auto& each : found) { // members can have any order: offsets are taken from one answer, sizes from here
        auto const i = static_cast<std::size_t>(&each - found.data());
        auto const answer = call(connections[0], gets[i]);
        if (answer.size() != each.size() || answer.find(key(static_cast<int>(i))) == answer.npos)
            throw std::runtime_error("wrong answer: " + answer + "\nexpected: " + each);
        each = answer;
    }
    auto const put_rate = run(connections, puts, nothing, seconds);
    auto const get_rate = run(connections, gets, found, seconds);
    std::printf("%.0f puts/s %.0f gets/s\n", put_rate, get_rate);
    return 0;
} catch (std::exception const& e) {
    std::fprintf(stderr, "load: %s\n", e.what());
    return 1;
}
