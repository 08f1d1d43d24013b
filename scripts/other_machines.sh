#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/other_machines.sh [machine...]     aarch64 and s390x by default; s390x stores the highest byte first
# Cross-compiles programs and runs them in an emulator; their output, keys and numbers must equal those of this machine.
# Debian: apt-get install g++-aarch64-linux-gnu g++-s390x-linux-gnu qemu-user
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- aarch64 s390x
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
boost="-isystem .deps/include"
[ -d .deps/include/boost ] || { # the system's Boost, without the headers of its C library
    mkdir "$work/include"
    ln -s /usr/include/boost "$work/include/boost"
    boost="-isystem $work/include"
}
bad=0
# try <what> <command...>
try() {
    what=$1
    shift
    if "$@" >"$work/said" 2>&1; then echo "$machine: $what: passed"; else
        cat "$work/said"
        echo "$machine: $what: FAILED"
        bad=1
    fi
}
# build <program> <source...>: compiles a program and creates a script that runs it
build() {
    program=$work/$machine-$1
    shift
    # shellcheck disable=SC2086
    "$machine-linux-gnu-g++" -std=c++20 -static -Iinclude -Itests/support $boost "$@" -o "$program.bin" &&
        printf '#!/bin/sh\nexec qemu-%s %s "$@"\n' "$machine" "$program.bin" >"$program" && chmod +x "$program"
}
readme() { build readme "$work/readme.cpp" && "$work/$machine-readme" | diff "$work/readme.text" -; }
replay() {
    build "$1" "tests/fuzz/$1.cpp" tests/fuzz/support/replay.cpp && "$work/$machine-$1" "tests/fuzz/corpus/$1"
}
example() {
    build "$1" "examples/$1.cpp" && sh tests/examples/check.sh "$work/$machine-$1" "tests/examples/$1.jsonl"
}

awk '/^```/ { inside = !inside; if (inside) ++block; next } inside && block == 1' README.md >"$work/readme.cpp"
awk '/^```/ { inside = !inside; if (inside) ++block; next } inside && block == 2' README.md >"$work/readme.text"
for machine; do
    try README.md readme
    for input in decimal_text key_text value_bytes item_decode; do try "fuzz/$input" replay "$input"; done
    for design in book_reviews e_commerce; do try "examples/$design" example "$design"; done
done
exit $bad
