// SPDX-License-Identifier: BSL-1.0
// Bytes that may be anything as a stored item, read into several structs: an object or an exception of the library. What
// was read is stored in a form that reads back as the same.
#include <monotable/monotable.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace mt = monotable;

namespace {

enum class color { red, green };

struct line {
    std::string product;
    std::optional<int> quantity;
};
struct circle {
    double radius = 0;
};
struct everything {
    std::string id;
    int number = 0;
    std::optional<std::uint8_t> small;
    bool flag = false;
    mt::decimal total;
    float real = 0;
    color shade = color::red;
    mt::timestamp at;
    std::chrono::year_month_day date;
    std::vector<line> lines;
    std::map<std::string, int> counts;
    std::set<std::string> tags;
    std::set<int> numbers;
    std::array<std::byte, 2> two{};
    std::variant<std::string, circle, int> shape;
};
struct only_key {
    std::string a, b;
    int n = 0;
    mt::timestamp at;
    std::string note = "none";
};

} // namespace

template <>
struct mt::entity<everything> {
    using key = mt::key<"E#{id}", "{number}#{at}">;
    using indexes = mt::indexes<mt::index<"GSI1", "{shade}", "{small}#{total:8.2}">>;
};
template <>
struct mt::entity<only_key> {
    using key = mt::key<"K#{a}#{b}", "{n:4}{at:desc}">;
    using attributes = mt::attributes<mt::key_only<"a">, mt::key_only<"b">, mt::key_only<"n">, mt::key_only<"at">,
                                      mt::defaulted<"note">>;
};

namespace {

struct things : mt::table<"things", mt::gsi<"GSI1">, mt::type_attribute<"type">, mt::entities<everything, only_key>> {};

void require(bool holds) {
    if (!holds) std::abort();
}

template <class E>
std::optional<E> decode(mt::item_view source) {
    try {
        return mt::detail::decode_as<things, E, E>(source);
    } catch (mt::bad_item const&) {
        return std::nullopt;
    }
}

template <class E>
mt::item encode(E const& object) {
    void const* addresses[mt::detail::reflect<E>::size];
    mt::detail::reflect<E>::addresses(object, addresses);
    return mt::detail::encoded_object(mt::detail::entity_model<things, E>::data, addresses).to_item();
}

template <class E>
void check(mt::item const& source) {
    bool const belongs = mt::detail::belongs_to(mt::detail::entity_model<things, E>::data, source);
    auto const object = decode<E>(source);
    if (!object) return;
    mt::item stored;
    try {
        stored = encode(*object);
    } catch (mt::bad_value const&) {
        return; // what cannot be a key
    }
    require(mt::detail::belongs_to(mt::detail::entity_model<things, E>::data, stored));
    require(encode(decode<E>(stored).value()) == stored);
    if (!belongs || !std::is_same_v<E, only_key>) return;
    for (char const* name : {"PK", "SK"}) require(stored.find(name) == source.find(name));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    mt::item source;
    try {
        source = mt::item::parse(std::string(reinterpret_cast<char const*>(data), size));
    } catch (mt::bad_item const&) {
        return 0;
    }
    check<everything>(source);
    check<only_key>(source);
    return 0;
}
