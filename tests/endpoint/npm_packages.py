# SPDX-License-Identifier: BSL-1.0
"""Packages of npm's registry, pinned by a lock file."""
import re
import shutil
import subprocess
import sys

UNREACHABLE = r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT"


def install(lock_folder, folder):
    """What package.json and package-lock.json of a folder ask for, into another one, unless it is there. Where that cannot be
    done, the program ends with a line that counts as skipped."""
    folder.mkdir(parents=True, exist_ok=True)
    for tool in ["node", "npm"]:
        if shutil.which(tool) is None:
            print(f"skipped: there is no {tool}")
            sys.exit(0)
    installed = folder / "installed"
    lock = (lock_folder / "package-lock.json").read_bytes()
    if installed.exists() and installed.read_bytes() == lock:
        return
    for name in ["package.json", "package-lock.json"]:
        shutil.copy(lock_folder / name, folder)
    npm = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--fetch-timeout=60000"],
                         cwd=folder, capture_output=True, text=True, timeout=240)
    if npm.returncode != 0:
        if re.search(UNREACHABLE, npm.stderr):
            print("skipped: npm cannot reach its registry")
            sys.exit(0)
        sys.exit(npm.stderr)
    installed.write_bytes(lock)
