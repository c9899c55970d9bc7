# SPDX-License-Identifier: GPL-2.0-or-later
"""A Prometheus over texts that an exporter wrote: each becomes a scrape at the time
it was made, the recording rules are evaluated over all of them, and then the query
API answers."""

import glob
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

import programs

SAMPLE = re.compile(r"([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$")
TARGET = 'job="memcgtop",instance="%s"'
STEP_S = 5
LIMIT_S = 60


class Failed(Exception):
    """A program of Prometheus's did not do what it was asked."""


def run(command, folder):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=300, check=False)
    if done.returncode:
        raise Failed(f"{command[-1]}: {done.stdout}{done.stderr}")


def scrape(text, instance):
    """(time in seconds, [(series, its value)])."""
    samples = [m for m in map(SAMPLE.match, text.splitlines()) if m and not m[0].startswith("#")]
    when = next(float(m[3]) for m in samples if m[1] == "memcgtop_last_update_timestamp_seconds")
    target = TARGET % instance
    return when, [("%s{%s%s}" % (m[1], target, "," + m[2] if m[2] else ""), m[3]) for m in samples]


def scrapes(folders, instance, gap_s):
    """Of all texts, in the order of time, each state once; longer gaps are cut to @gap_s, if given."""
    found = {}
    for folder in folders:
        for path in glob.glob(os.path.join(folder, "*.prom")):
            with open(path, encoding="utf-8") as f:
                when, samples = scrape(f.read(), instance)
            found[when] = samples
    if len(found) < 10:
        raise Failed(f"only {len(found)} texts in {', '.join(folders)}")
    placed, cut, before = [], 0, min(found)
    for when, samples in sorted(found.items()):
        cut += max(0, when - before - gap_s) if gap_s else 0
        placed.append((when - cut, samples))
        before = when
    return placed


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """Prometheus 2.42 with these scrapes in @folder; end with close()."""

    def __init__(self, folders, rules, folder, window, gap_s=0):
        self.folder, self.data = folder, os.path.join(folder, "data")
        where, self.version = programs.fetch("prometheus-2")
        self.promtool = programs.command(where, "promtool")
        self.prometheus = programs.command(where, "prometheus")
        self.process = None
        taken = scrapes(folders, "lab", gap_s)
        self.start, self.end = taken[0][0], taken[-1][0]
        text = os.path.join(folder, "samples.om")
        with open(text, "w", encoding="utf-8") as f:
            # A series' samples are together, in the order of time: the sort is stable.
            samples = sorted(((*s, when) for when, samples in taken for s in samples), key=lambda s: s[0])
            f.write("".join("%s %s %.3f\n" % sample for sample in samples) + "# EOF\n")
        run(self.promtool + ["tsdb", "create-blocks-from", "openmetrics", text, self.data], folder)
        self.open()
        self.record(rules, window)

    def record(self, rules, window):
        """Recorded series, over all the time there is, by rules with windows of @window."""
        with open(rules, encoding="ascii") as f:
            narrow = f.read().replace("[5m]", f"[{window}]")
        path = os.path.join(self.folder, "rules.yml")
        with open(path, "w", encoding="ascii") as f:
            f.write(narrow)
        made = os.path.join(self.folder, "recorded")
        # A group's times of evaluation depend on its file's name: the same each time.
        run(self.promtool + ["tsdb", "create-blocks-from", "rules", f"--start={int(self.start)}",
                             f"--end={int(self.end) + 1}", f"--eval-interval={STEP_S}s", f"--url={self.url}",
                             f"--output-dir={made}", os.path.basename(path)], self.folder)
        self.close()
        for block in glob.glob(os.path.join(made, "*")):
            shutil.move(block, self.data)
        self.open()

    def open(self):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        config = os.path.join(self.folder, "prometheus.yml")
        with open(config, "w", encoding="ascii") as f:
            f.write("scrape_configs: []\n")
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                self.prometheus + [f"--config.file={config}", f"--storage.tsdb.path={self.data}",
                                   "--storage.tsdb.retention.time=100y", f"--web.listen-address=127.0.0.1:{port}",
                                   # A series ends where its texts do: nobody marked it stale.
                                   f"--query.lookback-delta={3 * STEP_S}s"],
                stdout=log, stderr=log)
        end = time.monotonic() + LIMIT_S
        while True:
            try:
                with urllib.request.urlopen(self.url + "/-/ready", timeout=5):
                    return
            except (urllib.error.URLError, OSError) as e:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise Failed(f"Prometheus does not start: {e}") from e
                time.sleep(0.2)

    def close(self):
        self.process.terminate()
        self.process.wait(timeout=LIMIT_S)

    def ask(self, path, **fields):
        url = f"{self.url}/api/v1/{path}?" + urllib.parse.urlencode(fields)
        try:
            with urllib.request.urlopen(url, timeout=LIMIT_S) as answer:
                return json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as e:
            raise Failed(f"{fields.get('query')}: {e.read().decode(errors='replace')}") from e

    def range(self, expr):
        """[(labels, [(time, value)])]"""
        found = self.ask("query_range", query=expr, start=self.start, end=self.end, step=STEP_S)
        return [(r["metric"], [(t, float(v)) for t, v in r["values"]]) for r in found]

    def instant(self, expr, when=None):
        found = self.ask("query", query=expr, time=self.end if when is None else when)
        return [(r["metric"], float(r["value"][1])) for r in found]
