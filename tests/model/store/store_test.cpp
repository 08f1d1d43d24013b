// SPDX-License-Identifier: BSL-1.0
// Random writes of three entities to a table with every kind of index, and to vectors of structs. After each batch every
// query gives what filtering and sorting the vectors gives, page by page too, and every index holds what it should.
#include <monotable/monotable.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mt = monotable;
using namespace mt::literals;
using namespace std::chrono_literals;

namespace {

enum class state { open, paid, shipped };

struct person {
    std::string id, name, city;
    std::optional<std::string> team;
    int age = 0;

    bool operator==(person const&) const = default;
};

struct order {
    std::string id, customer;
    mt::timestamp placed;
    state status = state::open;
    mt::decimal total;
    std::optional<int> rank;

    bool operator==(order const&) const = default;
};

struct reading {
    int device = 0;
    mt::timestamp at;
    std::uint8_t shard = 0;
    double value = 0;

    bool operator==(reading const&) const = default;
};

} // namespace

template <>
struct mt::entity<person> {
    using key = mt::key<"PERSON#{id}", "PERSON">;
    using indexes = mt::indexes<mt::index<"GSI1", "CITY#{city:lower}", "{name}/{id}">>; // and in ByTeam, Inverted
};

template <>
struct mt::entity<order> {
    using key = mt::key<"CUST#{customer}", "ORDER#{placed}#{id}">;
    using indexes = mt::indexes<mt::index<"GSI1", "STATUS#{status}", "{total:6.2 desc}#{id}">,
                                mt::index<"GSI2", "OPEN#{id:shard 3}", "{placed}">::when<"status", state::open>,
                                mt::index<"ByDay", "{placed:day}", "{id:shard 3}", "{placed}", "{status}">,
                                mt::index<"ByRank", "RANK", "{rank:4}#{customer}">>; // and in ByTotal, Inverted
    using attributes = mt::attributes<mt::key_only<"customer">, mt::renamed<"rank", "position">>;
};

template <>
struct mt::entity<reading> {
    using key = mt::key<"DEV#{device:4}", "{at}">;
    using indexes = mt::indexes<mt::index<"GSI1", "SHARD#{shard:0..2}", "{at:desc}{device:4}">,
                                mt::index<"GSI2", "OPEN#{shard:0..2}", "{at}">>; // among open orders
    using attributes = mt::attributes<mt::key_only<"device">, mt::key_only<"at">>;
};

namespace {

struct world : mt::table<"world", mt::gsi<"GSI1">, mt::gsi<"GSI2">,
                         mt::gsi<"ByTeam", mt::partition_key<"team">, mt::sort_key<"age:N">>,
                         mt::gsi<"ByDay", mt::partition_key<"day", "shard_number:N">, mt::sort_key<"placed", "status">>,
                         mt::gsi<"ByRank">, mt::gsi<"Inverted", mt::partition_key<"SK">, mt::sort_key<"PK">>,
                         mt::lsi<"ByTotal", mt::sort_key<"total:N">>, mt::entities<person, order, reading>> {};

static_assert(mt::valid<world>);

/// Any text of the few characters that matter.
std::string const words[] = {"a", "b", "a#b", "a#", "A", "ab", "a b", "b$", "é", "x/y", "%", "a/", "B"};

class game {
  public:
    explicit game(unsigned seed) : seed_(seed), random_(seed) {}

    void play() {
        INFO("seed " << seed_);
        for (int batch = 0; batch != 12; ++batch) {
            for (int step = 0; step != 12; ++step) {
                switch (below(3)) {
                case 0: write(any_person(), persons_, [](person const& p) { return p.id; }); break;
                case 1:
                    write(any_order(), orders_, [](order const& o) { return std::tuple(o.customer, o.placed, o.id); });
                    break;
                default: write(any_reading(), readings_, [](reading const& r) { return std::tuple(r.device, r.at); });
                }
            }
            check_indexes();
            check_persons();
            check_orders();
            check_readings();
        }
    }

