# SPDX-License-Identifier: BSL-1.0
"""A table's life with Amazon's SDK for JavaScript, which npm installs into a folder. usage: life_sdk.py <monotable-local> <folder>"""
import os
import pathlib
import shutil
import subprocess
import sys

from local_server import LocalServer
from npm_packages import install

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent / "sdk"
install(here, folder)
shutil.copy(here / "life.mjs", folder)

with LocalServer(program) as server:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    subprocess.run(["node", "life.mjs", server.url], cwd=folder, env=environment, check=True, timeout=120)
    server.stop(within=2.0)
