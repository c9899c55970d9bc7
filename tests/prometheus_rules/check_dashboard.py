# SPDX-License-Identifier: GPL-2.0-or-later
"""The dashboard without Grafana: its shape, its grid, its variables, and every
expression through promtool."""

import json
import os
import subprocess
import sys
import tempfile

import check_rules
import promql
import yaml

# What Grafana itself fills in.
GRAFANA = {"__rate_interval": "5m", "__range": "6h", "__interval": "1m"}
VARIABLES = {"job": "memcgtop", "instance": "a", "release": "7.3", "datasource": "p", **GRAFANA}
KINDS = {"row", "text", "stat", "timeseries", "heatmap", "table"}


def read(top):
    with open(os.path.join(top, "grafana", "memcgtop.json"), encoding="ascii") as f:
        return json.load(f)


def expressions(dashboard):
    """(where, expression) of every panel and annotation."""
    for note in dashboard["annotations"]["list"]:
        yield "annotation " + note["name"], note["expr"]
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield f"{panel['title']} {target['refId']}", target["expr"]


def overlaps(panels):
    taken, twice = {}, []
    for panel in panels:
        grid = panel["gridPos"]
        if grid["x"] + grid["w"] > 24:
            twice.append(f"{panel['title']} is wider than the grid")
        for x in range(grid["x"], grid["x"] + grid["w"]):
            for y in range(grid["y"], grid["y"] + grid["h"]):
                if (x, y) in taken:
                    twice.append(f"{panel['title']} lies on {taken[x, y]}")
                taken[x, y] = panel["title"]
    return sorted(set(twice))


def check_shape(t, top, dashboard):
    panels = dashboard["panels"]
    shown = [p for p in panels if p["type"] not in ("row", "text")]
    t.check(len(shown) >= 25, f"{len(shown)} panels")
    t.equal(sorted({p["type"] for p in panels} - KINDS), [], "kinds of panels are Grafana's own")
    ids = [p["id"] for p in panels]
    t.check(len(set(ids)) == len(ids), "panel ids are unique", ids)
    t.equal(overlaps(panels), [], "no panel lies on another")
    t.equal([p["title"] for p in shown if not p["description"] or not p["title"] or not p["targets"]
             or p["datasource"]["uid"] != "${datasource}"], [],
            "each panel has a title, a note, a target, the data source")
    t.equal([p["title"] for p in shown if len({g["refId"] for g in p["targets"]}) != len(p["targets"])], [],
            "targets are named apart")
    t.equal([w for w, e in expressions(dashboard) if 'job=~"$job"' not in e or 'instance=~"$instance"' not in e], [],
            "each expression keeps to the chosen hosts")
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.json")
        subprocess.run([sys.executable, os.path.join(top, "grafana", "make_dashboard.py"), "-o", made], check=True)
        with open(made, encoding="ascii") as f:
            t.check(json.load(f) == dashboard, "memcgtop.json is what make_dashboard.py makes", "run it again")


def check(t, top, families):
    dashboard = read(top)
    check_shape(t, top, dashboard)
    have = {v["name"] for v in dashboard["templating"]["list"]}
    used = promql.variables(json.dumps(dashboard)) - set(GRAFANA) - {"__all"}
    t.equal(sorted(used ^ have), [], "variables: those used are those there are")
    recorded = {rule["record"] for name in check_rules.FILES for rule in check_rules.load(top, name)
                if "record" in rule}
    named = {n for _, e in expressions(dashboard) for n in promql.names(e)}
    t.check(len(named) > 30, "names are found in the panels", named)
    t.equal(sorted(named - recorded - set(families)), [], "panels use only what is exported or recorded")
    used_by_rules = {n for name in check_rules.FILES for rule in check_rules.load(top, name)
                     for n in promql.names(rule["expr"])}
    t.equal(sorted(r for r in recorded - named - used_by_rules if r not in SPARE), [],
            "each recording rule is used by an alert or a panel")
    # A panel with a hole where its label should be would show one line for many.
    for where, expr in expressions(dashboard):
        unknown = [f"{label}={value}" for label, op, value in promql.matchers(expr)
                   if op == "=" and label in ("kind", "side", "reason", "site")
                   and not any(value in labels.get(label, ()) for labels in families.values())]
        if unknown:
            t.check(False, f"label values of {where} exist", unknown)


# For a user's own questions.
SPARE = {"instance_site:memcgtop_holds:rate5m", "instance_site:memcgtop_hold_lower:ratio5m"}


def check_with(t, version, tool):
    """Every expression is PromQL to this promtool: each as a rule of its own."""
    top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    rules = [{"record": "panel:%d" % i, "expr": promql.resolve(expr, VARIABLES)}
             for i, (_, expr) in enumerate(expressions(read(top)))]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "panels.yml")
        with open(path, "w", encoding="ascii") as f:
            yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}, f)
        good, words = check_rules.promtool(tool, "check", "rules", path)
        t.check(good and f"{len(rules)} rules found" in words, f"promtool {version} parses {len(rules)} expressions",
                words)
        rules[0]["expr"] += ")"
        with open(path, "w", encoding="ascii") as f:
            yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}, f)
        good, words = check_rules.promtool(tool, "check", "rules", path)
        t.check(not good, f"promtool {version} would notice a bracket too many")
