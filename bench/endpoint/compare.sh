#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/endpoint/compare.sh [rounds] [seconds]
# Prints puts and gets per second of monotable-local and of dynalite 4.0.0, which npm installs into a temporary folder, under
# the same load on 4 keep-alive connections, in alternating rounds. Requires cmake, a compiler, node and npm.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-5} seconds=${2:-3} connections=4

work=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

echo "compare: building, and installing dynalite 4.0.0"
cmake -S . -B build/bench -DCMAKE_BUILD_TYPE=Release -DMONOTABLE_BUILD_TESTS=OFF -DMONOTABLE_BUILD_EXAMPLES=OFF \
    -DMONOTABLE_BUILD_BENCHMARKS=ON -DMONOTABLE_ENDPOINT=ON >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cmake --build build/bench --target monotable-local bench_endpoint_load >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
(cd "$work" && npm install --no-audit --no-fund --no-package-lock --ignore-scripts dynalite@4.0.0 >log 2>&1) || { cat "$work/log"; exit 1; }

# round <name> <port> <command...>: appends "puts gets" to the file <name>.
round() {
    local name=$1 port=$2 tries
    shift 2
    "$@" >"$work/log" 2>&1 &
    server=$!
    for tries in $(seq 100); do
        if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
        sleep 0.05
    done
    build/bench/bench/bench_endpoint_load "$port" $connections "$seconds" | tee "$work/rate" | sed "s/^/  $name: /"
    sed -E 's/([0-9]+) puts.s ([0-9]+) gets.s/\1 \2/' "$work/rate" >>"$work/$name"
    kill "$server"
    wait "$server" || true
    server=
}
for i in $(seq "$rounds"); do
    echo "round $i of $rounds"
    round monotable-local 17431 build/bench/tools/monotable-local --port 17431 --quiet
    # memdown, which keeps its data in memory, is dynalite's default.
    round dynalite 17432 node "$work/node_modules/dynalite/cli.js" --host 127.0.0.1 --port 17432 \
        --createTableMs 0 --deleteTableMs 0 --updateTableMs 0
done

median() { sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'; }
echo "medians of $rounds rounds of $seconds s, $connections connections:"
for column in 1 2; do
    ours=$(cut -d' ' -f$column "$work/monotable-local" | median)
    theirs=$(cut -d' ' -f$column "$work/dynalite" | median)
    awk -v what="$([ $column = 1 ] && echo puts || echo gets)" -v ours="$ours" -v theirs="$theirs" \
        'BEGIN { printf "%s/s: monotable-local %d, dynalite %d: %.1f times\n", what, ours, theirs, ours / theirs }'
done
