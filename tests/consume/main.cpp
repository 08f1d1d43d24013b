// SPDX-License-Identifier: BSL-1.0
// The program that every way of consuming monotable builds and runs.
#include <monotable/version.hpp>

#include <boost/version.hpp>

int main() { return MONOTABLE_VERSION > 0 && BOOST_VERSION >= 108400 ? 0 : 1; }
