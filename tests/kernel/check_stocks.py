# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges what the scenario read of the stocks: the part of check.py for them."""

LOADED = ("stocks1", "stocks2", "stocks3")
QUIET = ("quiet1", "quiet2", "quiet3", "quiet4")
BATCH = 64
PAGE = 4096


def names(cpu):
    return {s["name"] for s in cpu["slots"]}


def check_form(t, r, step, doctor):
    if not t.equal(r.status(step), 0, f"{step}: the stocks can be read"):
        t.note(r.text(step + ".err"))
        return None
    o = r.objects(step)[-1]
    wrong = []
    if o["slots"] != (7 if doctor["lock_can_fail"] else 1):
        wrong.append(f"{o['slots']} slots")
    if o["lock_state"] != doctor["lock_state"]:
        wrong.append("not the lock state of doctor")
    for cpu in o["cpus"]:
        used, pages = cpu["slots"], sum(s["pages"] for s in cpu["slots"])
        if len(used) > o["slots"] or pages > BATCH * o["slots"]:
            wrong.append(f"CPU {cpu['cpu']}: more than fits: {used}")
        if len({s["cgroup_id"] for s in used}) < len(used) or None in names(cpu):
            wrong.append(f"CPU {cpu['cpu']}: a cgroup twice or without a name: {used}")
    t.check(not wrong, f"{step}: {o['slots']} slots a CPU, pages and names as can be", wrong)
    return o


def check_load(t, r, doctor):
    """The load's cgroups are where it runs, and nowhere else."""
    seen = set()
    for step in LOADED:
        o = check_form(t, r, step, doctor)
        if not o:
            return
        busy, idle = o["cpus"][0], o["cpus"][1]
        seen |= {n for n in names(busy) if n and n.startswith("/stocked/c")}
        stray = {n for n in names(idle) if n and n.startswith("/stocked/c")}
        t.equal(stray, set(), f"{step}: none of the load's cgroups on the other CPU")
    least = 3 if o["slots"] == 7 else 1
    t.check(len(seen) >= least, f"stocks: the load's cgroups on its CPU: {sorted(seen)}")


def account(r, name):
    """Pages a cgroup is charged for beyond those it uses: what is in stocks."""
    lines = r.text(name).splitlines()
    stat = {k: int(v) for k, v in (line.split() for line in lines[1:])}
    used = sum(stat.get(k, 0) for k in ("anon", "file", "kernel", "sock"))
    return (int(lines[0]) - used) / PAGE


def check_quiet(t, r, doctor):
    """Charged minus used, by the kernel's own account, is what the stocks hold."""
    stable = 0
    for step in QUIET:
        o = check_form(t, r, step, doctor)
        if not o:
            return
        before, after = account(r, step + ".before"), account(r, step + ".after")
        held = sum(s["pages"] for c in o["cpus"] for s in c["slots"] if s["name"] == "/quiet")
        if before != after:
            t.note(f"{step}: its account moved meanwhile: {before} to {after}, {held} held")
            continue
        stable += held > 0
        t.equal(held, before, f"{step}: {held} pages held, as the cgroup's own account has it")
    t.check(stable > 0, f"quiet: {stable} of {len(QUIET)} reads had pages to compare")


def check_stocks(t, r):
    doctor = r.objects("doctor")[0]
    check_load(t, r, doctor)
    check_quiet(t, r, doctor)
    if r.has("caps_stocks.rc"):
        t.equal(r.status("caps_stocks"), 0, "stocks: CAP_BPF and CAP_PERFMON are enough")
