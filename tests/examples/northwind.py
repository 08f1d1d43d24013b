#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""usage: northwind.py <program> <directory>: the program's answers are those that the CSV files give, item by item in order."""
import csv
import json
import pathlib
import subprocess
import sys
from decimal import Decimal

program, directory = sys.argv[1], pathlib.Path(sys.argv[2])


def rows(name):
    with open(directory / (name + ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


customers, orders, lines, products = rows("Customers"), rows("Orders"), rows("OrderDetails"), rows("Products")
employees, territories, edges = rows("Employees"), rows("Territories"), rows("EmployeeTerritories")


def pick(table, order, **values):
    """The rows with these values, sorted by these columns (numbers as numbers, text by its UTF-8 bytes)."""
    def key(row):
        return [int(row[c]) if row[c].isdigit() else row[c].encode() for c in order]
    return sorted((r for r in table if all(r[c] == v for c, v in values.items())), key=key)


def within(table, column, low, high):
    return [r for r in table if low <= r[column][:10] <= high]


def ids(table, *columns):
    return [[r[c] for c in columns] for r in table]


by_date = ["OrderDate", "OrderID"]
savea = pick(orders, by_date, CustomerID="SAVEA")[::-1]
revenue = sum(Decimal(l["UnitPrice"]) * int(l["Quantity"]) * (1 - Decimal(l["Discount"])) for l in pick(lines, [], OrderID="10250"))
unshipped = [r for r in orders if not r["ShippedDate"]]
expected = [
    (["CustomerID", "OrderID"], [["ALFKI", None]] + ids(pick(orders, by_date, CustomerID="ALFKI"), "CustomerID", "OrderID")),
    (["OrderID"], ids(pick(orders, by_date, CustomerID="ALFKI")[::-1], "OrderID")),
    (["OrderID"], ids(within(pick(orders, by_date, CustomerID="ERNSH"), "OrderDate", "1997-01-01", "1997-12-31"), "OrderID")),
    (["OrderID"], ids(savea[:10], "OrderID")),
    (["OrderID"], ids(savea[(len(savea) - 1) // 10 * 10:], "OrderID")),
    (["OrderID", "ProductID", "UnitPrice"],
     [["10250", None, None]] + ids(pick(lines, ["ProductID"], OrderID="10250"), "OrderID", "ProductID", "UnitPrice")),
    (["OrderID", "Revenue"], [["10250", str(revenue.normalize())]]),
    (["OrderID"], ids(within(pick(orders, by_date, EmployeeID="5"), "OrderDate", "1997-03-01", "1997-03-31"), "OrderID")),
    (["OrderID"], ids(within(pick(orders, ["ShippedDate", "OrderID"], ShipVia="3"), "ShippedDate", "1997-12-01", "1997-12-31"),
                      "OrderID")),
    (["OrderID", "CustomerID"], ids(pick(unshipped, ["RequiredDate", "OrderID"]), "OrderID", "CustomerID")),
    (["ProductID", "ProductName"], ids(pick(products, ["ProductName"], CategoryID="8"), "ProductID", "ProductName")),
    (["ProductID", "ProductName"], ids(pick(products, ["ProductName"], SupplierID="7"), "ProductID", "ProductName")),
    (["ProductID", "ProductName"], ids(pick(products, ["ProductName"], Discontinued="1"), "ProductID", "ProductName")),
    (["OrderID", "Quantity"], ids(pick(lines, ["OrderID"], ProductID="9"), "OrderID", "Quantity")),
    (["CustomerID", "City"], ids(pick(customers, ["City", "CustomerID"], Country="Brazil"), "CustomerID", "City")),
    (["CustomerID"], ids(pick(customers, ["CustomerID"], Country="Brazil", City="Sao Paulo"), "CustomerID")),
    (["EmployeeID", "Address", "Notes"], ids(pick(employees, ["EmployeeID"], ReportsTo="2"), "EmployeeID", "Address", "Notes")),
    (["TerritoryID", "TerritoryDescription"],
     ids(pick(territories, ["TerritoryID"], RegionID="4"), "TerritoryID", "TerritoryDescription")),
    (["TerritoryID"], ids(pick(edges, ["TerritoryID"], EmployeeID="5"), "TerritoryID")),
    (["EmployeeID"], ids(pick(edges, ["EmployeeID"], TerritoryID="85014"), "EmployeeID")),
]

output = subprocess.run([program, "--json", directory], check=True, capture_output=True, text=True, encoding="utf-8").stdout
answers = [json.loads(line, parse_float=str, parse_int=str) for line in output.splitlines()]
subprocess.run([program], check=True, stdout=subprocess.DEVNULL)  # the text for people, from the directory it knows
wrong = 0 if len(answers) == len(expected) else 1
if wrong:
    print(f"{len(answers)} answers, {len(expected)} expected")
for answer, (columns, items) in zip(answers, expected):
    found = [[item.get(c) for c in columns] for item in answer["items"]]
    if found != items or not items:
        wrong = 1
        print(f"{answer['pattern']}. {answer['title']}: {len(found)} items, {len(items)} expected\n  {found}\n  {items}")
    else:
        print(f"{answer['pattern']}. {answer['title']}: {len(items)}")
sys.exit(wrong)
