# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures of one guest's run (guest.sh): what its files mean.

Under icount a second of guest time is 1e9 instructions, so `seconds` of a fixed
work is its instructions.
"""
import json
import os
import statistics

NS = 1e9


def lines(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
            return f.read().splitlines()
    except FileNotFoundError:
        return []


def read_windows(folder):
    """(tool, kind, instructions, own ns or None) in the order they ran; operations of each."""
    found, ops = [], None
    for line in lines(folder, "windows"):
        tool, _, kind, own, *rest = line.split(" ", 4)
        if not rest or not rest[0]:
            continue
        load = json.loads(rest[0])["memcgload"]
        found.append((tool, kind, load["seconds"] * NS, None if own == "-" else int(own)))
        ops = load["ops"]
    return found, ops


def blocks(found):
    """Neighbours of one tool: [tool, [instructions...]]."""
    out = []
    for tool, kind, instructions, _ in found:
        if kind != "cost":
            continue
        if not out or out[-1][0] != tool:
            out.append((tool, []))
        out[-1][1].append(instructions)
    return out


def against_neighbours(found, tool):
    """Of each window with the tool: instructions more, and the share of throughput lost."""
    all_blocks = blocks(found)
    more, lost = [], []
    for i, (name, values) in enumerate(all_blocks):
        if name != tool:
            continue
        beside = [b for b in all_blocks[max(i - 1, 0):i + 2] if b[0] == "off"]
        if not beside:
            continue
        off = statistics.fmean(statistics.fmean(b[1]) for b in beside)
        more += [v - off for v in values]
        lost += [1 - off / v for v in values]
    return more, lost


def spread(values):
    return statistics.stdev(values) if len(values) > 1 else None


def baseline(found, refills):
    off = [v for tool, values in blocks(found) if tool == "off" for v in values]
    around = spread(off)
    return {"windows": len(off), "instructions": statistics.fmean(off),
            "spread": around / refills if around is not None else None}


def read_refills(folder, ops):
    """Refills of a window of @ops operations without its setup; hits the event missed."""
    rows = [[int(x) for x in line.split()] for line in lines(folder, "refills")]
    large = [row for row in rows if row[0] > 1]
    setup = [row for row in rows if row[0] == 1]
    if not large or not setup:
        return None, None
    more = statistics.fmean(r[1] for r in large) - statistics.fmean(r[1] for r in setup)
    return more * ops / (large[0][0] - 1), sum(missed for _, _, missed in rows)


def read_progs(folder, tool, number, when):
    """bpftool prints one JSON value, now and then another with an error after it."""
    progs = {}
    for line in lines(folder, f"progs.{tool}.{number}.{when}"):
        try:
            value = json.loads(line)
        except json.JSONDecodeError:
            continue
        for p in value if isinstance(value, list) else [value]:
            if "name" in p:
                progs[p["id"]] = p
    return progs


def programs_of_pass(folder, tool, number):
    """Runs and time of each program of the tool in a window with statistics."""
    before, after = (read_progs(folder, tool, number, when) for when in ("before", "after"))
    found = []
    for ident, p in after.items():
        old = before.get(ident, {})
        runs = p.get("run_cnt", 0) - old.get("run_cnt", 0)
        ns = p.get("run_time_ns", 0) - old.get("run_time_ns", 0)
        found.append({"name": p["name"], "type": p["type"], "runs": runs, "ns": ns})
    return [p for p in found if p["runs"]]


def programs(folder, tool):
    """
    Of the pass in which they took least: an interrupt in the middle of a program
    only adds, and now and then a lot.
    """
    number, passes = 1, []
    while lines(folder, f"progs.{tool}.{number}.after"):
        passes.append(programs_of_pass(folder, tool, number))
        number += 1
    passes = [progs for progs in passes if progs]
    return min(passes, key=lambda progs: sum(p["ns"] for p in progs) / sum(p["runs"] for p in progs),
               default=[])


def calls(progs):
    """
    Calls of the function while the statistics were on, from runs of the programs
    on it: a session runs twice a call, others once each.  Of memcgtop's only
    those of the refill count.
    """
    ours = [p for p in progs if p["name"].startswith("refill_")] or progs
    return max(p["runs"] / (2 if p["name"].endswith("_session") else 1) for p in ours)


def empty_cost(folder):
    """Of a run of a program that does nothing, as the statistics see it."""
    progs = programs(folder, "empty_pair") or programs(folder, "empty_session")
    runs = sum(p["runs"] for p in progs)
    return sum(p["ns"] for p in progs) / runs if runs else None


def with_uncharge(progs):
    """Net bodies of one refill with one uncharge: its entry, its exit, the uncharge's."""
    total, kinds = 0.0, set()
    for p in progs:
        role = p["name"].split("_")[0]
        if role in ("refill", "uncharge") and not p["name"].endswith("_calibrate"):
            if p["net"] is None:
                return None
            total += p["net"] * (2 if p["name"].endswith("_session") else 1)
            kinds.add(role)
    return total if kinds == {"refill", "uncharge"} else None


def bodies(folder, tool, empty):
    progs = programs(folder, tool)
    if not progs:
        return {"programs": [], "bodies_gross": None, "bodies_net": None}
    refills = calls(progs)
    for p in progs:
        p["runs_per_refill"] = p["runs"] / refills
        p["gross"] = p["ns"] / p["runs"]
        p["net"] = None if empty is None else p["gross"] - empty
    gross = sum(p["ns"] for p in progs) / refills
    net = None if empty is None else sum(p["net"] * p["runs_per_refill"] for p in progs)
    return {"programs": progs, "bodies_gross": gross, "bodies_net": net,
            "with_uncharge": with_uncharge(progs),
            "kprobes": all(p["type"] == "kprobe" for p in progs)}


def tool_result(folder, tool, found, refills, empty):
    absent = lines(folder, f"absent.{tool}")
    more, lost = against_neighbours(found, tool)
    if not more:
        return {"absent": absent[0] if absent else "it could not be attached"}
    own = [ns for name, kind, _, ns in found if name == tool and kind == "cost" and ns is not None]
    around = spread(more)
    return {"added": statistics.fmean(more) / refills,
            "spread": around / refills if around is not None else None,
            "windows": len(more),
            "lost_percent": 100 * statistics.fmean(lost),
            "own_cpu_ns_per_window": statistics.fmean(own) if own else None,
            **bodies(folder, tool, empty)}


def notes_of(folder, missed, empty, tools):
    notes = lines(folder, "trouble")
    if missed:
        notes.append(f"the kprobe event that counted refills missed {missed:,}")
    if empty is not None:
        notes.append(f"an empty program shows as {empty:,.1f} a run in the kernel's statistics")
    own = [f"{name} {t['own_cpu_ns_per_window'] / 1e3:,.0f}" for name, t in tools.items()
           if t.get("own_cpu_ns_per_window")]
    if own:
        notes.append("user space of the tools about a window, thousands: " + ", ".join(own))
    return notes


def read(folder, name, wanted):
    found, ops = read_windows(folder)
    refills, missed = read_refills(folder, ops)
    if not found or not refills:
        return None
    empty = empty_cost(folder)
    tools = {tool: tool_result(folder, tool, found, refills, empty) for tool in wanted}
    return {"name": name, "load": "memcgload " + lines(folder, "load")[0], "release": lines(folder, "uname")[0],
            "operations": ops, "refills": refills, "empty_program": empty,
            "baseline": baseline(found, refills), "tools": tools,
            "notes": notes_of(folder, missed, empty, tools)}