  private:
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    std::string word() { return words[below(std::size(words))]; }
    mt::timestamp time() {
        return mt::timestamp(std::chrono::sys_days(std::chrono::year(2025) / 12 / 31)) + below(4) * 9h + below(2) * 1ms;
    }
    state status() { return static_cast<state>(below(3)); }
    mt::decimal total() { return mt::decimal(static_cast<int>(below(7)) - 3) * mt::decimal("0.5"); }
    std::uint8_t shard() { return static_cast<std::uint8_t>(below(3)); }

    person any_person() {
        person p{word(), word(), word(), std::nullopt, static_cast<int>(below(5)) - 2};
        if (below(3) != 0) p.team = word();
        return p;
    }
    order any_order() {
        order o{word(), word(), time(), status(), total(), std::nullopt};
        if (below(2) != 0) o.rank = static_cast<int>(below(4)) - 1;
        return o;
    }
    reading any_reading() { return {static_cast<int>(below(3)), time(), shard(), static_cast<double>(below(3))}; }

    template <class E, class Key>
    void write(E const& object, std::vector<E>& all, Key const& key) {
        auto const at = std::find_if(all.begin(), all.end(), [&](E const& e) { return key(e) == key(object); });
        bool const exists = at != all.end();
        auto const set = [&] {
            if (exists) *at = object;
            else all.push_back(object);
        };
        switch (below(5)) {
        case 0:
        case 1:
            db_.put(object).or_throw();
            set();
            break;
        case 2: {
            auto const result = db_.create(object);
            REQUIRE(static_cast<bool>(result) == !exists);
            if (exists) REQUIRE(result.existing() == *at);
            else set();
            break;
        }
        case 3:
            REQUIRE(static_cast<bool>(db_.replace(object)) == exists);
            if (exists) *at = object;
            break;
        default:
            REQUIRE(db_.erase(object, mt::returning_old).before().has_value() == exists);
            if (exists) all.erase(at);
        }
    }

    template <class E>
    static std::vector<std::string> texts(std::vector<E> const& objects) {
        std::vector<std::string> result;
        for (auto const& each : objects) result.emplace_back(mt::store<world>().to_item(each).bytes());
        std::sort(result.begin(), result.end());
        return result;
    }

