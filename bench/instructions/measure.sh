#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/instructions/measure.sh [compiler]     (g++)
# Prints the number of instructions of each operation in operations.cpp, header-only at -O3, as counted by callgrind, so that
# it does not depend on the load. INCLUDE selects other headers, such as the include/ of an earlier version.
# tests/budget/instructions.sh compares the counts with those that were kept.
set -eu
cd "$(dirname "$0")/../.."
compiler=${1:-g++}
command -v valgrind >/dev/null || { echo "measure.sh needs valgrind" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -O3 -DNDEBUG "-I${INCLUDE:-include}")
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)
"$compiler" "${flags[@]}" bench/instructions/operations.cpp -o "$work/operations"
repetitions=$(sed -n 's/.*repetitions = \([0-9]*\);/\1/p' bench/instructions/operations.cpp)
valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect='measured_*' "$work/operations" \
    >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
# The profile numbers each function where it names it first: "fn=(7) measured_get" or, where it is called, "cfn=(7)". The line
# after "calls=" has the instructions of these calls, including those of the functions that they call.
awk -v repetitions="$repetitions" '
    /^c?fn=\([0-9]+\) / { split($1, number, /[()]/); name[number[2]] = $2 }
    /^cfn=/ { split($1, number, /[()]/); called = name[number[2]]; next }
    /^calls=/ { getline; if (sub(/^measured_/, "", called)) printf "%-18s %8d\n", called, $2 / repetitions; called = "" }
' "$work/out"
