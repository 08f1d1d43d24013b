// SPDX-License-Identifier: BSL-1.0
// Reads lines of a target and a body, answers with lines of a status and a body: the endpoint without its network.
#include <monotable/endpoint/service.hpp>
#include <monotable/local/memory.hpp>

#include <iostream>
#include <string>

int main() {
    std::ios::sync_with_stdio(false);
    monotable::service service{monotable::memory{}};
    for (std::string line; std::getline(std::cin, line);) {
        auto const tab = line.find('\t');
        auto const reply = service.handle(line.substr(0, tab), line.substr(tab + 1));
        std::cout << reply.status << '\t' << reply.body << '\n' << std::flush;
    }
}
