#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: snippets.sh PAGE COMPILER FLAG...
# Compiles the fenced blocks of a Markdown page. By what follows the three backticks:
#   cpp           declarations; all of a page go into one translation unit, in order
#   cpp body      statements; the same, as the body of a function of their own
#   cpp program   a translation unit of its own
#   cpp wrong     the same as body, must not compile
# Lines of the page are kept, so that errors point into it.
set -u
page=$1
shift
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v work="$work" -v page="$page" '
    function emit(file, text) { print text >> (work "/" file ".cpp") }
    /^```/ && !inside {
        kind = $0 == "```cpp" ? "declarations" : $0 ~ /^```cpp (body|program|wrong)$/ ? $2 : ""
        if ($0 ~ /^```cpp/ && kind == "") { print page ":" NR ": not understood: " $0; exit 1 }
        inside = 1
        next
    }
    /^```/ {
        if (kind == "body" || kind == "wrong") block = block "}\n"
        if (kind == "program") emit("program" ++programs, block)
        else if (kind == "wrong") emit("wrong" ++wrongs, so_far block)
        else if (kind != "") so_far = so_far block
        inside = 0; block = ""; next
    }
    inside && kind != "" {
        if (block == "") {
            if (kind == "body" || kind == "wrong") block = "[[maybe_unused]] static void body_" ++bodies "() {\n"
            block = block "#line " NR " \"" page "\"\n"
        }
        block = block $0 "\n"
    }
    END { if (so_far != "") emit("page", so_far) }' "$page" || exit 1

bad=0
for unit in "$work"/*.cpp; do
    case $unit in
    */wrong*) "$@" -fsyntax-only "$unit" >"$work/said" 2>&1 && { echo "$page: compiles, but is said to be wrong:"; tail -n 8 "$unit"; bad=1; } ;;
    *) "$@" -fsyntax-only "$unit" >"$work/said" 2>&1 || { cat "$work/said"; bad=1; } ;;
    esac
done
exit $bad
