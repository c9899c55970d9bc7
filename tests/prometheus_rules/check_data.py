# SPDX-License-Identifier: GPL-2.0-or-later
"""A real Prometheus over five minutes of a made-up host: each panel has data, agrees with
what the host did, and can be drawn."""

import math
import os
import subprocess
import tempfile
import xml.etree.ElementTree

import backfill
import check_dashboard
import panels
import promql

STEP_S, TEXTS = 6, 50
# What such a host does not have: it neither serves nor writes, each text is of a process of its own that tells no
# start, no alert is evaluated, and its kernel stays.  A letter is the panel's expression.
WITHOUT = {"Alerts A", "HTTP A", "HTTP B", "Starts in 30 minutes A", "Textfile A", "Textfile B",
           "annotation Kernel changes"}


def write_texts(memcgtop, kernel, folder):
    """What an exporter would have shown every 6 s: the made-up clock needs no waiting."""
    for i in range(1, TEXTS + 1):
        text = subprocess.run([memcgtop, "export", "--once", "-i", str(i * STEP_S), "--per-cpu", "--source",
                               f"synthetic:cpus=4,cgroups=8,charges=1,losses=1,cost=1,kernel={kernel}"],
                              capture_output=True, text=True, check=True, timeout=60).stdout
        with open(os.path.join(folder, f"{i}.prom"), "w", encoding="utf-8") as f:
            f.write(text)


def total(memcgtop_text, name):
    return sum(float(line.rsplit(" ", 1)[1]) for line in memcgtop_text.splitlines() if line.startswith(name))


def finite(server, expr):
    return [v for _, v in server.instant(expr) if math.isfinite(v)]


def check_values(t, server, folder):
    """Recorded series against the counters of the last text: a made-up host is steady."""
    with open(os.path.join(folder, f"{TEXTS}.prom"), encoding="utf-8") as f:
        text = f.read()
    seconds = TEXTS * STEP_S
    refills = total(text, "memcgtop_refills_total ")
    for expr, want in (
            ("instance:memcgtop_refills:rate5m", refills / seconds),
            ("instance:memcgtop_lock_held:ratio5m", total(text, "memcgtop_hold_seconds_sum{") / seconds / 4),
            ("instance:memcgtop_uncharges_under_lock:ratio5m",
             total(text, 'memcgtop_uncharges_total{kind="under_lock"}') / refills),
            ("instance:memcgtop_uncharge_fallbacks:ratio5m",
             total(text, 'memcgtop_fallbacks_total{side="uncharge"') / refills),
            ('instance_site:memcgtop_hold_seconds:mean5m{site="refill"}',
             total(text, 'memcgtop_hold_seconds_sum{site="refill"}')
             / total(text, 'memcgtop_hold_seconds_count{site="refill"}'))):
        got = finite(server, expr)
        t.check(len(got) == 1 and abs(got[0] / want - 1) < 0.02, f"{expr} is what the host did", f"{got}, {want}")


def check_panels(t, server, kernel, absent):
    values = {**check_dashboard.VARIABLES, "job": ".*", "instance": ".*", "release": ".*"}
    dashboard = check_dashboard.read(panels.TOP)
    empty = [where for where, expr in check_dashboard.expressions(dashboard)
             if not finite(server, promql.resolve(expr, values))]
    t.equal(sorted(empty), sorted(WITHOUT | absent),
            f"a {kernel} host: the panels that have no data are those that cannot")


def check(t, memcgtop):
    for kernel, absent in (("7.3", set()),
                           ("6.1", {"Uncharges under the lock A", "Uncharges under the lock, each CPU A",
                                    "Uncharges under the lock, by kernel A", "Cgroups C"})):
        with tempfile.TemporaryDirectory() as folder:
            texts = os.path.join(folder, "texts")
            os.mkdir(texts)
            write_texts(memcgtop, kernel, texts)
            try:
                server = backfill.Server([texts], os.path.join(panels.TOP, "prometheus", "memcgtop.rules.yml"), folder,
                                         "1m")
            except backfill.programs.Absent as e:
                t.skip("panels with data", str(e))
                return
            try:
                check_panels(t, server, kernel, absent)
                if not absent:
                    check_values(t, server, texts)
                    drawn = panels.drawing(server, {**check_dashboard.VARIABLES, "job": ".*", "instance": ".*",
                                                    "release": ".*"})
                    root = xml.etree.ElementTree.fromstring(drawn)
                    t.check(len(root) > 200, "the picture is drawn, and is XML", len(root))
            finally:
                server.close()
