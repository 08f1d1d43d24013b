#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/compile_time/examples.sh
# Prints the user time in seconds of -fsyntax-only for each example, with monotable::compiled, by g++ and clang++-19, and the
# ratio of clang's time to g++'s, whose budget is 2.5.
set -eu
cd "$(dirname "$0")/../.."
used=$(mktemp)
trap 'rm -f "$used"' EXIT
flags=(-std=c++20 -Iinclude -DMONOTABLE_COMPILED -fsyntax-only)
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)
for example in examples/*.cpp; do
    for compiler in g++ clang++-19; do
        /usr/bin/time -o "$used" -f %U "$compiler" "${flags[@]}" "$example"
        seconds[${#compiler}]=$(<"$used")
    done
    awk -v name="$(basename "$example" .cpp)" -v g="${seconds[3]}" -v c="${seconds[10]}" \
        'BEGIN { printf "%-14s %5.2f %5.2f %5.2f\n", name, g, c, c / g }'
done
