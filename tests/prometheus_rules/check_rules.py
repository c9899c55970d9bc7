# SPDX-License-Identifier: GPL-2.0-or-later
"""The rules of prometheus/: promtool's verdict and tests, and whether those tests
would notice if an alert lost one of its conditions."""

import glob
import os
import re
import shutil
import subprocess
import tempfile

import promql
import yaml

RUNBOOK = "docs/monitoring.md"
FILES = ("memcgtop.bounds.yml", "memcgtop.rules.yml", "memcgtop.alerts.yml")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def load(top, name):
    with open(os.path.join(top, "prometheus", name), encoding="ascii") as f:
        return [rule for group in yaml.safe_load(f)["groups"] for rule in group["rules"]]


def promtool(tool, *args, cwd=None):
    done = subprocess.run(tool + list(args), capture_output=True, text=True, timeout=300, cwd=cwd, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def check_with(t, top, version, tool):
    rules = os.path.join(top, "prometheus")
    for name in FILES:
        good, words = promtool(tool, "check", "rules", os.path.join(rules, name))
        t.check(good and "SUCCESS" in words and "FAILED" not in words, f"promtool {version} takes {name}", words)
    for path in sorted(glob.glob(os.path.join(rules, "*.test.yml"))):
        good, words = promtool(tool, "test", "rules", path)
        t.check(good and "SUCCESS" in words, f"promtool {version} passes {os.path.basename(path)}", words)


def check_names(t, top, families):
    """Every metric is exported or recorded, every label value one that exists."""
    rules = [rule for name in FILES for rule in load(top, name)]
    recorded = {rule["record"] for rule in rules if "record" in rule}
    used = {name for rule in rules for name in promql.names(rule["expr"])}
    t.check(len(used) > 30, "names are found in the rules", used)
    t.equal(sorted(n for n in used if n not in recorded and n not in families), [],
            "rules use only what is exported or recorded")
    for rule in rules:
        unknown = [f"{label}={value}" for label, op, value in promql.matchers(rule["expr"])
                   if op in ("=", "!=") and label in ("kind", "side", "reason", "role", "site", "metric", "part")
                   and not any(value in families.get(n, {}).get(label, ()) for n in families)]
        if unknown:
            t.check(False, f"label values of {rule.get('record', rule.get('alert'))} exist", unknown)
    bounds = {rule["record"] for rule in load(top, FILES[0])}
    t.equal(sorted(bounds - used), [], "every bound is used")


def check_alerts(t, top):
    """Each says what, where to read on, and is tested both ways."""
    alerts = {rule["alert"]: rule for rule in load(top, "memcgtop.alerts.yml")}
    with open(os.path.join(top, RUNBOOK), encoding="utf-8") as f:
        headings = re.findall(r"^### (\w+)$", f.read(), re.M)
    t.equal(sorted(headings), sorted(alerts), f"{RUNBOOK} has a paragraph for each alert, and for no other")
    for name, rule in alerts.items():
        notes = rule["annotations"]
        t.check(rule["labels"].get("severity") in ("warning", "info") and notes["summary"]
                and notes["runbook"] == f"{RUNBOOK}, {name}", f"{name}: severity, summary, runbook", rule)
        t.check("{{" in notes["description"] or name == "MemcgtopAbsent", f"{name}: describes with values", notes)
    firing, silent = set(), set()
    for path in glob.glob(os.path.join(top, "prometheus", "*.test.yml")):
        with open(path, encoding="ascii") as f:
            for test in yaml.safe_load(f)["tests"]:
                hosts = {m for s in test["input_series"] for m in re.findall(r'instance="(\w+)"', s["series"])}
                for case in test.get("alert_rule_test", []):
                    told = {a["exp_labels"].get("instance") for a in case["exp_alerts"]}
                    firing.update([case["alertname"]] if told else [])
                    silent.update([case["alertname"]] if hosts - told else [])
    t.equal(sorted(set(alerts) - firing), [], "each alert fires in a test")
    t.equal(sorted(set(alerts) - silent), [], "each alert leaves a host alone in a test")


def conditions(expr):
    """Lines of an expression, by its parts: a comparison, or what "and" and "unless" add."""
    parts = []
    for line in expr.splitlines():
        word = line.split()[0]
        # A comparison inside of a further condition belongs to it.
        inside = parts and parts[-1][0].split()[0] in ("and", "unless")
        if not parts or word in ("and", "unless") or word in (">", "==") and not inside:
            parts.append([])
        parts[-1].append(line)
    return parts


def weakened(expr):
    """(what was done, the expression without one of its parts), and one that is never true."""
    parts = conditions(expr)
    inner = any(part[-1].strip() == ")" for part in parts)
    for i in range(1, len(parts)):
        rest = parts[:i] + parts[i + 1:]
        if inner and parts[i][-1].strip() == ")":
            rest.insert(i, [")"])
        yield "without: " + " ".join(" ".join(parts[i]).split()).rstrip(") "), "\n".join(sum(rest, []))
    yield "never true", f"({expr}) and on () vector(1) > 2"


def check_mutants(t, top, tool):
    """Each alert, made weaker by a condition, must fail promtool's tests. One mutant of each alert at a time."""
    with open(os.path.join(top, "prometheus", "memcgtop.alerts.yml"), encoding="ascii") as f:
        rules = yaml.safe_load(f)
    alerts = {rule["alert"]: rule for group in rules["groups"] for rule in group["rules"]}
    mutants = {name: list(weakened(rule["expr"])) for name, rule in alerts.items()}
    t.check(sum(map(len, mutants.values())) > 45, f"{sum(map(len, mutants.values()))} changed alerts to be told from "
            "the true ones", mutants)
    with tempfile.TemporaryDirectory() as folder:
        for path in glob.glob(os.path.join(top, "prometheus", "*.yml")):
            shutil.copy(path, folder)
        tests = {path: read(path) for path in glob.glob(os.path.join(folder, "*.test.yml"))}
        for turn in range(max(map(len, mutants.values()))):
            tried = {name: made[turn] for name, made in mutants.items() if turn < len(made)}
            for name, (_, expr) in tried.items():
                alerts[name]["expr"] = expr
            with open(os.path.join(folder, "memcgtop.alerts.yml"), "w", encoding="ascii") as f:
                yaml.safe_dump(rules, f)
            words = "".join(promtool(tool, "test", "rules", path)[1]
                            for path, text in tests.items() if any(alert in text for alert in tried))
            for name, (what, _) in tried.items():
                t.check(re.search(rf"alertname: {name}\b", words), f"tests notice {name} {what}", words[:2000])
