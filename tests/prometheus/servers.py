# SPDX-License-Identifier: GPL-2.0-or-later
"""Processes of the tests: memcgtop export, a Prometheus, a node_exporter; each
ends with its `with` block, and its words are kept for when a check fails."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import programs


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def get(url, headers=None, timeout=10):
    """(status, headers, body); a refusal is an answer too."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers or {}), timeout=timeout) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as e:
        return e.code, e.headers, e.read()


def wait_for(condition, seconds=30):
    """Its first true value, or its last one: time is a limit here, no figure."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except (OSError, ValueError):
            found = None
        if found or time.monotonic() > end:
            return found
        time.sleep(0.1)


class Process:
    """A program in the background, its output in a file."""

    def __init__(self, command):
        self.log = tempfile.TemporaryFile()
        self.child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Its exit status."""
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(20)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        return self.child.returncode

    def words(self, most=2000):
        self.log.seek(0)
        return self.log.read()[-most:].decode(errors="replace")

    def ready(self, url, seconds=30):
        """Does it answer 200 there, before it ends or time is up?"""
        return wait_for(lambda: self.child.poll() is not None or get(url, timeout=2)[0] == 200, seconds) \
            and self.child.poll() is None


class Memcgtop(Process):
    """`memcgtop export` on a made-up host whose clock is the real one."""

    def __init__(self, build, spec, *args):
        self.url = f"http://127.0.0.1:{free_port()}"
        super().__init__([os.path.join(build, "memcgtop"), "export", "-i", "0.5",
                          "--source", f"synthetic:{spec},clock=real",
                          "--listen", self.url.removeprefix("http://"), *args])

    def scrape(self, accept=None):
        return get(self.url + "/metrics", {"Accept": accept} if accept else None)


class Prometheus(Process):
    """A server that scrapes each second; jobs: {name: (address, [line of config])}."""

    def __init__(self, name, jobs):
        folder, self.version = programs.fetch(name)
        self.major = int(self.version.split(".", maxsplit=1)[0])
        self.home = tempfile.TemporaryDirectory(prefix="memcgtop-prometheus.")
        self.url = f"http://127.0.0.1:{free_port()}"
        self.configure(jobs)
        super().__init__(programs.command(folder, "prometheus") + [
            f"--config.file={self.home.name}/prometheus.yml", f"--storage.tsdb.path={self.home.name}/data",
            f"--web.listen-address={self.url.removeprefix('http://')}", "--log.level=warn",
            # Consoles are looked for beside the working folder otherwise.
            f"--web.console.templates={self.home.name}", f"--web.console.libraries={self.home.name}"])

    def __exit__(self, *args):
        super().__exit__(*args)
        self.home.cleanup()

    def configure(self, jobs):
        lines = ["global:", "  scrape_interval: 1s", "  scrape_timeout: 1s", "scrape_configs:"]
        for name, (address, extra) in jobs.items():
            lines += [f"- job_name: {name}", *("  " + line for line in extra),
                      "  static_configs:", f"  - targets: ['{address}']"]
        with open(f"{self.home.name}/prometheus.yml", "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")

    def reload(self, jobs):
        self.configure(jobs)
        self.child.send_signal(signal.SIGHUP)

    def api(self, path, **arguments):
        status, _, body = get(f"{self.url}/api/v1/{path}?{urllib.parse.urlencode(arguments)}")
        answer = json.loads(body)
        if status != 200 or answer["status"] != "success":
            raise ValueError(f"{path} {arguments}: {answer.get('error')}")
        return answer["data"]

    def query(self, expression):
        """[(labels, value)]"""
        return [(row["metric"], float(row["value"][1])) for row in self.api("query", query=expression)["result"]]

    def value(self, expression):
        """Of the one series that it gives; None: not one."""
        rows = self.query(expression)
        return rows[0][1] if len(rows) == 1 else None

    def values(self, expression, seconds):
        """Every value of the last @seconds, a step a second."""
        now = time.time()
        data = self.api("query_range", query=expression, start=now - seconds, end=now, step=1)
        return [float(value) for row in data["result"] for _, value in row["values"]]

    def series(self, job):
        """What it keeps of a job's scrape, as {(name, other labels)}; its own series left out."""
        found = set()
        for labels in self.api("series", **{"match[]": f'{{job="{job}",__name__=~"memcgtop_.*"}}'}):
            found.add((labels["__name__"], tuple(sorted((n, v) for n, v in labels.items()
                                                        if n not in ("__name__", "job", "instance")))))
        return found

    def own(self, name):
        """A counter of the server itself."""
        for line in get(self.url + "/metrics")[2].decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
        return None


class NodeExporter(Process):
    def __init__(self, folder):
        where, self.version = programs.fetch("node-exporter")
        self.url = f"http://127.0.0.1:{free_port()}"
        super().__init__(programs.command(where, "node-exporter") + [
            "--collector.disable-defaults", "--collector.textfile", f"--collector.textfile.directory={folder}",
            f"--web.listen-address={self.url.removeprefix('http://')}"])
