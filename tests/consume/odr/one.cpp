// SPDX-License-Identifier: BSL-1.0
// Names of std that argument-dependent lookup could find in the place of ours, such as std::quoted.
#include <algorithm>
#include <iomanip>
#include <ranges>

#include <all_headers.hpp>

int two();

int main() { return two() == MONOTABLE_VERSION ? 0 : 1; }
