# SPDX-License-Identifier: GPL-2.0-or-later
"""What names and labels an expression uses: enough of PromQL for our own files.

Not a parser: promtool is that.  Strings are taken out first, so that nothing in
them is taken for a name.
"""

import re

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
NAME = re.compile(r"(?<![\w:$])(?:(?:memcgtop_bound|instance[a-z_]*):[\w:]+|memcgtop_[a-z0-9_]+)")
MATCHER = re.compile(r'(?<![\w:])(\w+)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*")')


def names(expr):
    """Metrics, ours and recorded ones, in order of their first use."""
    bare = STRING.sub('""', expr)
    return list(dict.fromkeys(m for m in NAME.findall(bare)))


def matchers(expr):
    """(label, operator, value) of each selector's matchers."""
    return [(label, op, value[1:-1]) for label, op, value in MATCHER.findall(expr)]


def variables(text):
    """Grafana variables: $name and ${name}, its own ($__x) among them."""
    return set(re.findall(r"\$\{?(\w+)\}?", text))


def resolve(expr, values):
    """@expr with Grafana's variables replaced; KeyError for one without a value."""
    return re.sub(r"\$\{?(\w+)\}?", lambda m: values[m[1]], expr)
