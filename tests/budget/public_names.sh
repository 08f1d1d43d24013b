#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: public_names.sh check|keep [FLAG...]
# Names in namespace monotable, outside of detail, are those in baseline/public_names.txt: what only the library uses belongs
# into monotable::detail. `keep` writes the list, for a name that users are to have. Clang prints the names; exit status 77:
# clang++-19 is not installed.
set -u
action=$1
shift
export LC_ALL=C
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
list=$here/baseline/public_names.txt
command -v clang++-19 >/dev/null || exit 77
found=$(mktemp) && trap 'rm -f "$found" "$found.cpp"' EXIT
(cd "$root/include" && ls monotable/*.hpp) | sed 's/.*/#include <&>/' >"$found.cpp"
clang++-19 -std=c++20 "-I$root/include" "$@" -fsyntax-only "$found.cpp" || exit 1
clang++-19 -std=c++20 "-I$root/include" "$@" -fsyntax-only -Xclang -ast-list "$found.cpp" |
    sed -n 's/^monotable::\([a-z][a-z0-9_]*\)$/\1/p' | sort -u >"$found"
[ "$action" = keep ] && exec cp "$found" "$list"
new=$(comm -13 "$list" "$found") gone=$(comm -23 "$list" "$found")
[ -z "$new" ] || echo "names in namespace monotable that baseline/public_names.txt does not have; move them to detail, or keep:" $new
[ -z "$gone" ] || echo "names of baseline/public_names.txt that are gone:" $gone
[ -z "$new$gone" ]
