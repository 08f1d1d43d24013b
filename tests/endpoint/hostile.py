# SPDX-License-Identifier: BSL-1.0
"""More than a thousand hostile requests. After them the server serves, its memory is as before, and it stops when told to.
usage: hostile.py <monotable-local> [sanitized]"""
import json
import random
import socket
import sys
import time

from local_server import LocalServer, Reader, call, request

program = sys.argv[1]
sanitized = "sanitized" in sys.argv[2:]
random.seed(20251220)
count = 0

TABLE = {
    "TableName": "hostile",
    "BillingMode": "PAY_PER_REQUEST",
    "KeySchema": [{"AttributeName": "p", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "p", "AttributeType": "S"}],
}
PUT = {"TableName": "hostile", "Item": {"p": {"S": "a"}, "n": {"N": "1.50"}}}
GET = {"TableName": "hostile", "Key": {"p": {"S": "a"}}}
MEGABYTE = 1024 * 1024


def serves(server):
    answer = call(server, "PutItem", PUT)
    assert answer.status == 200, answer.body
    answer = call(server, "GetItem", GET)
    assert answer.status == 200 and answer.json()["Item"]["n"] == {"N": "1.5"}, answer.body


def send(server, data, *expected, shut=False, timeout=20):
    """Sends bytes on a new connection. With statuses, one of them must be the answer; without, the server may just close."""
    global count
    count += 1
    with server.connect(timeout) as client:
        try:
            client.sendall(data)
            if shut:
                client.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            if expected:
                raise
            return None
        if not expected:
            return None
        answer = Reader(client).answer()
        assert answer.status in expected, f"{data[:200]!r}: {answer.status} {answer.body[:200]!r}, expected {expected}"
        return answer


def refused(server, operation, body, *types):
    """A well-formed HTTP request whose content is wrong: status 400 and one of the types of error."""
    answer = send(server, request(operation, body), 400)
    assert not types or answer.error() in types, f"{body[:200]!r}: {answer.body[:300]!r}"


def truncated(server):
    whole = request("PutItem", PUT)
    for size in range(1, len(whole), 5):
        send(server, whole[:size])
        send(server, whole[:size], shut=True)


def bad_http(server):
    for line in [
        b"GET\r\n\r\n", b"GET /\r\n\r\n", b"POST / HTTP/2.0\r\n\r\n", b"POST / HTTP/1.1\r\nNo colon\r\n\r\n", b"\x00\x01\x02\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 1x\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),  # a client that speaks TLS
    ]:
        send(server, line, 400, 505)
    for _ in range(150):
        send(server, random.randbytes(random.randrange(1, 2000)) + b"\r\n\r\n", shut=True)


def methods(server):
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "BREW", "get", "M-SEARCH", "X" * 100]:
        send(server, request("GetItem", GET, method=method), 404)
    for target in ["/", "*", "/../../etc/passwd", "/?" + "a" * 8000, "http://localhost/", "/%00%ff"]:
        data = request("GetItem", GET).replace(b"POST / ", b"POST " + target.encode() + b" ")
        send(server, data, 200)


