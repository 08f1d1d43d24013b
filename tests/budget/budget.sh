#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: tests/budget/budget.sh check|keep COMPILER [FLAG...]     from the root of the project
# Counts the compiler's work for each entry header and for generated models, and fails if a count exceeds the one in
# baseline/ by more than 3 %. `keep` writes new counts; commit them with the reason for the change. Counts depend on the
# compiler and its standard library; without a baseline for them the check is skipped.
set -eu
verb=$1 compiler=$2
shift 2
if [ $# -eq 0 ]; then
    set -- -std=c++20 -Iinclude
    [ ! -d .deps/include ] || set -- "$@" -isystem .deps/include
fi
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

macros=$(echo '#include <version>' | "$compiler" -std=c++20 -x c++ -dM -E -)
macro() { echo "$macros" | awk -v name="$1" '$2 == name { print $3 }'; }
clang=$(macro __clang_major__)
if [ -n "$clang" ]; then toolchain=clang-$clang; else toolchain=g++-$(macro __GNUC__); fi
toolchain=$toolchain-libstdc++-$(macro _GLIBCXX_RELEASE)
baseline=tests/budget/baseline/$toolchain

# counts FLAG...: prints lines after preprocessing, the number of our headers, and the compiler's statistics: declarations
# (clang) or megabytes of syntax trees (g++).
counts() {
    for header in fwd declare monotable; do
        echo "#include <monotable/$header.hpp>" >"$work/$header.cpp"
        lines=$("$compiler" "$@" -E -P "$work/$header.cpp" | grep -c .)
        own=$("$compiler" "$@" -E -M "$work/$header.cpp" | grep -o '[^ ]*include/monotable/[^ ]*\.hpp' | sort -u | wc -l)
        echo "$header.lines $lines"
        echo "$header.own_headers $own"
    done
    if [ -z "$clang" ]; then
        model 50 20 50 monotable.hpp >"$work/used.cpp"
        for header in declare monotable; do echo "$header.megabytes $(megabytes "$header" "$@")"; done
        echo "model_of_50_entities_used.megabytes $(megabytes used "$@")"
        return
    fi
    model 50 20 0 declare.hpp >"$work/declared.cpp"
    model 1 20 1 monotable.hpp >"$work/one.cpp"
    model 11 20 11 monotable.hpp >"$work/eleven.cpp"
    for header in declare monotable; do echo "$header.declarations $(declarations "$header" "$@")"; done
    echo "model_of_50_entities_declared.declarations $(declarations declared "$@")"
    one=$(declarations one "$@")
    eleven=$(declarations eleven "$@")
    echo "first_entity_used.declarations $((one - $(declarations monotable "$@")))"
    echo "each_entity_used.declarations $(((eleven - one) / 10))"
}
model() {
    awk -v entities="$1" -v fields="$2" -v queries="$3" -v header="$4" -f bench/compile_time/model.awk
}
megabytes() {
    name=$1
    shift
    "$compiler" "$@" -fsyntax-only -ftime-report "$work/$name.cpp" 2>"$work/stats" || { cat "$work/stats" >&2; exit 1; }
    awk '$1 == "TOTAL" { sub(/M$/, "", $NF); print $NF }' "$work/stats"
}
declarations() {
    name=$1
    shift
    "$compiler" "$@" -fsyntax-only -Xclang -print-stats "$work/$name.cpp" 2>"$work/stats" || { cat "$work/stats" >&2; exit 1; }
    awk '/ decls total\.$/ { print $1 }' "$work/stats"
}

counts "$@" >"$work/counts"
if [ "$verb" = keep ]; then
    mkdir -p tests/budget/baseline
    cp "$work/counts" "$baseline"
    cat "$baseline"
    exit
fi
[ -e "$baseline" ] || { echo "skipped: no $baseline"; exit 77; }
awk '
    NR == FNR { kept[$1] = $2; next }
    !($1 in kept) { print $1 ": " $2 ", not in the baseline"; bad = 1; next }
    { printf "%-50s %8d kept %8d\n", $1, $2, kept[$1] }
    $2 > kept[$1] * 1.03 { print "    more than 3 % above the budget"; bad = 1 }
    { seen[$1] = 1 }
    $2 < kept[$1] * 0.9 { print "    much less than kept: worth keeping (tests/budget/budget.sh keep)" }
    END { for (name in kept) if (!(name in seen)) { print name ": kept, but no longer counted"; bad = 1 }; exit bad }
' "$baseline" "$work/counts"
