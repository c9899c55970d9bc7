# SPDX-License-Identifier: GPL-2.0-or-later
"""What two expositions must hold together: one scrape in both formats, or two
scrapes of one process, the later after the earlier."""

from exposition import Fault, full_name
from rules import key

# What scraping itself moves, so that two scrapes of one snapshot differ in it.
OF_THE_SCRAPE = ("memcgtop_http_", "memcgtop_process_")

# Host-wide series, and the series by cgroup or CPU that must add up to it:
# (host name, host labels, part name, part labels).  Labels are those that pick.
PAIRS = [
    ("refills_total", {}, "cgroup_refills_total", {}),
    ("hold_seconds_count", {"site": "refill"}, "cgroup_holds_total", {}),
    ("hold_seconds_count", {"site": "refill"}, "cgroup_hold_seconds_count", {}),
    ("preempted_at_unlock_total", {"site": "refill"}, "cgroup_preempted_at_unlock_total", {}),
    ("uncharged_under_lock_bytes_total", {}, "cgroup_uncharged_under_lock_bytes_total", {}),
    ("drains_total", {"reason": "overflow"}, "cgroup_overflows_total", {}),
    ("drains_total", {"reason": "evict"}, "cgroup_evictions_total", {"side": "caused"}),
    ("drains_total", {"reason": "evict"}, "cgroup_evictions_total", {"side": "suffered"}),
    ("refills_total", {}, "percpu_refills_total", {}),
    ("hold_seconds_count", {"site": "refill"}, "percpu_holds_total", {}),
    ("preempted_at_unlock_total", {"site": "refill"}, "percpu_preempted_at_unlock_total", {}),
    ("uncharges_total", {"kind": "under_lock"}, "percpu_uncharges_under_lock_total", {}),
]
PAIRS += [("uncharges_total", {"kind": kind}, "cgroup_uncharges_total", {"kind": kind})
          for kind in ("under_lock", "after_unlock", "in_refill", "bypass", "drain_work", "direct")]
PAIRS += [("fallbacks_total", pick, "cgroup_fallbacks_total", pick)
          for pick in ({"side": side, "reason": reason} for side in ("uncharge", "charge")
                       for reason in ("oversize", "lock_busy", "no_stock"))]
PAIRS += [("fallbacks_total", {"side": side}, "percpu_fallbacks_total", {"side": side})
          for side in ("uncharge", "charge")]
# Corrected times are kept from falling, one sum at a time: they may part a little.
NEAR_PAIRS = [
    ("hold_seconds_sum", {"site": "refill"}, "cgroup_held_seconds_total", {}),
    ("hold_seconds_sum", {"site": "refill"}, "percpu_held_seconds_total", {}),
]
NEAR = 1e-6  # of the sum, and as seconds


def is_part(sample):
    return any(name == "cgroup" for name, _ in sample.labels)


def values(out):
    return {key(s): s for s in out.samples()}


def never_falls(out):
    """Keys of the series that must not fall: counters, and histograms whole."""
    return {key(s) for f in out.families.values() if f.type in ("counter", "histogram")
            for s in f.samples}


def pair(text, om):
    """Faults of one snapshot in both formats: the same series, written the same."""
    faults = []
    ours = {full_name("text", f): f for f in text.families.values()}
    theirs = {full_name("openmetrics", f): f for f in om.families.values()}
    for name in sorted(ours.keys() ^ theirs.keys()):
        where = "text" if name in ours else "openmetrics"
        faults.append(Fault("pair-family", 0, f"{name} is in {where} only"))
    for name in sorted(ours.keys() & theirs.keys()):
        pair_family(name, ours[name], theirs[name], faults)
    return faults


