#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: check.sh checked|any FILE COMPILER FLAG...
# FILE must compile as it stands. With MISTAKE defined it must fail with exactly one line that contains "error:", and
# the output must match every extended regular expression that FILE names in lines of these two forms:
#   // expect: REGEX          somewhere in the output
#   // expect-first3: REGEX   within the first three lines; with "any" as the first argument, it is not looked for
set -u
first_lines=$1 file=$2
shift 2
export LC_ALL=C
said=$(mktemp) && trap 'rm -f "$said"' EXIT

failed=0
fail() { echo "$file: $1"; failed=1; }

grep -q '^// expect' "$file" || fail "no // expect: line"
"$@" -fsyntax-only "$file" >"$said" 2>&1 || { fail "the twin without the mistake does not compile:"; cat "$said"; exit 1; }

"$@" -fsyntax-only -DMISTAKE "$file" >"$said" 2>&1 && { fail "the mistake compiles"; exit 1; }
errors=$(grep -c 'error:' "$said")
[ "$errors" -eq 1 ] || fail "$errors lines with 'error:' instead of 1"

while IFS= read -r line; do
    case $line in
    '// expect: '*)
        grep -qE -e "${line#// expect: }" "$said" || fail "the output does not match: ${line#// expect: }" ;;
    '// expect-first3: '*)
        [ "$first_lines" = any ] || head -n 3 "$said" | grep -qE -e "${line#// expect-first3: }" ||
            fail "the first three lines do not match: ${line#// expect-first3: }" ;;
    '// expect'*) fail "not understood: $line" ;;
    esac
done <"$file"
[ "$failed" -eq 0 ] || { echo "--- the compiler said:"; cut -c1-400 "$said" | head -n 60; }
exit "$failed"
