// SPDX-License-Identifier: BSL-1.0
#include "club_model.hpp"

#include <store_support.hpp>

#include <monotable/managed_fields.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <memory>
#include <string>
#include <vector>

using namespace club_model;
using store_support::says;

namespace {

member const ann{"ann", "Ann"}, bob{"bob", "Bob"};
club const chess{7, "Chess"}, rowing{70, "Rowing"};

template <class Town>
void fill(mt::store<Town>& db) {
    db.create(ann).or_throw();
    db.create(bob).or_throw();
    db.create(chess).or_throw();
    db.create(rowing).or_throw();
}

} // namespace

namespace {

struct driver {
    std::string id;
    int trips = 0;
    std::int64_t version = 0;
};
struct car {
    std::string id;
};
struct drive {
    std::string who, what;
};

} // namespace

template <>
struct monotable::entity<driver> {
    using key = monotable::key<"D#{id}", "D">;
    using attributes = monotable::attributes<monotable::version<"version">>;
};
template <>
struct monotable::entity<car> {
    using key = monotable::key<"C#{id}", "C">;
};
template <>
struct monotable::entity<drive> {
    using key = monotable::key<"D#{who}", "C#{what}">;
    using indexes = monotable::indexes<monotable::index<"GSI1", "C#{what}", "D#{who}">>;
};

namespace {

/// Sides that do not count their links.
struct garage
    : mt::table<
          "garage", mt::gsi<"GSI1">, mt::entities<driver, car, drive>,
          mt::many_to_many<"drives", driver, car, mt::edge<drive, mt::left<"id", "who">, mt::right<"id", "what">>>> {};

} // namespace

TEMPLATE_TEST_CASE("linking twice is linking once, and the payload stays or is replaced", "", free_town, strict_town,
                   cascading_town) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE(db.template link<"belongs">(ann, chess, "since"_f = 1990, "role"_f = "chair"));
    REQUIRE(db.template link<"belongs">(ann, chess));
    REQUIRE(db.template linked<"belongs">(ann).all() == std::vector{membership{"ann", 7, 1990, "chair"}});
    REQUIRE(db.template link<"belongs">(ann, chess, "since"_f = 1991));
    REQUIRE(db.template linked<"belongs">(chess).all() == std::vector{membership{"ann", 7, 1991, "chair"}});
    REQUIRE(db.template link<"belongs">(ann, chess, membership{"other", 1, 2000, "-"}));
    REQUIRE(db.template linked<"belongs">(chess).all() == std::vector{membership{"ann", 7, 2000, "-"}});
    REQUIRE(db.template scan<membership>().count() == 1);
}

TEMPLATE_TEST_CASE("unlinking is done if there is no link, and says what there was if asked", "", free_town,
                   strict_town, cascading_town) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE_FALSE(db.template unlink<"belongs">(ann, chess, mt::returning_old).before());
    REQUIRE(db.template link<"belongs">(ann, chess));
    REQUIRE(db.template link<"belongs">(bob, chess));
    REQUIRE(db.template unlink<"belongs">(ann, chess, mt::returning_old).before()->member_id == ann.id);
    REQUIRE(db.template unlink<"belongs">(ann, chess));
    REQUIRE_FALSE(db.template unlink<"belongs">(ann, chess, mt::returning_old).before());
    REQUIRE(db.template linked<"belongs">(chess).all() == std::vector{membership{"bob", 7}});
    REQUIRE(db.template linked<"belongs">(ann).count() == 0);
}

TEMPLATE_TEST_CASE("linking to something absent is refused, and says to what", "", free_town, strict_town,
                   cascading_town) {
    mt::store<TestType> db;
    fill(db);
    auto const no_club = db.template link<"belongs">(ann, club{8, {}});
    REQUIRE(no_club.error() == mt::write_error::missing_reference);
    REQUIRE_THROWS_MATCHES(no_club.or_throw(), mt::condition_failed, says("belongs (club)"));
    auto const no_member = db.template link<"belongs">(member{"zoe", {}}, chess);
    REQUIRE_THROWS_MATCHES(no_member.or_throw(), mt::condition_failed, says("belongs (member)"));
    auto const no_friend = db.template link<"likes">(ann, member{"zoe", {}});
    REQUIRE_THROWS_MATCHES(no_friend.or_throw(), mt::condition_failed, says("likes (right member)"));
    REQUIRE(db.template scan<membership>().count() == 0);
    REQUIRE(db.template scan<friendship>().count() == 0);
}

