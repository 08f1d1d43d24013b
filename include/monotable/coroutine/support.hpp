// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

// The first error if the compiler or its library has no coroutines.
#if !defined(__cpp_impl_coroutine) || !__has_include(<coroutine>)
#error monotable/coroutines.hpp needs C++20's coroutines: g++ 12 or clang 14 or later, with a library that has <coroutine>.
#endif

#include <coroutine>
