#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The checker itself: good texts pass, each planted fault is named.  Beside it
what promtool says, which lets many of them pass; so this checker is needed."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../kernel"))
sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import check_exposition as checker
import faults
from programs import promtools
from tap import Tap


def read(name):
    with open(os.path.join(HERE, name), "rb") as f:
        return f.read()


GOOD = {"text": read("good.prom"), "openmetrics": read("good.om")}


def planted(good, old, new):
    """@good with the fault; fails loudly when there is nothing to replace."""
    everywhere, old = old.startswith("*"), old.removeprefix("*")
    text = good.decode()
    if old not in text:
        raise AssertionError(f"nothing to replace: {old!r}")
    return text.replace(old, new, -1 if everywhere else 1).encode()


def check_named(t, kind, found, what):
    kinds = sorted({fault.kind for fault in found})
    t.check(kind in kinds, what, f"named: {kinds or 'nothing'}")


def summary(old, new):
    return f"{old.strip()[-45:]!r} -> {new.strip()[-45:]!r}"


def test_good(t):
    for form, raw in GOOD.items():
        t.equal(checker.check_whole(raw, form), [], f"good {form}: no fault")
        t.equal(checker.check_after(raw, raw, form), [], f"good {form}: after itself")
    t.equal(checker.check_pair(GOOD["text"], GOOD["openmetrics"]), [], "good: both formats agree")
    # One format is no text of the other.
    t.check(checker.check(GOOD["text"], "openmetrics").faults, "text is no openmetrics")
    t.check(checker.check(GOOD["openmetrics"], "text").faults, "openmetrics is no text")


def test_faults(t):
    for form, own in (("text", faults.TEXT), ("openmetrics", faults.OPENMETRICS)):
        for kind, old, new in faults.BOTH + own:
            raw = planted(GOOD[form], old, new)
            check_named(t, kind, checker.check(raw, form).faults, f"{form}: {kind}: {summary(old, new)}")


def test_bytes(t):
    """What is not text at all."""
    raw = GOOD["text"].replace("μ".encode(), b"\xff", 1)
    check_named(t, "utf-8", checker.check(raw, "text").faults, "text: utf-8: a byte that is none")
    raw = GOOD["text"].replace("μ".encode(), b"\xce", 1)
    check_named(t, "utf-8", checker.check(raw, "text").faults, "text: utf-8: a character cut")
    raw = GOOD["text"].replace("μ".encode(), b"\0", 1)
    check_named(t, "control", checker.check(raw, "text").faults, "text: control: NUL")
    for size in range(0, len(GOOD["openmetrics"]), 97):
        if not checker.check(GOOD["openmetrics"][:size], "openmetrics").faults:
            t.check(False, f"openmetrics: cut after {size} bytes is noticed")
            return
    t.check(True, "openmetrics: cut anywhere is noticed")


def test_pairs(t):
    for kind, form, old, new in faults.PAIR:
        raw = dict(GOOD)
        raw[form] = planted(GOOD[form], old, new)
        check_named(t, kind, checker.check_pair(raw["text"], raw["openmetrics"]),
                    f"pair: {kind}: {summary(old, new)}")


def test_after(t):
    for kind, old, new in faults.AFTER:
        raw = planted(GOOD["text"], old, new)
        check_named(t, kind, checker.check_after(GOOD["text"], raw, "text"), f"after: {kind}: {summary(old, new)}")
    lines = GOOD["text"].decode().splitlines(True)
    gone = "".join(line for line in lines if "quote" not in line).encode()
    kinds = {fault.kind for fault in checker.check_after(GOOD["text"], gone, "text", allow_gone=True)}
    t.equal(kinds, set(), "after: a cgroup gone whole is allowed where that is said")
    raw = planted(GOOD["text"], faults.QUOTE, "")
    check_named(t, "half-gone", checker.check_after(GOOD["text"], raw, "text", allow_gone=True),
                "after: half-gone: one family of a cgroup")
    other = planted(GOOD["text"], faults.OTHER, "")
    check_named(t, "vanished", checker.check_after(GOOD["text"], other, "text", allow_gone=True),
                "after: vanished: other never goes")


def test_command(t):
    """The command's status and words."""
    def run(*args):
        return subprocess.run([sys.executable, os.path.join(HERE, "check_exposition.py"), *args],
                              input=planted(GOOD["text"], faults.OTHER, ""), capture_output=True, check=False)

    t.equal(run(os.path.join(HERE, "good.om"), "--format", "openmetrics").returncode, 0, "command: good")
    bad = run("-", "--format", "text")
    t.check(bad.returncode == 1 and b"no-other: " in bad.stderr, "command: a fault is said", bad.stderr.decode())
    t.equal(run("none", "--format", "text").returncode, 2, "command: no such file")
    t.equal(run("--format", "text").returncode, 2, "command: wrong usage")


def test_promtool(t):
    """Is the good text good for promtool too, and what does it let pass?"""
    have, lack = promtools()
    for name, why in lack:
        t.skip(f"promtool of {name}", why)
    for promtool in have:
        ok, words = promtool.accepts(GOOD["text"])
        t.check(ok, f"promtool {promtool.version}: the good text", words)
        passed, rows = {}, faults.BOTH + faults.TEXT
        for kind, old, new in rows:
            if promtool.accepts(planted(GOOD["text"], old, new))[0]:
                passed[kind] = passed.get(kind, 0) + 1
        n = sum(passed.values())
        t.check(0 < n < len(rows), f"promtool {promtool.version}: accepts {n} of the {len(rows)} planted faults")
        t.note(f"promtool {promtool.version} accepts: " +
               ", ".join(f"{kind} {count}" for kind, count in sorted(passed.items())))


def main():
    t = Tap("checker")
    for test in (test_good, test_faults, test_bytes, test_pairs, test_after, test_command, test_promtool):
        test(t)
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
