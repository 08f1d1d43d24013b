#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# usage: scripts/test.sh [stage...]      all stages by default; the last line is "N passed, N failed"
#   gcc       g++ with the library's assertions: behaviour, also over the wire, constraints, diagnostics, pages, consumers, each
#             header alone, house rules, budgets; kept inputs of the fuzz targets
#   release   g++ optimized: model, golden, examples, endpoint; the contenders of the benchmark agree
#   debug     clang 19 with the address and undefined behaviour sanitizers: behaviour, model, golden, endpoint, threads, stores in
#             files, the client; without them: diagnostics, constraints
#   clang-14  clang 14, where there is one: constraints, and the diagnostics of models and queries
#   clang-17  clang 17, where there is one: headers, README.md's program, numbers and keys, an example
#   libcxx    clang 19 with LLVM's standard library, where there is one: the same
#   thread    clang 19 with the thread sanitizer: the tests labelled threads
#   fuzz      clang 19 with libFuzzer: each target for some seconds (FUZZ_SECONDS, 20)
# and one that is not run by default, for a result within minutes:
#   quick     g++: behaviour, golden, constraints, house rules
set -u
cd "$(dirname "$0")/.."
stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(gcc release debug clang-14 clang-17 libcxx thread fuzz)
jobs=${JOBS:-$(nproc)}

# The tests of the target tests_portable.
portable='^(headers/(odr|requirements)|docs/README\.md|fuzz_(decimal_text|key_text|value_bytes)|examples/e_commerce)$'

passed=0 failed=0
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# step <name> <command...>: runs a step that is not a test; a failure counts as one failed test.
step() {
    local name=$1
    shift
    if "$@" >"$logs/step" 2>&1; then return 0; fi
    cat "$logs/step"
    echo "FAILED: $name"
    failed=$((failed + 1))
    return 1
}

# further_cases: reads ctest's log; prints how many test cases more than ctest's tests passed, failed and were skipped, because a
# program of Catch2 runs several.
further_cases() {
    awk '
        /^[0-9]+\/[0-9]+ Testing: / { p = f = s = 0 }
        /^All tests passed \([0-9]+ assertions? in [0-9]+ test cases?\)/ { p = $(NF - 2) }
        /^test cases: / {
            for (i = 3; i < NF; ++i) {
                if ($(i + 1) == "passed") p = $i
                if ($(i + 1) == "failed") f = $i
                if ($(i + 1) == "skipped") s = $i
            }
        }
        p + f + s && /^Test (Passed|Failed)\.$/ {
            passed += p; failed += f; skipped += s
            if ($2 == "Failed.") { if (f) --failed } else if (p) --passed; else --skipped
            p = f = s = 0
        }
        END { print passed + 0, failed + 0, skipped + 0 }'
}

# stage <preset> <build targets> <ctest argument...>
stage() {
    local preset=$1 target=$2 start=$SECONDS total bad skipped good p f s
    shift 2
    echo "== $preset: building"
    step "$preset: configure" cmake --preset "$preset" -DMONOTABLE_FUZZ_SECONDS="${FUZZ_SECONDS:-20}" || return
    # shellcheck disable=SC2086
    step "$preset: build" cmake --build "build/$preset" --target $target -j "$jobs" -- -k 0 # what was built is tested
    echo "== $preset: testing"
    ctest --test-dir "build/$preset" -j "$jobs" --output-on-failure --no-label-summary "$@" >"$logs/ctest" 2>&1
    sed '/^Looked in the following places:/,/^Unable to find executable/d' "$logs/ctest" |
        grep -vE '^ +Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test +#.* Passed +[0-9.]+ sec$|^(Internal ctest|Test project)|^$'
    # "98% tests passed, 2 tests failed out of 100"
    read -r bad total < <(sed -nE 's/^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$logs/ctest")
    if [ -z "$total" ]; then
        echo "FAILED: $preset: ctest ran nothing"
        failed=$((failed + 1))
        return
    fi
    skipped=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Skipped' "$logs/ctest")
    read -r p f s < <(further_cases <"build/$preset/Testing/Temporary/LastTest.log")
    good=$((total - bad - skipped + p)) bad=$((bad + f)) skipped=$((skipped + s))
    passed=$((passed + good)) failed=$((failed + bad))
    echo "== $preset: $good passed, $bad failed, $skipped skipped, $((SECONDS - start)) s"
}

scripts/deps.sh || { echo "FAILED: scripts/deps.sh"; failed=1; }
for name in "${stages[@]}"; do
    case $name in
    gcc)
        stage gcc "tests_behaviour tests_wire tests_constraints tests_headers tests_fuzz tests_diagnostics monotable-local" \
            -L '^(behaviour|wire|constraints|diagnostics|docs|consume|headers|budget|fuzz)$' ;;
    release)
        stage release "tests_model tests_golden tests_endpoint examples bench_memory" -L '^(model|golden|examples|endpoint|bench)$' ;;
    debug)
        stage debug "tests_behaviour tests_model tests_golden tests_constraints tests_threads tests_stores tests_endpoint tests_diagnostics" \
            -L '^(behaviour|model|golden|constraints|threads|stores|endpoint|diagnostics)$' ;;
    quick)
        stage gcc "tests_behaviour tests_golden tests_constraints" -L '^(behaviour|golden|constraints|budget)$' \
            -E '^budget/(compile_time|instructions)$' ;;
    clang-14)
        if command -v clang++-14 >/dev/null; then
            stage clang-14 "tests_constraints tests_diagnostics" -L '^(diagnostics|constraints)$' \
                -E '^diagnostics/(expression|table)/'
        else
            echo "== clang-14: not on this system"
        fi ;;
    clang-17)
        if command -v clang++-17 >/dev/null; then stage clang-17 tests_portable -R "$portable"; else
            echo "== clang-17: not on this system"
        fi ;;
    libcxx)
        if [ -e /usr/lib/llvm-19/include/c++/v1/version ]; then stage libcxx tests_portable -R "$portable"; else
            echo "== libcxx: not on this system"
        fi ;;
    thread) stage thread tests_threads -L '^threads$' ;;
    fuzz) stage fuzz tests_fuzz -L '^fuzz$' ;;
    *) echo "no such stage: $name"; failed=$((failed + 1)) ;;
    esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
