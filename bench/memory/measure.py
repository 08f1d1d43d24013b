#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Runs the contenders of bench/memory, compares their checksums, and prints tables and JSON lines. See scripts/bench.sh.

Each round runs each contender in a process of its own, one after another; a result is the median of the rounds. The ratios
are medians of the ratios within a round, so that other work on the machine affects both numbers.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
ORDER = ["monotable", "std_map", "multi_index_ordered", "multi_index_hashed", "expert", "sqlite", "lmdb", "rocksdb"]
OPTIONAL = ["sqlite", "lmdb", "rocksdb"]
INSTRUCTION_ITEMS = 4400
FIELDS = ["op", "contender", "items", "ns_per_op", "instructions_per_op", "bytes_per_item"]


def parse(text):
    """The lines of a contender: {operation: (nanoseconds, count, checksum)}."""
    result = {}
    for line in text.splitlines():
        operation, nanoseconds, count, checksum = line.split("\t")
        result[operation] = (float(nanoseconds), int(count), int(checksum))
    return result


def run(program, items, part, milliseconds):
    done = subprocess.run([program, str(items), part, str(milliseconds)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{program}: exit status {done.returncode}\n{done.stderr}")
    return parse(done.stdout)


def count_instructions(program):
    """{operation: instructions}, counted by callgrind with few items, so that they do not depend on the load."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={folder}/out", program,
             str(INSTRUCTION_ITEMS), "single"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"{program}: no instructions: {done.stderr[-500:]}", file=sys.stderr)
            return {}
        counts = {operation: count for operation, (_, count, _) in parse(done.stdout).items()}
        result = {}
        for path in pathlib.Path(folder).glob("out.*"):
            text = path.read_text()
            operation = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
            total = re.search(r"^totals: (\d+)", text, re.M)
            if operation and total and counts.get(operation[1]):
                result[operation[1]] = int(total[1]) / counts[operation[1]]
        return result


class Results:
    """The rounds of all contenders with a number of items."""

    def __init__(self, items):
        self.items = items
        self.rounds = {}  # contender: list of {operation: (nanoseconds, count, checksum)}

    def add(self, contender, measured):
        self.rounds.setdefault(contender, []).append(measured)

    def operations(self):
        seen = {}
        for rounds in self.rounds.values():
            for operation in rounds[0]:
                seen.setdefault(operation)
        order = next(iter(self.rounds.values()))[0]  # that of the first contender, with those it lacks where others have them
        for rounds in self.rounds.values():
            if len(rounds[0]) > len(order):
                order = rounds[0]
        return [o for o in [*order, *(o for o in seen if o not in order)] if o not in ("bytes", "(check)")]

    def disagreements(self):
        for operation in [*self.operations(), "(check)"]:
            found = {}
            for contender, rounds in self.rounds.items():
                for measured in rounds:
                    if operation in measured:
                        found.setdefault(measured[operation][2], set()).add(contender)
            if len(found) > 1:
                yield f"{operation}: the checksums differ: " + "; ".join(f"{k} of {', '.join(sorted(v))}" for k, v in found.items())

    def median(self, contender, operation):
        values = [m[operation][0] for m in self.rounds[contender] if operation in m]
        return statistics.median(values) if values else None

    def ratio(self, contender, reference, operation):
        both = zip(self.rounds[contender], self.rounds[reference])
        values = [a[operation][0] / b[operation][0] for a, b in both if operation in a and operation in b and b[operation][0] > 0]
        return statistics.median(values) if values else None

    def lines(self, instructions):
        for contender in self.rounds:
            size = self.median(contender, "bytes")
            for operation in self.operations():
                time = self.median(contender, operation)
                if time is None:
                    continue
                count = instructions.get(contender, {}).get(operation)
                yield dict(zip(FIELDS, [operation, contender, self.items, round(time, 1), count and round(count),
                                        None if size is None else round(size, 1)]))


def number(value):
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 20 else f"{value:.1f}"


def ratio_text(value):
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def table(title, contenders, rows):
    """A table of Markdown, with its title above."""
    cells = [["operation", *contenders], *rows]
    width = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [title, ""]
    for at, row in enumerate(cells):
        lines.append("| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, width))) + " |")
        if at == 0:
            lines.append("|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(width)) + "|")
    return "\n".join(lines) + "\n"


def tables_of(results):
    names = list(results.rounds)
    rows = [[o, *(number(results.median(c, o)) for c in names)] for o in results.operations()]
    rows.append(["bytes per item", *(number(results.median(c, "bytes")) for c in names)])
    yield table(f"{results.items:,} items: nanoseconds per operation", names, rows)
    if "monotable" in names:
        others = [n for n in names if n != "monotable"]
        rows = [[o, *(ratio_text(results.ratio(c, "monotable", o)) for c in others)] for o in [*results.operations(), "bytes"]]
        yield table(f"{results.items:,} items: the contender's time divided by monotable's; above 1, monotable is faster",
                    others, rows)


def table_of_instructions(names, operations, instructions):
    rows = [[o, *(number(instructions.get(c, {}).get(o)) for c in names)] for o in operations]
    rows = [row for row in rows if any(cell != "-" for cell in row[1:])]
    return table(f"Instructions per operation, with {INSTRUCTION_ITEMS:,} items", names, rows)


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "unknown"


def conditions(rounds):
    """The sentence that a result needs: commit, compiler, machine."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        processors = re.findall(r"^model name\s*: (.*)$", file.read(), re.M) or ["unknown processor"]
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(re.search(r"MemTotal:\s*(\d+)", file.read())[1]) / 2**20
    load = os.getloadavg()[0]
    return (f"Commit {first_line('git', 'describe', '--always', '--dirty', '--match', '')}, {first_line('c++', '--version')}, "
            f"{len(processors)} cores of {processors[0]}, {memory:.0f} GB; medians of {rounds} rounds; load average {load:.0f}.")


def write_page(path, text):
    """Replaces the part of a page between the two comments."""
    begin, end = "<!-- results of scripts/bench.sh -->\n", "<!-- end of results -->\n"
    page = pathlib.Path(path).read_text()
    before, rest = page.split(begin)
    pathlib.Path(path).write_text(before + begin + "\n" + text + "\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of the contenders")
    parser.add_argument("--items", type=int, nargs="+", default=[100001, 1100000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--milliseconds", type=int, default=250, help="the time of each measurement with threads")
    parser.add_argument("--part", choices=["all", "single"], default="all", help="single: one thread, without the large partition")
    parser.add_argument("--contenders", nargs="+", default=ORDER)
    parser.add_argument("--instructions", action="store_true", help="count instructions, by callgrind")
    parser.add_argument("--json", help="also write the JSON lines to this file")
    parser.add_argument("--page", help="also write the tables into this page, docs/performance.md")
    parser.add_argument("--check", action="store_true", help="print no results, only errors: a test of the benchmark")
    arguments = parser.parse_args()

    programs = {}
    for file in arguments.contenders:
        program = pathlib.Path(arguments.programs, file)
        if program.exists():
            programs[subprocess.run([program, "name"], capture_output=True, text=True, check=True).stdout.strip()] = str(program)
        elif file in OPTIONAL:
            print(f"skipped: {file}: its library is not installed")
        else:
            sys.exit(f"{program} does not exist")

    instructions = {}
    if arguments.instructions:
        if shutil.which("valgrind"):
            for name, program in programs.items():
                print(f"instructions: {name}", file=sys.stderr)
                instructions[name] = count_instructions(program)
        else:
            print("skipped: instructions: valgrind is not installed")

    failed = False
    lines, tables = [], []
    for items in arguments.items:
        results = Results(items)
        for i in range(arguments.rounds):
            for name, program in programs.items():
                print(f"{items} items, round {i + 1} of {arguments.rounds}: {name}        ", end="\r", file=sys.stderr)
                measured = run(program, items, arguments.part, arguments.milliseconds)
                if arguments.part == "all":
                    measured |= run(program, items, "partition", 0)
                results.add(name, measured)
        for text in results.disagreements():
            print(text)
            failed = True
        tables += tables_of(results)
        lines += results.lines(instructions)
    if instructions:
        tables.append(table_of_instructions(list(programs), results.operations(), instructions))
    shown = "\n".join([conditions(arguments.rounds) + "\n", *tables])

    text = "".join(json.dumps(line) + "\n" for line in lines)
    if arguments.check:
        for line in text.splitlines():
            read = json.loads(line)
            if list(read) != FIELDS or not read["ns_per_op"] > 0 or not read["bytes_per_item"] > 0:
                print(f"not as expected: {line}")
                failed = True
        print(f"{len(programs)} contenders, {len(lines)} results")
    else:
        print("\n" + shown + "\n" + text, end="")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(text)
    if arguments.page and not failed:
        write_page(arguments.page, shown)
    sys.exit(failed)


main()
