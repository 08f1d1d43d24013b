// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/stream.hpp>
#include <monotable/backend/table_status.hpp>
#include <monotable/monotable.hpp>

#include <stream_support.hpp>

#include <catch2/catch_test_macros.hpp>

#include <string>

namespace mt = monotable;
using namespace mt::literals;

namespace {

struct note {
    std::string id, text;
};

} // namespace

template <>
struct mt::entity<note> {
    using key = mt::key<"NOTE#{id}", "NOTE">;
};

namespace {

struct plain : mt::table<"notes", mt::entities<note>> {};
struct recorded : mt::table<"notes", mt::stream, mt::entities<note>> {};
struct keys_recorded : mt::table<"notes", mt::stream_of<mt::keys_only>, mt::entities<note>> {};
struct new_recorded : mt::table<"notes", mt::stream_of<mt::new_image>, mt::entities<note>> {};
struct old_recorded : mt::table<"notes", mt::stream_of<mt::old_image>, mt::entities<note>> {};

mt::table_settings settings(mt::memory const& backend) { return backend->status("notes").settings; }

} // namespace

TEST_CASE("a store turns on the stream that its table asks for") {
    mt::memory const none, both, keys, after, before;
    mt::store<plain> a(none);
    mt::store<recorded> b(both);
    mt::store<keys_recorded> c(keys);
    mt::store<new_recorded> d(after);
    mt::store<old_recorded> e(before);
    CHECK(settings(none).stream == mt::stream_view::none);
    CHECK(settings(both).stream == mt::stream_view::new_and_old_images);
    CHECK(settings(keys).stream == mt::stream_view::keys_only);
    CHECK(settings(after).stream == mt::stream_view::new_image);
    CHECK(settings(before).stream == mt::stream_view::old_image);
}

TEST_CASE("a store turns on the stream of a table that exists, and touches no other setting") {
    mt::memory const backend;
    mt::store<plain> before(backend);
    backend->change_settings("notes", {.time_to_live = "ends", .annotations = "mine"});
    before.put(note{"1", "not recorded"}).or_throw();
    mt::store<recorded> db(backend);
    CHECK(settings(backend) == mt::table_settings{.stream = mt::stream_view::new_and_old_images,
                                                  .time_to_live = "ends",
                                                  .annotations = "mine"});
    db.put(note{"2", "recorded"}).or_throw();
    auto const streams = backend->streams("notes");
    REQUIRE(streams.size() == 1);
    CHECK(store_support::records_of(*backend, streams[0].id).size() == 1);
}

TEST_CASE("a stream goes on when more stores are made of its table") {
    mt::memory const backend;
    mt::store<recorded> first(backend);
    mt::store<plain> second(backend); // asks for none, and does not turn it off
    mt::store<recorded> third(backend);
    mt::store<keys_recorded> fourth(backend); // both images do for keys
    CHECK(settings(backend).stream == mt::stream_view::new_and_old_images);
    CHECK(backend->streams("notes").size() == 1);
}

TEST_CASE("a stream with less than the model asks for is an error, and goes on") {
    mt::memory const backend;
    mt::store<keys_recorded> first(backend);
    CHECK_THROWS_AS(mt::store<recorded>(backend), mt::store_error);
    CHECK(settings(backend).stream == mt::stream_view::keys_only);
}
