#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges what tests/kernel/churn_guest.sh left: check_churn.py KERNEL FOLDER CHURN.

A count that was lost or counted twice while a cell changed hands shows in one of
three ways: a counter of some text falls, rows and total part, or our count parts
from that of the kernel's own probe.
"""
import json
import os
import re
import sys

from tap import Results, Tap

LINE = re.compile(r"^(\w+)(\{[^}]*\})? (\S+)$")
# Of the events, in the overflow row.  100 cgroups a second at most hold up to two cells
# each for some 4 s (1 s quiet, two reads, two grace periods), and for 4 s more around the
# CPU that is off, when nothing is emptied: 1,600 cells of the 2,048 at the very worst.
OVERFLOW_SHARE = 0.01
SUM_KEYS = ("refills", "direct", "charge_no_stock", "charge_retry", "charges", "overflows")


def texts(folder):
    """Each text as {(name, labels): value}."""
    out = []
    for name in sorted(n for n in os.listdir(folder) if n.startswith("text.")):
        values = {}
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            for line in f:
                m = LINE.match(line.rstrip("\n"))
                if m:
                    values[m[1], m[2] or ""] = float(m[3])
        out.append(values)
    return out


def family(values, name):
    return {labels: v for (n, labels), v in values.items() if n == name}


def check_monotone(t, seen):
    fell, gone, steps = [], [], 0
    for before, after in zip(seen, seen[1:]):
        for key, value in before.items():
            if key[0].startswith("memcgtop_cells"):
                continue
            steps += 1
            if key not in after:
                gone.append(key)
            elif after[key] < value:
                fell.append(f"{key}: {value:.0f} to {after[key]:.0f}")
    t.check(steps > 1000 and not fell, f"no counter falls, in {steps} steps", "\n".join(fell[:5]))
    t.check(not gone, "no series vanishes", gone[:5])


def check_texts(t, seen):
    first = seen[0]
    for what, rows in (("cgroups", "memcgtop_cgroup_refills_total"),
                       ("CPUs", "memcgtop_percpu_refills_total")):
        apart = []
        for values in seen[1:]:
            host = values["memcgtop_refills_total", ""] - first["memcgtop_refills_total", ""]
            parts = sum(family(values, rows).values()) - sum(family(first, rows).values())
            if host != parts:
                apart.append(f"{host:.0f} and {parts:.0f}")
        t.check(len(seen) > 20 and not apart,
                f"refills of {what} make the host's, in each of {len(seen)} texts",
                "\n".join(apart[:5]))
    counts = [(values["memcgtop_hold_seconds_count", labels], bucket)
              for values in seen for full, bucket in family(values, "memcgtop_hold_seconds_bucket").items()
              for labels in [re.sub(r',?le="[^"]*"', "", full)]]
    t.check(counts and all(a == b for a, b in counts), "histogram and count of holds agree")


def check_oracle(t, r, seen):
    """Between two readings of the oracle; ours from the texts next to them, in and out."""
    hook = next((h for h in ("refill_stock", "__refill_stock") if h in r.profile("before")), None)
    if not hook:
        t.skip("refills against the oracle", "no oracle event")
        return
    hits, lost = (b - a for a, b in zip(r.profile("before")[hook], r.profile("after")[hook]))
    # text n is seen[n - 1]; one more may have been made by then and not been copied
    n0, n1 = int(r.text("before.text")), int(r.text("after.text"))
    out0, in0, in1, out1 = seen[n0 - 1], seen[n0 + 1], seen[n1 - 1], seen[n1 + 1]
    inside, around = (b["memcgtop_refills_total", ""] - a["memcgtop_refills_total", ""]
                      for a, b in ((in0, in1), (out0, out1)))
    missed = family(out1, "memcgtop_missed_hits_total").get('{role="refill"}')
    t.check(hits > 1000, f"the load reached {hook} ({hits} calls)")
    t.check(inside <= hits + lost, f"refills {inside:.0f} inside <= the oracle's {hits} + {lost} it missed")
    if missed is None:
        t.skip("refills and misses reach the oracle's count", "misses are not counted here")
        return
    missed -= family(out0, "memcgtop_missed_hits_total")['{role="refill"}']
    t.check(around + missed >= hits,
            f"refills {around:.0f} around + {missed:.0f} missed >= the oracle's {hits}")


def check_cells(t, seen, churn):
    last = seen[-1]
    limit = last["memcgtop_cells_limit", ""]
    used = [values["memcgtop_cells", ""] for values in seen]
    t.check(churn > 2 * limit, f"more cgroups ({churn}) than twice the cells ({limit:.0f})")
    t.check(max(used) <= limit, f"never more cells than there are ({max(used):.0f})")
    t.check(used[-1] < limit / 4, f"they were given back ({used[-1]:.0f} at the end)")
    events = last["memcgtop_refills_total", ""] + sum(family(last, "memcgtop_uncharges_total").values())
    no_row = family(last, "memcgtop_lost_events_total")['{reason="no_row"}']
    t.check(no_row <= OVERFLOW_SHARE * events,
            f"events without a row: {no_row:.0f} of {events:.0f}, at most {OVERFLOW_SHARE:.0%}")


def parts_apart(o):
    apart = []
    for key in SUM_KEYS:
        if o["total"][key] is None:
            continue
        rows = sum(c[key] for c in o["cgroups"]) + o["others"][key]
        cpus = sum(c[key] for c in o["cpus"])
        if rows != o["total"][key] or cpus != o["total"][key]:
            apart.append(f"{key}: rows {rows}, CPUs {cpus}, total {o['total'][key]}")
    return apart


def check_full(t, r):
    intervals = r.objects("again")
    total = intervals[-1]
    apart = [line for o in intervals for line in parts_apart(o)]
    t.check(len(intervals) > 10 and not apart,
            f"full table: rows and CPUs make the total, in {len(intervals)} windows", "\n".join(apart[:5]))
    for key in SUM_KEYS:
        if total["total"][key] is not None:
            t.equal(sum(o["total"][key] for o in intervals[:-1]), total["total"][key],
                    f"full table: {key} of the windows make the whole")
    t.check(total["losses"]["no_row"] > 0, f"full table: it was ({total['losses']['no_row']} events)")
    wrong = [c["id"] for c in total["cgroups"] if c["removed"] and c["hold"] and
             sum(b[2] for b in c["hold"]["buckets"]) != c["hold"]["count"]]
    t.check(not wrong, "full table: histogram and count agree in rows that went", wrong)


def known(r, step):
    return next((c for c in r.total(step)["cgroups"] if c["name"] == "/known/c0"), None)


def check_newcomer(t, r):
    row, load = known(r, "again"), r.load("again")
    if t.check(row, "a newcomer after the churn has a row"):
        pages = load["minor_faults"]
        missed = r.total("again")["losses"]["misses"].get("charge") or 0
        t.between(pages - missed, row["charged_pages"], pages + pages // 128 + 64,
                  f"with what it did and nothing before it ({pages} pages)")
    row = known(r, "once")
    t.check(not row or row["charged_pages"] < load["minor_faults"] // 2,
            "without cells used again it has none, or a part",
            row and row["charged_pages"])


def main():
    kernel, folder, churn = sys.argv[1], sys.argv[2], int(sys.argv[3])
    t, r = Tap(f"churn {kernel}"), Results(folder)
    if not t.check(r.has("done"), "the guest ran to its end"):
        return t.done()
    t.equal(r.status("export"), 0, "export: ends well")
    with open(r.path("churn.load"), encoding="utf-8") as f:
        loads = [json.loads(line)["memcgload"] for line in f]
    t.equal(sum(load["ops"] for load in loads), churn, "cgroups made and removed")
    seen = texts(folder)
    t.note(f"{len(seen)} texts, most cells in use "
           f"{max(v['memcgtop_cells', ''] for v in seen):.0f}")
    if r.has("hotplugged"):
        t.check(True, "a CPU went and came back meanwhile")
    else:
        t.skip("a CPU goes and comes back", "cpu1 cannot go offline here")
    check_monotone(t, seen)
    check_texts(t, seen)
    check_oracle(t, r, seen)
    check_cells(t, seen, churn)
    check_full(t, r)
    check_newcomer(t, r)
    return t.done()


sys.exit(main())
