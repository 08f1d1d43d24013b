#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: install.sh SOURCE [PREFIX PATH]
# Installs the library with the component sqlite, and builds and runs a program with it.
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S "$source" -B "$work/library" -DCMAKE_PREFIX_PATH="${2-}" -DMONOTABLE_SQLITE=ON -DMONOTABLE_BUILD_TESTS=OFF \
    -DMONOTABLE_BUILD_EXAMPLES=OFF
cmake --install "$work/library" --prefix "$work/prefix"
cmake -S "$source/tests/consume/sqlite" -B "$work/program" -DCMAKE_PREFIX_PATH="$work/prefix;${2-}" -DCMAKE_BUILD_TYPE=Debug
cmake --build "$work/program"
status=0
"$work/program/notes" "$work/notes.db" || status=$?
[ "$status" -eq 7 ]
"$work/program/notes" "$work/notes.db"
