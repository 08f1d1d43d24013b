#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# The rules that every header under include/ follows, so that the library stays quick to compile and to read; and that names
# of files in comments and on pages are true.
set -u
bad=0
# report <rule> <offenders>
report() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    bad=1
}
headers=$(find include -name '*.hpp' -o -name '*.ipp')
report "the first line is the SPDX line, the second #pragma once" "$(for header in $headers; do
    [ "$(head -n 2 "$header")" = "// SPDX-License-Identifier: BSL-1.0
#pragma once" ] || echo "$header"
done)"
report "fewer than 420 lines" "$(wc -l $headers | awk '$2 != "total" && $1 >= 420')"
report "no macros but the version and those of config.hpp" "$(grep -nE '^ *# *define' $headers |
    grep -vE '#define MONOTABLE_VERSION |^include/monotable/config.hpp:')"
report "a header includes its .ipp as its last lines, unless it is compiled once" "$(for file in $(find include -name '*.ipp'); do
    name=${file#include/}
    [ "$(tail -n 3 "${file%.ipp}.hpp")" = "#ifndef MONOTABLE_COMPILED
#include <${name}>
#endif" ] || echo "$file"
done)"
report "no run-time type information" "$(grep -nE 'dynamic_cast|typeid' $headers)"
report "costly headers only where the main header does not go" "$(grep -nE '# *include *<(iostream|regex|ranges|functional|memory_resource|boost/pfr\.hpp|boost/(json|unordered|multiprecision)[/.].*)>' \
    $headers | grep -vE '^include/monotable/(wire|transfer|endpoint|dynamodb|extras)/')"
report "the main header does not include wire/, transfer/, endpoint/, dynamodb/, coroutine/, extras/" "$(
    grep -rnE '# *include *<monotable/(wire|transfer|endpoint|dynamodb|coroutine|extras)/' include |
        grep -vE '^include/monotable/(wire|transfer|endpoint|dynamodb|coroutine|coroutines\.hpp|extras)')"
report "coroutines only in coroutine/" "$(grep -nE '# *include *<coroutine>' $headers |
    grep -vE '^include/monotable/coroutine/')"
# A layer includes only the layers before it.
layers="meta core expression backend local sqlite wire transfer endpoint dynamodb violation codec key model query store changes derived evolution coroutine extras"
report "a layer includes only those above it (meta core expression backend local sqlite wire transfer endpoint dynamodb violation codec key model query store changes derived evolution coroutine extras)" "$(
    grep -rnE '# *include *<monotable/[a-z]+/' include/monotable/*/ | awk -v layers="$layers" '
        BEGIN { n = split(layers, name, " "); for (i = 1; i <= n; ++i) rank[name[i]] = i }
        { split($0, path, "/"); split($0, included, "<monotable/"); split(included[2], to, "/")
          if (rank[to[1]] > rank[path[3]] || !(to[1] in rank) || !(path[3] in rank)) print }')"
# Messages at compile time are in violation/, one for each rule, as "monotable: rule; remedy".
report "every rule has a message, \"monotable: rule; remedy\", and no other header of the mapper has one" "$(
    for file in include/monotable/violation/*.hpp; do
        { sed -nE '/^enum class/,/^};/s/^    ([a-z_]+),.*/\1/p' "$file" | grep -vx none
          tr '\n' ' ' <"$file" | sed -E 's/([^\\])" *"/\1/g; s/static_assert\(/\n&/g' |
              sed -nE 's/^static_assert\( *holds_for<Names...>\(Rule != ([a-z_]+)\), *"monotable: [^;]+; .*"\);.*/\1/p'
        } | sort | uniq -u | sed "s,^,$file: ,"
    done
    for file in $(find include -name '*.hpp' -not -path '*/violation/*' -not -path '*/extras/*' -not -path '*/coroutine/*'); do
        tr '\n' ' ' <"$file" | sed 's/static_assert(/\n&/g' | grep -qE '^static_assert\([^;]*"monotable: ' && echo "$file"
    done)"
# A name matches any file whose path ends with it.
report "headers and pages that comments and pages name exist" "$(
    { find include docs examples tests README.md CONTRIBUTING.md -name '*.hpp' -o -name '*.md'
      grep -rnE '//.*\.(hpp|md)' $headers
      grep -rnE '\.(hpp|md)' README.md CONTRIBUTING.md docs tests/README.md examples/README.md; } | awk '
        !/:/ { for (rest = "/" $0; sub(/^[^\/]*\//, "", rest);) exists[rest]; next }
        { split($0, part, ":"); place = part[1] ":" part[2]
          text = substr($0, length(place) + 2)
          if (part[1] ~ /hpp$/) sub(/.*\/\//, "", text)
          while (match(text, /[A-Za-z0-9_.\/-]+\.(hpp|md)/)) {
              name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
              gsub(/^\/|\.\.\//, "", name)
              if (name !~ /^boost\// && !(name in exists)) print place ": " name
          } }')"
# Comments and pages avoid phrases for which technical English has a standard form: "nobody" (no caller), "worked out"
# (computed), "is to be" (must), "behind" (after), and noun clauses and genitives ("Of a put, ...") as headings. Quoted text and
# code in pages are exempt. Add a folder of tests once it is free of them.
edited="include docs bench tools scripts examples tests/support CMakeLists.txt tests/CMakeLists.txt README.md CONTRIBUTING.md
    tests/README.md"
# prose <file>...: prints "file:line: text" for each comment, or for each line of a page outside of code.
prose() {
    awk '
        FNR == 1 { page = FILENAME ~ /\.md$/; sharp = FILENAME ~ /(\.(sh|py|awk)|CMakeLists\.txt)$/; code = 0 }
        page && /^```/ { code = !code; next }
        page { if (code || /^    /) next; text = $0 }
        !page { at = sharp ? match($0, /(^|[ \t])#/) : match($0, /\/\//); if (!at) next; text = substr($0, at); sub(/^[ \t]*[\/#]+<?/, "", text) }
        { gsub(/"[^"]*"/, "\"\"", text); gsub(/`[^`]*`/, "``", text); print FILENAME ":" FNR ": " text }' "$@"
}
report "plain technical English in comments and pages" "$(prose $(find $edited -type f -regex '.*\(\.[hi]pp\|\.cpp\|\.sh\|\.py\|\.awk\|\.md\|CMakeLists\.txt\)') |
    grep -P '^\S+ +(What|Whether|Whoever) |(^\S+ +|[.:] )Of (a|an|the) |(?<![Tt]here )\bis no (?!longer|more|less|greater|later)|\b(is|are|was|were) to be\b|\b([Nn]obody|[Ww]hoever|[Ww]homever|beside)\b|\b(work(s|ed)? out|put(s)? together|t(ell|ells|old) apart|turn(s|ed) round)\b|\bbehind\b(?! (a|an|the) (lock|proxy|flag|load balancer))')"
exit $bad
