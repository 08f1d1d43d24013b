// SPDX-License-Identifier: BSL-1.0
#include <catch2/catch_test_macros.hpp>
#include <server_support.hpp>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace server_support;
using namespace std::chrono_literals;

TEST_CASE("clients of several threads are answered by several threads, and each by its own answers") {
    for (std::size_t const threads : {1u, 3u}) {
        running_server server({.threads = threads, .expiry_interval = 1ms});
        client(*server).call(request("CreateTable", create_table));
        std::atomic<int> right = 0;
        std::vector<std::jthread> clients;
        for (int i = 0; i != 6; ++i)
            clients.emplace_back([&, name = "client" + std::to_string(i) + "-"] {
                for (int connection = 0; connection != 3; ++connection) {
                    client one(*server);
                    for (int n = 0; n != 30; ++n) {
                        auto const key = name + std::to_string(n);
                        if (one.call(put(key)).body != "{}") return;
                        right += one.call(get(key)).body == R"({"Item":{"p":{"S":")" + key + R"("}}})";
                    }
                }
            });
        clients.clear();
        CHECK(right == 6 * 3 * 30);
    }
}

TEST_CASE("a busy server stops, and nobody gets half an answer") {
    for (int round = 0; round != 5; ++round) {
        running_server server({.threads = 2, .expiry_interval = 1ms});
        client(*server).call(request("CreateTable", create_table));
        std::atomic<int> answers = 0, wrong = 0;
        std::vector<std::jthread> clients;
        for (int i = 0; i != 4; ++i)
            clients.emplace_back([&] {
                try {
                    for (;;) {
                        client one(*server);
                        for (int n = 0; n != 50; ++n) {
                            auto const answer = one.call(put("k") + get("k"));
                            auto const second = one.receive();
                            wrong += answer.body != "{}" || second.body != R"({"Item":{"p":{"S":"k"}}})";
                            ++answers;
                        }
                    }
                } catch (std::exception const&) { // the server is gone
                }
            });
        while (answers < 50) std::this_thread::sleep_for(1ms);
        std::jthread const other([&] { server->stop(); }); // from several threads at once
        server.stop();
        clients.clear();
        CHECK(wrong == 0);
    }
}
