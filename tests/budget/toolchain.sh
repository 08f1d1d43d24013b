#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: tests/budget/toolchain.sh COMPILER
# Prints the compiler and its standard library with their major versions, such as g++-12-libstdc++-12: the key of a baseline.
set -eu
macros=$(echo '#include <version>' | "$1" -std=c++20 -x c++ -dM -E -)
macro() { echo "$macros" | awk -v name="$1" '$2 == name { print $3 }'; }
clang=$(macro __clang_major__)
if [ -n "$clang" ]; then compiler=clang-$clang; else compiler=g++-$(macro __GNUC__); fi
echo "$compiler-libstdc++-$(macro _GLIBCXX_RELEASE)"
