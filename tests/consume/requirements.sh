#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: requirements.sh COMPILER FLAG...     from the root of the project
# Without something that the library requires, the first error of each header that users include is the sentence about it.
# Nothing needs run-time type information.
set -u
bad=0
headers=$(find include/monotable -maxdepth 1 -name '*.hpp' ! -name version.hpp)
headers="$headers $(ls include/monotable/extras/*.hpp include/monotable/endpoint/se*.hpp)"
headers="$headers include/monotable/local/memory.hpp include/monotable/core/decimal.hpp include/monotable/core/item.hpp"
# without <option> <the sentence, as a regular expression> <compiler> <flag>...
without() {
    option=$1 sentence=$2
    shift 2
    for header in $headers; do
        error=$("$@" "$option" -Wfatal-errors -fsyntax-only -x c++ "$header" 2>&1 | grep -m 1 'error:')
        echo "$error" | grep -qE "error: .*$sentence" && continue
        echo "$option: $header: the first error is: ${error:-none}"
        bad=1
    done
}
without -fno-exceptions 'monotable reports errors by exceptions: compile without -fno-exceptions' "$@"
if "$@" -m32 -E -x c++ /dev/null >/dev/null 2>&1; then # the compiler knows a 32-bit target
    without -m32 'monotable needs a compiler that has __int128: .* for a 64-bit target' "$@"
fi
without -std=c++17 'monotable needs C\+\+20: compile with -std=c\+\+20' "$@"
printf '#include "%s"\n' $headers | "$@" -I. -fno-rtti -fsyntax-only -x c++ - || bad=1
exit $bad
