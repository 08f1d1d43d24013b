// SPDX-License-Identifier: BSL-1.0
#pragma once

// Included before everything else, so that an unsupported compiler or option is the first error.
#ifndef __SIZEOF_INT128__
#error monotable needs a compiler that has __int128: g++ 12 or clang 14 or later, for a 64-bit target (not -m32, not MSVC).
#elif __cplusplus < 202002L
#error monotable needs C++20: compile with -std=c++20 or later, by g++ 12 or clang 14 or later.
#elif !defined(__cpp_exceptions)
#error monotable reports errors by exceptions: compile without -fno-exceptions.
#endif
