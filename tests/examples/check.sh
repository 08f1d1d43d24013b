#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: check.sh <program> <expected>: the answers, pattern by pattern, are the expected ones; and the text for people
# draws every table and index that a pattern is answered from.
set -u
"$1" --json | diff -u "$2" - || exit 1
text=$("$1") || exit 1
for index in $(sed 's/.*, "index": "\([^"]*\)", .*/\1/' "$2" | sort -u); do
    printf '%s\n' "$text" | grep -qE "^(Table|Index|Local index) $index( of table .*)?\$" || { echo "$index is not drawn"; exit 1; }
done
