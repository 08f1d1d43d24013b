// SPDX-License-Identifier: BSL-1.0
// AWS's published test vectors of signature version 4, in sigv4/: see README.md and LICENSE there.
#include <monotable/dynamodb/sign.hpp>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace json = boost::json;
namespace client = monotable::client;

namespace {

std::filesystem::path const vectors = std::filesystem::path(__FILE__).parent_path() / "sigv4";

std::string content(std::filesystem::path const& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string text(json::object const& in, std::string_view name) {
    auto const* const found = in.if_contains(name);
    return found == nullptr ? std::string() : std::string(found->as_string());
}

struct parsed_request {
    std::string method, path, body;
    std::vector<client::http_header> headers;
};

parsed_request parse(std::string const& from) {
    parsed_request out;
    std::size_t at = from.find('\n');
    std::string const line = from.substr(0, at);
    out.method = line.substr(0, line.find(' '));
    out.path = line.substr(out.method.size() + 1, line.rfind(' ') - out.method.size() - 1);
    for (++at; at < from.size() && from[at] != '\n';) {
        std::size_t const end = std::min(from.find('\n', at), from.size());
        std::string const header = from.substr(at, end - at);
        at = end + 1;
        if (header[0] == ' ') out.headers.back().value += "\n" + header; // goes on
        else out.headers.push_back({header.substr(0, header.find(':')), header.substr(header.find(':') + 1)});
    }
    if (at + 1 < from.size()) out.body = from.substr(at + 1);
    return out;
}

} // namespace

TEST_CASE("requests are signed as AWS's test vectors are") {
    std::size_t count = 0;
    for (auto const& folder : std::filesystem::directory_iterator(vectors)) {
        if (!folder.is_directory()) continue;
        ++count;
        INFO(folder.path().filename().string());
        auto const context = json::parse(content(folder.path() / "context.json")).as_object();
        auto const& given = context.at("credentials").as_object();
        client::credentials const who{text(given, "access_key_id"), text(given, "secret_access_key"),
                                      text(given, "token")};
        std::string date; // 2015-08-30T12:36:00Z
        for (char const c : text(context, "timestamp"))
            if (c != '-' && c != ':') date += c;

        parsed_request request = parse(content(folder.path() / "request.txt"));
        request.headers.push_back({"X-Amz-Date", date});
        auto const* const omits = context.if_contains("omit_session_token");
        if (!who.session_token.empty() && !(omits != nullptr && omits->as_bool()))
            request.headers.push_back({"X-Amz-Security-Token", who.session_token});
        if (context.at("sign_body").as_bool()) { // the last line is the body's hash
            std::string const canonical = client::canonical_request({request.method, request.path, {}, request.body});
            request.headers.push_back({"X-Amz-Content-Sha256", canonical.substr(canonical.rfind('\n') + 1)});
        }
        client::signable_request const signable{
            request.method, request.path, {request.headers.data(), request.headers.size()}, request.body};

        std::string const canonical = client::canonical_request(signable);
        CHECK(canonical == content(folder.path() / "header-canonical-request.txt"));
        std::string const region = text(context, "region"), service = text(context, "service");
        CHECK(client::string_to_sign(canonical, date, region, service) ==
              content(folder.path() / "header-string-to-sign.txt"));
        std::string const header = client::authorization(signable, who, date, region, service);
        CHECK(header.ends_with("Signature=" + content(folder.path() / "header-signature.txt")));
        CHECK(content(folder.path() / "header-signed-request.txt").find("Authorization:" + header) !=
              std::string::npos);
    }
    CHECK(count == 14);
}

TEST_CASE("dates are those of X-Amz-Date") {
    CHECK(client::amz_date(1440938160) == "20150830T123600Z");
    CHECK(client::amz_date(0) == "19700101T000000Z");
    CHECK(client::amz_date(4102444799) == "20991231T235959Z");
}