TEST_CASE("a relation without a policy leaves sides as they are, and lets them go") {
    mt::store<free_town> db;
    fill(db);
    REQUIRE(db.link<"belongs">(ann, chess));
    REQUIRE(db.scan<member>().as<mt::item>().first()->size() == 4); // no count
    REQUIRE(db.erase(ann));
    REQUIRE(db.linked<"belongs">(chess).count() == 1);
    REQUIRE_FALSE(db.left_of<"belongs">(membership{"ann", 7}));
}

TEST_CASE("a side that is linked is not erased, whichever verb links and erases") {
    mt::store<strict_town> db;
    fill(db);
    REQUIRE(db.link<"belongs">(ann, chess));
    REQUIRE(db.put(membership{"bob", 7, 1, "-"}));
    REQUIRE(db.put(membership{"bob", 7, 2, "-"})); // the same link
    REQUIRE(db.erase(chess).error() == mt::write_error::referenced);
    REQUIRE(db.erase(ann).error() == mt::write_error::referenced);
    REQUIRE_THROWS_MATCHES(db.erase(ann).or_throw(), mt::condition_failed, says("others refer by belongs"));
    REQUIRE(db.unlink<"belongs">(ann, chess));
    REQUIRE(db.erase(ann));
    REQUIRE_FALSE(db.erase(chess));
    REQUIRE(db.erase<membership>("member_id"_f == "bob", "club_number"_f == 7));
    REQUIRE(db.erase(chess));
    REQUIRE_FALSE(db.put(membership{"bob", 7, 1, "-"})); // nothing there any more
    REQUIRE(db.erase(bob));
}

TEST_CASE("what is written of a side does not make it forget its links") {
    mt::store<strict_town> db;
    fill(db);
    REQUIRE(db.link<"belongs">(ann, chess));
    db.put(member{"ann", "Anna"}).or_throw();
    REQUIRE(db.replace(member{"ann", "Annie"}));
    REQUIRE(db.update<member>("id"_f == "ann", "name"_f = "Ann B."));
    REQUIRE_FALSE(db.erase(ann));
}

TEST_CASE("children count for their parent: they come, change hands and go") {
    mt::store<strict_town> db;
    fill(db);
    REQUIRE(db.create(tool{"saw", "ann"}));
    REQUIRE(db.create(tool{"axe", {}}));
    REQUIRE(db.create(tool{"awl", "zoe"}).error() == mt::write_error::missing_reference);
    REQUIRE_FALSE(db.erase(ann));
    REQUIRE(db.update<tool>("id"_f == "saw", "owner"_f = "zoe").error() == mt::write_error::missing_reference);
    REQUIRE(db.update<tool>("id"_f == "saw", "owner"_f = "bob"));
    REQUIRE(db.children<"tools">(bob).count() == 1);
    REQUIRE(db.erase(ann));
    REQUIRE_FALSE(db.erase(bob));
    REQUIRE(db.update<tool>("id"_f == "saw", "owner"_f.remove()));
    REQUIRE(db.erase(bob));
    REQUIRE(db.scan<tool>().count() == 2);
}

TEST_CASE("erasing cascades over links and children, and to no other") {
    mt::store<cascading_town> db;
    fill(db);
    REQUIRE(db.link<"belongs">(ann, chess));
    REQUIRE(db.link<"belongs">(ann, rowing));
    REQUIRE(db.link<"belongs">(bob, chess));
    REQUIRE(db.link<"likes">(ann, bob));
    REQUIRE(db.link<"likes">(bob, ann));
    REQUIRE(db.link<"likes">(ann, ann));
    REQUIRE(db.link<"likes">(bob, bob));
    REQUIRE(db.create(tool{"saw", "ann"}));
    REQUIRE(db.create(tool{"axe", "bob"}));
    REQUIRE(db.erase(ann));
    REQUIRE(db.scan<membership>().all() == std::vector{membership{"bob", 7}});
    REQUIRE(db.scan<friendship>().all() == std::vector{friendship{"bob", "bob"}});
    REQUIRE(db.scan<tool>().all() == std::vector{tool{"axe", "bob"}});
    REQUIRE(db.scan<club>().count() == 2);
    REQUIRE(db.erase(chess));
    REQUIRE(db.erase(bob));
    REQUIRE(db.scan<membership>().count() + db.scan<friendship>().count() + db.scan<tool>().count() == 0);
}

