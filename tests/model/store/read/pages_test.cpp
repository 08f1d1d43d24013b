// SPDX-License-Identifier: BSL-1.0
// Pages of any size, forwards and backwards, of any partitions, against a sorted vector.
#include <tagged_model.hpp>

#include <catch2/catch_test_macros.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace tagged_model;

namespace {

struct world {
    database db;
    std::vector<tagged> items; // by subject, then tag
};

bool sorted_before(tagged const& a, tagged const& b) {
    return a.subject != b.subject ? a.subject < b.subject : a.tag < b.tag;
}

tagged any_item() {
    return {"t" + std::to_string(*rc::gen::inRange(0, 5)), "s" + std::to_string(*rc::gen::inRange(100, 130)),
            *rc::gen::inRange(0, 6), *rc::gen::element(level::low, level::middle, level::high)};
}

world any_world() {
    world result;
    int const count = *rc::gen::inRange(0, 60);
    for (int i = 0; i != count; ++i) {
        auto const item = any_item();
        result.db.put(item).or_throw();
        std::erase_if(result.items,
                      [&](tagged const& each) { return each.tag == item.tag && each.subject == item.subject; });
        result.items.push_back(item);
        if (i % 3 == 0) result.db.put(remark{item.tag, std::to_string(i)}).or_throw();
    }
    std::sort(result.items.begin(), result.items.end(), sorted_before);
    return result;
}

struct question {
    std::vector<std::string> tags;
    std::string from;
    int weight = 0;
    bool descending = false, distinct = false;

    auto asked(database const& db) const {
        auto range = db.query<tagged>("tag"_f.in(tags), "subject"_f >= from);
        if (weight != 0) range = range.filter("weight"_f >= weight);
        if (descending) range = range.descending();
        if (distinct) range = range.distinct();
        return range;
    }

    std::vector<tagged> answer(std::vector<tagged> const& items) const {
        std::vector<tagged> result;
        for (tagged const& each : items) {
            if (std::find(tags.begin(), tags.end(), each.tag) == tags.end() || each.subject < from ||
                each.weight < weight)
                continue;
            if (distinct && !result.empty() && result.back().subject == each.subject) continue;
            result.push_back(each);
        }
        if (descending) std::reverse(result.begin(), result.end());
        return result;
    }
};

question any_question() {
    question q;
    int const count = *rc::gen::inRange(0, 6);
    for (int i = 0; i != count; ++i) q.tags.push_back("t" + std::to_string(*rc::gen::inRange(0, 6)));
    q.from = "s" + std::to_string(*rc::gen::element(0, 100, 110, 125, 200));
    q.weight = *rc::gen::element(0, 0, 1, 3, 5);
    q.descending = *rc::gen::arbitrary<bool>();
    q.distinct = *rc::gen::arbitrary<bool>();
    return q;
}

} // namespace

TEST_CASE("any walk through pages shows what the sorted items are") {
    CHECK(rc::check([] {
        auto const [db, items] = any_world();
        auto const q = any_question();
        auto const range = q.asked(db);
        auto const expected = q.answer(items);
        RC_ASSERT(range.all() == expected);
        RC_ASSERT(range.count() == expected.size());

        std::size_t begin = 0, end = 0; // of the page shown
        std::string next, previous;
        bool at_start = true; // nothing shown so far
        for (int step = 0; step != 12; ++step) {
            auto const size = static_cast<std::size_t>(*rc::gen::inRange(1, 8));
            auto const requests = static_cast<std::size_t>(*rc::gen::element(0, 0, 6, 9));
            auto const bounded = range.limit(size).max_requests(requests);
            bool const backward = *rc::gen::arbitrary<bool>();
            std::size_t const from_end = expected.size();
            mt::page<tagged> page;
            if (at_start) {
                page = backward ? bounded.before("").page() : bounded.page();
                begin = end = backward ? from_end : 0;
            } else if (backward) {
                if (previous.empty()) {
                    RC_ASSERT(begin == 0u);
                    continue;
                }
                page = bounded.before(previous).page();
            } else {
                if (next.empty()) {
                    RC_ASSERT(end == from_end);
                    continue;
                }
                page = bounded.after(next).page();
            }
            at_start = false;
            std::size_t const shown = page.items.size();
            if (backward) {
                RC_ASSERT(shown == std::min(size, begin) || (requests != 0 && shown <= begin));
                end = begin;
                begin -= shown;
            } else {
                RC_ASSERT(shown == std::min(size, from_end - end) || (requests != 0 && shown <= from_end - end));
                begin = end;
                end += shown;
            }
            RC_ASSERT(page.items == std::vector<tagged>(expected.begin() + static_cast<std::ptrdiff_t>(begin),
                                                        expected.begin() + static_cast<std::ptrdiff_t>(end)));
            if (requests == 0) {
                if (backward) RC_ASSERT(page.previous.empty() == (begin == 0));
                else RC_ASSERT(page.cursor.empty() == (end == from_end));
            }
            if (page.previous.empty()) RC_ASSERT(begin == 0u);
            if (page.cursor.empty()) RC_ASSERT(end == from_end);
            next = page.cursor;
            previous = page.previous;
        }
    }));
}

TEST_CASE("what stays while pages are turned is shown once, in order, and nothing is that never was") {
    CHECK(rc::check([] {
        auto [db, items] = any_world();
        auto q = any_question();
        q.distinct = false;
        auto const range = q.asked(db);
        auto staying = q.answer(items);
        std::vector<tagged> ever = staying, shown;
        bool const backward = *rc::gen::arbitrary<bool>();
        std::string cursor;
        do {
            auto const limited = range.limit(static_cast<std::size_t>(*rc::gen::inRange(1, 5)));
            auto page = backward ? limited.before(cursor).page() : limited.after(cursor).page();
            if (backward) std::reverse(page.items.begin(), page.items.end());
            shown.insert(shown.end(), page.items.begin(), page.items.end());
            cursor = backward ? page.previous : page.cursor;
            auto const change = any_item();
            std::erase_if(staying,
                          [&](tagged const& each) { return each.tag == change.tag && each.subject == change.subject; });
            if (*rc::gen::arbitrary<bool>()) {
                db.erase(change).or_throw();
            } else {
                db.put(change).or_throw();
                ever.push_back(change);
            }
        } while (!cursor.empty() && shown.size() < 500);
        if (backward) std::reverse(shown.begin(), shown.end());
        for (tagged const& each : staying) RC_ASSERT(std::count(shown.begin(), shown.end(), each) == 1);
        for (tagged const& each : shown) RC_ASSERT(std::find(ever.begin(), ever.end(), each) != ever.end());
        std::set<std::string> keys;
        for (tagged const& each : shown) RC_ASSERT(keys.insert(each.tag + '#' + each.subject).second);
    }));
}
