// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/chrono.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace monotable {

/// A clock that returns milliseconds since 1970. Holds a thread-safe callable without parameters, which copies share.
class clock_function {
  public:
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, clock_function> &&
                 std::is_invocable_r_v<std::int64_t, std::remove_cvref_t<F> const&>)
    constexpr clock_function(F&& function) { // NOLINT(google-explicit-constructor): converts from a callable
        using callable = std::remove_cvref_t<F>;
        if constexpr (std::is_convertible_v<F, std::int64_t (*)()>) {
            function_ = std::forward<F>(function);
        } else {
            object_ = std::make_shared<callable const>(std::forward<F>(function));
            call_ = [](void const* object) -> std::int64_t { return (*static_cast<callable const*>(object))(); };
        }
    }

    std::int64_t operator()() const { return function_ != nullptr ? function_() : call_(object_.get()); }

  private:
    std::int64_t (*function_)() = nullptr;
    std::int64_t (*call_)(void const*) = nullptr;
    std::shared_ptr<void const> object_;
};

namespace detail {

/// A template, so that only programs that construct a store compile it.
template <class Clock = std::chrono::system_clock>
std::int64_t milliseconds_now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now().time_since_epoch()).count();
}

inline constexpr auto system_clock = &milliseconds_now<>;

} // namespace detail

} // namespace monotable
