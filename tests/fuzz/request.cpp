// SPDX-License-Identifier: BSL-1.0
// The first line of the input is the target, what is behind it the body. Every request is answered by well-formed JSON and
// a status that fits it, over a store that has a table already.
#include <monotable/endpoint/service.hpp>
#include <monotable/local/memory.hpp>

#include <boost/json/parse.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view table = R"({"TableName":"table","BillingMode":"PAY_PER_REQUEST",
"AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"c","AttributeType":"N"},
{"AttributeName":"g","AttributeType":"B"}],
"KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"c","KeyType":"RANGE"}],
"LocalSecondaryIndexes":[{"IndexName":"local","Projection":{"ProjectionType":"KEYS_ONLY"},
"KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"g","KeyType":"RANGE"}]}],
"GlobalSecondaryIndexes":[{"IndexName":"global","Projection":{"ProjectionType":"ALL"},
"KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}],
"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}})";

constexpr std::string_view item =
    R"({"TableName":"table","Item":{"p":{"S":"x"},"c":{"N":"1"},"g":{"B":"AA=="},"l":{"L":[{"N":"1"}]}}})";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const input(reinterpret_cast<char const*>(data), size);
    auto const line = input.find('\n');
    auto const target = input.substr(0, line);
    auto const body = line == input.npos ? std::string_view() : input.substr(line + 1);
    monotable::service service{monotable::memory{}};
    service.handle("DynamoDB_20120810.CreateTable", table);
    service.handle("DynamoDB_20120810.PutItem", item);
    auto const prefix = target.find('.') == target.npos ? "DynamoDB_20120810." : "";
    auto const reply = service.handle(prefix + std::string(target), body);
    boost::system::error_code failure;
    auto const answer = boost::json::parse(reply.body, failure);
    bool const fine = !failure && answer.is_object() &&
                      (reply.status == 200) == !answer.get_object().contains("__type") && reply.status < 500;
    if (!fine) std::abort();
    return 0;
}
