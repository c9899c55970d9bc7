#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges what tests/kernel/scenario.sh left: check.py KERNEL FOLDER."""

import sys

from check_stocks import check_stocks
from tap import Results, Tap

HOOKS = {
    "refill": ("refills", "refill"),
    "uncharge": ("uncharges", "uncharge"),
    "slow_charge": ("slow charges", "slow_charge"),
}


def misses(total, role):
    """Recorded misses of a role; None: this kernel counts none in this mode."""
    return total["losses"]["misses"].get(role)


def seen(total, role):
    row = total["total"]
    if role == "refill":
        return row["refills"]
    if role == "uncharge":
        kinds = ("under_lock", "after_unlock", "in_refill", "bypass", "drain_work", "direct")
        return sum(row[k] or 0 for k in kinds) + total["total"]["counter_other"]
    reasons = ("charge_no_stock", "charge_lock_busy", "charge_oversize", "charge_retry")
    return sum(row[r] or 0 for r in reasons)


def check_counts(t, r, step):
    """Below <= ours + recorded misses, ours <= above: a tracefs kprobe on the same function."""
    total = r.total(step)
    p = {k: r.profile(f"{step}.{k}") for k in ("outer0", "inner0", "inner1", "outer1")}
    for role in HOOKS:
        hook = total["attach"][role]["hook"]
        if not hook or hook not in p["inner0"]:
            t.skip(f"{step}: {role} against the oracle", f"no oracle event on {hook}")
            continue
        sub = lambda a, b, i: p[a][hook][i] - p[b][hook][i]
        below = sub("inner1", "inner0", 0)
        above = sub("outer1", "outer0", 0) + sub("outer1", "outer0", 1)
        ours, missed = seen(total, role), misses(total, role)
        if role == "slow_charge":
            # the oracle also sees other controllers' counters: an upper bound only
            t.check(ours <= above, f"{step}: {role} {ours} <= {above} of the oracle")
            continue
        t.check(below > 100, f"{step}: the load reached {hook} ({below} calls)")
        t.check(ours <= above, f"{step}: {role} {ours} <= oracle around the window {above}")
        if missed is None:
            lost = sub("outer1", "outer0", 1)
            t.note(f"{step}: {role}: losses n/a here; ours {ours}, oracle inside {below}, "
                   f"its own misses {lost}")
            t.check(ours >= 0.9 * below, f"{step}: {role} {ours} within 10 % of {below}")
        else:
            t.check(ours + missed >= below,
                    f"{step}: {role} {ours} + {missed} missed >= oracle inside {below}")


