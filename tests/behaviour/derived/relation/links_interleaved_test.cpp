// SPDX-License-Identifier: BSL-1.0
// Another writer comes exactly between what a verb reads and what it writes.
#include <club_check.hpp>
#include <stores_model.hpp>

#include <monotable/backend/forwarding.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace mt = monotable;
using namespace mt::literals;

namespace {

/// Does something else first, once, where the next write is asked for.
class interrupted_backend : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

    void before_the_next_write(std::function<void()> what) { what_ = std::move(what); }

    mt::write_outcome do_write(mt::write_request const& request) override {
        interrupt();
        return forwarding_backend::do_write(request);
    }
    mt::transaction_outcome do_transact_write(mt::detail::array_view<mt::write_request> actions,
                                              std::string_view token) override {
        interrupt();
        return forwarding_backend::do_transact_write(actions, token);
    }

  private:
    void interrupt() {
        if (auto const what = std::exchange(what_, nullptr)) what();
    }

    std::function<void()> what_;
};

template <class Table>
struct interrupted {
    std::shared_ptr<mt::backend> const inner = mt::memory();
    std::shared_ptr<interrupted_backend> const outer = std::make_shared<interrupted_backend>(inner);
    mt::store<Table> db{std::shared_ptr<mt::backend>(outer)};
    mt::store<Table> others{inner};
};

} // namespace

using namespace club_model;

TEST_CASE("a side that is linked while it is being erased is not erased") {
    interrupted<strict_town> town;
    town.db.put(member{"ann", {}}).or_throw();
    town.db.put(club{1, {}}).or_throw();
    town.outer->before_the_next_write([&] { REQUIRE(town.others.link<"belongs">(member{"ann", {}}, club{1, {}})); });
    REQUIRE(town.db.erase(club{1, {}}).error() == mt::write_error::referenced);
    town.outer->before_the_next_write([&] { REQUIRE(town.others.put(tool{"saw", "ann"})); });
    REQUIRE(town.others.unlink<"belongs">(member{"ann", {}}, club{1, {}}));
    REQUIRE(town.db.erase(member{"ann", {}}).error() == mt::write_error::referenced);
    REQUIRE(faults_of(town.db).empty());
}

TEST_CASE("a link that is made while its side is being erased goes with it") {
    interrupted<cascading_town> town;
    town.db.put(member{"ann", {}}).or_throw();
    town.db.put(member{"bob", {}}).or_throw();
    town.db.put(club{1, {}}).or_throw();
    REQUIRE(town.db.link<"belongs">(member{"ann", {}}, club{1, {}}));
    town.outer->before_the_next_write([&] { REQUIRE(town.others.link<"belongs">(member{"bob", {}}, club{1, {}})); });
    REQUIRE(town.db.erase(club{1, {}}));
    REQUIRE(town.db.scan<membership>().count() == 0);
    REQUIRE(faults_of(town.db).empty());
}

TEMPLATE_TEST_CASE("a side that goes while it is being linked refuses the link", "", free_town, strict_town,
                   cascading_town) {
    interrupted<TestType> town;
    town.db.create(member{"ann", {}}).or_throw();
    town.db.create(club{1, {}}).or_throw();
    town.outer->before_the_next_write([&] { REQUIRE(town.others.erase(club{1, {}})); });
    REQUIRE(town.db.template link<"belongs">(member{"ann", {}}, club{1, {}}).error() ==
            mt::write_error::missing_reference);
    REQUIRE(town.db.template scan<membership>().count() == 0);
}

TEMPLATE_TEST_CASE("two who link the same make one link", "", free_town, strict_town, cascading_town) {
    interrupted<TestType> town;
    town.db.create(member{"ann", {}}).or_throw();
    town.db.create(club{1, {}}).or_throw();
    member const ann{"ann", {}};
    town.outer->before_the_next_write(
        [&] { REQUIRE(town.others.template link<"belongs">(ann, club{1, {}}, "since"_f = 1)); });
    REQUIRE(town.db.template link<"belongs">(ann, club{1, {}}, "role"_f = "chair"));
    REQUIRE(town.db.template linked<"belongs">(ann).all() == std::vector{membership{"ann", 1, 1, "chair"}});
    town.outer->before_the_next_write([&] { REQUIRE(town.others.template unlink<"belongs">(ann, club{1, {}})); });
    REQUIRE_FALSE(town.db.template unlink<"belongs">(ann, club{1, {}}, mt::returning_old).before());
    town.outer->before_the_next_write([] {});
    REQUIRE(town.db.erase(ann));
}

TEST_CASE("a child that changes hands while its old parent is being erased stays") {
    interrupted<cascading_town> town;
    town.db.put(member{"ann", {}}).or_throw();
    town.db.put(member{"bob", {}}).or_throw();
    REQUIRE(town.db.put(tool{"saw", "ann"}));
    town.outer->before_the_next_write([&] { REQUIRE(town.others.put(tool{"saw", "bob"})); });
    REQUIRE(town.db.erase(member{"ann", {}}));
    REQUIRE(town.db.scan<tool>().all() == std::vector{tool{"saw", "bob"}});
    REQUIRE(faults_of(town.db).empty());
}

TEST_CASE("a whole object that is put does not undo what became of its references meanwhile") {
    interrupted<strict_town> town;
    for (char const* id : {"ann", "bob", "cyd"}) town.db.put(member{id, {}}).or_throw();
    REQUIRE(town.db.put(tool{"saw", "ann"}));
    town.outer->before_the_next_write([&] { REQUIRE(town.others.put(tool{"saw", "bob"})); });
    REQUIRE(town.db.put(tool{"saw", "ann"}));
    REQUIRE(faults_of(town.db).empty());
    town.outer->before_the_next_write([&] { REQUIRE(town.others.put(tool{"saw", "bob"})); });
    REQUIRE(town.db.put(tool{"saw", "cyd"}));
    REQUIRE(faults_of(town.db).empty());
}

TEST_CASE("copies of a pair that is linked while a side changes are of the side as it is") {
    using namespace stores_model;
    interrupted<free_market> market;
    customer const joey{1, "Joey", "Zhao", 0};
    store const central{4, "Central", "Melbourne"};
    market.db.put(joey).or_throw();
    market.db.put(central).or_throw();
    market.outer->before_the_next_write([&] { REQUIRE(market.others.link<"manages">(joey, central)); });
    REQUIRE(market.db.update<store>("id"_f == 4u, "city"_f = "Perth"));
    REQUIRE(market.db.linked<"manages">(joey).first()->city == "Perth");
    REQUIRE(market.db.unlink<"manages">(joey, central));
    market.outer->before_the_next_write(
        [&] { REQUIRE(market.others.update<store>("id"_f == 4u, "city"_f = "Cairns")); });
    REQUIRE(market.db.link<"manages">(joey, central));
    REQUIRE(market.db.linked<"manages">(joey).first()->city == "Cairns");
    market.outer->before_the_next_write(
        [&] { REQUIRE(market.others.update<store>("id"_f == 4u, "city"_f = "Hobart")); });
    REQUIRE(market.db.replace(store{4, "Middle", "Cairns"}));
    REQUIRE(market.db.linked<"manages">(joey).first()->city == "Cairns");
    REQUIRE(market.db.linked<"manages">(joey).first()->name == "Middle");
}
