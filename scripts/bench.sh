#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/bench.sh [--quick] [option of bench/memory/measure.py...]
#        scripts/bench.sh --growth <SVG file> [option...]
# Measures monotable's store in memory and other ways to store the same structs (bench/memory): installs what is missing,
# builds the contenders at -O3, header-only, into build/bench, and prints tables and JSON lines. 100,001 and 1,100,000 items,
# five rounds: up to half an hour. --quick: 100,001 items, three rounds, some two minutes.
# --growth draws how the time of each operation and the memory of an item grow from 1,000 to 10,000,000 items (12 GB).
set -eu
cd "$(dirname "$0")/.."
drawing=
case ${1-} in
--quick)
    shift
    set -- --instructions --items 100001 --rounds 3 --milliseconds 100 "$@"
    ;;
--growth)
    drawing=$2
    shift 2
    set -- --items 1000 10000 100000 1000000 10000000 --rounds 3 --part single --json build/bench/growth.jsonl \
        --contenders monotable multi_index_hashed expert sqlite "$@"
    ;;
*) set -- --instructions "$@" ;;
esac
scripts/deps.sh bench
cmake -B build/bench -DCMAKE_BUILD_TYPE=Release -DMONOTABLE_BUILD_BENCHMARKS=ON -DMONOTABLE_BUILD_TESTS=OFF \
    -DMONOTABLE_BUILD_EXAMPLES=OFF >/dev/null
cmake --build build/bench --parallel "$(nproc)" --target bench_memory
python3 bench/memory/measure.py build/bench/bench/memory "$@"
[ -z "$drawing" ] || python3 bench/memory/plot.py build/bench/growth.jsonl "$drawing"