def check_sums(t, r, step):
    """Rows and what found no row make the total, exactly, for every counter."""
    o = r.total(step)
    keys = ("refills", "under_lock", "direct", "charge_no_stock", "charge_retry", "overflows")
    for key in keys:
        if o["total"][key] is None:
            continue
        rows = sum(c[key] for c in o["cgroups"]) + o["others"][key]
        t.equal(rows, o["total"][key], f"{step}: {key} of cgroups and others make the total")
        cpus = sum(c[key] for c in o["cpus"])
        t.equal(cpus, o["total"][key], f"{step}: {key} of CPUs make the total")
    hold = o["total"]["hold"]
    if hold:
        # read one after the other while the kernel goes on: a few may lie between
        in_buckets, few = sum(b[2] for b in hold["buckets"]), max(3, hold["count"] // 500)
        t.between(hold["count"] - few, in_buckets, hold["count"] + few,
                  f"{step}: histogram and count of holds agree")
        if hold["longest"]:
            t.check(all(hold[p]["ns"] <= hold["longest"]["ns"] for p in ("p50", "p99", "p999")),
                    f"{step}: no quantile above the longest hold")


def check_attribution(t, r):
    o, load = r.total("attribution"), r.load("attribution")
    rows = {c["name"]: c for c in o["cgroups"]}
    known = rows.get("/known/c0")
    if not t.check(known, "attribution: the load's cgroup has a row", sorted(map(str, rows))):
        return
    pages = load["minor_faults"]
    missed = misses(o, "charge") or 0
    t.check(known["charged_pages"] is not None, "attribution: charges are counted")
    # page tables: one page per 512, and some for the process itself
    t.between(pages - missed, known["charged_pages"], pages + pages // 128 + 64,
              f"attribution: {pages} pages touched, charged to it")
    batches = pages // 64
    t.between(batches - 2 - (misses(o, "slow_charge") or 0), known["charge_no_stock"],
              batches + 8, "attribution: a batch of 64 at a time")
    stray = {n: c["charged_pages"] for n, c in rows.items()
             if n != "/known/c0" and c["charged_pages"] > 640}
    t.check(not stray, "attribution: to no other cgroup", stray)


def check_events(t, r, kernel):
    can_fail = r.objects("doctor")[0]["lock_can_fail"]
    o = r.total("evict")
    row = o["total"]
    t.check(row["evictions"] > 50, f"evictions provoked ({row['evictions']})")
    t.equal(sum(c["evictions_caused"] for c in o["cgroups"]) + o["others"]["evictions_caused"],
            sum(c["evictions_suffered"] for c in o["cgroups"]) + o["others"]["evictions_suffered"],
            "every eviction has a culprit and a victim")
    inside = sum(row[k] or 0 for k in ("under_lock", "after_unlock", "in_refill"))
    orphans = o["losses"]["orphans"]
    t.equal(row["evictions"] + row["overflows"], inside - orphans,
            "evictions and overflows are the uncharges inside refills")
    t.check(row["direct"] > 0, f"direct uncharges seen ({row['direct']})")

    row = r.total("overflow")["total"]
    if kernel.startswith(("7", "built")):
        t.check(row["overflows"] > 10, f"overflows provoked ({row['overflows']})")
    else:
        t.note(f"overflows {row['overflows']} (rare before 7.x)")
        t.check(row["overflows"] is not None, "overflows are counted")
    row = r.total("drain")["total"]
    t.check(row["drain_work"] > 5, f"drain work provoked ({row['drain_work']})")
    t.check(row["drain_work_hold"]["count"] + row["drain_work_hold"]["left_out"] > 0,
            "drain work has holds")
    row = r.total("oversize")["total"]
    t.between(10, row["charge_oversize"], 20, "oversize charges of ten pipes")
    if can_fail:
        t.between(10, row["uncharge_oversize"], 20, "oversize refills of ten pipes")
        t.check(row["bypass"] >= 10, f"they bypass the stock ({row['bypass']})")
    else:
        t.check(row["uncharge_oversize"] is None, "oversize refills are n/a, not 0")
        # 6.12 gives a pipe's pages back one by one
        t.check(row["big_refills"] >= (10 if kernel == "6.1" else 0),
                f"big refills went through ({row['big_refills']})")
    if can_fail:
        row = r.total("lock_busy")["total"]
        t.note(f"lock_busy: {row['uncharge_lock_busy']} refills, {row['charge_lock_busy']} "
               f"charges, {row['bypass']} bypasses seen, in {r.text('lock_busy.tries').strip()} tries")
        t.check(row["uncharge_lock_busy"] > 0, "a refill found the lock held within 60 s")
        t.check(row["bypass"] <= row["uncharge_lock_busy"] + row["uncharge_oversize"],
                "every bypass has a reason")
        if not kernel.endswith("rt"):
            t.equal(row["uncharge_lock_busy"] + row["uncharge_oversize"], row["entry_busy"],
                    "without RT every refill that found it held fell back")
    else:
        row = r.total("counts")["total"]
        t.check(row["uncharge_lock_busy"] is None and row["charge_lock_busy"] is None,
                "lock_busy is n/a where it cannot exist")


def check_culprits(t, r):
    # Cgroups that take turns throw out as many stocks as they lose, by nature.
    # One whose last stock goes with it, by drain work, loses one less: of
    # thousands that go, many.
    rows = r.total("churn")["cgroups"]
    unequal = sum(c["evictions_caused"] != c["evictions_suffered"] for c in rows)
    t.check(unequal, f"culprits and victims are told apart ({unequal} of {len(rows)} rows differ)")


def check_losses(t, r, step):
    """A frame without its end, or an end without its frame, is a program that was skipped."""
    lost = r.total(step)["losses"]
    missed = (lost["misses"]["refill"] or 0) + (lost["misses"]["drain_work"] or 0)
    frames = lost["exit_unmatched"] + lost["stale"]
    # a few calls may be open at the moment of reading, or have changed CPU
    few = max(2, r.total(step)["total"]["refills"] // 100)
    t.check(frames <= missed + few,
            f"{step}: every frame lost has a missed program ({frames} of {missed})")


def check_other(t, r):
    row = r.total("other")["total"]
    # eight huge pages, each charged and uncharged, at the controller's counter and its parent's
    t.check(row["counter_other"] >= 16, f"other: counters that are no memory ({row['counter_other']})")
    t.equal(row["charge_oversize"], 0, "other: huge pages are no oversize charges")


def check_lock_state(t, r):
    doctor = r.objects("doctor")[0]
    row = r.total("counts")["total"]
    if doctor["lock_state"]:
        t.check(row["under_lock"] > 100, f"uncharges under the lock ({row['under_lock']})")
        # after a missed exit, which is a loss, the few direct uncharges before the
        # task's next refill can be mistaken for nested ones
        losses = r.total("counts")["losses"]
        t.check(row["after_unlock"] <= 4 * (losses["stale"] + losses["exit_unmatched"]),
                f"none after it on an unpatched kernel ({row['after_unlock']})")
        t.check(row["in_refill"] is None, "in_refill is n/a there")
    else:
        t.check(row["under_lock"] is None and row["after_unlock"] is None,
                "without lock state nothing is claimed of it")
        t.check(row["in_refill"] > 100, f"in refill instead ({row['in_refill']})")


def check_holds(t, r):
    o = r.total("counts")
    hold = o["total"]["hold"]
    t.check(hold["count"] > 0, "holds are measured")
    t.check(o["correction"]["method"] == "in place" and o["correction"]["samples"] >= 50,
            "the correction was calibrated in place", o["correction"])
    t.check(hold["lower_mean_ns"] is None or hold["lower_mean_ns"] <= hold["mean_ns"],
            "the lower bound is not above the upper")
    t.note(f"hold mean {hold['mean_ns']:.0f} ns of {hold['count']}, span {hold['span_mean_ns']:.0f}, "
           f"correction {o['correction']['exit_ns']:.0f} +- {o['correction']['spread_ns']:.1f}")


def check_full(t, r):
    o = r.total("full")
    t.check(o["losses"]["no_row"] > 0, f"map full: events without a row ({o['losses']['no_row']})")
    t.check(o["others"]["refills"] > 0, "map full: they are in the overflow row")
    check_sums(t, r, "full")
    o = r.total("churn")
    names = [c["name"] for c in o["cgroups"] if c["name"]]
    ours = [c for c in o["cgroups"] if c["name"] and "memcgload" in c["name"]]
    t.check(len(o["cgroups"]) > 1000, f"churn: rows for short-lived cgroups ({len(o['cgroups'])})")
    t.check(any(c["removed"] for c in ours), "churn: the removed keep their last name")
    t.note(f"churn: {len(names)} of {len(o['cgroups'])} named")
    check_sums(t, r, "churn")


def check_hotplug(t, r):
    if not r.has("hotplug.rc"):
        t.skip("hotplug", "cpu1 cannot go offline here")
        return
    states = [[c["online"] for c in o["cpus"]] for o in r.objects("hotplug")]
    t.check([True, False] in states, "hotplug: CPU 1 marked offline", states)
    total = r.total("hotplug")
    t.check(total["cpus"][1]["online"], "hotplug: and back online")
    t.check(total["cpus"][1]["refills"] > 0, "hotplug: its totals are kept")
    check_sums(t, r, "hotplug")


def check_process(t, r):
    t.check(r.text("kill.before").strip(), "kill -9: it had been attached")
    t.equal(r.text("kill.after").strip(), "", "kill -9: nothing stays attached")
    t.equal(r.status("term"), 0, "TERM: ends well")
    t.check(r.objects("term"), "TERM: with a report")
    t.equal(r.status("status"), 7, "the status of CMD is passed on")
    t.equal(r.status("nocmd"), 127, "a CMD that is not there: 127")


def check_caps(t, r):
    if not r.has("caps.rc"):
        t.skip("capabilities", "setpriv was not put into the guest")
        return
    t.equal(r.status("caps"), 0, "CAP_BPF and CAP_PERFMON are enough")
    o = r.total("caps") if r.status("caps") == 0 else None
    t.check(o and o["attach"]["refill"]["mode"] in ("session", "fentry"),
            "in fentry or session mode", r.text("caps.err"))
    t.equal(r.status("caps_none"), 1, "without them it refuses")
    t.check("CAP_BPF" in r.text("caps_none.err"), "and says which are missing",
            r.text("caps_none.err"))
    t.equal(len(r.text("caps_none.err").splitlines()), 1, "in one line")


def main():
    kernel, folder = sys.argv[1], sys.argv[2]
    t, r = Tap(kernel), Results(folder)
    t.note(r.text("uname").strip())
    if not t.check(r.has("done"), "the scenario ran to its end"):
        return t.done()
    doctor = r.objects("doctor")[0]
    t.equal(doctor["verdict"], "usable", "doctor: usable")
    t.equal(r.status("doctor"), 0, "doctor: exit status 0")
    check_counts(t, r, "counts")
    check_sums(t, r, "counts")
    if r.status("kprobe") == 0:
        modes = {a["mode"] for a in r.total("kprobe")["attach"].values() if a["mode"]}
        t.check(modes <= {"kprobe", "derived", "absent"}, "forced kprobe mode is kprobe", modes)
        check_counts(t, r, "kprobe")
        t.check(r.total("kprobe")["correction"]["method"] is None,
                "kprobe mode says it is uncorrected")
    else:
        t.check(False, "forced kprobe mode runs", r.text("kprobe.err"))
    check_losses(t, r, "counts")
    check_other(t, r)
    check_lock_state(t, r)
    check_holds(t, r)
    check_attribution(t, r)
    check_events(t, r, kernel)
    check_culprits(t, r)
    check_full(t, r)
    check_hotplug(t, r)
    check_stocks(t, r)
    check_process(t, r)
    check_caps(t, r)
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
