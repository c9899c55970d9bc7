# SPDX-License-Identifier: GPL-2.0-or-later
"""What a single exposition must hold beyond its grammar: types, names, values,
histograms, labels.  Each function adds the faults it finds."""

import re
from decimal import Decimal

from exposition import SUFFIXES, full_name

PREFIX = "memcgtop_"
UNITS = ("seconds", "bytes")
# Not base units, or not how Prometheus calls them.
FOREIGN_UNITS = re.compile(
    r"_(ns|us|ms|nanoseconds|microseconds|milliseconds|minutes|hours|kb|kib|mb|mib|kilobytes|"
    r"megabytes|pages|percent|sec|secs|second|byte)(?=_|$)")
RESERVED_ENDS = ("_bucket", "_count", "_sum", "_created", "_total", "_info")
RESERVED_LABELS = ("job", "instance", "quantile")
CGROUP = re.compile(r"/.*|[0-9a-f]{16}|other", re.S)


def go_float(value):
    """A number as Go's strconv prints it in its shortest form."""
    _, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    point = len(digits) + exponent - 1
    if -4 <= point < 6:
        return f"{Decimal(repr(value)).normalize():f}"
    text = "".join(map(str, digits))
    return f"{text[0]}{'.' + text[1:] if text[1:] else ''}e{point:+03d}"


def key(sample):
    """What makes a series: the order of labels does not."""
    return sample.name, tuple(sorted(sample.labels))


def check(out):
    """All rules; the faults are in out.faults."""
    for family in out.families.values():
        check_metadata(out, family)
        check_names(out, family)
        check_labels(out, family)
        if family.type == "histogram":
            check_histogram(out, family)
        else:
            check_values(out, family)
    check_unique(out)
    check_clashes(out)
    check_other(out)


def check_metadata(out, family):
    line = family.samples[0].line if family.samples else 0
    if family.type is None:
        out.fault("no-type", line, f"{family.name} has no TYPE")
    if family.help is None:
        out.fault("no-help", line, f"{family.name} has no HELP")
    if not family.samples:
        out.fault("empty-family", line, f"{family.name} has metadata and no series")
    if out.form == "openmetrics":
        unit = next((u for u in UNITS if family.name.endswith("_" + u)), None)
        if family.type == "info":
            unit = None
        if family.unit != unit:
            out.fault("unit", line, f"{family.name}: UNIT is {family.unit}, expected {unit}")


def check_names(out, family):
    line = family.samples[0].line if family.samples else 0
    name = full_name(out.form, family)
    if not name.startswith(PREFIX):
        out.fault("prefix", line, f"{name} does not begin with {PREFIX}")
    if name != name.lower() or "__" in name:
        out.fault("name-style", line, f"{name} is not in snake case")
    base = re.sub("_(total|info)$", "", name)
    if FOREIGN_UNITS.search(base):
        out.fault("foreign-unit", line, f"{name}: not a base unit")
    if any(f"_{unit}_" in base + "_" and not base.endswith("_" + unit) for unit in UNITS):
        out.fault("unit-place", line, f"{name}: the unit is not at the end")
    if (family.type == "counter") != name.endswith("_total"):
        out.fault("total-suffix", line, f"{name} is a {family.type}: _total is for counters, and all of them")
    if base.endswith(RESERVED_ENDS) or (out.form == "openmetrics" and family.name.endswith(RESERVED_ENDS)):
        out.fault("reserved-suffix", line, f"{name} ends as a part of another type does")
    suffixes = SUFFIXES[out.form].get(family.type)
    for sample in family.samples:
        if suffixes and family.suffix(sample) not in suffixes:
            out.fault("sample-suffix", sample.line, f"{sample.name} in a {family.type}")


def check_labels(out, family):
    names = {}
    # An empty label is the same as none; where each is words on its own, either will do.
    is_info = full_name(out.form, family).endswith("_info")
    for sample in family.samples:
        mine = tuple(name for name, _ in sample.labels)
        if names.setdefault(sample.name, mine) != mine and not is_info:
            out.fault("labels-uneven", sample.line,
                      f"{sample.name}: labels {mine}, above {names[sample.name]}")
        for name, value in sample.labels:
            if name.startswith("__") or name in RESERVED_LABELS:
                out.fault("label-reserved", sample.line, f"{sample.name}: label {name}")
            if name == "le" and not sample.name.endswith("_bucket"):
                out.fault("label-reserved", sample.line, f"{sample.name}: le outside a bucket")
            if name == "cgroup" and not CGROUP.fullmatch(value):
                out.fault("cgroup-form", sample.line, f"{sample.name}: cgroup '{value[:60]}'")
            if not value and not is_info:
                out.fault("label-empty", sample.line, f"{sample.name}: {name} is empty, the same as none")


