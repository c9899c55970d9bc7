# SPDX-License-Identifier: GPL-2.0-or-later
"""The servers' programs (fetch), as commands to run: each through the dynamic
linker and the libc that came with it."""

import glob
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
BINARIES = {"prometheus": "prometheus", "promtool": "promtool",
            "node-exporter": "prometheus-node-exporter"}


class Absent(Exception):
    """A program that cannot be had here, and why."""


def fetch(name):
    """(folder, version) of prometheus-2, prometheus-3 or node-exporter."""
    done = subprocess.run([os.path.join(HERE, "fetch"), name], capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode == 77:
        raise Absent(done.stderr.strip().splitlines()[-1])
    if done.returncode:
        # A host without a network is no fault of the exporter's.
        raise Absent("could not be fetched: " + " ".join(done.stderr.split())[-200:])
    _, folder, version = done.stdout.split()
    return folder, version


def command(folder, program):
    root = os.path.join(folder, "root")
    binary = os.path.join(root, "usr/bin", BINARIES[program])
    linkers = [path for path in glob.glob(root + "/lib/*/ld-linux*") + glob.glob(root + "/usr/lib/*/ld-linux*")]
    if not os.path.exists(binary) or not linkers:
        raise Absent(f"{program} is not in {folder}: remove that folder, and it is fetched again")
    return [linkers[0], "--library-path", os.path.dirname(linkers[0]), binary]


class Promtool:
    """Verdict of `promtool check metrics`, which reads the text format alone."""

    def __init__(self, name):
        folder, self.version = fetch(name)
        self.command = command(folder, "promtool")

    def accepts(self, raw):
        """(no complaint, its words): a lint counts as a complaint."""
        done = subprocess.run(self.command + ["check", "metrics"], input=raw, capture_output=True,
                              timeout=60, check=False)
        return done.returncode == 0, done.stderr.decode(errors="replace")


def promtools():
    """(those to be had, [(name, why) of those not])."""
    have, lack = [], []
    for name in ("prometheus-2", "prometheus-3"):
        try:
            have.append(Promtool(name))
        except Absent as e:
            lack.append((name, str(e)))
    return have, lack
