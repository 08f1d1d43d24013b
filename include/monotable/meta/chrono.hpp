// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

// Durations, time points and clocks of std::chrono. <chrono> with its calendars and formats costs a program far more than
// <mutex>, which in libstdc++ has these too.
#ifdef __GLIBCXX__
#include <mutex>
#else
#include <chrono>
#endif
