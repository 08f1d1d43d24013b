#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""usage: plot.py <JSON lines of measure.py> <SVG file>

Draws how the time of each operation, and the memory of an item, grow with the number of items: a panel for each operation, a
line for each contender. Both axes are logarithmic.
"""
import collections
import html
import json
import math
import sys

COLUMNS, WIDTH, HEIGHT = 4, 250, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 18, 26, 24
COLORS = ["#0b5cad", "#c2410c", "#15803d", "#7c3aed", "#b45309", "#0f766e", "#be185d", "#57534e"]


def short(value):
    for factor, unit in ((1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:g}{unit}"
    return f"{value:g}"


def read(path):
    """{panel: {contender: [(items, value)]}} in the order of the file."""
    panels = collections.OrderedDict()
    sizes = {}
    with open(path, encoding="utf-8") as file:
        for line in map(json.loads, file):
            panels.setdefault(f"{line['op']}, ns", {}).setdefault(line["contender"], []).append((line["items"], line["ns_per_op"]))
            if line["bytes_per_item"] is not None:
                sizes.setdefault(line["contender"], {})[line["items"]] = line["bytes_per_item"]
    panels["memory of an item, bytes"] = {name: sorted(points.items()) for name, points in sizes.items()}
    return panels


def ticks(low, high):
    """Powers of ten within the range and, if these are few, 2 and 5 times them."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    tens = [10.0 ** p for p in powers]
    within = [t for t in tens if low <= t <= high]
    if len(within) < 2:
        within = [m * t for t in tens for m in (1, 2, 5) if low <= m * t <= high]
    return within


def panel(out, title, lines, colors, x0, y0):
    points = [p for line in lines.values() for p in line]
    x_low, x_high = min(p[0] for p in points), max(p[0] for p in points)
    y_low, y_high = min(p[1] for p in points) / 1.3, max(p[1] for p in points) * 1.3
    if x_low == x_high:
        x_low, x_high = x_low / 2, x_high * 2

    def x(value):
        return x0 + LEFT + (WIDTH - LEFT - RIGHT) * math.log(value / x_low) / math.log(x_high / x_low)

    def y(value):
        return y0 + HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * math.log(value / y_low) / math.log(y_high / y_low)

    out.append(f'<text x="{x0 + LEFT}" y="{y0 + 17}" class="title">{html.escape(title)}</text>')
    for t in ticks(y_low, y_high):
        out.append(f'<line x1="{x0 + LEFT}" y1="{y(t):.1f}" x2="{x0 + WIDTH - RIGHT}" y2="{y(t):.1f}" class="grid"/>'
                   f'<text x="{x0 + LEFT - 5}" y="{y(t) + 3.5:.1f}" class="end">{short(t)}</text>')
    for t in ticks(x_low * 0.999, x_high * 1.001):
        out.append(f'<line x1="{x(t):.1f}" y1="{y0 + TOP}" x2="{x(t):.1f}" y2="{y0 + HEIGHT - BOTTOM}" class="grid"/>'
                   f'<text x="{x(t):.1f}" y="{y0 + HEIGHT - BOTTOM + 14}" class="middle">{short(t)}</text>')
    for name, line in lines.items():
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)
        width = 2.5 if name == "monotable" else 1.3
        out.append(f'<polyline points="{path}" fill="none" stroke="{colors[name]}" stroke-width="{width}"/>')
        for a, b in line:
            out.append(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="{width + 0.5}" fill="{colors[name]}">'
                       f"<title>{html.escape(name)}: {b:,.0f} at {a:,} items</title></circle>")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    panels = read(sys.argv[1])
    names = list(collections.OrderedDict.fromkeys(name for lines in panels.values() for name in lines))
    colors = {name: COLORS[i % len(COLORS)] for i, name in enumerate(names)}
    rows = math.ceil(len(panels) / COLUMNS)
    width, height = COLUMNS * WIDTH, rows * HEIGHT + 34
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
           "<style>text { font: 11px sans-serif; fill: #333 } .title { font-weight: bold; fill: #111 } .end { text-anchor: end }"
           " .middle { text-anchor: middle } .grid { stroke: #ddd }</style>",
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    at = LEFT
    for name in names:
        out.append(f'<rect x="{at}" y="10" width="12" height="12" fill="{colors[name]}"/>'
                   f'<text x="{at + 17}" y="20">{html.escape(name)}</text>')
        at += 40 + 7 * len(name)
    out.append(f'<text x="{width - RIGHT}" y="20" class="end">against the number of items</text>')
    for i, (title, lines) in enumerate(panels.items()):
        panel(out, title, lines, colors, i % COLUMNS * WIDTH, 34 + i // COLUMNS * HEIGHT)
    out.append("</svg>")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


main()
