#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws panels of the dashboard as an SVG picture, from texts of a real exporter.

usage: panels.py [-o FILE.svg] [-w WINDOW] [-g SECONDS] FOLDER...

A FOLDER has texts that `memcgtop export --textfile` wrote, one a few seconds
(NAME.prom). Each panel's own expression is asked of a Prometheus that holds them.
"""

import argparse
import math
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.join(TOP, "tests", part) for part in ("kernel", "prometheus")]

# pylint: disable=wrong-import-position
import backfill
import check_dashboard
import draw
import promql

# Titles, in rows.
SHOWN = [
    ["Refills", "Hold of a refill", "Lock held"],
    ["Uncharges by kind", "Fallbacks", "Preempted at unlock"],
    ["Hold of a refill, by length", "Mean hold of a refill, by kernel", "Uncharges under the lock, by kernel"],
    ["Held for, top 10", "Evictions caused, top 10", "Evictions suffered, top 10"],
]


def legend(text, labels):
    return promql.re.sub(r"\{\{(\w+)\}\}", lambda m: labels.get(m[1], ""), text)


def fetch(server, panel, values):
    """[(legend, [(time, value)])] of all targets of a panel, without NaN."""
    lines = []
    for target in panel["targets"]:
        # Here fixed windows are those of the recording rules.
        expr = promql.resolve(target["expr"], values).replace("[5m]", f"[{values['__rate_interval']}]")
        for labels, points in server.range(expr):
            points = [(t, v) for t, v in points if math.isfinite(v)]
            if points:
                lines.append((legend(target["legendFormat"], labels), points))
    return lines


def drawing(server, values):
    """The picture; Failed when a panel has no data."""
    panels = {p["title"]: p for p in check_dashboard.read(TOP)["panels"]}
    releases = server.range("memcgtop_kernel_info")
    rows = [[(panels[title], fetch(server, panels[title], values)) for title in row] for row in SHOWN]
    empty = [panel["title"] for row in rows for panel, lines in row if not lines]
    if empty:
        raise backfill.Failed(f"no data for {', '.join(empty)}")
    boots = sorted((points[0][0], labels["release"]) for labels, points in releases)
    return draw.picture(rows, server.start, server.end, boots)


def main():
    args = argparse.ArgumentParser(description="Draws panels of the dashboard.")
    args.add_argument("-o", default=os.path.join(TOP, "docs", "dashboard.svg"), help="file to write")
    args.add_argument("-w", default="1m", help="window of the rates (1m)")
    args.add_argument("-g", type=float, default=0, help="cut longer gaps between texts to this many seconds")
    args.add_argument("folder", nargs="+", help="texts, NAME.prom")
    args = args.parse_args()
    values = {**check_dashboard.GRAFANA, "job": ".*", "instance": ".*", "release": ".*", "__rate_interval": args.w}
    with tempfile.TemporaryDirectory() as folder:
        rules = os.path.join(TOP, "prometheus", "memcgtop.rules.yml")
        try:
            server = backfill.Server(args.folder, rules, folder, args.w, args.g)
            try:
                drawn = drawing(server, values)
            finally:
                server.close()
        except (backfill.Failed, backfill.programs.Absent) as e:
            sys.exit(f"panels.py: {e}")
    with open(args.o, "w", encoding="utf-8") as f:
        f.write(drawn)


if __name__ == "__main__":
    main()
