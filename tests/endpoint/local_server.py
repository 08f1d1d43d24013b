# SPDX-License-Identifier: BSL-1.0
"""A monotable-local of one's own, on a port that is free."""
import json
import re
import signal
import socket
import subprocess
import time
import zlib

SIGNATURE = (
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20250101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date;x-amz-target, Signature=" + 64 * "0"
)


class LocalServer:
    def __init__(self, program, *options):
        self.started = time.monotonic()
        self.process = subprocess.Popen([program, "--port", "0", *options], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"monotable-local: listening on http://(.+):(\d+)\n", line)
        assert found, f"it printed {line!r}"
        self.host, self.port = found[1].strip("[]"), int(found[2])
        self.url = line.split()[-1]

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def connect(self, timeout=20):
        return socket.create_connection((self.host, self.port), timeout=timeout)

    def rss(self):
        """Kilobytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1])

    def stop(self, within=1.0, by=signal.SIGTERM):
        start = time.monotonic()
        self.process.send_signal(by)
        code = self.process.wait(timeout=20)
        took = time.monotonic() - start
        assert code == 0, f"exit code {code}"
        assert took < within, f"stopping took {took:.2f} s"


def request(operation, body, headers=(), method="POST", version="1.1"):
    """The bytes of a request as SDKs send it."""
    if not isinstance(body, (bytes, str)):
        body = json.dumps(body)
    if isinstance(body, str):
        body = body.encode()
    lines = [
        f"{method} / HTTP/{version}",
        "Host: localhost",
        "Content-Type: application/x-amz-json-1.0",
        f"X-Amz-Target: DynamoDB_20120810.{operation}",
        "X-Amz-Date: 20250101T000000Z",
        f"Authorization: {SIGNATURE}",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def error(self):
        return self.json()["__type"].split("#")[-1]


class Reader:
    """Reads answers from a socket, one after the other."""

    def __init__(self, client):
        self.client, self.buffer = client, b""

    def more(self):
        piece = self.client.recv(65536)
        if not piece:
            raise EOFError(f"the server closed the connection after {self.buffer!r}")
        self.buffer += piece

    def answer(self, without_body=False):
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        status = int(first.split()[1])
        if status == 100 or without_body:
            return Answer(status, headers, b"")
        size = int(headers["content-length"])
        while len(self.buffer) < size:
            self.more()
        body, self.buffer = self.buffer[:size], self.buffer[size:]
        assert int(headers["x-amz-crc32"]) == zlib.crc32(body), "checksum"
        return Answer(status, headers, body)

    def ended(self):
        """Did the server close the connection without another byte?"""
        try:
            return self.buffer == b"" and self.client.recv(1) == b""
        except ConnectionResetError:
            return True


def call(server, operation, body, **options):
    """One request on a connection of its own."""
    with server.connect() as client:
        client.sendall(request(operation, body, **options))
        return Reader(client).answer()
