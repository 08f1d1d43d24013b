// SPDX-License-Identifier: BSL-1.0
#include <all_headers.hpp>

int two();

int two() { return MONOTABLE_VERSION; }
