#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges the recordings that record_guest.sh made, by reading them on this host.

usage: check_record.py KERNEL FOLDER MEMCGTOP...
Each MEMCGTOP (static, dynamic) must read the same out of them.
"""

import json
import subprocess
import sys

from tap import Results, Tap


def report(memcgtop, path, *options):
    done = subprocess.run([memcgtop, "report", *options, path], capture_output=True, text=True,
                          errors="replace", timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def facts_and_total(memcgtop, path):
    """The description and the total of a recording, None where it cannot be read."""
    status, out, err = report(memcgtop, path, "--json")
    objects = [json.loads(line) for line in out.splitlines()] if status == 0 else []
    if len(objects) < 2:
        return None, None, f"status {status}\n{err}{out[:400]}"
    return objects[0], objects[-1], ""


def check_readable(t, r, memcgtop, name, what):
    facts, total, detail = facts_and_total(memcgtop, r.path(name + ".rec"))
    t.check(facts is not None, f"{what}: can be read", detail)
    return facts, total


def check_whole(t, r, programs):
    if not t.equal(r.status("whole"), 0, "to its end: status 0"):
        t.note(r.text("whole.err"))
        return
    facts, total = check_readable(t, r, programs[0], "whole", "to its end")
    if not facts:
        return
    t.equal(facts["kernel_release"], r.text("uname").strip(), "it names the kernel it was made on")
    t.check(facts["ended"] and facts["exit_status"] == 0, "it has an end")
    t.equal(facts["damaged_bytes"], 0, "and no damage")
    load = facts["result"]["memcgload"]
    t.equal(load, json.loads(r.text("whole.load").splitlines()[-1])["memcgload"],
            "it has what the load said, which was passed on too")
    t.equal(load["ops"], 2400, "the load did its work")
    t.check(total["total"]["refills"] > 100, f"refills ({total['total']['refills']})")
    host = facts["host"]
    t.check(host["context_switches"] > 0 and host["cmd_voluntary_switches"] > 0 and
            host["softirqs"]["TIMER"] > 0, "host context", host)
    t.equal(report(programs[0], r.path("whole.rec"), "--json")[1], r.text("whole.json"),
            "read here as on the kernel it was made on (JSON)")
    here = report(programs[0], r.path("whole.rec"))[1].replace(r.path("whole.rec"), "")
    there = r.text("whole.txt").replace("/out/whole.rec", "")
    t.equal(" ".join(here.split()), " ".join(there.split()), "and as text")
    for other in programs[1:]:
        t.equal(report(other, r.path("whole.rec"), "--json")[1], r.text("whole.json"),
                "and by the dynamic binary")
    seconds = facts["active_ns"] / 1e9
    t.note(f"{facts['snapshots']} snapshots over {seconds:.1f} s, {len(open(r.path('whole.rec'), 'rb').read())} bytes")


def check_status(t, r, memcgtop):
    t.equal(r.status("status"), 7, "CMD's status is record's")
    facts, _ = check_readable(t, r, memcgtop, "status", "CMD ends with 7")
    if facts:
        t.equal((facts["ended"], facts["exit_status"]), (True, 7), "and the recording's")


def check_term(t, r, memcgtop):
    t.equal(r.status("term"), 0, "TERM: status 0")
    facts, total = check_readable(t, r, memcgtop, "term", "TERM")
    if facts:
        t.check(facts["ended"] and facts["damaged_bytes"] == 0, "TERM: it has an end", facts)
        t.check(facts["snapshots"] >= 2 and total["total"]["refills"] > 0,
                f"TERM: what was measured is there ({facts['snapshots']} snapshots)")


def check_killed(t, r, memcgtop):
    t.equal(r.status("killed"), 137, "KILL: killed while recording")
    t.equal((r.text("killed.before").strip(), r.text("killed.after").strip()), ("0", "0"),
            "KILL: attached before, not after")
    facts, total = check_readable(t, r, memcgtop, "killed", "KILL")
    if facts:
        t.check(not facts["ended"], "KILL: it is said to have no end")
        t.check(facts["snapshots"] >= 2 and total["total"]["refills"] > 0,
                f"KILL: what was measured is there ({facts['snapshots']} snapshots)")
        t.check("no end" in " ".join(report(memcgtop, r.path("killed.rec"))[1].split()),
                "KILL: and said to a person")


def check_full(t, r, memcgtop):
    t.check(r.status("full") not in (0, 137, 139), f"disk full: status {r.status('full')}")
    t.check("No space left" in r.text("full.err"), "disk full: said", r.text("full.err"))
    facts, total = check_readable(t, r, memcgtop, "full", "disk full")
    if facts:
        t.equal(facts["damaged_bytes"], 0, "disk full: no part of a frame is left")
        # of some 60
        t.check(2 <= facts["snapshots"] < 50 and total["total"]["refills"] > 0,
                f"disk full: what fitted is there ({facts['snapshots']} snapshots)")
    t.check(r.status("none") != 0 and "No space left" in r.text("none.err"),
            "full from the start: refused, and why", r.text("none.err"))
    t.check("none.rec" not in r.text("small.ls").split(), "full from the start: no empty file is left")


def main():
    kernel, folder, programs = sys.argv[1], sys.argv[2], sys.argv[3:]
    t, r = Tap(f"record {kernel}"), Results(folder)
    if not t.check(r.has("done"), "the guest ran to its end"):
        return t.done()
    check_whole(t, r, programs)
    check_status(t, r, programs[0])
    check_term(t, r, programs[0])
    check_killed(t, r, programs[0])
    check_full(t, r, programs[0])
    return t.done()


sys.exit(main())