TEST_CASE("a thousand links are listed in pages and erased in chunks") {
    mt::store<cascading_town> db;
    fill(db);
    for (int i = 0; i != 1000; ++i) {
        db.put(club{1000 + i, {}}).or_throw();
        REQUIRE(db.link<"belongs">(ann, club{1000 + i, {}}));
    }
    std::size_t found = 0, pages = 0;
    std::string cursor;
    do {
        auto const page = db.linked<"belongs">(ann).limit(64).after(cursor).page();
        found += page.items.size();
        cursor = page.cursor;
        ++pages;
    } while (!cursor.empty());
    REQUIRE(found == 1000);
    REQUIRE(pages == 16);
    REQUIRE(db.erase(ann));
    REQUIRE(db.scan<membership>().count() == 0);
    REQUIRE(db.erase(club{1000, {}}));
    REQUIRE(db.scan<club>().count() == 1001);
}

TEST_CASE("links are actions of a transaction") {
    mt::store<strict_town> db;
    REQUIRE(db.transact(mt::create(ann), mt::create(chess), mt::link<"belongs">(ann, chess, "since"_f = 3)));
    REQUIRE(db.linked<"belongs">(ann).first()->since == 3);
    auto const refused = db.transact(mt::create(rowing), mt::link<"belongs">(bob, rowing));
    REQUIRE_FALSE(refused);
    REQUIRE(refused.get<1>().error() == mt::write_error::missing_reference);
    REQUIRE_FALSE(db.get<club>("number"_f == 70));
    REQUIRE(db.transact(mt::unlink<"belongs">(ann, chess), mt::erase(ann), mt::erase(chess)));
    REQUIRE(db.scan<membership>().count() == 0);
    REQUIRE(db.scan<member>().count() == 0);
}

TEMPLATE_TEST_CASE("the order of a transaction's actions does not matter to links", "", free_town, strict_town,
                   cascading_town) {
    mt::store<TestType> db;
    REQUIRE(db.transact(mt::link<"belongs">(ann, chess, "since"_f = 3), mt::create(ann), mt::create(chess)));
    REQUIRE(db.template linked<"belongs">(ann).first()->since == 3);
    club const moved{8, "Chess"};
    REQUIRE(db.transact(mt::unlink<"belongs">(ann, chess)));
    REQUIRE(db.transact(mt::link<"belongs">(ann, moved), mt::move(chess, moved)));
    REQUIRE(db.template linked<"belongs">(moved).count() == 1);
    auto later = db.transaction();
    later.add(mt::link<"belongs">(bob, moved));
    later.put(bob);
    REQUIRE(later.commit());
    REQUIRE(db.template linked<"belongs">(moved).count() == 2);
    REQUIRE_FALSE(db.transact(mt::link<"belongs">(ann, chess), mt::move(moved, club{9, "Chess"})));
}

TEST_CASE("a transaction links to a side with managed fields that it writes, in any order") {
    mt::store<garage> db;
    REQUIRE(db.transact(mt::put(driver{"1"}), mt::link<"drives">(driver{"1"}, car{"c"}), mt::put(car{"c"})));
    REQUIRE(db.transact(mt::link<"drives">(driver{"2"}, car{"c"}), mt::upsert<driver>("id"_f == "2", "trips"_f = 3)));
    driver const first = db.get<driver>("id"_f == "1").value();
    REQUIRE(db.transact(mt::link<"drives">(driver{"3"}, car{"c"}), mt::move(first, driver{"3"})));
    REQUIRE(db.linked<"drives">(car{"c"}).count() == 3);
    REQUIRE(db.transact(mt::link<"drives">(driver{"4"}, car{"c"}), mt::update<driver>("id"_f == "4", "trips"_f = 1))
                .get<1>()
                .error() == mt::write_error::not_found);
    REQUIRE(db.scan<drive>().count() == 3);
}

TEST_CASE("links return the item that links, before or after") {
    mt::store<strict_town> db;
    fill(db);
    REQUIRE_FALSE(db.link<"belongs">(ann, chess, "since"_f = 1, mt::returning_old).before());
    REQUIRE(db.link<"belongs">(ann, chess, "since"_f = 2, mt::returning_old).before()->since == 1);
    REQUIRE(db.link<"belongs">(ann, chess, "role"_f = "chair", mt::returning_new).after() ==
            membership{ann.id, chess.number, 2, "chair"});
    REQUIRE(db.link<"belongs">(bob, chess, mt::returning_new).after() == membership{bob.id, chess.number});
    auto const both = db.transact(mt::unlink<"belongs">(ann, chess, mt::returning_old),
                                  mt::link<"belongs">(bob, chess, "since"_f = 7, mt::returning_new));
    REQUIRE(both.get<0>().before()->since == 2);
    REQUIRE(both.get<1>().after().since == 7);
    auto const refused = db.link<"belongs">(member{"none", {}}, chess, mt::returning_new);
    REQUIRE(refused.error() == mt::write_error::missing_reference);
    REQUIRE_THROWS_AS(refused.after(), mt::condition_failed);
}

