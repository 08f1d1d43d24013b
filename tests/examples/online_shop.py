#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""usage: online_shop.py <program> <directory>: the program's answers are the items of the models that the key conditions of
the write-up select, attribute by attribute, in the order of the sort key; and nothing else is stored."""
import json
import pathlib
import subprocess
import sys

program, directory = sys.argv[1], pathlib.Path(sys.argv[2])


def plain(value):
    """A value of DynamoDB's JSON; numbers as text."""
    (kind, content), = value.items()
    if kind == "M":
        return {name: plain(member) for name, member in content.items()}
    return [plain(element) for element in content] if kind == "L" else content


def items(name, *path):
    model, = json.loads((directory / name).read_text(encoding="utf-8"))["DataModel"]
    tables = model["TableFacets"] if path else [model]
    return [{a: plain(v) for a, v in item.items()}
            for table in tables if not path or table["FacetName"] in path for item in table["TableData"]]


def key(item):
    return item["PK"], item["SK"]


# One item of a warehouse lacks its keys of GSI2 in the models; in the facets it has them.
facets = {key(item): item for item in items("AnOnlineShop_facets.json", "warehouseItem")}
first = [facets.get(key(item), item) for item in items("AnOnlineShop_13.json")]
last = [facets.get(key(item), item) for item in items("AnOnlineShop_14.json")]


def table(partition, low="", high="\x7f"):
    return "", partition, low, high


def gsi1(partition, low="", high="\x7f"):
    return "GSI1-", partition, low, high


def gsi2(partition, low="", high="\x7f"):
    return "GSI2-", partition, low, high


def prefix(text):
    return text, text + "\x7f"


june = "2020-06-01", "2020-06-30"
expected = [
    (first, table("c#12345", "c#12345", "c#12345")),
    (first, table("p#12345", "p#12345", "p#12345")),
    (first, table("w#12345", "w#12345", "w#12345")),
    (first, table("p#99887", *prefix("w#"))),
    (first, table("o#12345")),
    (first, table("o#12345", *prefix("p#"))),
    (first, table("o#12345", *prefix("i#"))),
    (first, table("o#12345", *prefix("sh#"))),
    (first, gsi1("p#99887", "2020-06-21T00:00:00", "2020-06-21T23:59:00")),
    (first, gsi1("i#55443", "i#55443", "i#55443")),
    (first, gsi1("i#55443", "i#55443", "i#55443")),
    (first, gsi1("sh#98765")),
    (first, gsi2("w#12345", *prefix("sh#"))),
    (first, gsi2("w#12345", *prefix("p#"))),
    (first, gsi2("c#12345", "i#" + june[0], "i#" + june[1])),
    (first, gsi2("c#12345", "p#" + june[0], "p#" + june[1])),
    (first, None),
    (last, gsi2("c#12345", *june), "invoice"),
    (last, gsi2("c#12345", *june), "orderItem"),
    (last, gsi2("c#12345", *june)),
    (last, None),
]


def select(model, condition, entity=None):
    if condition is None:
        return sorted(model, key=key)
    index, partition, low, high = condition
    found = [i for i in model if i.get(index + "PK") == partition and low <= i[index + "SK"] <= high]
    return sorted((i for i in found if entity in (None, i["EntityType"])), key=lambda i: (i[index + "SK"], key(i)))


output = subprocess.run([program, "--json", directory], check=True, capture_output=True, text=True, encoding="utf-8").stdout
answers = [json.loads(line, parse_float=str, parse_int=str) for line in output.splitlines()]
text = subprocess.run([program], check=True, capture_output=True, text=True, encoding="utf-8").stdout  # from the directory it knows
wrong = 0 if len(answers) == len(expected) else 1
if wrong:
    print(f"{len(answers)} answers, {len(expected)} expected")
for name in {answer["index"] for answer in answers}:
    if not any(line.startswith(("Table " + name, "Index " + name)) for line in text.splitlines()):
        wrong = 1
        print(f"{name} is not drawn")
for answer, selection in zip(answers, expected):
    right = select(*selection)
    if selection[1] is None:  # a scan, in no particular order
        answer["items"].sort(key=key)
    index = "OnlineShop" if not selection[1] or not selection[1][0] else selection[1][0][:-1]
    if answer["items"] != right or not right or answer["index"] != index:
        wrong = 1
        print(f"{answer['pattern']}. {answer['title']}: by {answer['index']}, expected {index}\n  {answer['items']}\n  {right}")
    else:
        print(f"{answer['pattern']}. {answer['title']}: {len(right)}")
sys.exit(wrong)
