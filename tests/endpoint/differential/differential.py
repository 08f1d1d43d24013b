#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""usage: differential.py [--seed N] [--operations N] --in-process PROGRAM --server PROGRAM --packages FOLDER

The same random requests to the local store in process, to it through the endpoint, and to dynalite. In process and
endpoint must agree in every byte that means something; differences from dynalite must be on the list of its deviations
(deviations.py). Prints what is not, and how often each deviation was met; exits with 1 if anything is left over."""

import argparse
import collections
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import time

sys.path.insert(1, str(pathlib.Path(__file__).parent.parent))
from deviations import MOST_WITH_SEVERAL_FAULTS, SEVERAL_FAULTS, differs_unseen, excuse
from malformed import MalformedGenerator
from npm_packages import install
from operations import INDEX_KEYS, KEY_TYPES, TABLES, Generator

HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20200101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=a/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=b",
}


class Server:
    """A program that serves on a port of 127.0.0.1, started again when it falls over."""

    def __init__(self, command):
        self.command = command
        self.process = None

    def start(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.process = subprocess.Popen(
            [str(word).format(port=port) for word in self.command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.time() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                if time.time() > deadline:
                    sys.exit("%s does not serve" % self.command[0])
                time.sleep(0.02)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def stop(self):
        self.connection.close()
        self.process.kill()
        self.process.wait()

    def call(self, operation, request):
        headers = dict(HEADERS, **{"X-Amz-Target": "DynamoDB_20120810." + operation})
        self.connection.request("POST", "/", json.dumps(request), headers)
        response = self.connection.getresponse()
        return response.status, json.loads(response.read() or b"{}")


class InProcess:
    """A program that reads lines of a target and a body, and answers with lines of a status and a body."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def call(self, operation, request):
        self.process.stdin.write(("DynamoDB_20120810.%s\t%s\n" % (operation, json.dumps(request))).encode())
        self.process.stdin.flush()
        status, body = self.process.stdout.readline().decode().split("\t", 1)
        return int(status), json.loads(body)


def canonical(value):
    """Sets and maps without order; numbers are canonical already."""
    if isinstance(value, dict):
        if len(value) == 1:
            kind, inner = next(iter(value.items()))
            if kind in ("SS", "NS", "BS") and isinstance(inner, list):
                return {kind: sorted(inner)}
        return {k: canonical(v) for k, v in value.items()}
    if isinstance(value, list):
        return [canonical(v) for v in value]
    return value


def dumped(value):
    return json.dumps(value, sort_keys=True)


