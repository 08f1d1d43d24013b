#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: check.sh checked|any alone|grouped PRECOMPILED FILE COMPILER FLAG...
# FILE must compile as it stands; with "grouped" another test compiles it. With MISTAKE defined it must fail with exactly one line that contains "error:", and
# the output must match every extended regular expression that FILE names in lines of these two forms:
#   // expect: REGEX          somewhere in the output
#   // expect-first3: REGEX   within the first three lines; with "any" as the first argument, it is not looked for
# The first header that FILE includes is read from the folder PRECOMPILED if it is there: HEADER.gch by g++, HEADER.pch by
# clang. The first three lines are those that are printed without it.
set -u
first_lines=$1 twin=$2 precompiled=$3 file=$4 compiler=$5
shift 5
export LC_ALL=C
said=$(mktemp) && trap 'rm -f "$said"' EXIT

failed=0
fail() { echo "$file: $1"; failed=1; }

header=$(sed -n 's/^# *include <\(.*\)>.*/\1/p;/^# *include/q' "$file")
used=none
if [ -e "$precompiled/$header.gch" ]; then
    used=gch
    set -- "-I$precompiled" "$@" # found before the header itself
elif [ -e "$precompiled/$header.pch" ]; then
    used=pch
    set -- -include-pch "$precompiled/$header.pch" "$@"
fi
# compile FLAG...: what the compiler prints, as without a precompiled header but for one line of g++'s
compile() {
    "$compiler" "$@" -fsyntax-only "$file" >"$said.raw" 2>&1
    status=$?
    # clang says where the precompiled header is made of, after where the header is included.
    grep -vF "In file included from $precompiled/" "$said.raw" >"$said"
    rm -f "$said.raw"
    return $status
}

grep -q '^// expect' "$file" || fail "no // expect: line"
[ "$twin" = grouped ] || compile "$@" || { fail "the twin without the mistake does not compile:"; cat "$said"; exit 1; }

compile "$@" -DMISTAKE && { fail "the mistake compiles"; exit 1; }
errors=$(grep -c 'error:' "$said")
[ "$errors" -eq 1 ] || fail "$errors lines with 'error:' instead of 1"

# g++ leaves out the line that says where FILE includes a precompiled header.
first=3
if [ $used = gch ] && ! sed '/^In file included from \|^  *from /!q' "$said" | grep -qF "$file:"; then first=2; fi

while IFS= read -r line; do
    case $line in
    '// expect: '*)
        grep -qE -e "${line#// expect: }" "$said" || fail "the output does not match: ${line#// expect: }" ;;
    '// expect-first3: '*)
        [ "$first_lines" = any ] || head -n $first "$said" | grep -qE -e "${line#// expect-first3: }" ||
            fail "the first three lines do not match: ${line#// expect-first3: }" ;;
    '// expect'*) fail "not understood: $line" ;;
    esac
done <"$file"
[ "$failed" -eq 0 ] || { echo "--- the compiler said:"; cut -c1-400 "$said" | head -n 60; }
exit "$failed"
