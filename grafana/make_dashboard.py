#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes memcgtop.json, the Grafana dashboard, from the table of panels below.

usage: make_dashboard.py [-o FILE]

Expressions use the recording rules of prometheus/memcgtop.rules.yml where there is
one. What a kernel cannot show has no series: such a panel stays empty, and the table
"Not to be seen here" says why.
"""
import argparse
import json
import os

WIDTH = 24  # of Grafana's grid
SELECT = 'job=~"$job", instance=~"$instance"'
# Release of the host's kernel as a label more, for series with the labels of a target.
RELEASE = 'on (job, instance) group_left (release) memcgtop_kernel_info{%s}' % SELECT
SOURCE = {"type": "prometheus", "uid": "${datasource}"}


def target(expr, legend="{{instance}}", kind="time_series", instant=False):
    return {"expr": expr.replace("$SELECT", SELECT), "legendFormat": legend, "format": kind,
            "instant": instant, "range": not instant}


def panel(kind, title, targets, width, height=8, unit="short", note="", **more):
    """@more: stack, options, fields (of fieldConfig.defaults), overrides, transformations."""
    defaults = {"unit": unit, **more.get("fields", {})}
    if kind == "timeseries":
        defaults["custom"] = {"lineWidth": 1, "fillOpacity": 25 if more.get("stack") else 5,
                              "showPoints": "never", "spanNulls": False,
                              "stacking": {"mode": "normal" if more.get("stack") else "none"}}
        defaults.setdefault("min", 0)
    made = {"type": kind, "title": title, "description": note, "datasource": SOURCE,
            "gridPos": {"w": width, "h": height},
            "targets": [{"refId": chr(ord("A") + i), "datasource": SOURCE, **t}
                        for i, t in enumerate(targets)],
            "fieldConfig": {"defaults": defaults, "overrides": more.get("overrides", [])},
            "options": more.get("options", {})}
    if kind == "timeseries":
        made["options"] = {"legend": {"displayMode": "list", "placement": "bottom"},
                           "tooltip": {"mode": "multi", "sort": "desc"}}
    if "transformations" in more:
        made["transformations"] = more["transformations"]
    return made


def series(title, targets, **more):
    return panel("timeseries", title, targets, more.pop("width", 8), **more)


def stat(title, expr, unit, note, **fields):
    return panel("stat", title, [target(expr, instant=True)], 6, 4, unit, note,
                 fields={"noValue": "n/a", **fields},
                 options={"reduceOptions": {"calcs": ["lastNotNull"]}, "colorMode": "value",
                          "graphMode": "none"})


def heat(title, targets, width, unit, note, cells):
    return panel("heatmap", title, targets, width, 9, unit, note,
                 options={"calculate": False, "yAxis": {"unit": unit},
                          "color": {"mode": "scheme", "scheme": "Oranges", "steps": 64},
                          "cellValues": {"unit": cells}, "tooltip": {"show": True},
                          "legend": {"show": True}})


def table(title, exprs, width, note, hide, units=None, height=8):
    """@exprs: (header, expression), each a column; @hide: labels that are no columns."""
    names = {"Value #%s" % chr(ord("A") + i): name for i, (name, _) in enumerate(exprs)}
    if len(exprs) == 1:
        names = {"Value": exprs[0][0]}
    hidden = {"Time": True, "__name__": True, **{label: True for label in hide}}
    hidden.update({value: True for value, name in names.items() if not name})
    return panel("table", title, [target(e, "", "table", True) for _, e in exprs], width, height,
                 note=note, options={"showHeader": True},
                 overrides=[{"matcher": {"id": "byName", "options": name},
                             "properties": [{"id": "unit", "value": unit}]}
                            for name, unit in (units or {}).items()],
                 transformations=[{"id": "merge", "options": {}},
                                  {"id": "organize", "options": {
                                      "excludeByName": hidden,
                                      "renameByName": {k: v for k, v in names.items() if v}}}])


def text(content, width=WIDTH, height=2):
    return {"type": "text", "title": "", "gridPos": {"w": width, "h": height},
            "options": {"mode": "markdown", "content": content}}


def host():
    return [
        stat("Lock held", "max(instance:memcgtop_lock_held:ratio5m{$SELECT})", "percentunit",
             "Part of the time of all online CPUs that their memcg_stock.lock is held; the highest host."),
        stat("Hold p99, refill", 'max(instance_site:memcgtop_hold_seconds:p99_5m{$SELECT, site="refill"})',
             "s", "Upper bound, corrected for the probes, within a bucket; the highest host."),
        stat("Uncharges under the lock", "max(instance:memcgtop_uncharges_under_lock:ratio5m{$SELECT})",
             "percentunit", "Of refills; the highest host. n/a where no kernel shows the state of its lock."),
        stat("Alerts", 'count(ALERTS{$SELECT, alertname=~"Memcgtop.*", alertstate="firing"})', "short",
             "Firing now, of memcgtop.alerts.yml.", noValue="none"),
        series("Refills", [target("instance:memcgtop_refills:rate5m{$SELECT}")], unit="ops",
               note="Calls of refill_stock a second."),
        series("Hold of a refill", [
            target('max(instance_site:memcgtop_hold_seconds:p99_5m{$SELECT, site="refill"})', "p99"),
            target('max(instance_site:memcgtop_hold_seconds:p90_5m{$SELECT, site="refill"})', "p90"),
            target('max(instance_site:memcgtop_hold_seconds:p50_5m{$SELECT, site="refill"})', "p50"),
            target('max(instance_site:memcgtop_hold_seconds:mean5m{$SELECT, site="refill"})', "mean")],
            unit="s", note="How long one refill holds the lock, the highest of the hosts. The mean is exact."),
        series("Lock held", [target("instance:memcgtop_lock_held:ratio5m{$SELECT}")], unit="percentunit",
               note="Part of the time of all online CPUs."),
        series("Uncharges by kind", [
            target("sum by (kind) (instance_kind:memcgtop_uncharges:rate5m{$SELECT})", "{{kind}}")],
            unit="ops", stack=True,
            note="Where the shared page counters were uncharged. under_lock is what a patch moves to after_unlock; "
                 "in_refill is both, where the lock's state cannot be seen."),
        series("Fallbacks", [
            target("sum by (side, reason) (instance_side_reason:memcgtop_fallbacks:rate5m{$SELECT})",
                   "{{side}} {{reason}}")], unit="ops",
            note="Charges and uncharges that could not use the stock, and why."),
        series("Preempted at unlock", [target("instance:memcgtop_preempted_at_unlock:ratio5m{$SELECT}")],
               unit="percentunit", note="Of refills: the unlock let somebody else in."),
        heat("Hold of a refill, by length", [
            target('sum by (le) (rate(memcgtop_hold_seconds_bucket{$SELECT, site="refill"}[$__rate_interval]))',
                   "{{le}}", "heatmap")], 12, "s", "Holds a second in each bucket, all hosts chosen.", "ops"),
        series("Longest hold of the last 5 minutes", [
            target("max by (site) (memcgtop_longest_hold_seconds{$SELECT})", "{{site}}")], width=6, height=9,
            unit="s", note="A quantile never shows this one. No series: nothing was held in these minutes."),
        series("Drains by reason", [
            target("sum by (reason) (instance_reason:memcgtop_drains:rate5m{$SELECT})", "{{reason}}")],
            width=6, height=9, unit="ops", note="Stock given back: evict makes room for another cgroup."),
    ]


def cpus():
    return [
        text("These need `memcgtop export --per-cpu`: without it they are empty. One row a CPU; choose one host, "
             "as CPUs of several would be added up."),
        heat("Lock held, each CPU", [
            target("sum by (cpu) (rate(memcgtop_percpu_held_seconds_total{$SELECT}[$__rate_interval]))", "{{cpu}}")],
            12, "short", "Part of that CPU's time.", "percentunit"),
        heat("Uncharges under the lock, each CPU", [
            target("sum by (cpu) (rate(memcgtop_percpu_uncharges_under_lock_total{$SELECT}[$__rate_interval]))",
                   "{{cpu}}")], 12, "short", "A second.", "ops"),
    ]


def top(count, family, more="", by="cgroup"):
    return "topk(%d, sum by (%s) (rate(%s{$SELECT%s}[$__rate_interval])))" % (count, by, family, more)


BUSIEST = "topk(25, sum by (instance, cgroup) (rate(memcgtop_cgroup_held_seconds_total{$SELECT}[$__range])))"


def of_busiest(family, more=""):
    return "sum by (instance, cgroup) (rate(%s{$SELECT%s}[$__range])) and %s" % (family, more, BUSIEST)


def cgroups():
    return [
        series("Held for, top 10", [target(top(10, "memcgtop_cgroup_held_seconds_total"), "{{cgroup}}")],
               unit="percentunit", note="Of a CPU's time, on behalf of this cgroup. other: what has no series of its own."),
        series("Evictions caused, top 10", [
            target(top(10, "memcgtop_cgroup_evictions_total", ', side="caused"'), "{{cgroup}}")],
            unit="ops", note="This cgroup's pages went into the stock, and another's had to go."),
        series("Evictions suffered, top 10", [
            target(top(10, "memcgtop_cgroup_evictions_total", ', side="suffered"'), "{{cgroup}}")],
            unit="ops", note="This cgroup's stock had to go."),
        table("Cgroups", [
            ("Held", BUSIEST),
            ("Refills", of_busiest("memcgtop_cgroup_refills_total")),
            ("Under lock", of_busiest("memcgtop_cgroup_uncharges_total", ', kind="under_lock"')),
            ("Evictions caused", of_busiest("memcgtop_cgroup_evictions_total", ', side="caused"')),
            ("Evictions suffered", of_busiest("memcgtop_cgroup_evictions_total", ', side="suffered"'))],
            WIDTH, "Over the time shown: the 25 cgroups for which the lock was held longest.", [],
            {"Held": "percentunit", "Refills": "ops", "Under lock": "ops", "Evictions caused": "ops",
             "Evictions suffered": "ops"}),
    ]


def by_release(numerator, denominator):
    return "sum by (release) (%s * %s) / sum by (release) (%s * %s)" % (
        numerator, RELEASE, denominator, RELEASE)


def releases():
    late = " For five minutes after a boot, part of what is shown is the kernel before."
    return [
        series("Mean hold of a refill, by kernel", [target(by_release(
            'rate(memcgtop_hold_seconds_sum{$SELECT, site="refill"}[5m])',
            'rate(memcgtop_hold_seconds_count{$SELECT, site="refill"}[5m])'), "{{release}}")], unit="s",
            note="All holds of all hosts with that kernel." + late),
        series("Uncharges under the lock, by kernel", [target(by_release(
            'rate(memcgtop_uncharges_total{$SELECT, kind="under_lock"}[5m])',
            'rate(memcgtop_refills_total{$SELECT}[5m])'), "{{release}}")], unit="percentunit",
            note="Of refills." + late),
        series("Preempted at unlock, by kernel", [target(by_release(
            'rate(memcgtop_preempted_at_unlock_total{$SELECT, site="refill"}[5m])',
            'rate(memcgtop_refills_total{$SELECT}[5m])'), "{{release}}")], unit="percentunit",
            note="Of refills." + late),
    ]


def exporter():
    return [
        series("Age of the figures", [target("time() - memcgtop_last_update_timestamp_seconds{$SELECT}")], unit="s",
               note="Since the exporter last read the kernel's tables."),
        series("Starts in 30 minutes", [target("changes(memcgtop_start_timestamp_seconds{$SELECT}[30m])")],
               note="Of the exporter; counters begin anew."),
        series("Losses", [target("instance:memcgtop_losses:ratio5m{$SELECT}")], unit="percentunit",
               note="Events that were not seen whole, for a refill."),
        series("Losses by reason", [
            target("sum by (reason) (rate(memcgtop_lost_events_total{$SELECT}[5m]))", "{{reason}}"),
            target("sum by (role) (rate(memcgtop_missed_hits_total{$SELECT}[5m]))", "missed by {{role}}")], unit="ops",
            note="no_row is counted for the host, only not for its cgroup."),
        series("Cost", [target("instance:memcgtop_cost:cpus5m{$SELECT}")], unit="percentunit",
               note="Of one CPU: memcgtop and its programs in the kernel."),
        series("Memory", [
            target("memcgtop_process_resident_memory_bytes{$SELECT}", "{{instance}} process"),
            target("memcgtop_map_memory_bytes{$SELECT}", "{{instance}} maps")], unit="bytes",
            note="Maps are the kernel's tables."),
        series("Room", [
            target("memcgtop_cells{$SELECT} / memcgtop_cells_limit{$SELECT}", "{{instance}} table"),
            target("memcgtop_cgroup_series{$SELECT} / (memcgtop_cgroup_series_limit{$SELECT} > 0)",
                   "{{instance}} series")],
            unit="percentunit", note="In use: pairs of CPU and cgroup in the kernel's table, and cgroups with series."),
        series("HTTP", [
            target("sum by (code) (rate(memcgtop_http_requests_total{$SELECT}[5m]))", "{{code}}"),
            target("sum(rate(memcgtop_http_connections_refused_total{$SELECT}[5m]))", "refused")], unit="reqps",
            note="Requests by status; connections refused over the limit."),
        series("Textfile", [
            target("sum(rate(memcgtop_textfile_writes_total{$SELECT}[5m]))", "writes"),
            target("sum(rate(memcgtop_textfile_write_failures_total{$SELECT}[5m]))", "failures")], unit="ops",
            note="Empty without --textfile."),
        table("Kernel and calibration", [
            ("", "group by (job, instance, release, preemption, method, reason) (memcgtop_calibration_info{$SELECT} * "
                 "on (job, instance) group_left (release, preemption) memcgtop_kernel_info{$SELECT})")],
            8, "How the cost of the probes is taken out of the times.", ["job"]),
        table("Probes", [("", "group by (instance, role, mode, hook, reason) (memcgtop_role_info{$SELECT})")],
              8, "What each is attached to, and why no better.", []),
        table("Not to be seen here", [("", "group by (instance, metric, reason) (memcgtop_unavailable_info{$SELECT})")],
              8, "Metrics that this kernel cannot show: their panels are empty, which is not zero.", []),
    ]


ROWS = [("Host", host), ("CPUs (--per-cpu)", cpus), ("Cgroups", cgroups),
        ("Before and after: kernels", releases), ("Exporter", exporter)]


def lay_out():
    """Panels from left to right, a new line where the width is used up; ids in order."""
    placed, y = [], 0
    for title, make in ROWS:
        placed.append({"type": "row", "title": title, "collapsed": False, "panels": [],
                       "gridPos": {"x": 0, "y": y, "w": WIDTH, "h": 1}})
        x, y, height = 0, y + 1, 0
        for p in make():
            grid = p["gridPos"]
            if x + grid["w"] > WIDTH:
                x, y, height = 0, y + height, 0
            grid.update(x=x, y=y)
            x, height = x + grid["w"], max(height, grid["h"])
            placed.append(p)
        y += height
    for number, p in enumerate(placed, 1):
        p["id"] = number
    return placed


def variable(name, label, query):
    return {"name": name, "label": label, "type": "query", "datasource": SOURCE, "definition": query,
            "query": {"query": query, "refId": name}, "refresh": 2, "sort": 1, "multi": True, "includeAll": True,
            "allValue": ".*" if name == "job" else None, "current": {"text": ["All"], "value": ["$__all"]}}


def dashboard():
    return {
        "title": "memcgtop", "uid": "memcgtop", "tags": ["memcgtop", "kernel", "memcg"], "schemaVersion": 38,
        "version": 1, "editable": True, "graphTooltip": 1, "refresh": "1m", "timezone": "browser",
        "time": {"from": "now-6h", "to": "now"},
        "description": "The memory cgroup charge path: how long each CPU's memcg_stock.lock is held, and what is "
                       "done under it. Needs the recording rules of prometheus/.",
        "annotations": {"list": [{
            "name": "Kernel changes", "enable": True, "iconColor": "orange", "datasource": SOURCE,
            "expr": "instance_release:memcgtop_kernel_change:info{%s}" % SELECT, "step": "60s",
            "titleFormat": "{{instance}} runs {{release}}", "tagKeys": "instance,release"}]},
        "templating": {"list": [
            {"name": "datasource", "label": "Data source", "type": "datasource", "query": "prometheus",
             "current": {}},
            variable("job", "Job", "label_values(memcgtop_build_info, job)"),
            variable("release", "Kernel", 'label_values(memcgtop_kernel_info{job=~"$job"}, release)'),
            variable("instance", "Host",
                     'label_values(memcgtop_kernel_info{job=~"$job", release=~"$release"}, instance)')]},
        "panels": lay_out()}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    args = argparse.ArgumentParser(description="Writes the Grafana dashboard.")
    args.add_argument("-o", default=os.path.join(here, "memcgtop.json"), help="file to write")
    with open(args.parse_args().o, "w", encoding="ascii") as f:
        json.dump(dashboard(), f, indent=1)
        f.write("\n")


if __name__ == "__main__":
    main()
