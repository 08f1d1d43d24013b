#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/other_machines.sh [machine...]     aarch64 and s390x by default; s390x stores the highest byte first
# Compiles programs for other machines and runs them in an emulator: what they print, the keys and the numbers have to be
# those of this machine. Debian: apt-get install g++-aarch64-linux-gnu g++-s390x-linux-gnu qemu-user
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- aarch64 s390x
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
boost="-isystem .deps/include"
[ -d .deps/include/boost ] || { # the system's, without the headers of its C library
    mkdir "$work/include"
    ln -s /usr/include/boost "$work/include/boost"
    boost="-isystem $work/include"
}
bad=0
# run <name> <command...>
run() {
    name=$1
    shift
    if "$@" >"$work/said" 2>&1; then echo "$machine: $name: passed"; else
        cat "$work/said"
        echo "$machine: $name: FAILED"
        bad=1
    fi
}
# build <program> <source...>: a script that runs it
build() {
    program=$work/$machine-$1
    shift
    # shellcheck disable=SC2086
    "$machine-linux-gnu-g++" -std=c++20 -O1 -static -Iinclude -Iexamples $boost "$@" -o "$program.bin" &&
        printf '#!/bin/sh\nexec qemu-%s %s "$@"\n' "$machine" "$program.bin" >"$program" && chmod +x "$program"
}
prints_what_it_shows() { "$1" | diff "$work/readme.text" -; }

awk '/^```/ { inside = !inside; if (inside) ++block; next } inside && block == 1' README.md >"$work/readme.cpp"
awk '/^```/ { inside = !inside; if (inside) ++block; next } inside && block == 2' README.md >"$work/readme.text"
for machine; do
    run "README.md compiles" build readme "$work/readme.cpp"
    run "README.md's program" prints_what_it_shows "$work/$machine-readme"
    for name in decimal_text key_text value_bytes item_decode; do
        run "fuzz/$name compiles" build "$name" "tests/fuzz/$name.cpp" tests/fuzz/support/replay.cpp
        run "fuzz/$name" "$work/$machine-$name" "tests/fuzz/corpus/$name"
    done
    for name in online_shop e_commerce; do
        run "examples/$name compiles" build "$name" "examples/$name.cpp"
        run "examples/$name" sh tests/examples/check.sh "$work/$machine-$name" "tests/examples/$name.jsonl"
    done
done
exit $bad