    /// The range has the objects that satisfy `wanted`, in the order of `key`, which may leave ties open.
    template <class Range, class E, class Wanted, class Key>
    void check(int line, Range const& range, std::vector<E> const& all, Wanted const& wanted, Key const& key) {
        std::vector<E> expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected), wanted);
        INFO("line " << line << "\n" << range.explain().text());
        auto const up = range.all();
        auto const down = range.descending().all();
        REQUIRE(up.size() == expected.size());
        REQUIRE(std::is_permutation(up.begin(), up.end(), expected.begin()));
        REQUIRE(std::is_permutation(down.begin(), down.end(), expected.begin(), expected.end()));
        auto const less = [&](E const& a, E const& b) { return key(a) < key(b); };
        REQUIRE(std::is_sorted(up.begin(), up.end(), less));
        REQUIRE(std::is_sorted(down.rbegin(), down.rend(), less));
        REQUIRE(range.count() == up.size());
        REQUIRE(range.first() == (up.empty() ? std::nullopt : std::optional(up.front())));
        std::vector<E> walked;
        for (E const& e : range) walked.push_back(e);
        REQUIRE(walked == up);
        auto const limit = 1 + below(4);
        for (bool const descending : {false, true}) {
            INFO("pages of " << limit << (descending ? " descending" : ""));
            std::vector<E> paged;
            std::string cursor;
            do {
                auto const page = (descending ? range.descending() : range).limit(limit).after(cursor).page();
                paged.insert(paged.end(), page.items.begin(), page.items.end());
                cursor = page.cursor;
                REQUIRE((cursor.empty() || page.items.size() == limit));
                REQUIRE(paged.size() <= expected.size());
            } while (!cursor.empty());
            REQUIRE(paged == (descending ? down : up));
        }
    }

    void check_persons() {
        auto const p = any_person(), q = any_person();
        auto const found = db_.get<person>("id"_f == p.id);
        auto const at = std::find_if(persons_.begin(), persons_.end(), [&](person const& e) { return e.id == p.id; });
        REQUIRE(found == (at == persons_.end() ? std::nullopt : std::optional(*at)));
        auto const scanned = db_.scan<person>().all();
        REQUIRE(std::is_permutation(scanned.begin(), scanned.end(), persons_.begin(), persons_.end()));
        check(
            __LINE__, db_.query<person>("id"_f == p.id), persons_, [&](auto& e) { return e.id == p.id; },
            [](auto&) { return 0; });

        auto const lower = [](std::string s) {
            for (char& c : s)
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
            return s;
        };
        auto const in_city = [&](person const& e) { return lower(e.city) == lower(p.city); };
        check(__LINE__, db_.query<person>("city:lower"_f == p.city), persons_, in_city, [](auto&) { return 0; });
        check(
            __LINE__, db_.query<person>("city:lower"_f == p.city, "name"_f == p.name), persons_,
            [&](auto& e) { return in_city(e) && e.name == p.name; }, [](auto& e) { return e.id; });
        check(
            __LINE__, db_.query<person>("city:lower"_f == p.city, "name"_f.begins_with(p.name)), persons_,
            [&](auto& e) { return in_city(e) && e.name.starts_with(p.name); }, [](auto&) { return 0; });
        check(
            __LINE__, db_.query<person>("city:lower"_f == p.city, "name"_f == p.name, "id"_f > p.id), persons_,
            [&](auto& e) { return in_city(e) && e.name == p.name && e.id > p.id; }, [](auto& e) { return e.id; });

        auto const in_team = [&](person const& e) { return e.team == q.team; };
        if (!q.team) return;
        auto const age = [](auto& e) { return e.age; };
        check(__LINE__, db_.query<person>("team"_f == *q.team), persons_, in_team, age);
        check(
            __LINE__, db_.query<person>("team"_f == *q.team, "age"_f == q.age), persons_,
            [&](auto& e) { return in_team(e) && e.age == q.age; }, age);
        check(
            __LINE__, db_.query<person>("team"_f == *q.team, "age"_f < q.age), persons_,
            [&](auto& e) { return in_team(e) && e.age < q.age; }, age);
        check(
            __LINE__, db_.query<person>("team"_f == *q.team, "age"_f >= q.age), persons_,
            [&](auto& e) { return in_team(e) && e.age >= q.age; }, age);
        check(
            __LINE__, db_.query<person>("team"_f == *q.team, "age"_f.between(p.age, q.age)), persons_,
            [&](auto& e) { return in_team(e) && e.age >= p.age && e.age <= q.age; }, age);
    }

    void check_orders() {
        auto const o = any_order(), u = any_order();
        auto const whole = [](order const& e) { return std::tuple(e.placed, e.id); };
        auto const mine = [&](order const& e) { return e.customer == o.customer; };
        auto const of_mine = "customer"_f == o.customer;
        check(__LINE__, db_.query<order>(of_mine), orders_, mine, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f == o.placed), orders_,
            [&](auto& e) { return mine(e) && e.placed == o.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f < o.placed), orders_,
            [&](auto& e) { return mine(e) && e.placed < o.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f <= o.placed), orders_,
            [&](auto& e) { return mine(e) && e.placed <= o.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f > o.placed), orders_,
            [&](auto& e) { return mine(e) && e.placed > o.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f >= o.placed, "placed"_f < u.placed), orders_,
            [&](auto& e) { return mine(e) && e.placed >= o.placed && e.placed < u.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f.between(o.placed, u.placed)), orders_,
            [&](auto& e) { return mine(e) && e.placed >= o.placed && e.placed <= u.placed; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f == o.placed, "id"_f <= o.id), orders_,
            [&](auto& e) { return mine(e) && e.placed == o.placed && e.id <= o.id; }, whole);
        check(
            __LINE__, db_.query<order>(of_mine, "placed"_f == o.placed, "id"_f.begins_with(o.id)), orders_,
            [&](auto& e) { return mine(e) && e.placed == o.placed && e.id.starts_with(o.id); }, whole);
        check(
            __LINE__, db_.query<order>("placed"_f == o.placed, "id"_f == o.id), orders_,
            [&](auto& e) { return e.placed == o.placed && e.id == o.id; }, [](auto& e) { return e.customer; });

        auto const by_total = [](order const& e) { return e.total; };
        check(__LINE__, db_.query<order>(mt::on<"ByTotal">, of_mine), orders_, mine, by_total);
        check(
            __LINE__, db_.query<order>(of_mine, "total"_f > o.total), orders_,
            [&](auto& e) { return mine(e) && e.total > o.total; }, by_total);
        check(
            __LINE__, db_.query<order>(of_mine, "total"_f == o.total), orders_,
            [&](auto& e) { return mine(e) && e.total == o.total; }, by_total);
        check(
            __LINE__, db_.query<order>(of_mine, "total"_f > o.total, "total"_f <= u.total), orders_,
            [&](auto& e) { return mine(e) && e.total > o.total && e.total <= u.total; }, by_total);

        auto const like = [&](order const& e) { return e.status == o.status; };
        auto const status = "status"_f == o.status;
        auto const most_first = [](order const& e) { return std::tuple(-e.total, e.id); };
        check(__LINE__, db_.query<order>(status), orders_, like, most_first);
        check(
            __LINE__, db_.query<order>(status, "total"_f >= o.total), orders_,
            [&](auto& e) { return like(e) && e.total >= o.total; }, most_first);
        check(
            __LINE__, db_.query<order>(status, "total"_f < o.total), orders_,
            [&](auto& e) { return like(e) && e.total < o.total; }, most_first);
        check(
            __LINE__, db_.query<order>(status, "total"_f.between(o.total, u.total)), orders_,
            [&](auto& e) { return like(e) && e.total >= o.total && e.total <= u.total; }, most_first);
        check(
            __LINE__, db_.query<order>(status, "total"_f > o.total, "total"_f <= u.total), orders_,
            [&](auto& e) { return like(e) && e.total > o.total && e.total <= u.total; }, most_first);
        check(
            __LINE__, db_.query<order>(status, "total"_f == o.total, "id"_f > o.id), orders_,
            [&](auto& e) { return like(e) && e.total == o.total && e.id > o.id; }, most_first);

        auto const open = [](order const& e) { return e.status == state::open; };
        auto const placed = [](order const& e) { return e.placed; };
        check(__LINE__, db_.query<order>(mt::on<"GSI2">, "status"_f == state::open), orders_, open, placed);
        check(
            __LINE__, db_.query<order>(mt::on<"GSI2">, "placed"_f > o.placed), orders_,
            [&](auto& e) { return open(e) && e.placed > o.placed; }, placed);

        auto const day = [](order const& e) { return std::chrono::floor<std::chrono::days>(e.placed); };
        auto const same_day = [&](order const& e) { return day(e) == day(o); };
        auto const in_day = [](order const& e) {
            return std::tuple(e.placed, std::string_view(e.status == state::open   ? "open"
                                                         : e.status == state::paid ? "paid"
                                                                                   : "shipped"));
        };
        check(__LINE__, db_.query<order>("placed:day"_f == o.placed), orders_, same_day, in_day);
        check(
            __LINE__, db_.query<order>("placed:day"_f == o.placed, "placed"_f <= o.placed), orders_,
            [&](auto& e) { return same_day(e) && e.placed <= o.placed; }, in_day);
        check(
            __LINE__, db_.query<order>("placed:day"_f == o.placed, "placed"_f == o.placed, "status"_f == o.status),
            orders_, [&](auto& e) { return like(e) && e.placed == o.placed; }, in_day);
        check(
            __LINE__, db_.query<order>("placed:day"_f == o.placed, "placed"_f == o.placed, "status"_f > state::open),
            orders_, [&](auto& e) { return e.placed == o.placed && e.status != state::open; }, in_day);

        auto const rank = [](order const& e) { return std::tuple(*e.rank, e.customer); };
        check(__LINE__, db_.query<order>(mt::on<"ByRank">), orders_, [](auto& e) { return e.rank.has_value(); }, rank);
        if (u.rank)
            check(
                __LINE__, db_.query<order>("rank"_f <= *u.rank), orders_,
                [&](auto& e) { return e.rank && *e.rank <= *u.rank; }, rank);
        if (u.rank)
            check(
                __LINE__, db_.query<order>("rank"_f == *u.rank, "customer"_f >= u.customer), orders_,
                [&](auto& e) { return e.rank == u.rank && e.customer >= u.customer; }, rank);
    }

    void check_readings() {
        auto const r = any_reading(), s = any_reading();
        auto const at = [](reading const& e) { return e.at; };
        check(
            __LINE__, db_.query<reading>("device"_f == r.device, "at"_f >= r.at), readings_,
            [&](auto& e) { return e.device == r.device && e.at >= r.at; }, at);
        check(
            __LINE__, db_.query<reading>(mt::on<"GSI2">, "at"_f <= r.at), readings_,
            [&](auto& e) { return e.at <= r.at; }, at);
        auto const last_first = [](reading const& e) { return std::tuple(-e.at.time_since_epoch(), e.device); };
        check(__LINE__, db_.query<reading>(), readings_, [](auto&) { return true; }, last_first);
        check(
            __LINE__, db_.query<reading>("shard"_f == r.shard), readings_, [&](auto& e) { return e.shard == r.shard; },
            last_first);
        check(__LINE__, db_.query<reading>("at"_f > r.at), readings_, [&](auto& e) { return e.at > r.at; }, last_first);
        check(
            __LINE__, db_.query<reading>("at"_f.between(r.at, s.at)), readings_,
            [&](auto& e) { return e.at >= r.at && e.at <= s.at; }, last_first);
        check(
            __LINE__, db_.query<reading>("at"_f == r.at, "device"_f < r.device), readings_,
            [&](auto& e) { return e.at == r.at && e.device < r.device; }, last_first);
    }

    /// Every index holds whole copies of exactly the items that belong there.
    void check_indexes() {
        auto const item_of = [&](auto const& object) { return std::string(db_.to_item(object).bytes()); };
        auto const always = [](auto const&) { return true; };
        auto const never = [](auto const&) { return false; };
        auto const look = [&](char const* index, auto const& person_in, auto const& order_in, auto const& reading_in) {
            std::vector<std::string> expected, found;
            for (auto const& e : persons_)
                if (person_in(e)) expected.push_back(item_of(e));
            for (auto const& e : orders_)
                if (order_in(e)) expected.push_back(item_of(e));
            for (auto const& e : readings_)
                if (reading_in(e)) expected.push_back(item_of(e));
            mt::scan_request request;
            request.table = "world";
            request.index = index;
            for (auto const& each : db_.implementation()->scan(request).items) found.emplace_back(each.bytes());
            std::sort(expected.begin(), expected.end());
            std::sort(found.begin(), found.end());
            INFO("index " << index);
            REQUIRE(found == expected);
        };
        look("", always, always, always);
        look("GSI1", always, always, always);
        look("GSI2", never, [](order const& o) { return o.status == state::open; }, always);
        look("ByTeam", [](person const& p) { return p.team.has_value(); }, never, never);
        look("ByDay", never, always, never);
        look("ByRank", never, [](order const& o) { return o.rank.has_value(); }, never);
        look("Inverted", always, always, always);
        look("ByTotal", never, always, never);
    }

    unsigned seed_;
    std::mt19937_64 random_;
    mt::store<world> db_;
    std::vector<person> persons_;
    std::vector<order> orders_;
    std::vector<reading> readings_;
};

} // namespace

TEST_CASE("a store of structs is a vector of structs with indexes") { game(GENERATE(range(0u, 12u))).play(); }