def normal(operation, request, answer):
    """What may differ without meaning anything is made equal."""
    status, body = answer
    body = canonical(body)
    if status != 200:
        return status, {"type": body.get("__type", "").split("#")[-1], "message": body.get("message", body.get("Message"))}
    if operation == "Scan":  # partitions come in no promised order
        body["Items"] = sorted(body.get("Items", []), key=dumped)
    if operation == "Query" and "IndexName" in request and "Items" in body:  # nor do entries with equal keys
        sort = INDEX_KEYS[request["IndexName"]][1]
        groups, last = [], object()
        for item in body["Items"]:
            key = item.get(sort) if sort else None
            if key != last:
                groups.append([])
                last = key
            groups[-1].append(item)
        if "ProjectionExpression" in request:
            groups = [body["Items"]]
        body["Items"] = [item for group in groups for item in sorted(group, key=dumped)]
    if operation == "BatchGetItem":
        body["Responses"] = {t: sorted(items, key=dumped) for t, items in body["Responses"].items()}
    return status, body


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--operations", type=int, default=10000)
    parser.add_argument("--malformed", action="store_true", help="requests that are not well-formed")
    parser.add_argument("--in-process", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--packages", required=True, type=pathlib.Path, help="where dynalite is, or npm is to put it")
    parser.add_argument("--show", type=int, default=20, help="kinds of differences to print")
    options = parser.parse_args()

    install(pathlib.Path(__file__).parent, options.packages)
    local = InProcess(options.in_process)
    endpoint = Server([options.server, "--port", "{port}", "--quiet"])
    peer = Server(
        [options.packages / "node_modules/.bin/dynalite", "--host", "127.0.0.1", "--port", "{port}"]
        + ["--createTableMs", "0", "--deleteTableMs", "0", "--updateTableMs", "0"]
    )
    endpoint.start()
    peer.start()
    try:
        return compare(options, local, endpoint, peer)
    finally:
        endpoint.stop()
        peer.stop()


def create_tables(store):
    for table in TABLES:
        status, body = store.call("CreateTable", table)
        if status != 200:
            sys.exit("CreateTable %s: %s" % (table["TableName"], body))
        while store.call("DescribeTable", {"TableName": table["TableName"]})[1]["Table"]["TableStatus"] != "ACTIVE":
            time.sleep(0.01)


def restart(peer, local):
    """Of a server that keeps nothing: with the items of the local store."""
    peer.stop()
    peer.start()
    create_tables(peer)
    for table in KEY_TYPES:
        page = {"LastEvaluatedKey": None}
        while "LastEvaluatedKey" in page:
            request = {"TableName": table}
            if page["LastEvaluatedKey"]:
                request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
            _, page = local.call("Scan", request)
            for item in page["Items"]:
                peer.call("PutItem", {"TableName": table, "Item": item})


def compare(options, local, endpoint, peer):
    for store in (local, endpoint, peer):
        create_tables(store)
    generator = (MalformedGenerator if options.malformed else Generator)(options.seed)
    excused, kinds, unlike, statuses = collections.Counter(), collections.Counter(), 0, collections.Counter()
    for number in range(options.operations):
        operation, request = generator.request()
        ours = normal(operation, request, local.call(operation, request))
        served = normal(operation, request, endpoint.call(operation, request))
        statuses[operation, ours[0]] += 1
        if ours != served:
            unlike += 1
            print("%d: in process and endpoint differ: %s %s\n  %s\n  %s" % (number, operation, json.dumps(request), ours, served))
        try:
            theirs = normal(operation, request, peer.call(operation, request))
        except (OSError, http.client.HTTPException, ValueError):
            excused["falls over"] += 1
            restart(peer, local)
            continue
        if ours == theirs:
            if differs_unseen(operation, request):
                repair(operation, request, local, peer)
            continue
        reason = excuse(operation, request, ours, theirs)
        if reason:
            excused[reason] += 1
            if reason == SEVERAL_FAULTS:
                print("%d: %s %s\n  monotable: %s\n  dynalite:  %s" % (number, operation, json.dumps(request), ours, theirs))
            # Where one of the two did something and the other did not, the peer's item is made like ours.
            repair(operation, request, local, peer)
            continue
        unlike += 1
        kind = (operation, ours[0], theirs[0], str(ours[1].get("message"))[:60], str(theirs[1].get("message"))[:60])
        kinds[kind] += 1
        if kinds[kind] <= 2 and len(kinds) <= options.show:
            print("%d: %s %s\n  monotable: %s\n  dynalite:  %s" % (number, operation, json.dumps(request), ours, theirs))
        repair(operation, request, local, peer)

    print("%d operations, seed %d" % (options.operations, options.seed))
    for (operation, status), count in sorted(statuses.items()):
        print("  %-16s %d: %d" % (operation, status, count))
    for reason, count in sorted(excused.items()):
        print("  dynalite deviates %d times: %s" % (count, reason))
    for kind, count in kinds.most_common(options.show):
        print("  UNEXPLAINED %d times: %s" % (count, kind))
    print("%d unexplained differences" % unlike)
    too_many = excused[SEVERAL_FAULTS] > 2 + MOST_WITH_SEVERAL_FAULTS * options.operations
    if too_many:
        print("more requests with several faults than there should be: look at them")
    return unlike != 0 or too_many


def repair(operation, request, local, peer):
    """Gives the peer the items of the local store that a write was about."""
    try:
        repair_items(operation, request, local, peer)
    except (AttributeError, KeyError, TypeError):
        pass  # a request too malformed to name an item wrote none


def repair_items(operation, request, local, peer):
    entries = []
    if operation in ("PutItem", "UpdateItem", "DeleteItem"):
        entries = [(request["TableName"], request.get("Key") or request["Item"])]
    if operation == "BatchWriteItem":
        for table, writes in request["RequestItems"].items():
            for each in writes:
                entries.append((table, each.get("PutRequest", {}).get("Item") or each.get("DeleteRequest", {}).get("Key")))
    for table, item in entries:
        if table not in KEY_TYPES or not item:
            continue
        key = {name: item.get(name) for name in KEY_TYPES[table]}
        status, body = local.call("GetItem", {"TableName": table, "Key": key, "ConsistentRead": True})
        if status != 200:
            continue
        if "Item" in body:
            peer.call("PutItem", {"TableName": table, "Item": body["Item"]})
        else:
            peer.call("DeleteItem", {"TableName": table, "Key": key})


if __name__ == "__main__":
    sys.exit(main())
