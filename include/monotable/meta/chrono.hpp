// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

// The durations, time points and clocks of std::chrono. In libstdc++ <mutex> provides them at a fraction of the compile
// time of <chrono>, which adds calendars and formatting.
#ifdef __GLIBCXX__
#include <mutex>
#else
#include <chrono>
#endif
