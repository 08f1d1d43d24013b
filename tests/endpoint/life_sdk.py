# SPDX-License-Identifier: BSL-1.0
"""A table's life with Amazon's SDK for JavaScript, which npm installs into a folder. usage: life_sdk.py <monotable-local> <folder>"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from local_server import LocalServer

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent / "sdk"
folder.mkdir(parents=True, exist_ok=True)
for tool in ["node", "npm"]:
    if shutil.which(tool) is None:
        print(f"skipped: there is no {tool}")
        sys.exit(0)
installed = folder / "installed"
lock = (here / "package-lock.json").read_bytes()
if not installed.exists() or installed.read_bytes() != lock:
    for name in ["package.json", "package-lock.json"]:
        shutil.copy(here / name, folder)
    npm = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=60000"],
                         cwd=folder, capture_output=True, text=True, timeout=240)
    if npm.returncode != 0:
        if re.search(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT", npm.stderr):
            print("skipped: npm cannot reach its registry, from which the SDK comes")
            sys.exit(0)
        sys.exit(npm.stderr)
    installed.write_bytes(lock)
shutil.copy(here / "life.mjs", folder)

with LocalServer(program) as server:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    subprocess.run(["node", "life.mjs", server.url], cwd=folder, env=environment, check=True, timeout=120)
    server.stop(within=2.0)
