// SPDX-License-Identifier: BSL-1.0
// Serves a store in a program of its own.
#include <monotable/endpoint/server.hpp>
#include <monotable/local/memory.hpp>

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/json/src.hpp>

#include <string>
#include <thread>

namespace asio = boost::asio;

int main() {
    monotable::server server(monotable::memory{}, {.port = 0});
    std::thread serving([&] { server.run(); });

    asio::io_context context;
    asio::ip::tcp::socket client(context);
    client.connect({asio::ip::address_v4::loopback(), server.port()});
    asio::write(client, asio::buffer(std::string("GET / HTTP/1.0\r\n\r\n")));
    std::string answer;
    boost::system::error_code ended;
    asio::read(client, asio::dynamic_buffer(answer), ended);
    server.stop();
    serving.join();
    return answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.find("healthy") != answer.npos ? 0 : 1;
}
