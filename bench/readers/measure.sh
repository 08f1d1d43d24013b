#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/readers/measure.sh [threads]     (2)
# Prints the reads per second of one thread from one table in memory, and how many times as many several do together
# (medians of 15 rounds). INCLUDE names other headers to measure, such as an earlier version's include/.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -O3 -DNDEBUG -pthread "-I${INCLUDE:-include}")
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)
g++ "${flags[@]}" bench/readers/readers.cpp -o "$work/readers"
"$work/readers" "${1:-2}"