TEST_CASE("a transaction does not cascade over more than it takes") {
    mt::store<cascading_town> db;
    fill(db);
    for (int i = 0; i != 60; ++i) {
        db.put(club{1000 + i, {}}).or_throw();
        REQUIRE(db.link<"belongs">(ann, club{1000 + i, {}}));
    }
    REQUIRE_THROWS_MATCHES(db.transact(mt::erase(ann), mt::erase(bob)), mt::store_error, says("at most 100"));
    REQUIRE(db.linked<"belongs">(ann).count() == 60);
}

TEST_CASE("what was linked before there was a policy is found, though not counted") {
    auto const backend = std::shared_ptr<mt::backend>(mt::memory());
    mt::store<free_town> before{backend};
    fill(before);
    REQUIRE(before.link<"belongs">(ann, chess));
    REQUIRE(before.link<"belongs">(bob, chess));
    mt::store<strict_town> strict{backend};
    REQUIRE(strict.erase(ann).error() == mt::write_error::referenced);
    REQUIRE(strict.unlink<"belongs">(ann, chess));
    REQUIRE(strict.erase(ann));
    REQUIRE_FALSE(strict.erase(chess)); // of which one more was taken away than was counted
    mt::store<cascading_town> cascading{backend};
    REQUIRE(cascading.erase(chess));
    REQUIRE(cascading.scan<membership>().count() == 0);
}

TEST_CASE("a side that is written in the transaction that unlinks it keeps the right count of its links") {
    mt::store<strict_town> db;
    fill(db);
    REQUIRE(db.link<"belongs">(ann, chess));
    REQUIRE(db.link<"belongs">(bob, chess));
    REQUIRE(db.transact(mt::put(club{7, "Chess club"}), mt::unlink<"belongs">(ann, chess)));
    REQUIRE(db.erase(chess).error() == mt::write_error::referenced);
    REQUIRE(db.transact(mt::unlink<"belongs">(bob, chess), mt::put(club{7, "Nobody's"})));
    REQUIRE(db.erase(chess));
}

TEMPLATE_TEST_CASE("a side does not move away from its links, and erases none of them", "", strict_town,
                   cascading_town) {
    mt::store<TestType> db;
    fill(db);
    club const moved{8, "Chess"};
    REQUIRE(db.template link<"belongs">(ann, chess));
    auto const refused = db.move(chess, moved);
    REQUIRE(refused.error() == mt::write_error::referenced);
    REQUIRE_THROWS_MATCHES(refused.or_throw(), mt::condition_failed, says("others refer by belongs"));
    REQUIRE_FALSE(db.transact(mt::move(chess, moved)));
    REQUIRE(db.template linked<"belongs">(chess).count() == 1);
    REQUIRE(db.template unlink<"belongs">(ann, chess));
    REQUIRE(db.move(chess, moved));
    REQUIRE(db.template link<"belongs">(ann, moved));
    REQUIRE(db.template unlink<"belongs">(ann, moved));
    REQUIRE(db.erase(moved));
    REQUIRE(db.erase(ann));
}

TEMPLATE_TEST_CASE("a parent does not move away from its children, and does once they are others'", "", strict_town,
                   cascading_town) {
    mt::store<TestType> db;
    fill(db);
    REQUIRE(db.create(tool{"saw", "ann"}));
    member const anna{"anna", "Anna"};
    REQUIRE(db.move(ann, anna).error() == mt::write_error::referenced);
    REQUIRE(db.template scan<tool>().all() == std::vector{tool{"saw", "ann"}});
    REQUIRE(db.template update<tool>("id"_f == "saw", "owner"_f = "bob"));
    REQUIRE(db.move(ann, anna));
    REQUIRE(db.template update<tool>("id"_f == "saw", "owner"_f = "anna"));
    REQUIRE(db.erase(bob));
    REQUIRE(db.template children<"tools">(anna).count() == 1);
}
