#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Judges tests/kernel/follow: the mean hold of the same work, whatever the kernel keeps statistics of."""

import re
import statistics
import sys

from tap import Results, Tap

PHASES = ("off", "on", "again")
WITHIN = 15  # instructions: design.md section 2, of a change of the mean


def families(text):
    """{"name{labels}": value} of an exposition."""
    found = {}
    for line in text.splitlines():
        match = re.match(r'([a-z_]+(?:\{.*\})?) (\S+)$', line)
        if match:
            found[match[1]] = float(match[2])
    return found


def mean(before, after):
    """Exact mean hold between two scrapes, ns."""
    def grown(name):
        key = f'memcgtop_{name}{{site="refill"}}'
        return after[key] - before[key]
    count = grown("hold_seconds_count")
    ns = (grown("hold_raw_seconds_total") - grown("hold_correction_seconds_total")) * 1e9
    return ns / count, count


def method(scrape):
    for key in scrape:
        match = re.match(r'memcgtop_calibration_info\{.*method="([^"]*)"', key)
        if match:
            return match[1]
    return None


def series(t, r, name):
    """The last scrape of each phase, and the median of its mean holds."""
    last, means = {}, {}
    for phase in PHASES:
        scrapes = [families(r.text(f"{name}.{phase}.{i}")) for i in range(6)]
        runs = [mean(*pair) for pair in zip(scrapes, scrapes[1:])]
        last[phase], means[phase] = scrapes[-1], statistics.median(m for m, _ in runs)
        base = last[phase]['memcgtop_correction_seconds{part="base"}'] * 1e9
        t.note(f"{name}, {phase}: means {' '.join(f'{m:.1f}' for m, _ in runs)}, floor {base:.1f}, "
               f"{method(last[phase])}")
        least = min(count for _, count in runs)
        t.check(least > 200, f"{name}, {phase}: holds were measured ({least:.0f} at least)")
        epochs = {s["memcgtop_calibrations_total"] for s in scrapes}
        t.check(len(epochs) == 1, f"{name}, {phase}: one floor throughout", epochs)
    return last, means


def main():
    t, r = Tap(f"follow {sys.argv[1]}, icount"), Results(sys.argv[2])
    if not t.check(r.has("done"), "the guest ran to its end"):
        return t.done()
    for name in ("followed", "unfollowed"):
        t.equal(r.status(name), 0, f"{name}: ran until it was told to end")
    last, means = series(t, r, "followed")
    for phase in ("on", "again"):
        t.check(abs(means[phase] - means["off"]) <= WITHIN,
                f"mean {means[phase]:.1f} within {WITHIN} of {means['off']:.1f}: statistics {phase}")
    t.equal([method(last[k]) for k in PHASES], ["in place, followed"] * 3,
            "the method says so")
    epochs = [last[k]["memcgtop_calibrations_total"] for k in PHASES]
    t.equal([e - epochs[0] for e in epochs], [0, 1, 2], "a new floor a switch")

    # and without a way to follow: the test can fail, and the exporter says what it cannot do
    t.check("hot_first" in r.text("unfollowed.before"), "what follows was taken away",
            r.text("unfollowed.before"))
    last, means = series(t, r, "unfollowed")
    t.check(means["on"] - means["off"] > WITHIN,
            f"unfollowed, the mean is off: {means['on']:.1f} beside {means['off']:.1f}")
    t.check(abs(means["again"] - means["off"]) <= WITHIN, "and right when they are off again")
    t.equal([method(last[k]) for k in PHASES],
            ["in place", "in place, stale", "in place"], "the method says so")
    t.equal(r.text("unfollowed.err").count("kernel.bpf_stats_enabled"), 1, "said once")
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
