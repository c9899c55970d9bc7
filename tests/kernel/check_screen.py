#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges what the live screen showed in a guest: check_screen.py KERNEL FOLDER"""

import json
import os
import re
import sys

from tap import Results, Tap


class Screen:
    """Lines of one capture."""

    def __init__(self, folder, name):
        with open(os.path.join(folder, f"screen-{name}.json"), encoding="utf-8") as f:
            o = json.load(f)
        self.columns = o["cols"]
        self.lines = ["".join(c["t"] or " " for c in row if c.get("w", 1)).rstrip() for row in o["cells"]]
        self.text = "\n".join(self.lines)

    def find(self, pattern):
        return re.search(pattern, self.text, re.M)


def number(text):
    return float(text.replace(",", "").replace("k", "e3"))


def main():
    kernel, folder = sys.argv[1:3]
    t, r = Tap(f"{kernel}: screen"), Results(folder)
    if not t.check(r.has("rc"), "a screen was opened", r.text("lab.log")[-800:]):
        return t.done()
    t.equal(r.text("rc").strip(), "0", "left by q with status 0")
    t.equal(r.text("err").strip(), "", "nothing on standard error")
    try:
        check_views(t, r, kernel, folder)
    except FileNotFoundError as e:
        t.check(False, f"every view was kept ({os.path.basename(e.filename)} was not)")
    with open(os.path.join(folder, "screen-end"), "rb") as f:
        end = f.read()
    t.check(b"\x1b[?1049l" in end and end.rfind(b"\x1b[?1049l") > end.rfind(b"\x1b[?1049h"),
            "the terminal was given back")
    t.check("view = " in r.text("config"), "settings were kept")
    return t.done()


def check_views(t, r, kernel, folder):
    release = r.text("uname").strip()
    s = Screen(folder, "cgroups")
    t.check(release in s.lines[0], "the kernel is named", s.lines[0])
    t.check(s.find(r"(?i)^memcgtop .*lost"), "losses are told", s.lines[0])
    m = s.find(r"refills ([\d.,k]+)/s")
    t.check(m and number(m[1]) > 10, "refills are counted", s.text)
    t.check(s.find(r"^all \(host\) +[\d.,]+"), "the host has a row", s.text)
    t.check(s.find(r"memcgload"), "the load's cgroups have a row", s.text)
    t.check(s.find(r"▸|▾"), "the tree is drawn in block characters", s.text)
    word = "UNDER%" if kernel.startswith(("7", "built")) or "rt" in kernel else "INREF%"
    t.check(s.find(word), f"{word} is the kernel's column", s.text)

    s = Screen(folder, "cpus")
    busy = [ln for ln in s.lines if re.match(r"[01] +(\d+ +)?[\d.,k]+ ", ln)]
    t.equal(len(busy), 2, "both CPUs have a row")
    t.check(Screen(folder, "grid").find(r"held"), "the grid says what its heat is")

    s = Screen(folder, "histogram")
    m = s.find(r"holds ([\d,]+)")
    t.check(m and number(m[1]) > 20, "holds are drawn", s.text)
    t.check(s.find(r"100\.00"), "all of them", s.text)
    t.check(Screen(folder, "mark").find(r"was "), "and compared with the mark",
            Screen(folder, "mark").text)

    s = Screen(folder, "stocks")
    slots = "7 slots" if kernel.startswith("7") else "1 slot"
    t.check(s.find(slots), f"{slots} a CPU", s.text)
    t.check(s.find(r"/\S+ \d+"), "stocks hold cgroups", s.text)

    s = Screen(folder, "longest")
    times = re.findall(r" ([\d.]+) (ns|us|ms|s) +\d\d:\d\d:\d\d", s.text)
    units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    ns = [float(v) * units[u] for v, u in times]
    t.check(len(ns) > 3 and ns == sorted(ns, reverse=True), "the longest holds, longest first",
            s.text)
    t.check(Screen(folder, "help").find("F1"), "help is there")


if __name__ == "__main__":
    sys.exit(main())
