#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What export --once and report --prometheus print for many made-up hosts:
our checker in both formats, promtool in the text one, the reference parser in
OpenMetrics.  usage: check_hosts.py BUILD"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../kernel"))
sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import check_exposition as checker
from programs import promtools
from tap import Tap

HOSTS = [
    # (spec, options)
    ("cpus=4,cgroups=12", []),
    ("cpus=4,cgroups=12,kernel=patched", []),
    ("cpus=4,cgroups=12,kernel=rt", ["--per-cpu", "--cgroup-histograms"]),
    ("cpus=4,cgroups=12,kernel=6.1", ["--per-cpu"]),
    ("cpus=4,cgroups=12,kernel=6.12-rt", ["--cgroup-histograms"]),
    ("cpus=4,cgroups=12,kernel=kprobe", ["--per-cpu"]),
    ("cpus=4,cgroups=40,names=odd", ["--per-cpu", "--cgroup-histograms", "--buckets", "16"]),
    ("cpus=4,cgroups=40,names=odd,kernel=kprobe,losses=1", ["--cgroup-depth", "1"]),
    ("cpus=3,offline=3,cgroups=20,losses=1,charges=1,cost=1,norow=4,unnamed=3,gone=5", ["--per-cpu"]),
    ("cpus=2,cgroups=60", ["--max-cgroups", "16", "--buckets", "1"]),
    ("cpus=2,cgroups=20", ["--no-cgroups"]),
    ("cpus=1,cgroups=0,rate=0", ["--per-cpu", "--cgroup-histograms"]),
]
# Reads OpenMetrics and fails on what the format forbids.
REFERENCE = ("import sys; from prometheus_client.openmetrics import parser; "
             "list(parser.text_string_to_metric_families(sys.stdin.buffer.read().decode()))")


def output(*command):
    """Standard output of a command that must succeed; b"" with its words told."""
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    if done.returncode:
        print(f"# {' '.join(command)}: status {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}")
        return b""
    return done.stdout


def faults_of(found):
    return "\n".join(f"line {f.line}: {f.kind}: {f.text}" for f in found[:5])


def reference_python():
    """The interpreter that has the reference parser; None: neither."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and not subprocess.run([python, "-c", "import prometheus_client.openmetrics"],
                                                         capture_output=True, check=False).returncode:
            return python
    return None


class Judges:
    def __init__(self, t):
        self.promtools, lack = promtools()
        for name, why in lack:
            t.skip(f"promtool of {name}", why)
        self.python = reference_python()
        if not self.python:
            t.skip("the reference parser of OpenMetrics", "python3-prometheus-client is not installed")

    def judge(self, t, what, text, om):
        found = checker.check_pair(text, om) + checker.check_whole(text, "text")
        t.check(text and om and not found, f"{what}: both formats are strict, agree and add up", faults_of(found))
        for promtool in self.promtools:
            ok, words = promtool.accepts(text)
            t.check(ok, f"{what}: promtool {promtool.version}", words[:500])
        if self.python:
            done = subprocess.run([self.python, "-c", REFERENCE], input=om, capture_output=True, check=False)
            t.check(om and done.returncode == 0, f"{what}: the reference parser reads it",
                    done.stderr.decode(errors="replace")[-300:])


def main():
    build = sys.argv[1]
    memcgtop = os.path.join(build, "memcgtop")
    t = Tap("hosts")
    judges = Judges(t)
    for spec, options in HOSTS:
        once = [memcgtop, "export", "--once", "-i", "20", "--source", "synthetic:" + spec, *options]
        judges.judge(t, " ".join([spec, *options]), output(*once), output(*once, "--openmetrics"))
    with tempfile.TemporaryDirectory(prefix="memcgtop-hosts.") as folder:
        recording = os.path.join(folder, "hostile.mctop")
        t.check(output(os.path.join(build, "prometheus/hostile_recording"), recording), "a recording of hostile names")
        report = [memcgtop, "report", "--prometheus", recording]
        text = output(*report)
        judges.judge(t, "hostile names", text, output(*report, "--openmetrics"))
        named = {dict(s.labels).get("cgroup") for s in checker.check(text, "text").samples()}
        # Every byte that is fit to be shown is shown as it is, each other one as \xNN.
        for byte in range(1, 256):
            shown = (f"\\x{byte:02x}" if byte < 32 or byte >= 127 else chr(byte)) + "-"
            if not any(name and name.startswith("/bytes-") and shown in name for name in named):
                t.check(False, f"hostile names: byte {byte:#04x} is not found as {shown}")
                break
        else:
            t.check(True, "hostile names: every byte value is found in a label")
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
