#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: tests/budget/instructions.sh check|keep [COMPILER]     (g++)
# Counts the instructions of the main operations (bench/instructions), and fails if a count exceeds the one in baseline/ by
# more than 3 %. `keep` writes new counts; commit them with the reason for the change. Counts do not depend on the load, but
# on the compiler: without a baseline for it, or without valgrind, the check is skipped (exit status 77).
set -eu
cd "$(dirname "$0")/../.."
verb=$1 compiler=${2:-g++}
command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed"; exit 77; }
baseline=tests/budget/baseline/instructions-$(sh tests/budget/toolchain.sh "$compiler")
[ "$verb" = keep ] || [ -e "$baseline" ] || { echo "skipped: no $baseline"; exit 77; }
counts=$(bench/instructions/measure.sh "$compiler") || { echo "$counts"; exit 1; }
if [ "$verb" = keep ]; then
    echo "$counts" | tee "$baseline"
    exit
fi
echo "$counts" | awk -v keep="tests/budget/instructions.sh keep" -f tests/budget/compare.awk "$baseline" -
