#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/format.sh [--check]
# Formats every tracked C++ file with .clang-format. With --check, changes nothing, prints the files that differ and fails if
# there are any. Exits with 77 if clang-format 19 is not installed.
set -eu
cd "$(dirname "$0")/.."
format=${CLANG_FORMAT:-clang-format-19}
command -v "$format" >/dev/null 2>&1 || { echo "skipped: no $format"; exit 77; }
if [ "${1-}" != --check ]; then
    git ls-files -z '*.hpp' '*.ipp' '*.cpp' | xargs -0 "$format" -i
    exit
fi
differing=$(git ls-files -z '*.hpp' '*.ipp' '*.cpp' | xargs -0 -P "$(nproc)" -n 64 "$format" --dry-run -ferror-limit=1 2>&1 |
    sed -nE 's/^([^:]+):[0-9]+:[0-9]+: .*clang-format-violations.*/\1/p' | sort -u)
[ -z "$differing" ] || { printf 'scripts/format.sh would change:\n%s\n' "$differing"; exit 1; }
