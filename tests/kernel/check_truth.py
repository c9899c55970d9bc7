#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges tests/kernel/truth: memcgtop beside the kernel's own account."""

import os
import sys

from tap import Results, Tap

# design.md section 2: what the mean, and its change, may be off by under icount
MEAN_WITHIN = 70
CHANGE_WITHIN = 15


def parse(text):
    """/proc/memcg_stock_truth, summed over CPUs: {"refill.count": n, "evict": n, ...}."""
    truth = {}
    for line in text.splitlines():
        words = line.split()
        if words[:2] != ["cpu", "all"]:
            continue
        if words[2] == "hold":
            pairs, prefix = words[4:], words[3] + "."
        elif words[2] == "count":
            pairs, prefix = words[3:], ""
        else:
            continue
        for key, value in zip(pairs[::2], pairs[1::2]):
            truth[prefix + key] = int(value) if value != "-" else None
    return truth


def refills(t):
    return t["refill.count"] + t["refill_busy"] + t["refill_oversize"]


# our field, the kernel's count, whose misses may lower ours
COUNTS = (
    ("refills", refills, ("refill",)),
    ("uncharge_lock_busy", lambda t: t["refill_busy"], ("refill",)),
    ("uncharge_oversize", lambda t: t["refill_oversize"], ("refill",)),
    ("under_lock", lambda t: t["under_lock"], ("uncharge",)),
    ("after_unlock", lambda t: t["after_unlock"], ("refill", "uncharge")),
    ("bypass", lambda t: t["refill_busy"] + t["refill_oversize"], ("refill", "uncharge")),
    ("evictions", lambda t: t["evict"], ("refill", "uncharge")),
    ("overflows", lambda t: t["overflow"], ("refill", "uncharge")),
    ("drain_work", lambda t: t["drain_work"], ("drain_work", "uncharge")),
)


def check_counts(t, r, load):
    at = {k: parse(r.text(f"{load}.{k}")) for k in ("outer0", "inner0", "inner1", "outer1")}
    o = r.total(load)
    lost = o["losses"]
    for field, kernel, roles in COUNTS:
        inner = kernel(at["inner1"]) - kernel(at["inner0"])
        outer = kernel(at["outer1"]) - kernel(at["outer0"])
        ours = o["total"][field]
        missed = sum(lost["misses"][role] for role in roles)
        # after a missed exit the few direct uncharges before the task's next refill
        # can be mistaken for nested ones
        doubt = 4 * (lost["stale"] + lost["exit_unmatched"])
        t.check(inner - missed - doubt <= ours <= outer + doubt,
                f"{load}: {field} {ours} (+ {missed} missed, {doubt} in doubt), kernel {inner} to {outer}")


def counts(folder, variant):
    t, r = Tap(f"{variant} counts"), Results(folder)
    if not t.check(r.has("done"), "the guest ran to its end"):
        return t
    for load in ("anon", "overflow", "oversize", "drain", "mix"):
        if t.check(r.status(load) == 0, f"{load}: measured", r.text(load + ".err")):
            check_counts(t, r, load)
    row = r.total("anon")["total"]
    if variant == "built":
        t.check(row["under_lock"] > 100, "unpatched: uncharges under the lock")
    else:
        t.check(row["after_unlock"] > 100, "patched: uncharges after the unlock")
        t.check(row["under_lock"] <= 0.02 * row["after_unlock"], "patched: next to none under it")
    return t


def mean(hold):
    return (hold["refill.sum"] / hold["refill.count"]) if hold.get("refill.count") else None


def holds(top):
    t = Tap("hold, instructions")
    ours, truth = {}, {}
    for variant in ("built", "built-fix"):
        r, bare = Results(os.path.join(top, variant + "-icount")), Results(
            os.path.join(top, variant + "-icount-truth"))
        if not t.check(r.has("done") and bare.has("done"), f"{variant}: both guests ran"):
            return t
        o = r.total("hold")
        ours[variant] = o["total"]["hold"]["mean_ns"]
        truth[variant] = mean(parse(bare.text("bare")))
        c = o["correction"]
        t.note(f"{variant}: ours {ours[variant]:.1f} of {o['total']['hold']['count']} holds, truth "
               f"{truth[variant]:.1f} of {parse(bare.text('bare'))['refill.count']}; span "
               f"{o['total']['hold']['span_mean_ns']:.1f}, lower bound "
               f"{o['total']['hold']['lower_mean_ns']:.1f}, floor {c['exit_ns']:.1f} +- {c['spread_ns']:.2f}")
        t.check(abs(ours[variant] - truth[variant]) <= MEAN_WITHIN,
                f"{variant}: mean {ours[variant]:.1f} within {MEAN_WITHIN} of {truth[variant]:.1f}")
    change = ours["built-fix"] - ours["built"]
    true_change = truth["built-fix"] - truth["built"]
    t.check(abs(change - true_change) <= CHANGE_WITHIN,
            f"change {change:.1f} within {CHANGE_WITHIN} of {true_change:.1f}")
    return t


def main():
    top = sys.argv[1]
    taps = [counts(os.path.join(top, v + "-counts"), v) for v in ("built", "built-fix")]
    taps.append(holds(top))
    p, f, s = (sum(getattr(x, n) for x in taps) for n in ("passed", "failed", "skipped"))
    print(f"# totals {p} {f} {s}")
    return 1 if f else 0


if __name__ == "__main__":
    sys.exit(main())
