// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/forwarding.hpp>
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>
#include <utility>

namespace {

namespace mt = monotable;
using namespace mt::literals;

struct note {
    std::string id, text;
    int size = 0;
};
struct notes;

} // namespace

template <>
struct monotable::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
};

namespace {

struct notes : mt::table<"notes", mt::entities<note>> {};

/// Keeps what the last write requested of the item.
class recorder : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    void perform(mt::operation const& what) override {
        if (what.kind == mt::operation_kind::write) requested_ = what.request<mt::calls::write>().returns;
        forwarding_backend::perform(what);
    }
    mt::return_values requested() const { return requested_; }

  private:
    mt::return_values requested_ = mt::return_values::updated_old;
};

} // namespace

TEST_CASE("a write requests no part of the item that its result does not show") {
    auto const backend = std::make_shared<recorder>(mt::memory{});
    mt::store<notes> db{std::shared_ptr<mt::backend>(backend)};
    using enum mt::return_values;
    db.put(note{"n1", "a", 1}).or_throw();
    CHECK(backend->requested() == none);
    CHECK(db.create(note{"n2", "a", 1}));
    CHECK(backend->requested() == none);
    CHECK(db.replace(note{"n2", "b", 1}));
    CHECK(backend->requested() == none);
    CHECK(db.put(note{"n2", "c", 1}, mt::when("size"_f == 1)));
    CHECK(backend->requested() == none);
    CHECK(db.update<note>("id"_f == "n1", "text"_f = "d"));
    CHECK(backend->requested() == none);
    CHECK(db.update<note>("id"_f == "n1", "text"_f = "e", mt::returning_old));
    CHECK(backend->requested() == all_old);
    CHECK(db.erase<note>("id"_f == "n2", mt::when("size"_f == 1)));
    CHECK(backend->requested() == none);
}

TEST_CASE("a put and an erasure request the item that was there only where their result has it") {
    auto const backend = std::make_shared<recorder>(mt::memory{});
    mt::store<notes> db{std::shared_ptr<mt::backend>(backend)};
    CHECK_FALSE(db.put(note{"n1", "a", 1}, mt::returning_old).before());
    CHECK(backend->requested() == mt::return_values::all_old);
    CHECK(db.put(note{"n1", "b", 1}, mt::returning_old).before()->text == "a");
    CHECK(db.put(note{"n1", "c", 1}).after().text == "c");
    CHECK(backend->requested() == mt::return_values::none);
    CHECK(db.erase<note>("id"_f == "n1", mt::returning_old).before()->text == "c");
    CHECK(backend->requested() == mt::return_values::all_old);
    CHECK(db.erase<note>("id"_f == "n1"));
    CHECK(db.erase(note{"n1", "", 0}));
    CHECK(backend->requested() == mt::return_values::none);
    CHECK_FALSE(db.erase(note{"n1", "", 0}, mt::returning_old).before());
}
