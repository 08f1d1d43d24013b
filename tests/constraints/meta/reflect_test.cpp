// SPDX-License-Identifier: BSL-1.0
// The names of fields, which are read from the compiler's spelling of their addresses, are those that Boost.PFR finds.
#include <monotable/meta/reflect.hpp>

#include <boost/pfr/core_name.hpp>

#include <any>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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

// What PFR cannot read is not reflectable, which is known without an error.
using enum monotable::detail::flaw_kind;

template <class T>
constexpr bool has_flaw(monotable::detail::flaw_kind what, std::size_t member) {
    return monotable::detail::flaw_of<T>.what == what && monotable::detail::flaw_of<T>.member == member;
}

struct no_fields {};
struct of_empty_base : no_fields {
    int n;
};
struct of_base : one {
    std::string text;
};
struct of_two_bases : no_fields, several {};
static_assert(has_flaw<of_empty_base>(base, 0));
static_assert(has_flaw<of_base>(base, 0));
static_assert(has_flaw<of_two_bases>(base, 0));
static_assert(!monotable::detail::reflectable<of_base>);

struct with_array {
    std::vector<int> list;
    std::optional<std::string> text;
    int numbers[2];
};
struct with_arrays {
    char name[16];
    std::string texts[2][2];
    one nested[3];
};
struct with_movable_array {
    int n;
    std::unique_ptr<int> owners[2];
};
static_assert(has_flaw<with_array>(c_array, 3));
static_assert(has_flaw<with_arrays>(c_array, 1));
#ifdef __cpp_aggregate_paren_init
static_assert(has_flaw<with_movable_array>(c_array, 0));
#endif

struct with_reference {
    int n;
    std::string& text;
};
struct with_const_reference {
    std::string const& text;
    int n;
};
struct with_volatile {
    int n;
    int volatile flag;
};
static_assert(has_flaw<with_reference>(reference, 2));
static_assert(has_flaw<with_const_reference>(reference, 0));
static_assert(has_flaw<with_volatile>(volatile_member, 2));

struct of_anything {
    template <class U>
    of_anything(U&&); // NOLINT(google-explicit-constructor)
};
struct first_any {
    std::any any;
    int n;
};
struct first_anything {
    of_anything anything;
    int n;
};
struct first_optional {
    std::optional<first_any> text;
    std::variant<int, std::string> choice;
    std::function<void(int)> function;
    std::array<int, 3> numbers;
    std::vector<first_optional> list;
    std::unique_ptr<int> owner;
};
struct with_const {
    int const n;
    std::mutex lock;
};
static_assert(monotable::detail::reflectable<first_any>);
static_assert(monotable::detail::reflectable<first_anything>);
static_assert(monotable::detail::reflectable<first_optional>);
static_assert(monotable::detail::reflectable<with_const>);
static_assert(monotable::detail::reflectable<several>);

} // namespace
