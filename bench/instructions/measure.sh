#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/instructions/measure.sh [compiler]     (g++)
# Prints the number of instructions of each operation in operations.cpp, header-only at -O3, as counted by callgrind, so that
# it does not depend on the load. INCLUDE selects other headers, such as the include/ of an earlier version.
set -eu
cd "$(dirname "$0")/../.."
compiler=${1:-g++}
command -v valgrind >/dev/null || { echo "measure.sh needs valgrind" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -O3 -DNDEBUG -g1 "-I${INCLUDE:-include}")
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)
"$compiler" "${flags[@]}" bench/instructions/operations.cpp -o "$work/operations"
repetitions=$(sed -n 's/.*repetitions = \([0-9]*\);/\1/p' bench/instructions/operations.cpp)
for operation in put get last_ten by_id update erase; do
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect="measured_$operation" "$work/operations" \
        >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
    awk -v operation=$operation -v repetitions="$repetitions" \
        '$1 == "summary:" { printf "%-10s %8d\n", operation, $2 / repetitions }' "$work/out"
done
