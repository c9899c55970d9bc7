#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges tests/kernel/links: an exporter whose programs are gone ends, and no other does."""

import sys

from tap import Results, Tap


def state(r, name):
    return r.text(name + ".rc").strip()


def complaints(r, name):
    return [line for line in r.text(name + ".err").splitlines() if "no longer runs" in line]


def closed(t, r, program):
    t.check("close 0" in r.text(program + ".closed"), f"{program}: its link was closed",
            r.text(program + ".closed"))
    t.equal(state(r, program), "1", f"{program}: the exporter ended")
    lines = complaints(r, program)
    t.check(len(lines) == 1 and "its link was closed" in lines[0] and program.replace("_", " ") in
            lines[0].replace("_", " "), f"{program}: one line says why", r.text(program + ".err"))


def deaf(t, r):
    t.check(r.has("quiet.was_alive"), "quiet for a minute: goes on", r.text("quiet.err"))
    if "quiet for a minute" in r.text("quiet.before"):
        t.check(" saw 0 of" not in r.text("quiet.before"), "and had looked", r.text("quiet.before"))
    else:
        t.skip("and had looked", "something ran in every minute")
    t.check(r.has("root.was_alive"), "quiet in the root cgroup: goes on", r.text("root.err"))
    t.equal(r.text("shut").count("gate of"), 2, "both gates were shut")
    t.equal(state(r, "quiet"), "1", "programs that do nothing: the exporter ended")
    lines = complaints(r, "quiet")
    t.check(len(lines) == 1 and "pages charged on purpose" in lines[0], "one line says why",
            r.text("quiet.err"))
    t.equal(state(r, "root"), "alive", "in the root cgroup nothing can be said")
    t.equal(complaints(r, "root"), [], "and nothing is")


def main():
    t, r = Tap(f"links {sys.argv[1]}"), Results(sys.argv[2])
    if not t.check(r.has("done"), "the guest ran to its end"):
        return t.done()
    for program in ("refill", "uncharge", "slow_charge"):
        closed(t, r, program)
    t.equal(state(r, "control"), "alive", "with all its links the exporter goes on")
    t.equal(complaints(r, "control"), [], "and complains of nothing")
    deaf(t, r)
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
