// SPDX-License-Identifier: BSL-1.0
// Copies and children that are found by indexes of other kinds: one that projects little, one over plain attributes,
// a sharded one; many of them; and children that the store itself erases.
#include <monotable/relations.hpp>
#include <monotable/streams.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct band {
    std::string name, country = {};
    std::optional<int> founded = {};
    int songs = 0, albums = 0, seconds = 0;
};

/// Found by an index that projects no more than is summed up.
struct song {
    std::string id, band_name = {};
    int seconds = 0;
    std::optional<std::string> band_country = {};
};

/// Found by an index over its plain attribute; its partition key is another.
struct album {
    std::string year, id, by = {};
    std::optional<int> founded = {};
};

/// Found in several shards.
struct play {
    std::string id, band_name = {};
    std::optional<std::string> country = {};
    std::chrono::sys_seconds until = {};
};

} // namespace

template <>
struct mt::entity<band> {
    using key = mt::key<"BAND#{name}", "BAND">;
    using attributes = mt::attributes<mt::defaulted<"albums">>;
};
template <>
struct mt::entity<song> {
    using key = mt::key<"SONG#{id}", "SONG">;
    using indexes = mt::indexes<mt::index<"Songs", "BAND#{band_name}", "{id}">>;
};
template <>
struct mt::entity<album> {
    using key = mt::key<"YEAR#{year}", "ALBUM#{id}">;
};
template <>
struct mt::entity<play> {
    using key = mt::key<"PLAY#{id}", "PLAY">;
    using indexes = mt::indexes<mt::index<"Plays", "BAND#{band_name}#{id:shard 3}", "{id}">>;
    using attributes = mt::attributes<mt::time_to_live<"until">>;
};

namespace {

template <class Mode>
struct music
    : mt::table<
          "music", mt::stream, mt::gsi<"Songs", mt::include<"seconds">>, mt::gsi<"Albums", mt::partition_key<"by">>,
          mt::gsi<"Plays">, mt::entities<band, song, album, play>,
          mt::duplicated<"song", band, song, mt::match<"name", "band_name">, mt::copy<"country", "band_country">, Mode>,
          mt::total<"songs", band, song, mt::match<"name", "band_name">, mt::count<"songs">, mt::sum<"seconds">, Mode>,
          mt::duplicated<"album", band, album, mt::match<"name", "by">, mt::copy<"founded">, Mode>,
          mt::total<"albums", band, album, mt::match<"name", "by">, mt::count<"albums">, Mode>,
          mt::duplicated<"play", band, play, mt::match<"name", "band_name">, mt::copy<"country">, Mode>> {};

void follow(mt::store<music<mt::by_stream>>& db) {
    mt::worker<music<mt::by_stream>> worker(db);
    while (worker.run_once(1000) != 0) {}
}
void follow(mt::store<music<mt::in_transaction>>&) {}

} // namespace

TEMPLATE_TEST_CASE("copies and children are found by whatever index there is", "", mt::in_transaction, mt::by_stream) {
    mt::store<music<TestType>> db;
    auto const found = [&] { return db.template get<band>("name"_f == "can").value(); };
    db.put(band{"can", "DE", 1968}).or_throw();
    for (auto const* id : {"1", "2", "3", "4", "5", "6", "7"}) {
        db.put(song{id, "can", 100}).or_throw();
        db.put(album{"1971", id, "can"}).or_throw();
        db.put(play{id, "can"}).or_throw();
    }
    follow(db);
    CHECK(found().songs == 7);
    CHECK(found().albums == 7);
    CHECK(found().seconds == 700);
    REQUIRE(db.template update<band>("name"_f == "can", "country"_f = "FR", "founded"_f = 1969));
    REQUIRE(db.template update<song>("id"_f == "3", "seconds"_f = 1));
    follow(db);
    for (auto const* id : {"1", "2", "3", "4", "5", "6", "7"}) {
        CHECK(db.template get<song>("id"_f == id)->band_country == "FR");
        CHECK(db.template get<album>("year"_f == "1971", "id"_f == id)->founded == 1969);
        CHECK(db.template get<play>("id"_f == id)->country == "FR");
    }
    CHECK(found().seconds == 601);
}

TEST_CASE("by_stream: thousands of copies are rewritten, in as many batches as it takes") {
    mt::store<music<mt::by_stream>> db;
    db.put(band{"can", "DE"}).or_throw();
    for (int i = 0; i != 3000; ++i) db.put(song{std::to_string(i), "can", 1}).or_throw();
    follow(db);
    REQUIRE(db.update<band>("name"_f == "can", "country"_f = "FR"));
    follow(db);
    int wrong = 0;
    for (song const& each : db.scan<song>()) wrong += each.band_country == "FR" ? 0 : 1;
    CHECK(wrong == 0);
    CHECK(db.get<band>("name"_f == "can")->songs == 3000);
}

namespace {

/// Plays are counted until they expire.
struct charts
    : mt::table<"charts", mt::stream, mt::gsi<"Plays">, mt::entities<band, play>,
                mt::total<"plays", band, play, mt::match<"name", "band_name">, mt::count<"songs">, mt::by_stream>> {};

} // namespace

TEST_CASE("by_stream: a total follows children that the store erases because their time is over") {
    mt::store<charts> db;
    mt::worker<charts> worker(db);
    db.put(band{"can", "DE"}).or_throw();
    db.put(play{"1", "can", {}, std::chrono::sys_seconds(std::chrono::seconds(1'000'000'000))}).or_throw();
    db.put(play{"2", "can", {}, std::chrono::sys_seconds(std::chrono::seconds(1'000'009'000))}).or_throw();
    while (worker.run_once() != 0) {}
    CHECK(db.get<band>("name"_f == "can")->songs == 2);
    CHECK(db.implementation()->local_maintenance()->expire_items(1'000'000'005) == 1);
    while (worker.run_once() != 0) {}
    CHECK(db.get<band>("name"_f == "can")->songs == 1);
}
