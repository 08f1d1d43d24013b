// SPDX-License-Identifier: BSL-1.0
// Anything as a cursor of several queries: bad_cursor, or items. An odd first byte: text as it comes; an even one: the
// positions within a cursor that is otherwise genuine, checksum included.
#include <shop.hpp>

#include <monotable/store/read/cursor.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace shop_model;

namespace {

mt::store<shop> full_shop() {
    mt::store<shop> db;
    for (char const* c : {"1", "2"})
        for (int i = 0; i != 6; ++i)
            db.put(order{"o" + std::to_string(i), c, day(i), status::open, mt::decimal(i)}).or_throw();
    db.put(customer{"1", "Ann", "a@x"}).or_throw();
    return db;
}

mt::store<shop> const& db() {
    static mt::store<shop> const store = full_shop();
    return store;
}

/// A cursor like this one whose positions are these bytes.
std::string sealed(std::string const& cursor, std::string_view positions) {
    auto bytes = mt::detail::from_base64url(cursor).substr(0, 9);
    bytes += positions;
    mt::detail::append_integer(bytes, mt::detail::stable_hash(bytes), 8);
    return mt::detail::to_base64url(bytes);
}

template <class Range>
void check(Range const& range, std::string_view input, bool seal) {
    auto const text = seal ? sealed(range.limit(1).page().cursor, input) : std::string(input);
    try {
        if (range.after(text).count() > 12) std::abort();
        auto const page = range.limit(2).after(text).page();
        if (!page.cursor.empty() && range.after(page.cursor).count() > 12) std::abort();
    } catch (mt::bad_cursor const&) {}
}

/// Of a query, which has pages backward too.
template <class Range>
void check_both(Range const& range, std::string_view input, bool seal) {
    check(range, input, seal);
    auto const text = seal ? sealed(range.limit(1).before("").page().previous, input) : std::string(input);
    try {
        if (range.before(text).count() > 12) std::abort();
        auto const page = range.limit(2).before(text).page();
        if (!page.previous.empty() && range.before(page.previous).count() > 12) std::abort();
        if (!page.cursor.empty() && range.after(page.cursor).count() > 12) std::abort();
    } catch (mt::bad_cursor const&) {}
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return 0;
    std::string_view const input(reinterpret_cast<char const*>(data) + 1, size - 1);
    bool const seal = data[0] % 2 == 0;
    check_both(db().query<order>("customer_id"_f == "1"), input, seal);
    check_both(db().query<order>("customer_id"_f == "1", "placed"_f > day(1)).descending(), input, seal);
    check_both(db().query<order>("customer_id"_f.in("1", "2", "3")).filter("total"_f > 1), input, seal);
    check_both(db().query<order>("customer_id"_f.in("1", "2")).distinct(), input, seal);
    check_both(db().query<order>("state"_f == status::open).as<mt::item>(), input, seal);
    check_both(db().query<order>("customer_id"_f == "1", "total"_f < 4).as<mt::item>(), input, seal);
    check(db().scan<order>(), input, seal);
    return 0;
}
