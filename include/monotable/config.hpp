// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

/// Header-only or compiled once. Functions that depend on no type of the user's are defined in files named *.ipp, next to
/// the header that declares them. By default each header includes its .ipp, and every definition is inline. With
/// MONOTABLE_COMPILED defined, as the CMake target monotable::compiled does for all that link to it, the definitions are
/// those of the library that the target builds. All translation units of a program choose the same.

#ifdef MONOTABLE_COMPILED
#define MONOTABLE_INLINE
#else
#define MONOTABLE_INLINE inline
#endif
