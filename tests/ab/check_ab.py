#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges tests/ab/run by what memcgtop diff said as JSON."""

import json
import sys

from tap import Results, Tap


class Comparison:
    def __init__(self, results, name):
        self.status = int(results.text(name + ".rc"))
        self.errors = results.text(name + ".err")
        self.metrics = {}
        if results.has(f"{name}/table.json"):
            self.json = json.loads(results.text(f"{name}/table.json"))
            self.metrics = {m["name"]: m for m in self.json["metrics"]}

    def mean(self, metric, group):
        return self.metrics[metric]["groups"][group]["mean"]

    def change(self, metric):
        return self.metrics[metric]["groups"][1]["against_base"]["change"]

    def verdict(self, metric):
        return self.metrics[metric]["groups"][1]["against_base"]["verdict"]


def check_whole(t, r, c, name):
    if not t.check(c.status == 0 and c.metrics, f"{name}: a whole comparison",
                   f"status {c.status}\n" + "\n".join(c.errors.splitlines()[-8:])):
        return False
    t.check(all(r.has(f"{name}/table.{kind}") for kind in ("txt", "md", "csv", "json", "html")),
            f"{name}: a table in every format")
    t.check("order: A B B A B A" in c.errors, f"{name}: booted in balanced order, and said so")
    t.check(any("A B B A B A" in note for note in c.json["notes"]),
            f"{name}: the recordings say the same order", c.json["notes"])
    text = r.text(f"{name}/table.txt")
    t.check(text.isascii() and max(map(len, text.splitlines())) < 75,
            f"{name}: plain ASCII under 75 columns", text)
    return True


def check_example(t, r):
    c = Comparison(r, "example")
    if not check_whole(t, r, c, "example"):
        return
    for metric, verdict in (("under_lock.share", "lower"), ("hold.mean", "lower"),
                            ("after_unlock.share", "higher")):
        t.equal(c.verdict(metric), verdict, f"example: {metric} is {verdict}")
    t.between(25, c.mean("under_lock.share", 0), 60, "example: percent of refills that uncharge under the lock")
    t.between(0, c.mean("under_lock.share", 1), 1, "example: and with the patch")
    t.check(c.change("hold.mean") < -0.25, f"example: hold is shorter by far ({c.change('hold.mean'):+.1%})")
    t.check(abs(c.change("span.mean")) < abs(c.change("hold.mean")) / 2,
            f"example: which the span hardly shows ({c.change('span.mean'):+.1%})")


def check_same(t, r):
    c = Comparison(r, "same")
    if not check_whole(t, r, c, "same"):
        return
    claimed = [m for m in c.metrics if c.verdict(m) in ("lower", "higher")]
    t.equal(claimed, [], "same: no difference is claimed")
    t.check(c.verdict("hold.mean") in ("no difference seen", "inconclusive"),
            f"same: hold.mean: {c.verdict('hold.mean')}")


def main():
    t, r = Tap("ab"), Results(sys.argv[1])
    check_example(t, r)
    check_same(t, r)
    return t.done()


sys.exit(main())
