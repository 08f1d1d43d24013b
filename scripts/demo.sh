#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# Builds two of the examples and runs them.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh demo
echo "demo: building two examples"
cmake -B build/demo -DCMAKE_BUILD_TYPE=Debug -DMONOTABLE_BUILD_TESTS=OFF >/dev/null
cmake --build build/demo --parallel "$(nproc)" --target example_northwind example_order_entry
for example in northwind order_entry; do
    echo "demo: $example (examples/$example.cpp)"
    "build/demo/examples/$example"
done
echo "demo: done"
