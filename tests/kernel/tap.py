# SPDX-License-Identifier: GPL-2.0-or-later
"""Test Anything Protocol, and reading what a guest left behind."""

import json
import os


class Tap:
    """Prints a line a check; counts; never raises for a failed check."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.passed = self.failed = self.skipped = 0

    def check(self, good, what, detail=""):
        if good:
            self.passed += 1
            print(f"ok - {self.prefix}: {what}", flush=True)
        else:
            self.failed += 1
            print(f"not ok - {self.prefix}: {what}", flush=True)
            for line in str(detail).splitlines():
                print(f"#   {line}", flush=True)
        return good

    def equal(self, got, want, what):
        return self.check(got == want, what, f"got {got}, expected {want}")

    def between(self, low, got, high, what):
        good = got is not None and low <= got <= high
        return self.check(good, f"{what}: {low} <= {got} <= {high}", "outside")

    def skip(self, what, reason):
        self.skipped += 1
        print(f"ok - {self.prefix}: {what} # SKIP {reason}", flush=True)

    def note(self, text):
        print(f"# {self.prefix}: {text}", flush=True)

    def done(self):
        print(f"# totals {self.passed} {self.failed} {self.skipped}", flush=True)
        return 1 if self.failed else 0


class Results:
    """The /out of one guest."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def has(self, name):
        return os.path.exists(self.path(name))

    def text(self, name):
        with open(self.path(name), encoding="utf-8", errors="replace") as f:
            return f.read()

    def status(self, name):
        return int(self.text(name + ".rc"))

    def objects(self, name):
        """Every memcgtop object of a step (the load's own lines are left out)."""
        found = []
        for line in self.text(name + ".json").splitlines():
            if line.startswith("{") and '"memcgload"' not in line[:15]:
                found.append(json.loads(line))
        return found

    def total(self, name):
        """The last object: that of the whole window."""
        return self.objects(name)[-1]

    def load(self, name):
        for line in self.text(name + ".json").splitlines():
            if line.startswith('{"memcgload"'):
                return json.loads(line)["memcgload"]
        return None

    def profile(self, name):
        """kprobe_profile as {function: (hits, missed)}."""
        counts = {}
        for line in self.text(name + ".profile").splitlines():
            words = line.split()
            if len(words) == 3:
                counts[words[0]] = (int(words[1]), int(words[2]))
        return counts
