// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/forwarding.hpp>
#include <monotable/endpoint/service.hpp>
#include <monotable/error.hpp>
#include <monotable/local/memory.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>

namespace {

namespace mt = monotable;

/// Every operation fails.
class broken : public mt::forwarding_backend {
  public:
    explicit broken(mt::store_fault fault) : forwarding_backend(mt::memory()), fault_(fault) {}
    void perform(mt::operation const&) override { throw mt::store_error(fault_, "the reason"); }

  private:
    mt::store_fault fault_;
};

/// Status and body of a request to a store that fails.
std::string answer(mt::store_fault fault) {
    mt::service service(std::make_shared<broken>(fault));
    auto const reply = service.handle("DynamoDB_20120810.GetItem", R"({"TableName":"table","Key":{"p":{"S":"a"}}})");
    return std::to_string(reply.status) + " " + reply.body;
}

std::string service_error(std::string const& status, std::string const& name, std::string const& member = "message") {
    return status + R"( {"__type":"com.amazonaws.dynamodb.v20120810#)" + name + "\",\"" + member + R"(":"the reason"})";
}

} // namespace

TEST_CASE("each fault of the store is answered with the service's error and status") {
    using enum mt::store_fault;
    CHECK(answer(validation) ==
          R"(400 {"__type":"com.amazon.coral.validate#ValidationException","message":"the reason"})");
    CHECK(answer(no_such_table) == service_error("400", "ResourceNotFoundException"));
    CHECK(answer(no_such_stream) == service_error("400", "ResourceNotFoundException"));
    CHECK(answer(table_exists) == service_error("400", "ResourceInUseException"));
    CHECK(answer(token_reused) == service_error("400", "IdempotentParameterMismatchException"));
    CHECK(answer(limit_exceeded) == service_error("400", "LimitExceededException"));
    CHECK(answer(trimmed) == service_error("400", "TrimmedDataAccessException"));
    CHECK(answer(throttled) == service_error("400", "ProvisionedThroughputExceededException"));
    CHECK(answer(conflict) == service_error("400", "TransactionConflictException"));
    CHECK(answer(in_progress) == service_error("400", "TransactionInProgressException"));
    CHECK(answer(denied) ==
          R"(400 {"__type":"com.amazon.coral.service#AccessDeniedException","Message":"the reason"})");
}

TEST_CASE("clients repeat what the store could not do, or may not have done") {
    using enum mt::store_fault;
    CHECK(answer(unavailable) ==
          R"(503 {"__type":"com.amazon.coral.availability#ServiceUnavailableException","message":"the reason"})");
    CHECK(answer(outcome_unknown) == service_error("500", "InternalServerError"));
}
