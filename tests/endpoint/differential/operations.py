# SPDX-License-Identifier: BSL-1.0
"""Random requests of the DynamoDB protocol, the same for the same seed. Keys and attributes come from small sets, so that
requests meet items and each other; about one request in eight has a mistake in it."""

import base64
import random

TABLES = [
    {
        "TableName": "plain",
        "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
        "BillingMode": "PAY_PER_REQUEST",
    },
    {
        "TableName": "numbers",
        "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "c", "KeyType": "RANGE"}],
        "AttributeDefinitions": [
            {"AttributeName": "p", "AttributeType": "S"},
            {"AttributeName": "c", "AttributeType": "N"},
            {"AttributeName": "g", "AttributeType": "S"},
            {"AttributeName": "s", "AttributeType": "N"},
            {"AttributeName": "l", "AttributeType": "S"},
        ],
        "BillingMode": "PAY_PER_REQUEST",
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "gall",
                "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}, {"AttributeName": "s", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "ALL"},
            },
            {
                "IndexName": "gkeys",
                "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            },
        ],
        "LocalSecondaryIndexes": [
            {
                "IndexName": "linc",
                "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "l", "KeyType": "RANGE"}],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["a", "b"]},
            }
        ],
    },
    {
        "TableName": "bytes",
        "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}, {"AttributeName": "c", "KeyType": "RANGE"}],
        "AttributeDefinitions": [
            {"AttributeName": "p", "AttributeType": "N"},
            {"AttributeName": "c", "AttributeType": "B"},
        ],
        "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
    },
]
SCHEMA = {t["TableName"]: t for t in TABLES}
KEY_TYPES = {"plain": {"p": "S"}, "numbers": {"p": "S", "c": "N"}, "bytes": {"p": "N", "c": "B"}}
INDEX_TYPES = {"numbers": {"g": "S", "s": "N", "l": "S"}}
INDEX_KEYS = {"gall": ("g", "s"), "gkeys": ("g", None), "linc": ("p", "l")}

