# SPDX-License-Identifier: BSL-1.0
"""usage: code_point_widths.py FOLDER > include/monotable/extras/code_point_widths.hpp

Prints the header from EastAsianWidth.txt, UnicodeData.txt and DerivedCoreProperties.txt of a version of Unicode, which
Debian's package unicode-data installs in /usr/share/unicode. Run scripts/format.sh afterwards.
"""
import re
import sys

folder = sys.argv[1]


def properties(file):
    """The code points of each line and what the file says of them."""
    for line in open(f"{folder}/{file}", encoding="utf-8"):
        found = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; *(\w+)", line)
        if found:
            first, last, value = found.groups()
            yield range(int(first, 16), int(last or first, 16) + 1), value


def ranges(points):
    result = []
    for point in sorted(points):
        if result and result[-1][1] + 1 == point:
            result[-1][1] = point
        else:
            result.append([point, point])
    return ",".join(f"{{0x{first:X},0x{last:X}}}" for first, last in result)


wide = {p for points, width in properties("EastAsianWidth.txt") if width in "WF" for p in points}
ignorable = {p for points, name in properties("DerivedCoreProperties.txt")
             if name == "Default_Ignorable_Code_Point" for p in points}
marks = set()
for line in open(f"{folder}/UnicodeData.txt", encoding="utf-8"):
    fields = line.split(";")
    if fields[2] in ("Mn", "Me"):
        marks.add(int(fields[0], 16))
# Vowels and finals of Hangul, which are drawn into the syllable that a wide initial begins.
jamo = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD7FC)}
# The soft hyphen is drawn by terminals, and fillers of Hangul are letters that are blank.
zero = (ignorable - {0xAD, 0x115F, 0x3164, 0xFFA0}) | marks | jamo
version = re.match(r"# EastAsianWidth-([0-9.]+)\.txt", open(f"{folder}/EastAsianWidth.txt", encoding="utf-8").readline())

print(f"""// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <monotable/meta/requirements.hpp>

/// Made by tools/code_point_widths.py from Unicode {version[1]}; not to be edited.
namespace monotable::detail {{

struct code_points {{
    char32_t first, last;
}};

/// Take no column of a terminal: combining marks, joiners and others that are not drawn by themselves.
inline constexpr code_points zero_width[] = {{{ranges(zero)}}};

/// Take two columns: East_Asian_Width is Wide or Fullwidth, most emoji among them.
inline constexpr code_points double_width[] = {{{ranges(wide - zero)}}};

}} // namespace monotable::detail""")
