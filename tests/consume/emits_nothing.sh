#!/bin/sh
# SPDX-License-Identifier: BSL-1.0
# usage: emits_nothing.sh COMPILER FLAG...
# A header-only unit that includes the main header and uses nothing has no code and no tables of virtual functions, which each
# unit would compile otherwise. A virtual function that is defined in an .ipp is declared as MONOTABLE_INLINE for that.
set -eu
object=$(mktemp)
trap 'rm -f "$object"' EXIT
echo '#include <monotable/monotable.hpp>' | "$@" -x c++ -O0 -c - -o "$object"
emitted=$(nm -C --defined-only "$object" | grep ' [TWV] ' || true)
[ -z "$emitted" ] || { echo "the main header emits:"; echo "$emitted" | head -n 20; exit 1; }
