#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""User-space instructions of one refresh of memcgtop on a large host.

The state is synthetic (512 CPUs, 1,000 cgroups), counted by callgrind with two
numbers of refreshes: the difference has no start, no end and no report in it.
What the made-up source itself costs is taken out; reading the maps of a real
kernel is not in it.  Prints one JSON object.
usage: refresh.py MEMCGTOP FOLDER
"""
import json
import os
import re
import shutil
import subprocess
import sys

SOURCE = "synthetic:cpus=512,cgroups=1000"
FEW, MANY = 1, 3
# form of the output: arguments
FORMS = {
    "live tables": [],
    "stat -i, one line": ["stat"],
    "JSON": ["stat", "--json"],
}
# parts: the functions that make them, none of which calls another, by inclusive cost
PARTS = {
    "source": ["synthetic_read"],
    "delta": ["delta__new", "delta__accumulate"],
}
LINE = re.compile(r"^\s*([\d,]+) \([ \d.]+%\)\s+\S*?:([A-Za-z_][\w.]*)('\d+)?(?: \[.*\])?$")


def count(memcgtop, folder, args, refreshes):
    """Instructions of the whole run, and of each function with its callees."""
    out = os.path.join(folder, "callgrind.out")
    command = [memcgtop, *args, "-i", "1", "-d", str(refreshes), "--source", SOURCE]
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not collected:
        sys.exit(f"bench: {' '.join(command)}: status {run.returncode}\n{run.stderr[-500:]}")
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
    return int(collected[1]), functions


def refresh(memcgtop, folder, args):
    (few, few_by), (many, many_by) = (count(memcgtop, folder, args, n) for n in (FEW, MANY))
    result = {"instructions": round((many - few) / (MANY - FEW))}
    for name, names in PARTS.items():
        more = sum(many_by.get(f, 0) - few_by.get(f, 0) for f in names)
        result[name] = round(more / (MANY - FEW))
    result["net"] = result["instructions"] - result["source"]
    result["view"] = result["net"] - result["delta"]
    return result


def main():
    memcgtop, folder = sys.argv[1:]
    if not shutil.which("valgrind"):
        print(json.dumps({"absent": "valgrind is not installed (Debian: valgrind)"}))
        return
    print(json.dumps({form: refresh(memcgtop, folder, args) for form, args in FORMS.items()}))


if __name__ == "__main__":
    main()
