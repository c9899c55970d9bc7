# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults to plant in the good texts: (kind that must be named, what to replace,
by what).  The first occurrence is replaced; it must be there."""

BUCKET = 'memcgtop_hold_seconds_bucket{site="refill",le='
OTHER = 'memcgtop_cgroup_refills_total{cgroup="other"} 5\n'
QUOTE = 'memcgtop_cgroup_refills_total{cgroup="/quote\\"d/μ"} 6\n'
LAST_LINE = 'memcgtop_cgroup_overflows_total{cgroup="other"} 0\n'

# Grammar, in both formats.
GRAMMAR = [
    ("blank-line", OTHER, OTHER + "\n"),
    ("comment", OTHER, OTHER + "# a remark\n"),
    ("metadata-form", " Calls of refill_stock.", ""),
    ("help-form", "Calls of refill_stock of this", " Calls of refill_stock of this"),
    ("escape", "a \\\\ and a line", "a \\x2d and a line"),
    ("escape", 'dev-disk\\\\x2dby', 'dev-disk\\x2dby'),
    ("control", 'dev-disk\\\\x2dby', 'dev-disk\x07by'),
    ("control", 'dev-disk\\\\x2dby', 'dev-disk\\nby'),
    ("control", 'dev-disk\\\\x2dby', 'dev-disk\u0085by'),
    ("label-form", '/quote\\"d', '/quote"d'),
    ("label-quote", '{cgroup="other"} 5', '{cgroup="other} 5'),
    ("label-form", '{cgroup="other"} 5', '{cgroup="other",} 5'),
    ("label-quote", '{cgroup="other"} 5', '{ cgroup="other"} 5'),
    ("label-form", '{site="refill",le="3.1e-08"} 0', '{site="refill"le="3.1e-08"} 0'),
    ("label-form", OTHER, OTHER.replace('cgroup="other"', "")),
    ("label-quote", '{cgroup="other"} 5', '{cgroup=other} 5'),
    ("label-name", '{cgroup="other"} 5', '{c-group="other"} 5'),
    ("label-name", '{cgroup="other"} 5', '{1cgroup="other"} 5'),
    ("label-twice", '{cgroup="other"} 5', '{cgroup="other",cgroup="other"} 5'),
    ("sample-form", OTHER, "1" + OTHER),
    ("sample-form", "refills_total 15", "refills_total  15"),
    ("sample-form", "refills_total 15", "refills_total 15 "),
    ("sample-form", "refills_total 15", "refills_total"),
    ("timestamp", "refills_total 15", "refills_total 15 1767225600"),
    ("number", "refills_total 15", "refills_total 0x0f"),
    ("number", "refills_total 15", "refills_total 15,0"),
    ("number", "refills_total 15", "refills_total 015"),
    ("number", "refills_total 15", "refills_total -0"),
    ("number", "refills_total 15", "refills_total inf"),
    ("not-finite", "refills_total 15", "refills_total NaN"),
    ("not-finite", "_hold_seconds{site=\"refill\"} 2.000000001", "_hold_seconds{site=\"refill\"} +Inf"),
    ("negative", "refills_total 15", "refills_total -15"),
    ("not-integer", "refills_total 15", "refills_total 15.5"),
    ("not-integer", "refills_total 15", "refills_total 1.5e+01"),
    ("info-value", '"1.1.2"} 1', '"1.1.2"} 0'),
    ("number", LAST_LINE, LAST_LINE[:-1] + "\r\n"),
]

# Families, series, labels.
FAMILIES = [
    ("duplicate-series", OTHER, OTHER + OTHER),
    ("duplicate-series", BUCKET + '"1.073741823"} 9\n', '%s"1.073741823"} 9\n%s"1.073741823"} 9\n' % (BUCKET, BUCKET)),
    ("duplicate-series", '{cgroup="other",side="suffered"} 3', '{side="caused",cgroup="other"} 3'),
    ("interleaved", LAST_LINE, LAST_LINE + OTHER.replace("other", "/late")),
    ("labels-uneven", QUOTE, 'memcgtop_cgroup_refills_total{cgroup="/q",side="a"} 6\n'),
    ("label-reserved", '{kind="direct"} 3', '{le="direct"} 3'),
    ("label-reserved", 'site="refill"} 2.000000001', 'job="refill"} 2.000000001'),
    ("label-reserved", 'site="refill"} 2.000000001', '__site="refill"} 2.000000001'),
    ("label-empty", 'site="refill"} 2.000000001', 'site=""} 2.000000001'),
    ("cgroup-form", '"/quote\\"d/μ"} 6', '"quote"} 6'),
    ("no-other", OTHER, ""),
]

# Histograms.
HISTOGRAMS = [
    ("not-cumulative", '"0.000131071"} 4', '"0.000131071"} 10'),
    ("le-order", '%s"3.1e-08"} 0\n%s"0.000131071"} 4\n' % (BUCKET, BUCKET),
     '%s"0.000131071"} 4\n%s"3.1e-08"} 4\n' % (BUCKET, BUCKET)),
    ("le-form", '"0.000131071"} 4', '"1.31071e-04"} 4'),
    ("le-form", '"1.073741823"} 9', '"1"} 9'),
    ("le-form", '"1.073741823"} 9', '"1.0"} 9'),
    ("le-form", '"1.073741823"} 9', '"much"} 9'),
    ("le-form", 'le="+Inf"} 10', 'le="Inf"} 10'),
    ("no-inf", BUCKET + '"+Inf"} 10\n', ""),
    ("inf-not-count", 'count{site="refill"} 10', 'count{site="refill"} 11'),
    ("no-sum", 'memcgtop_hold_seconds_sum{site="refill"} 2.500000125\n', ""),
    ("no-count", 'memcgtop_hold_seconds_count{site="refill"} 10\n', ""),
    ("bad-sum", "2.500000125", "-2.500000125"),
    ("bad-sum", "2.500000125", "NaN"),
    ("bad-sum", 'sum{site="drain_work"} 0', 'sum{site="drain_work"} 1'),
    ("not-integer", '"0.000131071"} 4', '"0.000131071"} 4.5'),
    ("buckets-uneven", 'memcgtop_hold_seconds_bucket{site="drain_work",le="0.000131071"} 0\n', ""),
    ("no-buckets", "".join('memcgtop_hold_seconds_bucket{site="drain_work",le="%s"} 0\n' % le
                           for le in ("3.1e-08", "0.000131071", "1.073741823")), ""),
    ("interleaved", 'memcgtop_hold_seconds_count{site="refill"} 10\n' +
     'memcgtop_hold_seconds_bucket{site="drain_work",le="3.1e-08"} 0\n',
     'memcgtop_hold_seconds_bucket{site="drain_work",le="3.1e-08"} 0\n' +
     'memcgtop_hold_seconds_count{site="refill"} 10\n'),
]

BOTH = GRAMMAR + FAMILIES + HISTOGRAMS


def of_metadata(family):
    """The same fault, under the name that the family has in a format."""
    helped = f"# HELP {family} Calls of refill_stock.\n"
    typed = f"# TYPE {family} counter\n"
    sample = "memcgtop_refills_total 15\n"
    return [
        ("no-help", helped, ""),
        ("no-type", typed, ""),
        ("late-metadata", helped + typed + sample, typed + sample + helped),
        ("second-help", typed, typed + f"# HELP {family} Again.\n"),
        ("second-type", typed, typed + typed),
        ("empty-family", sample, ""),
        ("bad-type", typed, f"# TYPE {family} untyped\n"),
        ("bad-type", typed, f"# TYPE {family} \n"),
    ]


# What each format says in its own way.  "*" replaces everywhere.
TEXT = of_metadata("memcgtop_refills_total") + [
    ("no-newline", LAST_LINE, LAST_LINE[:-1]),
    ("bad-type", "# TYPE memcgtop_build_info gauge", "# TYPE memcgtop_build_info info"),
    ("eof-in-text", LAST_LINE, LAST_LINE + "# EOF\n"),
    ("comment", "# HELP memcgtop_refills_total", "# UNIT memcgtop_refills_total refills\n# HELP memcgtop_refills_total"),
    ("prefix", "*memcgtop_refills_total", "refills_total"),
    ("name-style", "*memcgtop_refills_total", "memcgtop_Refills_total"),
    ("total-suffix", "*memcgtop_refills_total", "memcgtop_refills"),
    ("total-suffix", "# TYPE memcgtop_start_timestamp_seconds gauge", "# TYPE memcgtop_start_timestamp_seconds counter"),
    ("total-suffix", "# TYPE memcgtop_refills_total counter", "# TYPE memcgtop_refills_total gauge"),
    ("foreign-unit", "*memcgtop_longest_hold_seconds", "memcgtop_longest_hold_ns"),
    ("foreign-unit", "*memcgtop_uncharged_under_lock_bytes_total", "memcgtop_uncharged_under_lock_pages_total"),
    ("unit-place", "*memcgtop_longest_hold_seconds", "memcgtop_longest_seconds_hold"),
    ("reserved-suffix", "*memcgtop_longest_hold_seconds", "memcgtop_longest_hold_sum"),
    ("name-clash", "*memcgtop_longest_hold_seconds", "memcgtop_hold_seconds_sum"),
    ("sample-suffix", 'memcgtop_hold_seconds_sum{site="refill"}', 'memcgtop_hold_seconds{site="refill"}'),
]
OPENMETRICS = of_metadata("memcgtop_refills") + [
    ("no-eof", "# EOF\n", ""),
    ("after-eof", "# EOF\n", "# EOF\nmemcgtop_refills_total 15\n"),
    ("after-eof", "# EOF\n", "# EOF\n\n"),
    ("no-newline", "# EOF\n", "# EOF"),
    ("unit", "# UNIT memcgtop_hold_seconds seconds\n", ""),
    ("unit", "# UNIT memcgtop_hold_seconds seconds", "# UNIT memcgtop_hold_seconds bytes"),
    ("unit", "# TYPE memcgtop_refills counter", "# TYPE memcgtop_refills counter\n# UNIT memcgtop_refills refills"),
    ("second-unit", "# UNIT memcgtop_hold_seconds seconds\n", "# UNIT memcgtop_hold_seconds seconds\n" * 2),
    ("reserved-suffix", "*# HELP memcgtop_refills Calls", "# HELP memcgtop_refills_total Calls"),
    ("sample-suffix", "memcgtop_build_info{", "memcgtop_build{"),
    ("sample-suffix", "memcgtop_refills_total 15", "memcgtop_refills 15"),
    ("bad-type", "# TYPE memcgtop_build info", "# TYPE memcgtop_build stateset"),
    ("escape", "Calls of refill_stock of this", 'Calls of "refill_stock" of this'),
    ("timestamp", "refills_total 15", "refills_total 15 1767225600.5"),
    ("sample-form", "refills_total 15", 'refills_total 15 # {id="1"} 1'),
]

# One snapshot in both formats: (kind, format to change, what, by what).
PAIR = [
    ("pair-series", "openmetrics", 'le="0.000131071"', 'le="0.000131072"'),
    ("pair-series", "text", '{cgroup="/quote\\"d/μ",kind="direct"}', '{kind="direct",cgroup="/quote\\"d/μ"}'),
    ("pair-series", "openmetrics", '"/quote\\"d/μ"} 6', '"/quoted/μ"} 6'),
    ("pair-value", "openmetrics", "refills_total 15", "refills_total 16"),
    ("pair-value", "openmetrics", 'hold_seconds_sum{site="refill"} 2.500000125', 'hold_seconds_sum{site="refill"} 2.500000124'),
    ("pair-help", "text", "Calls of refill_stock.", "Calls of refill_stock"),
    ("pair-type", "text", "# TYPE memcgtop_build_info gauge", "# TYPE memcgtop_build_info counter"),
    ("pair-family", "text", '# HELP memcgtop_longest_hold_seconds Longest hold of the last 5 minutes.\n'
     '# TYPE memcgtop_longest_hold_seconds gauge\nmemcgtop_longest_hold_seconds{site="refill"} 2.000000001\n', ""),
]

# A later scrape of the same process, text: (kind, what, by what).
AFTER = [
    ("fell", "refills_total 15", "refills_total 14"),
    ("fell", '"0.000131071"} 4', '"0.000131071"} 3'),
    ("fell", 'hold_seconds_sum{site="refill"} 2.500000125', 'hold_seconds_sum{site="refill"} 2.4'),
    ("fell", 'cgroup_overflows_total{cgroup="/quote\\"d/μ"} 2', 'cgroup_overflows_total{cgroup="/quote\\"d/μ"} 1'),
    ("vanished", 'memcgtop_uncharges_total{kind="direct"} 3\n', ""),
    ("vanished", QUOTE, ""),
    ("restarted", "timestamp_seconds 1767225600", "timestamp_seconds 1767225601"),
    ("identity", "memcgtop_refills_total 15", "memcgtop_refills_total 16"),
    ("identity", '{cgroup="other"} 5', '{cgroup="other"} 6'),
    ("identity", 'uncharges_total{kind="direct"} 3', 'uncharges_total{kind="direct"} 4'),
    ("identity", 'drains_total{reason="evict"} 4', 'drains_total{reason="evict"} 5'),
    ("identity", 'side="suffered"} 3', 'side="suffered"} 4'),
    ("identity", 'cgroup_held_seconds_total{cgroup="other"} 0.000000125', 'cgroup_held_seconds_total{cgroup="other"} 0.1'),
]
