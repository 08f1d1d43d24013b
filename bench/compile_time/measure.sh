#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/compile_time/measure.sh [compiler...]     (g++ and clang++-19)
# Prints the CPU time of -fsyntax-only in milliseconds, the minimum of 5 runs. The times per entity and per query are
# differences between generated models.
set -eu
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- g++ clang++-19
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -fsyntax-only -Iinclude)
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)

# ms <compiler> <file>
ms() {
    local best=1000000 i user system now TIMEFORMAT='%U %S'
    for i in 1 2 3 4 5; do
        read -r user system < <({ time "$1" "${flags[@]}" "$2" 2>"$work/said"; } 2>&1) || true
        [ ! -s "$work/said" ] || { cat "$work/said" >&2; echo failed; return; }
        now=$((10#${user/./} + 10#${system/./}))
        [ "$now" -ge "$best" ] || best=$now
    done
    echo "$best"
}
header() { echo "#include <$1>" >"$work/header.cpp"; ms "$compiler" "$work/header.cpp"; }
model() {
    awk -v entities="$1" -v fields="$2" -v queries="$3" -v puts="${4:-0}" -v distinct="${5:-0}" ${6:+-v header="$6"} -f bench/compile_time/model.awk >"$work/model.cpp"
    ms "$compiler" "$work/model.cpp"
}

for compiler; do
    "$compiler" --version | head -n 1
    for name in fwd declare monotable; do
        [ ! -e "include/monotable/$name.hpp" ] || printf '  %-52s %6s ms\n' "<monotable/$name.hpp>" "$(header "monotable/$name.hpp")"
    done
    printf '  %-52s %6s ms\n' "50 entities of 20 fields, declared" "$(model 50 20 0)"
    [ -e include/monotable/monotable.hpp ] || continue
    one=$(model 1 8 0 1) many=$(model 21 8 0 21)
    printf '  %-52s %6s ms\n' "the first, and the store in memory that is made" "$((one - $(header monotable/monotable.hpp)))"
    printf '  %-52s %6s ms\n' "each further entity of 8 fields, put" "$(((many - one) / 20))"
    one=$(model 1 8 0 0 1) many=$(model 1 8 0 0 13)
    printf '  %-52s %6s ms\n' "each further distinct query" "$(((many - one) / 12))"
    printf '  %-52s %6s ms\n' "50 entities of 20 fields with put, get and query" "$(model 50 20 50)"
done
