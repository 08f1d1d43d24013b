#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""usage: chinook.py <program> <directory>: the program's answers are those that ChinookData.json gives, item by item in order."""
import collections
import json
import pathlib
import subprocess
import sys
from decimal import Decimal

program, directory = sys.argv[1], pathlib.Path(sys.argv[2])
data = json.loads((directory / "ChinookData.json").read_text(encoding="utf-8-sig"), parse_float=Decimal)


def pick(relation, order, *columns, test=lambda row: True, **values):
    """These columns of the rows with these values, sorted (numbers as numbers, text by its UTF-8 bytes)."""
    def key(row):
        return [row[c].encode() if isinstance(row[c], str) else row[c] for c in order]
    rows = [r for r in data[relation] if test(r) and all(r[c] == v for c, v in values.items())]
    return [[r[c] for c in columns or order] for r in sorted(rows, key=key)]


def within(column, low, high):
    return lambda row: low <= row[column][:10] <= high


by_name = ["Name", "TrackId"]
by_date = ["InvoiceDate", "InvoiceId"]
lines = pick("InvoiceLine", ["InvoiceLineId"], "UnitPrice", "Quantity", InvoiceId=404)
entries = collections.Counter(row["PlaylistId"] for row in data["PlaylistTrack"])
nineties = pick("PlaylistTrack", ["TrackId"], "PlaylistId", "TrackId", PlaylistId=5)
assert len(data["PlaylistTrack"]) == 8715 and sum(len(rows) for rows in data.values()) == 15607
expected = [
    (["Name", "Title"], [[None, title] for title, in pick("Album", ["Title"], ArtistId=90)] + [["Iron Maiden", None]]),
    (["Title", "TrackId"], [["Greatest Hits", None]] + [[None, track] for track, in pick("Track", ["TrackId"], AlbumId=141)]),
    (by_name, pick("Track", by_name, GenreId=24)),
    (by_name, pick("Track", by_name, GenreId=1, test=lambda row: row["Name"].startswith("Black"))),
    (by_name, pick("Track", by_name, MediaTypeId=3)),
    (by_name, pick("Track", by_name, Composer="Steve Harris")),
    (["Name", "Tracks"], [[name, entries[playlist]] for name, playlist in pick("Playlist", ["Name", "PlaylistId"])]),
    (["PlaylistId", "TrackId"], pick("PlaylistTrack", ["TrackId"], "PlaylistId", "TrackId", PlaylistId=1)),
    (["PlaylistId", "TrackId"], nineties[(len(nineties) - 1) // 100 * 100:]),
    (["PlaylistId", "TrackId"], pick("PlaylistTrack", ["PlaylistId"], "PlaylistId", "TrackId", TrackId=3411)),
    (["LastName", "CustomerId"], pick("Customer", ["LastName", "CustomerId"], SupportRepId=3)),
    (["City", "CustomerId"], pick("Customer", ["City", "CustomerId"], Country="USA")),
    (["CustomerId", "Company"], pick("Customer", ["CustomerId"], "CustomerId", "Company", Country="Brazil", City="São Paulo")),
    (["EmployeeId", "BirthDate"],
     [[i, d[:10]] for i, d in pick("Employee", ["EmployeeId"], "EmployeeId", "BirthDate", ReportsTo=2)]),
    (["CustomerId", "InvoiceId"], [[1, None]] + pick("Invoice", by_date, "CustomerId", "InvoiceId", CustomerId=1)),
    (["InvoiceId", "Total"],
     pick("Invoice", by_date, "InvoiceId", "Total", CustomerId=1, test=within("InvoiceDate", "2024-01-01", "2024-12-31"))[::-1]),
    (["InvoiceId", "Total"],
     pick("Invoice", by_date, "InvoiceId", "Total", BillingCountry="USA", test=within("InvoiceDate", "2023-07-01", "2023-09-30"))),
    (["InvoiceId", "InvoiceLineId"],
     [[404, None]] + pick("InvoiceLine", ["InvoiceLineId"], "InvoiceId", "InvoiceLineId", InvoiceId=404)),
    (["InvoiceId", "Total"], [[404, sum(price * quantity for price, quantity in lines)]]),
    (["InvoiceId", "InvoiceLineId"], pick("InvoiceLine", ["InvoiceId", "InvoiceLineId"], TrackId=2)),
    (["InvoiceLineId", "PlaylistId"], [[line, None] for line, in pick("InvoiceLine", ["InvoiceLineId"], TrackId=3)] +
     [[None, playlist] for playlist, in pick("PlaylistTrack", ["PlaylistId"], TrackId=3)]),
]

output = subprocess.run([program, "--json", directory], check=True, capture_output=True, text=True, encoding="utf-8").stdout
answers = [json.loads(line, parse_float=Decimal) for line in output.splitlines()]
subprocess.run([program], check=True, stdout=subprocess.DEVNULL)  # the text for people, from the directory it knows
wrong = 0 if len(answers) == len(expected) else 1
if wrong:
    print(f"{len(answers)} answers, {len(expected)} expected")
for answer, (columns, items) in zip(answers, expected):
    found = [[item.get(c) for c in columns] for item in answer["items"]]
    if found != items or not items:
        wrong = 1
        print(f"{answer['pattern']}. {answer['title']}: {len(found)} items, {len(items)} expected"
              f"\n  {found[:20]}\n  {items[:20]}")
    else:
        print(f"{answer['pattern']}. {answer['title']}: {len(items)}")
sys.exit(wrong)