def check_values(out, family):
    is_info = full_name(out.form, family).endswith("_info")
    for sample in family.samples:
        if sample.value != sample.value or sample.value in (float("inf"), float("-inf")):
            out.fault("not-finite", sample.line, f"{sample.name} is {sample.number}")
        elif family.type == "counter" and sample.value < 0:
            out.fault("negative", sample.line, f"counter {sample.name} is {sample.number}")
        elif is_info and sample.number != "1":
            out.fault("info-value", sample.line, f"{sample.name} is {sample.number}, not 1")
        elif not integer(sample) and "_seconds" not in family.name:
            out.fault("not-integer", sample.line, f"{sample.name} counts, and is {sample.number}")


def integer(sample):
    return sample.number.isdigit()


def check_histogram(out, family):
    """Buckets, count and sum of each label set, which must lie together."""
    groups, last = {}, None
    for sample in family.samples:
        labels = tuple(sorted(l for l in sample.labels if l[0] != "le"))
        if labels != last and labels in groups:
            out.fault("interleaved", sample.line, f"{family.name}{labels} goes on after another began")
        last = labels
        groups.setdefault(labels, []).append(sample)
    bounds = None
    for labels, samples in groups.items():
        parts = {suffix: [s for s in samples if family.suffix(s) == suffix]
                 for suffix in ("_bucket", "_count", "_sum")}
        mine = check_buckets(out, family.name, parts["_bucket"], samples[0].line)
        if bounds is not None and mine != bounds:
            out.fault("buckets-uneven", samples[0].line, f"{family.name}{labels}: other bounds than above")
        bounds = mine if bounds is None else bounds
        check_ends(out, family.name, parts, samples[0].line)


def check_buckets(out, name, buckets, line):
    """Returns the bounds as written."""
    bounds, count = [], 0
    for sample in buckets:
        text = dict(sample.labels).get("le")
        try:
            bound = float(text)
        except (TypeError, ValueError):
            out.fault("le-form", sample.line, f"{name}: le is {text}")
            continue
        if text != ("+Inf" if bound == float("inf") else go_float(bound)) or bound == int_or_none(bound):
            out.fault("le-form", sample.line, f"{name}: le {text} is written otherwise by some servers")
        if bounds and bound <= float(bounds[-1]):
            out.fault("le-order", sample.line, f"{name}: le {text} after {bounds[-1]}")
        if sample.value < count:
            out.fault("not-cumulative", sample.line, f"{name}: {sample.number} below the last bucket's {count:g}")
        bounds.append(text)
        count = sample.value
    if "+Inf" not in bounds:
        out.fault("no-inf", line, f"{name} has no bucket +Inf")
    elif len(bounds) < 2:
        out.fault("no-buckets", line, f"{name} has no bucket but +Inf")
    return bounds


def int_or_none(bound):
    return int(bound) if abs(bound) != float("inf") else None


def check_ends(out, name, parts, line):
    for suffix in ("_count", "_sum"):
        if not parts[suffix]:
            out.fault("no" + suffix.replace("_", "-"), line, f"{name} has no {suffix}")
    for sample in parts["_bucket"] + parts["_count"]:
        if not integer(sample):
            out.fault("not-integer", sample.line, f"{sample.name} counts, and is {sample.number}")
    infinite = [s for s in parts["_bucket"] if ("le", "+Inf") in s.labels]
    for count in parts["_count"]:
        if infinite and infinite[-1].number != count.number:
            out.fault("inf-not-count", count.line,
                      f"{name}: +Inf is {infinite[-1].number}, _count {count.number}")
    for total in parts["_sum"]:
        if not 0 <= total.value < float("inf"):
            out.fault("bad-sum", total.line, f"{total.name} is {total.number}")
        elif total.value and any(count.value == 0 for count in parts["_count"]):
            out.fault("bad-sum", total.line, f"{total.name} is {total.number} of no events")


def check_unique(out):
    seen = {}
    for sample in out.samples():
        first = seen.setdefault(key(sample), sample)
        if first is not sample:
            out.fault("duplicate-series", sample.line,
                      f"{sample.name}{{{sample.written[:80]}}} is also in line {first.line}")


def check_clashes(out):
    """A family must not be called what a sample of another is."""
    for family in out.families.values():
        for suffix in SUFFIXES[out.form].get(family.type, ()):
            other = out.families.get(family.name + suffix)
            if suffix and other:
                line = other.samples[0].line if other.samples else 0
                out.fault("name-clash", line, f"{other.name} is also a sample of {family.name}")


def check_other(out):
    """Each family by cgroup counts in "other" what has no series of its own."""
    for family in out.families.values():
        named = [s for s in family.samples if "cgroup" in dict(s.labels)]
        if named and not any(("cgroup", "other") in s.labels for s in named):
            out.fault("no-other", named[0].line, f"{family.name} has no series of cgroup other")
