#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""User-space instructions of one refresh of memcgtop on a large host.

The state is synthetic (512 CPUs, 1,000 cgroups), counted by callgrind with two
numbers of refreshes: the difference has no start, no end and no report in it.
What the made-up source itself costs is taken out; reading the maps of a real
kernel is not in it.  The views of the live screen are counted the same way, on
a terminal of 160x50, from key "u" (read now) to key "u".  Prints one JSON object.
usage: refresh.py MEMCGTOP FOLDER
"""
import json
import os
import re
import shutil
import subprocess
import sys

import screen

SOURCE = "synthetic:cpus=512,nodes=4,cgroups=1000"
FEW, MANY = 1, 3
# form of the output: arguments
FORMS = {
    "live tables": [],
    "stat -i, one line": ["stat"],
    "JSON": ["stat", "--json"],
}
# view of the screen: keys that open it with --no-config, from the start
VIEWS = {
    "screen: cgroups, tree": "",
    "screen: cgroups, flat": "t",
    "screen: CPUs, table": "2",
    "screen: CPUs, grid": "2t",
    "screen: histogram": "3",
    "screen: stocks": "4",
    "screen: longest holds": "5",
}
# parts: the functions that make them, none of which calls another, by inclusive cost
PARTS = {
    "source": ["synthetic_read", "synthetic_stocks"],
    "delta": ["delta__new", "delta__accumulate"],
}
LINE = re.compile(r"^\s*([\d,]+) \([ \d.]+%\)\s+\S*?:([A-Za-z_][\w.]*)('\d+)?(?: \[.*\])?$")


def functions_of(out):
    """Instructions of each function with its callees."""
    text = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--auto=no", out],
        stdout=subprocess.PIPE, text=True, check=True).stdout
    functions = {}
    for line in text.splitlines():
        match = LINE.match(line)
        if match and not match[3]:
            n = int(match[1].replace(",", ""))
            # one function stands under several files: debug information and none
            functions[match[2]] = max(n, functions.get(match[2], 0))
    return functions


def count(folder, command, start):
    """Instructions of a whole run, and of each function.  @start runs a command: its exit status."""
    out, log = (os.path.join(folder, name) for name in ("callgrind.out", "callgrind.log"))
    status = start(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
                    f"--log-file={log}", *command])
    with open(log, encoding="utf-8", errors="replace") as f:
        text = f.read()
    collected = re.search(r"Collected : (\d+)", text)
    if status or not collected:
        sys.exit(f"bench: {' '.join(command)}: status {status}\n{text[-500:]}")
    return int(collected[1]), functions_of(out)


def difference(few, many):
    """Of one refresh, from two runs."""
    result = {"instructions": round((many[0] - few[0]) / (MANY - FEW))}
    for name, names in PARTS.items():
        more = sum(many[1].get(f, 0) - few[1].get(f, 0) for f in names)
        result[name] = round(more / (MANY - FEW))
    result["net"] = result["instructions"] - result["source"]
    result["view"] = result["net"] - result["delta"]
    return result


def refresh(memcgtop, folder, args):
    def start(command):
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              check=False).returncode

    def run(refreshes):
        command = [memcgtop, *args, "-i", "1", "-d", str(refreshes), "--source", SOURCE]
        return count(folder, command, start)

    return difference(run(FEW), run(MANY))


def refresh_screen(memcgtop, folder, view):
    command = [memcgtop, "--no-config", "-i", "1", "--source", SOURCE + ",clock=step"]
    written = []

    def run(refreshes):
        def start(words):
            status, counts = screen.run(words, view, refreshes)
            written.extend(counts)
            return status
        return count(folder, command, start)

    return difference(run(FEW), run(MANY)) | {"bytes": round(sum(written) / len(written))}


def main():
    memcgtop, folder = sys.argv[1:]
    if not shutil.which("valgrind"):
        print(json.dumps({"absent": "valgrind is not installed (Debian: valgrind)"}))
        return
    result = {form: refresh(memcgtop, folder, args) for form, args in FORMS.items()}
    for form, view in VIEWS.items():
        result[form] = refresh_screen(memcgtop, folder, view)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
