#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""node_exporter's textfile collector on what export --textfile writes, while it
is being written.  usage: check_textfile.py BUILD"""

import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../kernel"))
sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import check_exposition as checker
import exposition
from check_hosts import faults_of
from programs import Absent
from servers import NodeExporter, Process, get, wait_for
from tap import Tap

READS = 40


def value_of(out, name):
    """Of the samples @name; a set, empty when there are none."""
    return {s.value for s in out.samples() if s.name == name}


def ours(out):
    """What is memcgtop's: {family: (type, HELP, {(name, labels): value})}.
    node_exporter gives all series of a family the same labels, empty where there was none."""
    return {name: (f.type, f.help, {(s.name, tuple(sorted(l for l in s.labels if l[1]))): s.value for s in f.samples})
            for name, f in out.families.items() if name.startswith("memcgtop_")}


def scrape(node):
    """Not held to our rules: other families are other people's."""
    return exposition.read(get(node.url + "/metrics", {"Accept": "text/plain;version=0.0.4"})[2], "text")


def check_file(t, node, path):
    """While it is written, node_exporter never finds it torn."""
    errors, seen = set(), set()
    for _ in range(READS):
        out = scrape(node)
        errors |= value_of(out, "node_textfile_scrape_error")
        seen |= value_of(out, "memcgtop_textfile_writes_total")
    t.equal(errors, {0.0}, f"node_textfile_scrape_error in {READS} reads")
    grown = wait_for(lambda: value_of(scrape(node), "memcgtop_textfile_writes_total") - seen)
    t.check(seen and grown, "node_exporter shows newer texts as they come", f"{seen} then {grown}")
    t.equal(os.stat(path).st_mode & 0o777, 0o644, "its mode is 0644 under umask 077")


def check_same(t, node, path):
    """Nobody writes any more: all of it, and as it stands there."""
    with open(path, "rb") as f:
        raw = f.read()
    mine = checker.check(raw, "text")
    t.check(not mine.faults, "the file is strict", faults_of(mine.faults))
    want, got = ours(mine), ours(scrape(node))
    t.equal(sorted(want.keys() ^ got.keys()), [], f"all {len(want)} families are there")
    for what, part in (("TYPE", 0), ("HELP", 1), ("series and values", 2)):
        odd = [name for name in want if name in got and want[name][part] != got[name][part]]
        t.check(not odd, f"{what} is ours in each family", odd[:4])


def check_planted(t, node, folder):
    """That a bad file shows: a backslash that escapes nothing."""
    bad = os.path.join(folder, "bad.prom")
    with open(bad, "w", encoding="utf-8") as f:
        f.write('memcgtop_bad{cgroup="/a\\x2db"} 1\n')
    t.equal(value_of(scrape(node), "node_textfile_scrape_error"), {1.0}, "planted: a bad file shows")
    os.unlink(bad)


def main():
    build = sys.argv[1]
    t = Tap("textfile")
    os.umask(0o077)
    with tempfile.TemporaryDirectory(prefix="memcgtop-textfile.") as folder:
        path = os.path.join(folder, "memcgtop.prom")
        with Process([os.path.join(build, "memcgtop"), "export", "-i", "0.2", "--per-cpu", "--textfile", path,
                      "--source", "synthetic:cpus=4,cgroups=60,names=odd,clock=real"]) as memcgtop:
            if not t.check(wait_for(lambda: os.path.exists(path)), "export writes the file", memcgtop.words()):
                return t.done()
            try:
                with NodeExporter(folder) as node:
                    t.check(node.ready(node.url + "/metrics"), f"node_exporter {node.version} runs", node.words())
                    check_file(t, node, path)
                    t.equal(memcgtop.stop(), 0, "export ends well on TERM")
                    check_same(t, node, path)
                    check_planted(t, node, folder)
            except Absent as e:
                t.skip("node_exporter", str(e))
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
