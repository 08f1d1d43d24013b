// SPDX-License-Identifier: BSL-1.0
// The names of fields, which are read from the compiler's spelling of their addresses, are those that Boost.PFR finds.
#include <monotable/meta/reflect.hpp>

#include <boost/pfr/core_name.hpp>

#include <array>
#include <map>
#include <string>

namespace {

template <class T>
constexpr bool named_as_by_pfr() {
    auto const expected = boost::pfr::names_as_array<T>();
    if (expected.size() != monotable::detail::reflect<T>::size) return false;
    for (std::size_t i = 0; i != expected.size(); ++i)
        if (monotable::detail::reflect<T>::names[i] != expected[i]) return false;
    return true;
}

struct one {
    int only_1;
};
struct several {
    std::string id;
    std::map<std::string, std::array<int, 3>> by_name;
    one nested;
    bool _flag_;
    int (*function)(int, char);
};
struct no_default {
    explicit no_default(int);
};
struct holder {
    no_default first;
    int second;
};

template <class T, auto...>
struct generic {
    T value;
    char other;
};
enum class colour { red };
constexpr int function(int n) { return n; }

static_assert(named_as_by_pfr<one>());
static_assert(named_as_by_pfr<several>());
static_assert(named_as_by_pfr<holder>());
static_assert(named_as_by_pfr<generic<std::map<int, char>, 3>>());

// What a compiler may spell between the parentheses and commas of the list.
static_assert(named_as_by_pfr<generic<int, colour::red, static_cast<colour>(4), -1>>());
static_assert(named_as_by_pfr<generic<int, &function>>());
static_assert(named_as_by_pfr<generic<int, '(', ')', '<', '>', ',', ':', '.', '{', '}', '[', ']'>>());
static_assert(named_as_by_pfr<generic<int, '\'', '\\', '\n', '\0', '"', '\xff'>>());

constexpr bool names_of_local_types() {
    struct local {
        int x, y;
    };
    auto const closure = [] {
        struct inner {
            int z, w_1;
        };
        return inner{};
    };
    return named_as_by_pfr<local>() && named_as_by_pfr<decltype(closure())>();
}
static_assert(names_of_local_types());

} // namespace