STRINGS = ["a", "b", "ab", "abc", "b#c", "\u00e9", "\uffee", "\U0001f600", "z" * 40]
NUMBERS = ["0", "1", "2", "3", "10", "-1", "-5", "1.5", "007", "1e0", "-0", "0.001", "123e-2", "1.2345678901234567890123456789012345678", "1e100"]
BINARIES = [base64.b64encode(b).decode() for b in (b"\0", b"\1", b"\x7f", b"\x7f\0", b"\x80", b"\xff", b"abc")]
BAD_VALUES = [
    {"N": "x"}, {"N": ""}, {"N": "1e126"}, {"N": "1" * 39}, {"SS": []}, {"SS": ["a", "a"]}, {"NS": ["1", "1.0"]}, {},
    {"S": "a", "N": "1"}, {"NULL": False}, {"N": "1e-131"}, {"NS": []}, {"BS": []},
]  # fmt: skip
NAMES = ["a", "b", "d", "e", "f"]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, share):
        return self.random.random() < share

    def pick(self, options):
        return self.random.choice(options)

    # Values

    def scalar(self, kind):
        if kind == "S":
            return {"S": self.pick(STRINGS)}
        if kind == "N":
            return {"N": self.pick(NUMBERS)}
        return {"B": self.pick(BINARIES)}

    def value(self, depth=2):
        if self.chance(0.01):
            return self.pick(BAD_VALUES)
        kinds = ["S", "S", "N", "N", "N", "B", "BOOL", "NULL", "SS", "NS", "BS"] + ["L", "M"] * depth
        kind = self.pick(kinds)
        if kind in "SNB":
            if kind == "S" and self.chance(0.05):
                return {"S": ""}
            return self.scalar(kind)
        if kind == "BOOL":
            return {"BOOL": self.chance(0.5)}
        if kind == "NULL":
            return {"NULL": True}
        if kind == "SS":
            return {"SS": self.random.sample(STRINGS, self.random.randint(1, 3))}
        if kind == "NS":
            return {"NS": self.random.sample(["0", "1", "2", "3", "10", "-1", "1.5"], self.random.randint(1, 3))}
        if kind == "BS":
            return {"BS": self.random.sample(BINARIES, self.random.randint(1, 3))}
        if kind == "L":
            return {"L": [self.value(depth - 1) for _ in range(self.random.randint(0, 4))]}
        return {"M": {name: self.value(depth - 1) for name in self.random.sample(["x", "y", "z"], self.random.randint(0, 3))}}

    def value_for(self, name):
        """Mostly of the type that this attribute mostly has."""
        if self.chance(0.2) and name not in "gsl":
            return self.value()
        if name in "as":
            return self.scalar("N")
        if name in "bl":
            return self.scalar("S")
        if name == "g":
            return {"S": self.pick(["g1", "g2"])}
        if name == "d":
            return {"L": [self.value(1) for _ in range(self.random.randint(0, 4))]}
        if name == "e":
            return {"M": {each: self.value(1) for each in self.random.sample(["x", "y", "z"], self.random.randint(1, 3))}}
        return {"SS": self.random.sample(STRINGS, self.random.randint(1, 3))}

    def key(self, table):
        key = {}
        for name, kind in KEY_TYPES[table].items():
            if self.chance(0.01):
                key[name] = self.value()
            elif kind == "S":
                key[name] = {"S": self.pick(["k1", "k2", "k3"])}
            elif kind == "N":
                key[name] = {"N": self.pick(["1", "2", "3", "1e0", "-1", "2.5"])}
            else:
                key[name] = {"B": self.pick(BINARIES)}
        if self.chance(0.01):
            key.pop(self.pick(list(key)))
        if self.chance(0.01):
            key["a"] = self.value()
        return key

    def item(self, table):
        item = self.key(table)
        for name in self.random.sample(NAMES, self.random.randint(0, 4)):
            item[name] = self.value_for(name)
        for name in INDEX_TYPES.get(table, {}):
            if self.chance(0.6):
                item[name] = self.value() if self.chance(0.03) else self.value_for(name)
        return item

    # Expressions: text, with what it uses collected in self.names and self.values

    def begin(self):
        self.names, self.values = {}, {}

    def name(self, name):
        if self.chance(0.5) and name not in ("name", "status"):
            return name
        placeholder = "#" + name
        self.names[placeholder] = name
        return placeholder

    def constant(self, value):
        placeholder = ":v%d" % len(self.values)
        self.values[placeholder] = value
        return placeholder

    def path(self, table, keys=0.1, name=None):
        scalars = list(KEY_TYPES[table]) if self.chance(keys) else list(INDEX_TYPES.get(table, {}))
        if name is None:
            name = self.pick(scalars) if scalars and self.chance(keys + 0.1) else self.pick(NAMES)
        text = self.name(name)
        steps = self.pick([0, 0, 1, 2]) if self.chance(0.1) else self.pick([0, 0, 1]) if name in "de" else 0
        for _ in range(steps):
            index = self.chance(0.9) if name == "d" else self.chance(0.1)
            text += "[%d]" % self.random.randint(0, 3) if index else "." + self.name(self.pick(["x", "y", "z"]))
        return text

    def operand(self, table):
        kind = self.random.random()
        if kind < 0.5:
            return self.path(table)
        if kind < 0.9:
            return self.constant(self.value(1))
        return "size(%s)" % self.path(table)

    def comparison(self, table):
        kind = self.random.randint(0, 9)
        if kind <= 3:
            return "%s %s %s" % (self.operand(table), self.pick(["=", "<>", "<", "<=", ">", ">="]), self.operand(table))
        if kind == 4:
            low, high = sorted(self.random.sample(range(20), 2))
            return "%s BETWEEN %s AND %s" % (self.path(table), self.constant({"N": str(low)}), self.constant({"N": str(high)}))
        if kind == 5:
            return "%s IN (%s)" % (
                self.constant(self.value(1)),
                ", ".join(self.constant(self.value(1)) for _ in range(self.random.randint(1, 3))),
            )
        if kind == 6:
            return "%s(%s)" % (self.pick(["attribute_exists", "attribute_not_exists"]), self.path(table, 0.3))
        if kind == 7:
            types = ["S", "N", "B", "SS", "NS", "BS", "BOOL", "NULL", "L", "M"]
            return "attribute_type(%s, %s)" % (self.path(table), self.constant({"S": self.pick(types)}))
        if kind == 8:
            return "begins_with(%s, %s)" % (self.path(table), self.constant(self.scalar(self.pick("SSSB"))))
        return "contains(%s, %s)" % (self.path(table), self.constant(self.scalar(self.pick("SNB"))))

    def condition(self, table, depth=2):
        kind = self.random.random()
        if depth == 0 or kind < 0.5:
            return self.comparison(table)
        if kind < 0.65:
            return "NOT %s" % self.condition(table, depth - 1)
        if kind < 0.75:
            return "(%s AND %s)" % (self.condition(table, depth - 1), self.condition(table, depth - 1))
        return "%s %s %s" % (self.condition(table, depth - 1), self.pick(["AND", "OR"]), self.condition(table, depth - 1))

    def assigned(self, table, name):
        kind = self.random.random()
        if self.chance(0.1):
            name = self.pick(NAMES)
        if name in "as" and kind < 0.6:
            start = "if_not_exists(%s, %s)" % (self.path(table, 0, name), self.constant({"N": "0"})) if kind < 0.4 else self.name(name)
            return "%s %s %s" % (start, self.pick("+-"), self.constant(self.scalar("N")) if self.chance(0.9) else self.path(table, 0))
        if name == "d" and kind < 0.5:
            old = self.path(table, 0, name) if self.chance(0.3) else "if_not_exists(%s, %s)" % (self.path(table, 0, name), self.constant({"L": []}))
            parts = [old, self.constant({"L": [self.value(0)]})]
            self.random.shuffle(parts)
            return "list_append(%s, %s)" % tuple(parts)
        if kind < 0.7:
            return "if_not_exists(%s, %s)" % (self.path(table), self.constant(self.value_for(name)))
        if kind < 0.75:
            return self.path(table)
        return self.constant(self.value_for(name))

    def update(self, table):
        clauses = []
        free = self.random.sample(NAMES + list(INDEX_TYPES.get(table, {})), len(NAMES))

        def target():  # mostly not the same one twice
            name = free.pop() if free and not self.chance(0.05) else self.pick(NAMES)
            return name, self.path(table, 0.02, name)

        if self.chance(0.7):
            actions = []
            for _ in range(self.random.randint(1, 3)):
                name, path = target()
                actions.append("%s = %s" % (path, self.assigned(table, name)))
            clauses.append("SET " + ", ".join(actions))
        if self.chance(0.3):
            clauses.append("REMOVE " + ", ".join(target()[1] for _ in range(self.random.randint(1, 2))))
        if self.chance(0.2):
            sets = self.chance(0.5)
            path = self.path(table, 0, "f" if sets else "a")
            added = self.value(1) if self.chance(0.1) else {"SS": ["a", "q"]} if sets else self.scalar("N")
            if "f" in free and "a" in free or self.chance(0.1):
                clauses.append("ADD %s %s" % (path, self.constant(added)))
                free.remove("f") if "f" in free else None
        if self.chance(0.2) and ("f" in free or self.chance(0.1)):
            taken = self.value(1) if self.chance(0.1) else {"SS": self.random.sample(STRINGS, 2)}
            clauses.append("DELETE %s %s" % (self.path(table, 0, "f"), self.constant(taken)))
        self.random.shuffle(clauses)
        return " ".join(clauses)

    def projection(self, table):
        names = self.random.sample(NAMES + list(KEY_TYPES[table]), self.random.randint(1, 3))
        return ", ".join(self.path(table, 0.2, None if self.chance(0.05) else name) for name in names)

    def expressions(self, request):
        """Adds the tables of names and values, now and then with a mistake."""
        if self.chance(0.02):
            self.values[":unused"] = {"S": "x"}
        if self.chance(0.02) and self.values:
            self.values.pop(self.pick(sorted(self.values)))
        if self.chance(0.02) and self.names:
            self.names.pop(self.pick(sorted(self.names)))
        if self.names:
            request["ExpressionAttributeNames"] = self.names
        if self.values:
            request["ExpressionAttributeValues"] = self.values
        return request

    # Requests

    def table(self):
        if self.chance(0.005):
            return "absent"
        return self.pick(["plain", "numbers", "numbers", "numbers", "bytes"])

    def request(self):
        """An operation's name and its parameters."""
        operation = self.pick(
            ["PutItem"] * 5 + ["UpdateItem"] * 6 + ["DeleteItem"] * 2 + ["GetItem"] * 3 + ["Query"] * 5 + ["Scan"] * 2
            + ["BatchGetItem", "BatchWriteItem"]
        )  # fmt: skip
        table = self.table()
        self.begin()
        request = getattr(self, operation)(table if table in KEY_TYPES else "plain")
        if table == "absent" and "TableName" in request:
            request["TableName"] = table
        if "TableName" in request and self.chance(0.3):
            request["ReturnConsumedCapacity"] = self.pick(["TOTAL", "INDEXES", "NONE"])
        return operation, request

    def PutItem(self, table):
        request = {"TableName": table, "Item": self.item(table)}
        if self.chance(0.4):
            request["ConditionExpression"] = self.condition(table)
            self.expressions(request)
        if self.chance(0.3):
            request["ReturnValues"] = self.pick(["ALL_OLD", "NONE"] * 5 + ["ALL_NEW"])
        return request

    def UpdateItem(self, table):
        request = {"TableName": table, "Key": self.key(table)}
        if self.chance(0.95):
            update = self.update(table)
            if update:
                request["UpdateExpression"] = update
        if self.chance(0.2):
            request["ConditionExpression"] = self.condition(table, 1)
        if "UpdateExpression" in request or "ConditionExpression" in request:
            self.expressions(request)
        if self.chance(0.7):
            request["ReturnValues"] = self.pick(["ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW", "NONE"])
        return request

    def DeleteItem(self, table):
        request = {"TableName": table, "Key": self.key(table)}
        if self.chance(0.4):
            request["ConditionExpression"] = self.condition(table)
            self.expressions(request)
        if self.chance(0.5):
            request["ReturnValues"] = "ALL_OLD"
        return request

    def GetItem(self, table):
        request = {"TableName": table, "Key": self.key(table)}
        if self.chance(0.4):
            request["ProjectionExpression"] = self.projection(table)
            self.expressions(request)
        if self.chance(0.3):
            request["ConsistentRead"] = self.chance(0.5)
        return request

    def key_condition(self, request, partition, sort, types):
        if types[partition] == "S":
            wanted = {"S": self.pick(["g1", "g2"] if partition == "g" else ["k1", "k2", "k3"])}
        else:
            wanted = {"N": self.pick(["1", "2", "3"])}
        text = "%s = %s" % (self.name(partition), self.constant(wanted))
        if sort and self.chance(0.6):
            kind = types[sort]
            column = self.name(sort)
            shape = self.random.randint(0, 2 if kind != "N" or self.chance(0.05) else 1)
            if shape == 0:
                other = "%s %s %s" % (column, self.pick(["=", "<", "<=", ">", ">="]), self.constant(self.scalar(kind)))
            elif shape == 1:
                bounds = [self.scalar(kind), self.scalar(kind)]
                if kind == "N" and not self.chance(0.05):
                    bounds.sort(key=lambda bound: float(bound["N"]))
                other = "%s BETWEEN %s AND %s" % (column, self.constant(bounds[0]), self.constant(bounds[1]))
            else:
                other = "begins_with(%s, %s)" % (column, self.constant(self.scalar(kind)))
            text = "%s AND %s" % ((text, other) if self.chance(0.7) else (other, text))
        request["KeyConditionExpression"] = text

    def page(self, request, table):
        if self.chance(0.3):
            request["FilterExpression"] = self.condition(table, 1)
        if self.chance(0.3):
            request["ProjectionExpression"] = self.projection(table)
        elif self.chance(0.2):
            request["Select"] = self.pick(["COUNT", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES"])
        if self.chance(0.1):
            request["ConsistentRead"] = True
        if "FilterExpression" in request or "ProjectionExpression" in request or "KeyConditionExpression" in request:
            self.expressions(request)

    def Query(self, table):
        request = {"TableName": table}
        keys = list(KEY_TYPES[table]) + [None]
        partition, sort = keys[0], keys[1]
        types = dict(KEY_TYPES[table])
        types.update(INDEX_TYPES.get(table, {}))
        if table == "numbers" and self.chance(0.5):
            request["IndexName"] = self.pick(["gall", "gkeys", "linc"])
            partition, sort = INDEX_KEYS[request["IndexName"]]
        elif sort and self.chance(0.2):
            request["Limit"] = self.random.randint(1, 4)
        if self.chance(0.4):
            request["ScanIndexForward"] = self.chance(0.3)
        self.key_condition(request, partition, sort, types)
        self.page(request, table)
        return request

    def Scan(self, table):
        request = {"TableName": table}
        if table == "numbers" and self.chance(0.5):
            request["IndexName"] = self.pick(["gall", "gkeys", "linc"])
        self.page(request, table)
        return request

    def BatchGetItem(self, table):
        request = {"RequestItems": {}}
        for each in self.random.sample(list(KEY_TYPES), self.random.randint(1, 2)):
            entry = {"Keys": [self.key(each) for _ in range(self.random.randint(1, 3))]}
            request["RequestItems"][each] = entry
        return request

    def BatchWriteItem(self, table):
        request = {"RequestItems": {}}
        for each in self.random.sample(list(KEY_TYPES), self.random.randint(1, 2)):
            entries = []
            for _ in range(self.random.randint(1, 3)):
                if self.chance(0.7):
                    entries.append({"PutRequest": {"Item": self.item(each)}})
                else:
                    entries.append({"DeleteRequest": {"Key": self.key(each)}})
            request["RequestItems"][each] = entries
        return request
