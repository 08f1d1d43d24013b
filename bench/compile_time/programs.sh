#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: bench/compile_time/programs.sh [compiler]     (g++)
# Prints the cost of compiling whole translation units, header-only and with monotable::compiled: user time relative to a unit
# that uses <regex> for one match at -O2 (the main header: relative to <regex> alone with -fsyntax-only), object size at -O2
# and the compiler's memory. Each time is the minimum of RUNS (3) alternating runs.
set -eu
cd "$(dirname "$0")/../.."
compiler=${1:-g++}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -Iinclude)
[ ! -d .deps/include ] || flags+=(-isystem .deps/include)

awk '/^```cpp program/ { inside = 1; next } /^```/ && inside { exit } inside' README.md >"$work/readme.cpp"
echo '#include <monotable/monotable.hpp>' >"$work/header.cpp"
echo '#include <regex>' >"$work/regex_header.cpp"
cat >"$work/regex.cpp" <<'END'
#include <regex>
int main(int, char** arguments) { return std::regex_match(arguments[0], std::regex("a.*b")) ? 0 : 1; }
END
cat >"$work/put_query.cpp" <<'END'
#include <monotable/monotable.hpp>
namespace mt = monotable;
using namespace mt::literals;
struct Order { std::string id, customer_id; int amount; };
template <> struct mt::entity<Order> { using key = mt::key<"CUSTOMER#{customer_id}", "ORDER#{id}">; };
struct shop : mt::table<"shop", mt::entities<Order>> {};
std::size_t put_and_query(mt::store<shop>& db, Order const& order) {
    db.put(order).or_throw();
    std::size_t count = 0;
    for (Order const& each : db.query<Order>("customer_id"_f == order.customer_id)) count += each.id.size();
    return count;
}
END

# measure <name> <file> <flag>...: records the minimal user time in milliseconds and the memory in megabytes
declare -A time memory size
measure() {
    local name=$1 file=$2 used
    shift 2
    /usr/bin/time -o "$work/used" -f '%U %M' "$compiler" "${flags[@]}" "$@" "$work/$file.cpp" -o "$work/out.o"
    used=$(tail -n 1 "$work/used")
    local ms
    ms=$(awk '{ printf "%d", $1 * 1000 }' <<<"$used")
    [ -n "${time[$name]-}" ] && [ "${time[$name]}" -le "$ms" ] || time[$name]=$ms
    memory[$name]=$(awk '{ printf "%d", $2 / 1024 }' <<<"$used")
    if [ -e "$work/out.o" ]; then size[$name]=$(stat -c %s "$work/out.o"); fi
    rm -f "$work/out.o"
}
for ((run = 0; run < ${RUNS:-3}; ++run)); do
    measure regex regex -O2 -c
    measure regex_header regex_header -fsyntax-only
    for mode in header-only compiled; do
        define=()
        [ $mode = header-only ] || define=(-DMONOTABLE_COMPILED)
        measure "header $mode" header "${define[@]}" -fsyntax-only
        for file in put_query readme; do
            measure "$file $mode syntax" $file "${define[@]}" -fsyntax-only
            measure "$file $mode O0" $file "${define[@]}" -O0 -c
            measure "$file $mode O2" $file "${define[@]}" -O2 -c
        done
    done
done
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
"$compiler" --version | head -n 1
echo "<regex> with one match, -O2: ${time[regex]} ms; <regex> alone, -fsyntax-only: ${time[regex_header]} ms"
printf '%-12s %-12s %7s %7s %7s %10s %8s\n' unit mode syntax -O0 -O2 object memory
for mode in header-only compiled; do
    printf '%-12s %-12s %7s\n' header $mode "$(ratio "${time[header $mode]}" "${time[regex_header]}")"
    for file in put_query readme; do
        printf '%-12s %-12s %7s %7s %7s %7s kB %5s MB\n' $file $mode "$(ratio "${time[$file $mode syntax]}" "${time[regex]}")" \
            "$(ratio "${time[$file $mode O0]}" "${time[regex]}")" "$(ratio "${time[$file $mode O2]}" "${time[regex]}")" \
            $((size[$file $mode O2] / 1024)) "${memory[$file $mode O2]}"
    done
done
