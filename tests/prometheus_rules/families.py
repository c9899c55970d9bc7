# SPDX-License-Identifier: GPL-2.0-or-later
"""All series that memcgtop can export: asked of the program itself, on made-up
hosts of every kind, with everything switched on."""

import os
import re
import signal
import subprocess
import tempfile
import time

KERNELS = ("7.3", "patched", "6.1", "6.12-rt", "kprobe")
SAMPLE = re.compile(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
WRITES = re.compile(r"^memcgtop_textfile_writes_total [2-9]", re.M)
LIMIT_S = 60


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def written(memcgtop, kernel, folder):
    """The text of an exporter that serves and writes, of a host with all it can show."""
    path = os.path.join(folder, kernel + ".prom")
    source = f"synthetic:cpus=4,cgroups=8,charges=1,losses=1,cost=1,clock=real,kernel={kernel}"
    with subprocess.Popen(
            [memcgtop, "export", "--source", source, "-i", "0.5", "--per-cpu", "--cgroup-histograms",
             "--listen", "unix:" + os.path.join(folder, "socket"), "--textfile", path],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + LIMIT_S
        while not os.path.exists(path) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        # The first text has no figures of an interval yet.
        while process.poll() is None and time.monotonic() < end and not WRITES.search(read(path)):
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=LIMIT_S)
    if not os.path.exists(path):
        raise RuntimeError(f"export of a {kernel} host wrote nothing: {errors.strip()}")
    return read(path)


def known(memcgtop):
    """{name of a sample: {label: set of values}}, over all kernels."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for kernel in KERNELS:
            for line in written(memcgtop, kernel, folder).splitlines():
                match = SAMPLE.match(line) if line and line[0] != "#" else None
                if match:
                    labels = found.setdefault(match[1], {})
                    for label, value in LABEL.findall(match[2] or ""):
                        labels.setdefault(label, set()).add(value)
    return found
