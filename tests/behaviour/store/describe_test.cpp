// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/forwarding.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/evolution.hpp>
#include <monotable/monotable.hpp>

#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;
using store_support::says;

namespace {

struct note {
    std::string id, text;
};

} // namespace

template <>
struct mt::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
    using indexes = mt::indexes<mt::index<"Texts", "{text}", "{id}">>;
};

namespace {

struct notes : mt::table<"notes", mt::stream, mt::gsi<"Texts">, mt::entities<note>> {};

/// Says of each change of a table that it is going on, for as many questions as it is told, and refuses another change and
/// every use meanwhile, as DynamoDB does.
class slow_backend : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    int questions = 3;                  ///< that a change takes
    bool forgetful = false;             ///< does not know of a table that is being created
    bool deleting = false;              ///< the table that is there is on its way out
    std::vector<std::string> history{}; ///< of states that were told

  protected:
    bool do_create_table(mt::table_description const& table, mt::table_settings const& settings) override {
        if (left_ != 0) return false;
        bool const created = forwarding_backend::do_create_table(table, settings);
        if (created) begin(mt::table_state::creating, mt::table_state::creating);
        return created;
    }
    void do_change_settings(std::string_view table, mt::table_settings const& settings) override {
        refuse_unless_active();
        forwarding_backend::do_change_settings(table, settings);
        begin(mt::table_state::updating, mt::table_state::active);
    }
    void do_add_index(std::string_view table, mt::index_description const& index) override {
        refuse_unless_active();
        forwarding_backend::do_add_index(table, index);
        begin(mt::table_state::active, mt::table_state::creating); // the index takes longer than its table
    }
    mt::table_status do_status(std::string_view table) override {
        if (deleting && left_ == 0) begin(mt::table_state::deleting, mt::table_state::deleting);
        auto status = forwarding_backend::do_status(table);
        if (left_ == 0) return status;
        if (--left_ == 0 && deleting) {
            deleting = false;
            inner().delete_table(table);
        }
        if (forgetful && state_ == mt::table_state::creating)
            throw mt::store_error(mt::store_fault::no_such_table, "not yet");
        status.state = state_;
        for (auto& each : status.indexes) each.state = index_state_;
        history.push_back(std::string(name_of(state_)) + (status.indexes.empty() ? "" : "/") +
                          (status.indexes.empty() ? "" : std::string(name_of(index_state_))));
        return status;
    }
    mt::write_outcome do_write(mt::write_request const& request) override {
        refuse_unless_active();
        return forwarding_backend::do_write(request);
    }

  private:
    void begin(mt::table_state state, mt::table_state index_state) {
        state_ = state;
        index_state_ = index_state;
        left_ = questions;
    }
    void refuse_unless_active() const {
        if (left_ != 0) throw mt::store_error(mt::store_fault::unavailable, "the table is in use");
    }

    mt::table_state state_ = mt::table_state::active, index_state_ = mt::table_state::active;
    int left_ = 0;
};

std::shared_ptr<slow_backend> slow() { return std::make_shared<slow_backend>(mt::memory{}); }

} // namespace

TEST_CASE("a table in memory and its indexes are active at once") {
    mt::memory const backend;
    mt::store<notes> db(backend);
    auto const status = backend->status("notes");
    CHECK(status.state == mt::table_state::active);
    REQUIRE(status.indexes.size() == 1);
    CHECK(status.indexes[0].state == mt::table_state::active);
}

TEST_CASE("a store returns from opening when the table that it created is active") {
    auto const backend = slow();
    mt::store<notes> db(backend);
    db.put(note{"1", "usable"}).or_throw();
    CHECK(db.get<note>("id"_f == "1")->text == "usable");
    CHECK(backend->history == std::vector<std::string>(3, "creating/creating"));
}

TEST_CASE("a store waits for a table that the backend does not know of yet") {
    auto const backend = slow();
    backend->forgetful = true;
    mt::store<notes> db(backend);
    db.put(note{"1", "usable"}).or_throw();
    CHECK(backend->history.empty());
}

TEST_CASE("a store waits for a table to be active before it changes settings, and after it") {
    auto const backend = slow();
    mt::store<notes> first(backend);
    backend->change_settings("notes", {});
    backend->history.clear();
    mt::store<notes> db(backend); // turns the stream on again
    db.put(note{"1", "usable"}).or_throw();
    CHECK(backend->history == std::vector<std::string>(6, "updating/active"));
    CHECK(backend->status("notes").settings.stream == mt::stream_view::new_and_old_images);
}

TEST_CASE("a store waits for an index that is added") {
    auto const backend = slow();
    mt::table_description plain{.name = "notes", .partition = store_support::S("PK"), .sort = store_support::S("SK")};
    backend->create_table(plain);
    while (backend->status("notes").state != mt::table_state::active) {}
    backend->history.clear();
    mt::store<notes> db(backend, {.opening = mt::add_missing_indexes});
    db.put(note{"1", "usable"}).or_throw();
    CHECK(backend->history == std::vector<std::string>{"updating", "updating", "updating", "active/creating",
                                                       "active/creating", "active/creating"});
    CHECK(db.query<note>("text"_f == "usable").count() == 1);
}

TEST_CASE("a table that is on its way out is created again when it is gone") {
    auto const backend = slow();
    {
        mt::store<notes> db(backend);
        db.put(note{"1", "old"}).or_throw();
    }
    backend->deleting = true;
    mt::store<notes> db(backend);
    CHECK_FALSE(db.get<note>("id"_f == "1"));
    db.put(note{"1", "new"}).or_throw();
}

TEST_CASE("a table that is not active in time is an error that names it and its state") {
    auto const backend = slow();
    backend->questions = 1'000'000;
    CHECK_THROWS_MATCHES((mt::store<notes>(backend, {.timeout = 50ms})), mt::store_error,
                         says("monotable: table notes is creating, and was not active within 50 ms; open the store "
                              "later, or with a longer store_options::timeout"));
    auto const other = slow();
    other->forgetful = true;
    other->questions = 1'000'000;
    CHECK_THROWS_MATCHES((mt::store<notes>(other, {.timeout = 0ms})), mt::store_error,
                         says("table notes is not found after it was created"));
}

TEST_CASE("an index that is not active in time is an error that names it and its state") {
    auto const backend = slow();
    mt::store<notes> db(backend);
    backend->questions = 1'000'000;
    backend->drop_index("notes", "Texts");
    backend->add_index("notes", {.name = "Texts", .partition = {store_support::S("TextsPK")}});
    try {
        mt::detail::open_table(static_cast<mt::backend&>(*backend), backend->describe("notes"), {}, 30ms);
        FAIL("was opened");
    } catch (mt::store_error const& e) {
        CHECK(e.fault() == mt::store_fault::unavailable);
        CHECK(std::string(e.what()).find("monotable: index Texts of table notes is creating, and was not active within "
                                         "30 ms") == 0);
    }
}
