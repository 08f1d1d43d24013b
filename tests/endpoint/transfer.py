# SPDX-License-Identifier: BSL-1.0
"""monotable-local's import and export, with tables in a file. usage: transfer.py <monotable-local>"""
import gzip
import json
import os
import pty
import subprocess
import sys
import tempfile

from local_server import LocalServer

program = sys.argv[1]
work = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(work.name, name)


def run(*options, code=0):
    result = subprocess.run([program, *options], capture_output=True, text=True, timeout=60)
    assert result.returncode == code, f"{options}: exit code {result.returncode}, {result.stderr}"
    return result.stderr


def item(number):
    return {"Item": {"id": {"S": f"i{number}"}, "n": {"N": str(number)}, "bytes": {"B": "AAE="}}}


with open(path("table.json"), "w") as file:
    json.dump({"TableName": "things", "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
               "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}, file)
expected = [item(number) for number in range(1000)]
with open(path("things.jsonl"), "w") as file:
    for number, each in enumerate(expected):
        file.write(json.dumps(each) + "\n")
        if number == 500:
            file.write('{"Item": {"n": {"N": "1"}}}\n')

said = run("--import", path("things.jsonl"), "--no-serve", code=2)
assert "--import requires --table" in said, said
said = run("--file", path("things.db"), "--table", "things", "--import", path("things.jsonl"), "--no-serve", code=1)
assert "Requested resource not found" in said, said
stored = ("--file", path("things.db"), "--table", "things", "--create-table", path("table.json"))
said = run(*stored, "--import", path("things.jsonl"), "--no-serve", code=1)
assert "things.jsonl:502: " in said and "Missing the key id" in said, said
assert "imported 1000 items; 1 lines were not imported" in said, said

said = run(*stored, "--export", path("things.jsonl.gz"))
assert said == "monotable-local: exported 1000 items\n", said
with gzip.open(path("things.jsonl.gz"), "rt") as file:
    exported = [json.loads(line) for line in file]
order = lambda each: int(each["Item"]["n"]["N"])
assert sorted(exported, key=order) == expected

# In memory, and then served.
with LocalServer(program, "--table", "things", "--create-table", path("table.json"), "--import", path("things.jsonl.gz")) as server:
    server.stop()

# The progress is shown on a terminal only.
controller, terminal = pty.openpty()
subprocess.run([program, *stored, "--import", path("things.jsonl.gz"), "--no-serve"], stderr=terminal, check=True, timeout=60)
os.close(terminal)
shown = b""
while True:
    try:
        part = os.read(controller, 4096)
    except OSError:
        break
    if not part:
        break
    shown += part
assert b" items, " in shown and b" %" in shown and b"imported 1000 items" in shown, shown
