// SPDX-License-Identifier: BSL-1.0
#include <monotable/backend/forwarding.hpp>
#include <monotable/error.hpp>
#include <monotable/extras/observe.hpp>
#include <monotable/local/memory.hpp>

#include <shown_items.hpp>
#include <store_support.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

namespace mt = monotable;
using store_support::shown_items;
using store_support::simple_table;

mt::item key(std::string const& sort) { return {{"p", "a"}, {"c", sort}}; }
mt::item item(std::string const& sort, int n) { return {{"p", "a"}, {"c", sort}, {"n", n}}; }

/// Knows nothing of sinks: its functions reply with items that they own.
class owning : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;

  protected:
    std::optional<mt::item> do_get(mt::get_request const& request) override { return inner().get(owned(request)); }
    mt::item_page do_query(mt::query_request const& request) override { return inner().query(owned(request)); }
    mt::item_page do_scan(mt::scan_request const& request) override { return inner().scan(owned(request)); }
    mt::batch_get_result do_batch_get(mt::array_view<mt::get_request> requests) override {
        return inner().batch_get(all_owned(requests));
    }
    std::vector<std::optional<mt::item>> do_transact_get(mt::array_view<mt::get_request> requests) override {
        return inner().transact_get(all_owned(requests));
    }

  private:
    template <class Request>
    static Request owned(Request request) {
        request.sink = nullptr;
        return request;
    }
    static std::vector<mt::get_request> all_owned(mt::array_view<mt::get_request> requests) {
        std::vector<mt::get_request> result;
        for (auto const& each : requests) result.push_back(owned(each));
        return result;
    }
};

/// Does everything twice, as a backend that repeats a request whose answer was lost.
class repeating : public mt::forwarding_backend {
  public:
    using forwarding_backend::forwarding_backend;
    void perform(mt::operation const& what) override {
        forwarding_backend::perform(what);
        forwarding_backend::perform(what);
    }
};

std::shared_ptr<mt::backend> filled(int kind) {
    mt::memory const memory;
    memory->create_table(simple_table());
    for (int n = 0; n != 5; ++n) memory->put({.table = "table", .item = item("c" + std::to_string(n), n)});
    switch (kind) {
    case 0: return memory;
    case 1: return std::make_shared<mt::forwarding_backend>(memory);
    case 2: return std::make_shared<owning>(memory);
    case 3: return std::make_shared<repeating>(memory);
    default: return mt::observe(memory, [](mt::observation const&) {});
    }
}

} // namespace

TEST_CASE("an item is shown to the sink of its request, and an empty one stands for it in the reply") {
    auto const kind = GENERATE(range(0, 5));
    CAPTURE(kind);
    auto const store = filled(kind);
    shown_items shown;
    auto const at = key("c1");
    auto const found = store->get({.table = "table", .key = at, .sink = shown.sink()});
    REQUIRE(found);
    CHECK(found->empty());
    CHECK(shown.items(1) == std::vector{item("c1", 1)});
    CHECK(shown.calls() == (kind == 3 ? 2 : 1));
    CHECK(shown.sink()->shown() == 1);

    shown_items part;
    static constexpr std::string_view names[] = {"n"};
    CHECK(store->get({.table = "table", .key = at, .attributes = names, .sink = part.sink()}));
    CHECK(part.items(1) == std::vector{mt::item{{"n", 1}}});

    shown_items none;
    auto const missing = key("x");
    CHECK_FALSE(store->get({.table = "table", .key = missing, .sink = none.sink()}));
    CHECK(none.calls() == 0);
}

TEST_CASE("the items of a page are shown in order, and the page holds none") {
    auto const store = filled(GENERATE(range(0, 5)));
    shown_items queried;
    auto const page = store->query(
        {.table = "table", .partition = {mt::value("a")}, .descending = true, .limit = 3, .sink = queried.sink()});
    CHECK(page.items.empty());
    CHECK(page.count == 3);
    CHECK(page.last_evaluated_key == key("c2"));
    CHECK(queried.sink()->shown() == 3);
    CHECK(queried.items(page.count) == std::vector{item("c4", 4), item("c3", 3), item("c2", 2)});

    shown_items scanned;
    auto const all = store->scan({.table = "table", .sink = scanned.sink()});
    CHECK(all.items.empty());
    CHECK(all.count == 5);
    CHECK(store_support::all(scanned.items(all.count), "n") == "0 1 2 3 4");

    shown_items counted;
    auto const count = store->scan({.table = "table", .select = mt::selection::count, .sink = counted.sink()});
    CHECK(count.count == 5);
    CHECK(counted.calls() == 0);
}

TEST_CASE("each request of a batch or transaction has its own sink, or none") {
    auto const store = filled(GENERATE(range(0, 5)));
    std::array const keys{key("c0"), key("x"), key("c2")};
    shown_items shown[2];
    mt::get_request const requests[] = {{.table = "table", .key = keys[0], .sink = shown[0].sink()},
                                        {.table = "table", .key = keys[1], .sink = shown[1].sink()},
                                        {.table = "table", .key = keys[2]}};
    auto const check = [&](std::vector<std::optional<mt::item>> const& found) {
        REQUIRE(found.size() == 3);
        CHECK(found[0] == mt::item());
        CHECK(shown[0].items(1) == std::vector{item("c0", 0)});
        CHECK_FALSE(found[1]);
        CHECK(shown[1].calls() == 0);
        CHECK(found[2] == item("c2", 2));
    };
    SECTION("batch_get") { check(store->batch_get(requests).items); }
    SECTION("transact_get") { check(store->transact_get(requests)); }
}

TEST_CASE("what a sink throws is passed on, and the store can be used afterwards") {
    auto const store = filled(GENERATE(range(0, 5)));
    mt::item_sink sink(
        [](void*, std::size_t position, mt::item_view) {
            if (position == 1) throw mt::bad_item("not this one");
        },
        nullptr);
    CHECK_THROWS_AS(store->scan({.table = "table", .sink = &sink}), mt::bad_item);
    CHECK(store->scan({.table = "table"}).count == 5);
}

TEST_CASE("an observer counts the items that are shown") {
    std::vector<std::size_t> counts;
    auto const store = mt::observe(filled(0), [&](mt::observation const& seen) { counts.push_back(seen.items); });
    auto const at = key("c1");
    shown_items one, all;
    store->get({.table = "table", .key = at, .sink = one.sink()});
    store->query({.table = "table", .partition = {mt::value("a")}, .sink = all.sink()});
    CHECK(counts == std::vector<std::size_t>{1, 5});
}
