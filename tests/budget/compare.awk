# SPDX-License-Identifier: BSL-1.0
# usage: awk -v keep=COMMAND -f tests/budget/compare.awk BASELINE COUNTS     lines of a name and a number in both files
# Fails if a count exceeds the baseline's by more than 3 %, or if the names differ.
NR == FNR { kept[$1] = $2; next }
!($1 in kept) { print $1 ": " $2 ", not in the baseline"; bad = 1; next }
{ printf "%-50s %8d kept %8d\n", $1, $2, kept[$1] }
$2 > kept[$1] * 1.03 { print "    more than 3 % above the budget"; bad = 1 }
{ seen[$1] = 1 }
$2 < kept[$1] * 0.9 { print "    much less than kept: worth keeping (" keep ")" }
END { for (name in kept) if (!(name in seen)) { print name ": kept, but no longer counted"; bad = 1 }; exit bad }
