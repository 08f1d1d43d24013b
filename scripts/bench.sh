#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/bench.sh [--quick] [option of bench/memory/measure.py...]
# Measures monotable's store in memory and other ways to store the same structs (bench/memory): installs what is missing,
# builds the contenders at -O3, header-only, into build/bench, and prints tables and JSON lines. 100,001 and 1,100,000 items,
# five rounds: up to half an hour. --quick: 100,001 items, three rounds, some two minutes.
set -eu
cd "$(dirname "$0")/.."
if [ "${1-}" = --quick ]; then
    shift
    set -- --items 100001 --rounds 3 --milliseconds 100 "$@"
fi
scripts/deps.sh bench
cmake -B build/bench -DCMAKE_BUILD_TYPE=Release -DMONOTABLE_BUILD_BENCHMARKS=ON -DMONOTABLE_BUILD_TESTS=OFF \
    -DMONOTABLE_BUILD_EXAMPLES=OFF >/dev/null
cmake --build build/bench --parallel "$(nproc)" --target bench_memory
echo "commit $(git describe --always --dirty --match '' 2>/dev/null || echo unknown), $(c++ --version | head -n 1)"
python3 bench/memory/measure.py build/bench/bench/memory --instructions "$@"
