#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Strict checker of what memcgtop gives to Prometheus.

usage: check_exposition.py FILE --format text|openmetrics [--after EARLIER [--allow-gone]] [--whole]
       check_exposition.py --pair TEXT OPENMETRICS
A line on stderr for each fault; status 0: none, 1: some, 2: wrong usage.
"""

import argparse
import sys

import compare
import exposition
import rules


def check(raw, form):
    """An Exposition of @raw with every fault that it has by itself."""
    out = exposition.read(raw, form)
    rules.check(out)
    return out


def check_pair(text_raw, om_raw):
    """Faults of each, and of both together."""
    text, om = check(text_raw, "text"), check(om_raw, "openmetrics")
    return text.faults + om.faults + compare.pair(text, om)


def check_after(earlier_raw, later_raw, form, allow_gone=False):
    """Faults of the later one, and of it against the earlier."""
    earlier, later = check(earlier_raw, form), check(later_raw, form)
    return later.faults + compare.after(earlier, later, allow_gone)


def check_whole(raw, form):
    """Also the identity since the beginning: for a process whose series never went."""
    out = check(raw, form)
    compare.identity(None, out, False, out.faults)
    return out.faults


def load(path):
    if path == "-":
        return sys.stdin.buffer.read()
    with open(path, "rb") as f:
        return f.read()


def main():
    parser = argparse.ArgumentParser(description="Strict checker of an exposition.")
    parser.add_argument("file", nargs="?", help="- is standard input")
    parser.add_argument("--format", choices=("text", "openmetrics"))
    parser.add_argument("--pair", nargs=2, metavar=("TEXT", "OPENMETRICS"))
    parser.add_argument("--after", metavar="EARLIER", help="an earlier scrape of the same process")
    parser.add_argument("--allow-gone", action="store_true", help="cgroups may have gone since")
    parser.add_argument("--whole", action="store_true", help="parts add up since the beginning")
    opt = parser.parse_args()
    if bool(opt.file) == bool(opt.pair) or (opt.file and not opt.format):
        parser.error("give FILE with --format, or --pair")
    try:
        if opt.pair:
            faults = check_pair(load(opt.pair[0]), load(opt.pair[1]))
        elif opt.after:
            faults = check_after(load(opt.after), load(opt.file), opt.format, opt.allow_gone)
        elif opt.whole:
            faults = check_whole(load(opt.file), opt.format)
        else:
            faults = check(load(opt.file), opt.format).faults
    except OSError as e:
        print(f"check_exposition: cannot read {e.filename}: {e.strerror}", file=sys.stderr)
        return 2
    for fault in faults:
        print(f"line {fault.line}: {fault.kind}: {fault.text}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
