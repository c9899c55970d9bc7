#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What memcgtop export costs in user space, and node_exporter beside it.

Instructions by callgrind, on synthetic hosts: of rendering a scrape in either
format, of compressing it (zlib, level 1), and of taking a snapshot into the
ledger (the difference of two recordings, so without the first one's
admissions).  Reading the maps of a real kernel is not in it.  The peer is a Go
program, which callgrind cannot count: both are scraped over HTTP with gzip and
their CPU time is read from /proc.  That of memcgtop is once with a new
snapshot for every scrape, the snapshots' own cost taken out, and once as it
is run, with snapshots rarer than scrapes.  node_exporter also collects at
each scrape: only costs of a scrape are comparable, not what is in it.
Prints one JSON object.
usage: export.py MEMCGTOP FOLDER
"""
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time

from refresh import functions_of

SIZE = (512, 1000)
SOURCE = f"synthetic:cpus={SIZE[0]},nodes=4,cgroups={SIZE[1]}"
FEW, MANY = 2, 6  # snapshots of the recordings
SCRAPES = 100
TICK = os.sysconf("SC_CLK_TCK")
# setting: options of export
SETTINGS = {
    "default budget": [],
    "all 1,000 cgroups": ["--max-cgroups", "1000"],
    "all cgroups, per CPU": ["--max-cgroups", "1000", "--per-cpu"],
}


def callgrind(folder, command):
    """Instructions of each function with its callees."""
    out = os.path.join(folder, "callgrind.export")
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *command],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"bench: {' '.join(command)}: status {done.returncode}\n{done.stderr[-500:].decode()}")
    return functions_of(out), done.stdout.decode()


def of(functions, name):
    if name not in functions:
        sys.exit(f"bench: callgrind saw no {name}; was it inlined, or the binary stripped?")
    return functions[name]


def peak_kib(command):
    """Peak of its resident memory."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return usage.ru_maxrss


def renderings(memcgtop, folder, options):
    size = ["--size", f"{SIZE[0]}x{SIZE[1]}"]
    functions, text = callgrind(folder, [memcgtop, "export", "--estimate", *size, *options])
    number = {key: int(re.search(rf"^ *{key} +(\d+)", text, re.M)[1])
              for key in ("series", "bytes a scrape")}
    result = {"series": number["series"], "bytes": number["bytes a scrape"],
              "gzip_bytes": int(re.search(r"(\d+) with gzip", text)[1]),
              "text": of(functions, "exposition__text"), "gzip": of(functions, "deflate")}
    once = [memcgtop, "export", "--once", "--openmetrics", "--source", SOURCE, *options]
    if not options:  # --once takes its budget from the CPUs of this machine
        once += ["--max-cgroups", re.search(r"(\d+) with series", text)[1]]
    result["openmetrics"] = of(callgrind(folder, once)[0], "exposition__print")
    result["peak_kib_with_source"] = peak_kib(once)
    return result


def update(memcgtop, folder):
    """Instructions of one more snapshot in the ledger."""
    counts = []
    for n in (FEW, MANY):
        path = os.path.join(folder, "export.rec")
        subprocess.run([memcgtop, "record", "-o", path, "-i", "15", "-d", str(15 * (n - 1)), "--source", SOURCE],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        functions, _ = callgrind(folder, [memcgtop, "report", "--prometheus", path])
        counts.append(of(functions, "ledger__update"))
    os.unlink(path)
    return round((counts[1] - counts[0]) / (MANY - FEW))


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def get(port, encoding):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/metrics", headers={"Accept-Encoding": encoding})
        response = connection.getresponse()
        body = response.read()
        return response.status, body
    finally:
        connection.close()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_up(port, process):
    for _ in range(300):
        try:
            if get(port, "identity")[0] == 200:
                return
        except OSError:
            pass
        if process.poll() is not None:
            break
        time.sleep(0.1)
    sys.exit(f"bench: {process.args[0]} does not serve")


def served(command, port, pause, scrapes):
    """CPU seconds and wall seconds while scraped so often, series; @scrapes 0: while it is left alone."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_up(port, process)
        series = sum(not line.startswith(b"#") for line in get(port, "identity")[1].splitlines())
        begin, start = time.monotonic(), cpu_seconds(process.pid)
        for _ in range(scrapes):
            status, _ = get(port, "gzip")
            if status != 200:
                sys.exit(f"bench: {command[0]}: status {status}")
            time.sleep(pause)
        if not scrapes:
            time.sleep(SCRAPES * pause)
        return cpu_seconds(process.pid) - start, time.monotonic() - begin, series
    finally:
        process.terminate()
        process.wait()


def per_scrape(seconds, series):
    return {"ms": round(1000 * seconds / SCRAPES, 3), "series": series,
            "ms_per_1000_series": round(1e6 * seconds / SCRAPES / series, 3)}


def scrapes(memcgtop):
    def export(interval, pause, number):
        port = free_port()
        command = [memcgtop, "export", "-i", interval, "--source", "synthetic:cpus=2,cgroups=300,clock=real",
                   "--max-cgroups", "263", "--listen", f"127.0.0.1:{port}"]
        return served(command, port, pause, number)

    fresh, seconds, series = export("0.1", 0.12, SCRAPES)
    alone, alone_seconds, _ = export("0.1", 0.12, 0)
    cached, _, _ = export("60", 0.001, SCRAPES)
    return {"every scrape new": per_scrape(fresh - alone * seconds / alone_seconds, series),
            "scrapes of one snapshot": per_scrape(cached, series)}


def peer():
    program = shutil.which("prometheus-node-exporter") or shutil.which("node_exporter")
    if not program:
        return {"absent": "node_exporter is not installed (Debian: prometheus-node-exporter)"}
    port = free_port()
    cpu, _, series = served([program, f"--web.listen-address=127.0.0.1:{port}"], port, 0.12, SCRAPES)
    return {"every scrape new": per_scrape(cpu, series)}


def main():
    memcgtop, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    result = {"host": f"{SIZE[0]} CPUs, {SIZE[1]} cgroups"}
    if shutil.which("valgrind"):
        result["instructions"] = {name: renderings(memcgtop, folder, options)
                                  for name, options in SETTINGS.items()}
        result["instructions"]["a snapshot into the ledger"] = update(memcgtop, folder)
    else:
        result["instructions"] = {"absent": "valgrind is not installed (Debian: valgrind)"}
    result["scrapes"] = {"memcgtop": scrapes(memcgtop), "node_exporter": peer()}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
