#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# What every header under include/ keeps to, so that the library stays quick to compile and to read.
set -u
bad=0
# report <rule> <offenders>
report() {
    [ -z "$2" ] && return
    printf '%s:\n%s\n' "$1" "$2"
    bad=1
}
headers=$(find include -name '*.hpp')
report "the first line is the SPDX line, the second #pragma once" "$(for header in $headers; do
    [ "$(head -n 2 "$header")" = "// SPDX-License-Identifier: BSL-1.0
#pragma once" ] || echo "$header"
done)"
report "fewer than 420 lines" "$(wc -l $headers | awk '$2 != "total" && $1 >= 420')"
report "no macros but the version" "$(grep -nE '^ *# *define' $headers | grep -v '#define MONOTABLE_VERSION ')"
report "no run-time type information" "$(grep -nE 'dynamic_cast|typeid' $headers)"
report "costly headers only where the main header does not go" "$(grep -nE '# *include *<(iostream|regex|ranges|functional|memory_resource|boost/pfr\.hpp|boost/(json|unordered|multiprecision)[/.].*)>' \
    $headers | grep -vE '^include/monotable/(wire|endpoint|extras)/')"
report "the main header does not include wire/, endpoint/, extras/" "$(
    grep -rnE '# *include *<monotable/(wire|endpoint|extras)/' include --include='*.hpp' |
        grep -vE '^include/monotable/(wire|endpoint|extras)/')"
# A layer includes only the layers before it.
layers="meta value codec key schema expression plan store wire endpoint table extras"
report "a layer includes only those above it (meta value codec key schema expression plan store wire endpoint table extras)" "$(
    grep -rnE '# *include *<monotable/[a-z]+/' include/monotable/*/ | awk -v layers="$layers" '
        BEGIN { n = split(layers, name, " "); for (i = 1; i <= n; ++i) rank[name[i]] = i }
        { split($0, path, "/"); split($0, included, "<monotable/"); split(included[2], to, "/")
          if (rank[to[1]] > rank[path[3]] || !(to[1] in rank) || !(path[3] in rank)) print }')"
exit $bad
