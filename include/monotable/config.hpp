// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

/// Configuration: header-only or compiled once. Functions that do not depend on user types are defined in files named
/// *.ipp, next to the headers that declare them. By default each header includes its .ipp, and every definition is
/// inline. If MONOTABLE_COMPILED is defined, as by the CMake target monotable::compiled for targets that link to it,
/// the definitions are in that library. All translation units of a program must agree on it.

#ifdef MONOTABLE_COMPILED
#define MONOTABLE_INLINE
#else
#define MONOTABLE_INLINE inline
#endif
