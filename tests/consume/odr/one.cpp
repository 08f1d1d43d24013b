// SPDX-License-Identifier: BSL-1.0
#include <all_headers.hpp>

int two();

int main() { return two() == MONOTABLE_VERSION ? 0 : 1; }
