#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of a bench run, and BUILD/bench/bench.json with all of it.

usage: report.py FOLDER KERNEL TOOLS LOAD...
"""
import json
import os
import sys

import windows

# Aims for memcgtop, per refill
AIM_BODIES = 300
AIM_SHARE_OF_FUNCLATENCY = 0.5
# For a refresh of the screen: 20 ms at three instructions a nanosecond
AIM_SCREEN = 60e6

TITLES = {
    "memcgtop": "memcgtop",
    "empty_pair": "empty entry and exit",
    "empty_session": "empty session",
    "bpftrace": "bpftrace histogram",
    "funclatency": "funclatency",
}


def title(tool, result):
    return TITLES.get(tool, tool) + (" (kprobes)" if result.get("kprobes") else "")


def num(value, digits=0, unit=""):
    if value is None:
        return "n/a"
    return f"{round(value, digits) + 0.0:,.{digits}f}{unit}"  # + 0.0: no "-0"


def print_load(load):
    print(f"\n{load['load']}\n{load['operations']:,} operations and {load['refills']:,.0f} refills a window, "
          f"{load['baseline']['windows']} windows without a tool")
    print(f"{'':28}{'added per refill':>18}{'throughput':>12}{'bodies per refill':>19}")
    print(f"{'':28}{'mean':>9}{'spread':>9}{'lost':>12}{'gross':>10}{'net':>9}")
    print(f"{'no tool':28}{'':>9}{num(load['baseline']['spread']):>9}")
    for tool, r in load["tools"].items():
        if "absent" in r:
            print(f"{title(tool, r):28}  n/a: {r['absent']}")
            continue
        print(f"{title(tool, r):28}{num(r['added']):>9}{num(r['spread']):>9}"
              f"{num(r['lost_percent'], 2, ' %'):>12}"
              f"{num(r['bodies_gross']):>10}{num(r['bodies_net']):>9}")


def print_programs(load):
    """The programs of memcgtop one by one: what there is to save."""
    programs = load["tools"].get("memcgtop", {}).get("programs")
    if not programs:
        return
    print(f"  {'programs of memcgtop':26}{'runs per refill':>18}{'gross per run':>15}{'net':>7}")
    for p in programs:
        print(f"  {p['name']:26}{num(p['runs_per_refill'], 2):>18}"
              f"{num(p['gross'], 0):>15}{num(p['net'], 0):>7}")


def print_refresh(refresh):
    print("\nA refresh on a synthetic host of 512 CPUs and 1,000 cgroups: user space, without\n"
          "reading the maps, in millions of instructions")
    if "absent" in refresh:
        print(f"  n/a: {refresh['absent']}")
        return
    print(f"{'':28}{'total':>9}{'delta':>9}{'view':>9}  to the terminal")
    for form, r in refresh.items():
        print(f"{form:28}" + "".join(f"{r[k] / 1e6:>9,.1f}" for k in ("net", "delta", "view"))
              + (f"{r['bytes']:>9,} bytes" if "bytes" in r else ""))
    worst = max((r["net"] for form, r in refresh.items() if form.startswith("screen")), default=None)
    if worst is not None:
        print(f"  aim for the screen, millions:{worst / 1e6:>9,.1f} of {AIM_SCREEN / 1e6:,.0f}  "
              f"{verdict(worst, AIM_SCREEN)}")


def verdict(got, aim):
    return "n/a" if got is None or aim is None else "met" if got <= aim else "missed"


def print_aims(loads):
    print("\nAims, per refill")
    for load in loads:
        tools = load["tools"]
        ours, other = tools.get("memcgtop", {}), tools.get("funclatency", {})
        half = other["added"] * AIM_SHARE_OF_FUNCLATENCY if other.get("added") else None
        aims = {
            "bodies of a refill with its uncharge, net": (ours.get("with_uncharge"), AIM_BODIES),
            "added, beside half of funclatency's": (ours.get("added"), half),
        }
        for name, (got, aim) in aims.items():
            print(f"  {load['name'] + ':':8}{name:44}{num(got):>7} of {num(aim):>5}  "
                  f"{verdict(got, aim)}")


def main():
    folder, kernel, tools, *names = sys.argv[1:]
    loads = []
    for name in names:
        load = windows.read(os.path.join(folder, name), name, tools.split())
        if load:
            loads.append(load)
    with open(os.path.join(folder, "refresh.json"), encoding="utf-8") as f:
        refresh = json.load(f)
    release = next((load["release"] for load in loads), None)
    result = {"kernel": kernel, "release": release, "loads": loads, "refresh": refresh}
    with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as f:
        json.dump(result, f, indent=1)
        f.write("\n")

    print(f"Cost in instructions (QEMU -icount, one CPU), kernel {release}")
    print("  added:  a fixed work with a tool attached, less the same before and after without\n"
          "          it; spread: standard deviation of the windows.  Loads run as SCHED_FIFO,\n"
          "          so what a tool does in user space meanwhile is not in it")
    print("  bodies: BPF programs by the kernel's run-time statistics (off for \"added\");\n"
          "          net: less what an empty program shows, for each run")
    for load in loads:
        print_load(load)
        print_programs(load)
        for note in load["notes"]:
            print(f"  note: {note}")
    print_refresh(refresh)
    if loads:
        print_aims(loads)
    print(f"\nAll of it: {os.path.join(folder, 'bench.json')}")
    return 0 if len(loads) == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
