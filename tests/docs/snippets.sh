#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: snippets.sh PAGE COMPILER FLAG...
# Compiles the fenced blocks of a Markdown page. By what follows the three backticks:
#   cpp           declarations; all of a page go into one translation unit, in order
#   cpp body      statements; the same, as the body of a function of their own; they run in order
#   cpp program   a translation unit of its own
#   cpp wrong     the same as body, must not compile
#   text          as the next block behind a body or program: what it prints
#                 behind a wrong: its lines with "monotable: " say what the compiler says from there on
# Lines of the page are kept, so that errors point into it. LIBRARY in the environment is linked.
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
        shown = $0 == "```text" ? last : ""
        if (shown != "") printf "" > (work "/" shown ".shown")
        last = ""
        inside = 1
        next
    }
    /^```/ {
        if (kind == "body" || kind == "wrong") block = block "}\n"
        if (kind == "program") emit(last = "program" ++programs, block)
        else if (kind == "wrong") emit(last = "wrong" ++wrongs, so_far block)
        else if (kind != "") so_far = so_far block
        if (kind == "body") {
            last = "body" bodies
            run = run "    std::puts(\"\\001" bodies "\");\n    body_" bodies "();\n    std::fflush(stdout);\n"
        }
        inside = 0; block = ""; next
    }
    inside && shown != "" { print > (work "/" shown ".shown") }
    inside && kind != "" {
        if (block == "") {
            if (kind == "body" || kind == "wrong") block = "[[maybe_unused]] static void body_" ++bodies "() {\n"
            block = block "#line " NR " \"" page "\"\n"
        }
        block = block $0 "\n"
    }
    END {
        if (so_far != "") emit("page", so_far "#include <cstdio>\nint main() {\n" run "}\n")
    }' "$page" || exit 1

bad=0
# compare <what is shown> <what was printed>; empty lines at the end do not count
compare() {
    for text in "$1" "$2"; do
        awk '{ line[NR] = $0 } $0 != "" { n = NR } END { for (i = 1; i <= n; ++i) print line[i] }' "$text" >"$text.trimmed"
    done
    diff -u "$1.trimmed" "$2.trimmed" >"$work/difference" && return
    echo "$page shows (-) something else than is printed (+):"
    tail -n +3 "$work/difference"
    bad=1
}
has_shown() { ls "$work"/$1*.shown >/dev/null 2>&1; }

for unit in "$work"/*.cpp; do
    name=$(basename "$unit" .cpp)
    case $name in
    wrong*)
        if "$@" -fsyntax-only "$unit" >"$work/said" 2>&1; then
            echo "$page: compiles, but is said to be wrong:"
            tail -n 8 "$unit"
            bad=1
        elif [ -e "$work/$name.shown" ]; then
            sed -n 's/.*\(monotable: \)/\1/p' "$work/$name.shown" | while read -r line; do
                grep -qF -- "$line" "$work/said" || { echo "$page: the compiler does not say: $line"; cat "$work/said"; exit 1; }
            done || bad=1
        fi
        continue ;;
    page) prefix=body ;;
    *) prefix=$name ;;
    esac
    if ! has_shown "$prefix"; then
        "$@" -fsyntax-only "$unit" >"$work/said" 2>&1 || { cat "$work/said"; bad=1; }
        continue
    fi
    "$@" "$unit" ${LIBRARY-} -o "$work/$name" >"$work/said" 2>&1 || { cat "$work/said"; bad=1; continue; }
    "$work/$name" >"$work/printed" 2>&1 || { echo "$page: $name ends with $?"; cat "$work/printed"; bad=1; continue; }
    [ "$name" = page ] || { compare "$work/$name.shown" "$work/printed"; continue; }
    awk -v work="$work" '/^\001/ { file = work "/body" substr($0, 2) ".printed"; printf "" > file; next } { print > file }' "$work/printed"
    for shown in "$work"/body*.shown; do compare "$shown" "${shown%.shown}.printed"; done
done
exit $bad
