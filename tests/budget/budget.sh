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

toolchain=$(sh tests/budget/toolchain.sh "$compiler")
case $toolchain in clang-*) clang=yes ;; *) clang="" ;; esac
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
awk -v keep="tests/budget/budget.sh keep" -f tests/budget/compare.awk "$baseline" "$work/counts"
