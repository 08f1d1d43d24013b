# SPDX-License-Identifier: BSL-1.0
"""Requests with one or two members that are not what they should be: missing, of another JSON type, too long, out of range."""

import copy

from operations import Generator, TABLES

WRONG = [None, "", "ab", "a", "abc", "x" * 256, "a;b", 0, 1, -1, 1.5, 10**10, True, [], {}, ["a"], [{}], {"a": "b"}, {"S": "a"}, {"a": {"S": "a"}}]
OPTIONS = {
    "PutItem": {"ReturnConsumedCapacity": "TOTAL", "ReturnItemCollectionMetrics": "SIZE", "ReturnValues": "ALL_OLD"},
    "GetItem": {"ReturnConsumedCapacity": "TOTAL", "ConsistentRead": True},
    "UpdateItem": {"ReturnConsumedCapacity": "TOTAL", "ReturnItemCollectionMetrics": "NONE", "ReturnValues": "NONE"},
    "DeleteItem": {"ReturnConsumedCapacity": "TOTAL", "ReturnItemCollectionMetrics": "NONE", "ReturnValues": "NONE"},
    "Query": {"ReturnConsumedCapacity": "TOTAL", "Select": "COUNT", "ScanIndexForward": True, "Limit": 100, "ConsistentRead": False},
    "Scan": {"ReturnConsumedCapacity": "TOTAL", "Select": "COUNT", "Limit": 1000, "Segment": 0, "TotalSegments": 1},
    "BatchGetItem": {"ReturnConsumedCapacity": "TOTAL"},
    "BatchWriteItem": {"ReturnConsumedCapacity": "TOTAL", "ReturnItemCollectionMetrics": "NONE"},
}


class MalformedGenerator(Generator):
    def request(self):
        if self.chance(0.1):
            operation, request = "CreateTable", copy.deepcopy(self.pick(TABLES))
        elif self.chance(0.1):
            operation = self.pick(["ListTables", "DescribeTable", "DeleteTable"])
            request = {"Limit": 2, "ExclusiveStartTableName": "aaa"} if operation == "ListTables" else {"TableName": "absent"}
        else:
            operation, request = super().request()
            for name, value in OPTIONS[operation].items():
                if self.chance(0.5):
                    request.setdefault(name, value)
        for _ in range(1 if self.chance(0.8) else 2):
            self.damage(request)
        return operation, request

    def damage(self, request):
        places = []

        def collect(container, depth):
            members = container.items() if isinstance(container, dict) else enumerate(container)
            for name, inner in members:
                places.extend([(container, name)] * (4 if depth == 0 else 1))
                if isinstance(inner, (dict, list)):
                    collect(inner, depth + 1)

        collect(request, 0)
        if not places:
            return
        container, name = self.pick(places)
        if self.chance(0.2):
            del container[name]
        elif self.chance(0.1) and isinstance(container, dict):
            container["Other"] = self.pick(WRONG)
        else:
            container[name] = copy.deepcopy(self.pick(WRONG))
