#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Builds the examples and runs two of them.
set -eu
cd "$(dirname "$0")/.."
scripts/deps.sh
echo "demo: building the examples"
cmake --preset release >/dev/null
cmake --build build/release --target example_northwind example_order_entry
for example in northwind order_entry; do
    echo "demo: $example (examples/$example.cpp)"
    "build/release/examples/$example"
done
echo "demo: done"