def chunking(server):
    head = request("GetItem", "").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    body = json.dumps(GET).encode()
    send(server, head + b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n", 200)
    send(server, head + b"%x;name=value\r\n%s\r\n0\r\nX-Amz-Target: nonsense\r\n\r\n" % (len(body), body), 200)
    for bad in [b"zz\r\n", b"-1\r\n", b"1\r\nab\r\n", b"FFFFFFFFFFFFFFFFF\r\n", b"1" * 70000, b"1;" + b"x" * 70000 + b"\r\n", b"\r\n"]:
        send(server, head + bad, 400, 413, 431, shut=True)
    send(server, head + b"5\r\nabc", shut=True)
    send(server, head + b"0\r\n" + b"".join(b"X-T%d: y\r\n" % i for i in range(5000)) + b"\r\n", 431)
    send(server, head + b"7FFFFFFFFFFFFFFF\r\n" + b"x" * 1000, 413, 400)


def headers(server):
    start = b"POST / HTTP/1.1\r\n"
    send(server, start + b"X-Large: " + b"x" * 100_000, 431)
    send(server, start + b"".join(b"X-%d: y\r\n" % i for i in range(100_000)), 431)
    send(server, b"POST /" + b"a" * 100_000, 431)
    send(server, start + b"A: b\r\n" + b" c\r\n" * 10_000, 400, 431)
    for _ in range(50):
        send(server, start + b"Authorization: " + bytes(random.randrange(33, 127) for _ in range(200)) + b"\r\n\r\n", 400, 404)


def huge(server):
    def claim(size):
        return request("PutItem", "").replace(b"Content-Length: 0", b"Content-Length: %d" % size)

    for size in [18 * MEGABYTE, 10**12, 2**63 - 1]:
        answer = send(server, claim(size) + b"x" * 1000, 413)
        assert answer.error() == "RequestEntityTooLargeException" and answer.headers["connection"] == "close"
    with server.connect() as client:  # nothing of it is wanted, so it is not asked for
        client.sendall(claim(10**9).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
        assert Reader(client).answer().status == 413
    refused(server, "PutItem", '{"TableName":"hostile","Item":{"p":{"S":"a"},"x":{"S":"%s"}}}' % ("x" * 16 * MEGABYTE))
    refused(server, "PutItem", " " * 16 * MEGABYTE)
    refused(server, "PutItem", "[" * 16 * MEGABYTE)
    refused(server, "PutItem", '{"TableName":"hostile","Item":{"p":{"S":"a"},"x":{"SS":[%s]}}}' % ",".join(f'"{i}"' for i in range(MEGABYTE)))


def nested(server):
    for depth in [33, 40, 200, 300, 10_000, 100_000]:
        deep = '{"M":{"a":' * depth + '{"S":"x"}' + "}}" * depth
        refused(server, "PutItem", '{"TableName":"hostile","Item":{"p":{"S":"a"},"x":%s}}' % deep)
        deep = '{"L":[' * depth + '{"S":"x"}' + "]}" * depth
        refused(server, "PutItem", '{"TableName":"hostile","Item":{"p":{"S":"a"},"x":%s}}' % deep)
    for depth in [10_000, 100_000]:
        refused(server, "GetItem", "[" * depth + "]" * depth)
        refused(server, "GetItem", '{"a":' * depth)
        refused(server, "PutItem", {**PUT, "ConditionExpression": "(" * depth + "a = a" + ")" * depth})
        refused(server, "PutItem", {**PUT, "ConditionExpression": "NOT " * depth + "a = a"})
        refused(server, "GetItem", {**GET, "ProjectionExpression": ".".join(["a"] * depth)})


def wrong_types(server):
    values = [None, True, 0, -1, 1e400, "x", "", [], [1], {}, {"S": 1}, {"N": 1}, {"S": "a", "N": "1"}, {"B": "?"}, {"SS": "x"}, {"Q": 1}, [[[]]], "\ud800"]

    def dump(value):
        return json.dumps(value).replace("Infinity", "1e400")

    for value in values:
        send(server, request("PutItem", dump(value)), 400)
        for base in [PUT, GET]:
            operation = "PutItem" if base is PUT else "GetItem"
            for member in base:
                send(server, request(operation, dump({**base, member: value})), 200, 400)
        send(server, request("PutItem", dump({**PUT, "Item": {"p": {"S": "a"}, "x": value}})), 200, 400)
        for member in ["ConditionExpression", "ExpressionAttributeNames", "ExpressionAttributeValues", "ReturnValues", "Expected"]:
            send(server, request("PutItem", dump({**PUT, member: value})), 200, 400)
        for member in ["ConsistentRead", "ProjectionExpression", "AttributesToGet", "ReturnConsumedCapacity"]:
            send(server, request("GetItem", dump({**GET, member: value})), 200, 400)
        for member in TABLE:
            send(server, request("CreateTable", dump({**TABLE, member: value})), 200, 400)
    for target in ["", "x", ".", "DynamoDB_20120810", "DynamoDB_20120810.", "DynamoDB_20120810.getItem", "DynamoDB_20111205.GetItem", "A" * 5000, "\x80\xff"]:
        send(server, request("GetItem", GET).replace(b"DynamoDB_20120810.GetItem", target.encode("latin-1")), 400, 200)


def bad_text(server):
    for text in [b"\x80", b"\xc0\x80", b"\xff\xfe", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82", b"\x00", b"\x1f", b'\\ud800', b"\\u12", b"\\x"]:
        answer = send(server, request("PutItem", b'{"TableName":"hostile","Item":{"p":{"S":"a' + text + b'"}}}'), 400, 200)
        if answer.status == 200:
            assert text == b"\\ud800", text
        send(server, request("PutItem", b'{"TableName":"hostile","Item":{"p":{"S":"a"},"x' + text + b'":{"S":"b"}}}'), 400, 200)
    whole = json.dumps(PUT).encode()
    for _ in range(200):
        broken = bytearray(whole)
        for _ in range(random.randrange(1, 4)):
            broken[random.randrange(len(broken))] = random.randrange(256)
        send(server, request("PutItem", bytes(broken)), 200, 400)
    for size in range(0, len(whole), 2):
        refused(server, "PutItem", whole[:size], "SerializationException", "ValidationException")


def slow(server):
    """A byte at a time, a hundred clients that say nothing, and others are served meanwhile."""
    idle = [server.connect() for _ in range(100)]
    half = [server.connect() for _ in range(20)]
    for each in half:
        each.sendall(request("GetItem", GET)[:50])
    with server.connect() as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        whole = request("GetItem", GET)
        for i in range(len(whole)):
            client.sendall(whole[i : i + 1])
            if i % 100 == 0:
                serves(server)
        assert Reader(client).answer().status == 200
    for each in half:
        each.sendall(request("GetItem", GET)[50:])
        assert Reader(each).answer().status == 200
    for each in idle + half:
        each.close()
    global count
    count += 1 + len(idle) + len(half)


def pipelined(server):
    global count
    with server.connect() as client:
        client.sendall(request("GetItem", GET) * 1000 + b"\r\n" + request("GetItem", "{"))
        client.shutdown(socket.SHUT_WR)
        reader = Reader(client)
        for _ in range(1000):
            assert reader.answer().status == 200
        assert reader.answer().status == 400 and reader.ended()
        count += 1001
    # A client that asks for much and takes nothing: the server must not keep the answers for it.
    large = {"TableName": "hostile", "Item": {"p": {"S": "large"}, "x": {"S": "x" * 350_000}}}
    assert call(server, "PutItem", large).status == 200
    before = server.rss()
    with server.connect() as client:
        client.setblocking(False)
        wanted = request("GetItem", {"TableName": "hostile", "Key": {"p": {"S": "large"}}})
        try:
            for _ in range(1000):
                client.send(wanted)
                count += 1
        except BlockingIOError:
            pass
        time.sleep(0.5)
        serves(server)
        grown = server.rss() - before
        assert sanitized or grown < 20_000, f"{grown} kB for answers that nobody takes"


def many_large(server):
    """Clients that send large bodies slowly, all together more than the server keeps."""
    global count
    clients, told = [], 0
    head = request("PutItem", "").replace(b"Content-Length: 0", b"Content-Length: %d" % (16 * MEGABYTE))
    for _ in range(24):
        client = server.connect()
        clients.append(client)
        count += 1
        try:
            client.sendall(head + b" " * (15 * MEGABYTE))
        except (BrokenPipeError, ConnectionResetError):
            continue
    serves(server)
    for client in clients:
        client.setblocking(False)
        try:
            told += b" 503 " in client.recv(100)
        except (BlockingIOError, ConnectionResetError):
            pass
        client.close()
    assert told > 0, "nobody was told that it is too much"


def half_closed(server):
    for _ in range(20):
        with server.connect() as client:
            client.sendall(request("GetItem", GET))
            client.shutdown(socket.SHUT_WR)
            reader = Reader(client)
            assert reader.answer().status == 200 and reader.ended()
        client = server.connect()
        client.sendall(request("GetItem", GET) * 50)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        client.close()  # a reset, with answers on their way
    global count
    count += 40


EVERYTHING = [truncated, bad_http, methods, chunking, headers, huge, nested, wrong_types, bad_text, slow, pipelined, many_large, half_closed]

with LocalServer(program) as server:
    assert call(server, "CreateTable", TABLE).status == 200
    serves(server)
    for attack in EVERYTHING:  # memory that is kept for use again is taken here
        start = time.monotonic()
        attack(server)
        serves(server)
        print(f"{attack.__name__}: {count} requests so far, {server.rss()} kB, {time.monotonic() - start:.1f} s", flush=True)
    warm, once = server.rss(), count
    for attack in EVERYTHING:
        attack(server)
        serves(server)
    after = server.rss()
    print(f"{count} hostile requests; resident {warm} kB after {once} of them, {after} kB after all")
    assert once > 1000, once
    # AddressSanitizer keeps what is freed, up to 256 MB.
    assert after < warm * 1.1 + (300_000 if sanitized else 4_000), f"memory grew from {warm} to {after} kB"

    clients = [server.connect() for _ in range(50)]  # idle ones, and one in the middle of a request
    clients[0].sendall(request("GetItem", GET)[:80])
    server.stop(within=2.0 if sanitized else 1.0)