def pair_family(name, ours, theirs, faults):
    types = ours.type, "gauge" if theirs.type == "info" else theirs.type
    if types[0] != types[1]:
        faults.append(Fault("pair-type", 0, f"{name}: {types[0]} in text, {types[1]} in openmetrics"))
    if (ours.help or "").replace('\\"', '"') != (theirs.help or "").replace('\\"', '"'):
        faults.append(Fault("pair-help", 0, f"{name}: HELP differs"))
    a = {(s.name, s.written): s for s in ours.samples}
    b = {(s.name, s.written): s for s in theirs.samples}
    for series in sorted(a.keys() ^ b.keys()):
        line = (a.get(series) or b.get(series)).line
        where = "text" if series in a else "openmetrics"
        faults.append(Fault("pair-series", line, f"{series[0]}{{{series[1][:80]}}} is in {where} only"))
    if name.startswith(OF_THE_SCRAPE):
        return
    for series in sorted(a.keys() & b.keys()):
        if a[series].number != b[series].number:
            faults.append(Fault("pair-value", b[series].line,
                                f"{series[0]}: {a[series].number} in text, {b[series].number} in openmetrics"))


def after(earlier, later, allow_gone=False):
    """Faults of @later as a scrape of the same process after @earlier.
    @allow_gone: series of a cgroup may have gone in between."""
    faults = []
    old, new = values(earlier), values(later)
    rising = never_falls(earlier)
    gone = set()
    for series, before in old.items():
        now = new.get(series)
        if now is None:
            if series not in rising:
                continue  # a gauge of a window may have nothing to show
            if is_part(before) and ("cgroup", "other") not in before.labels and allow_gone:
                gone.add(dict(before.labels)["cgroup"])
            else:
                faults.append(Fault("vanished", before.line, f"{series[0]}{{{before.written[:80]}}} is gone"))
        elif series in rising and now.value < before.value:
            faults.append(Fault("fell", now.line, f"{series[0]}{{{now.written[:80]}}} fell from "
                                                  f"{before.number} to {now.number}"))
    start = ("memcgtop_start_timestamp_seconds", ())
    if start in old and start in new and old[start].number != new[start].number:
        faults.append(Fault("restarted", new[start].line, "not one process: start_timestamp moved"))
    for label in sorted(gone):
        for series, sample in new.items():
            if ("cgroup", label) in sample.labels:
                faults.append(Fault("half-gone", sample.line, f"{series[0]}: cgroup {label[:60]} is gone elsewhere"))
    identity(earlier, later, bool(gone), faults)
    return faults


def picked(out, name, pick):
    """Sum of the samples @name whose labels contain @pick; None: there are none."""
    found = [s for s in out.samples()
             if s.name == "memcgtop_" + name and pick.items() <= dict(s.labels).items()]
    return sum(s.value for s in found) if found else None


def increase(earlier, later, name, pick):
    now = picked(later, name, pick)
    if now is None:
        return None
    return now - ((picked(earlier, name, pick) or 0) if earlier else 0)


def identity(earlier, later, parts_gone, faults):
    """Host increase = sum of the increases of the parts.  When series went in
    between, what they counted last is not seen: then no more than it.
    @earlier None: since the beginning."""
    for rows, near in ((PAIRS, 0), (NEAR_PAIRS, NEAR)):
        for host_name, host_pick, part_name, part_pick in rows:
            host = increase(earlier, later, host_name, host_pick)
            part = increase(earlier, later, part_name, part_pick)
            what = f"{part_name}{part_pick or ''} against {host_name}{host_pick or ''}"
            if part is None and host is None:
                continue
            if host is None:
                faults.append(Fault("identity", 0, f"{what}: no host-wide series"))
            elif part is None:
                if has_parts(later, part_name):
                    faults.append(Fault("identity", 0, f"{what}: no series by part"))
            elif part > host * (1 + near) + near or (not parts_gone and part < host * (1 - near) - near):
                faults.append(Fault("identity", 0, f"{what}: {part:.10g} of {host:.10g}"))


def has_parts(out, part_name):
    """Are there families of that room (cgroup_, percpu_) at all?  Those of the
    opt-in histogram do not show by the others."""
    if part_name.startswith("cgroup_hold_seconds"):
        return False
    return any(name.startswith("memcgtop_" + part_name.split("_")[0] + "_") and
               ("cgroup" in dict(f.samples[0].labels) or "cpu" in dict(f.samples[0].labels))
               for name, f in out.families.items() if f.samples)
