# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads an exposition as strictly as its format is written, and a little more.

Two formats: the text format 0.0.4 ("text") and OpenMetrics 1.0 ("openmetrics").
Where a format leaves a choice that memcgtop never uses (timestamps, blank
lines, free comments, spaces inside braces), its use is a fault too.  A fault
has a kind, a line and words; reading goes on after one.
"""

import re
from collections import namedtuple

Fault = namedtuple("Fault", "kind line text")
# labels: tuple of (name, value) in written order, values unescaped;
# written: the labels as they stood, braces left out.
Sample = namedtuple("Sample", "name labels written number value line")

NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")  # without ":", which is for rules
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]{2,3})?|[+-]Inf|NaN")
ESCAPE = re.compile(r"\\(.?)", re.S)
TYPES = {
    "text": ("counter", "gauge", "histogram"),
    "openmetrics": ("counter", "gauge", "histogram", "info"),
}
SUFFIXES = {
    "text": {"counter": ("",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")},
    "openmetrics": {"counter": ("_total",), "gauge": ("",), "info": ("_info",),
                    "histogram": ("_bucket", "_count", "_sum")},
}


class Family:
    def __init__(self, name):
        self.name = name
        self.type = self.help = self.unit = None
        self.samples = []
        self.closed = False  # another family began since

    def suffix(self, sample):
        return sample.name[len(self.name):]


class Exposition:
    """families: by name, in order; faults: what the reader found."""

    def __init__(self, form):
        self.form = form
        self.families = {}
        self.faults = []

    def samples(self):
        for family in self.families.values():
            yield from family.samples

    def fault(self, kind, line, text):
        self.faults.append(Fault(kind, line, text))


def full_name(form, family):
    """The name under which a family is known in the text format."""
    if form == "text":
        return family.name
    return family.name + {"counter": "_total", "info": "_info"}.get(family.type, "")


def unescape(text, allowed):
    """Undoes escapes; None where one is not allowed or stands alone."""
    bad = []

    def one(match):
        if match[1] not in allowed or not match[1]:
            bad.append(match[0])
        return "\n" if match[1] == "n" else match[1]

    plain = ESCAPE.sub(one, text)
    return None if bad else plain


class Reader:
    def __init__(self, form):
        self.out = Exposition(form)
        self.form = form
        self.current = None
        self.line = 0
        self.ended = False

    def fault(self, kind, text):
        self.out.fault(kind, self.line, text)

    def read(self, raw):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as e:
            self.line = raw.count(b"\n", 0, e.start) + 1
            self.fault("utf-8", str(e))
            text = raw.decode("utf-8", "replace")
        if not text.endswith("\n"):
            self.line = text.count("\n") + 1
            self.fault("no-newline", "the last line does not end")
        # Not splitlines: that also splits at form feeds and the like.
        for self.line, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            self.one_line(line)
        if self.form == "openmetrics" and not self.ended:
            self.fault("no-eof", "the last line is not # EOF")
        return self.out

    def one_line(self, line):
        if self.ended:
            self.fault("after-eof", f"'{line[:60]}' follows # EOF")
        elif line == "# EOF":
            if self.form == "text":
                self.fault("eof-in-text", "# EOF is OpenMetrics")
            else:
                self.ended = True
        elif line.startswith("#"):
            self.metadata(line)
        elif line:
            self.sample(line)
        else:
            self.fault("blank-line", "an empty line")

    def family(self, name):
        family = self.out.families.setdefault(name, Family(name))
        if family is not self.current:
            if self.current:
                self.current.closed = True
            if family.closed:
                self.fault("interleaved", f"family {name} goes on after another began")
            self.current = family
        return family

    def metadata(self, line):
        keys = ("HELP", "TYPE", "UNIT") if self.form == "openmetrics" else ("HELP", "TYPE")
        parts = line.split(" ", 3)
        if len(parts) < 2 or parts[0] != "#" or parts[1] not in keys:
            self.fault("comment", f"'{line[:60]}' is no {', '.join(keys)}")
            return
        if len(parts) < 4 or not NAME.fullmatch(parts[2]):
            self.fault("metadata-form", f"'{line[:60]}' lacks a name or a text")
            return
        _, key, name, text = parts
        family = self.family(name)
        attribute = key.lower()
        if getattr(family, attribute) is not None:
            self.fault(f"second-{attribute}", f"{key} of {name} a second time")
            return
        if family.samples:
            self.fault("late-metadata", f"{key} of {name} after its samples")
        if key == "TYPE" and text not in TYPES[self.form]:
            self.fault("bad-type", f"type '{text}' of {name}")
        if key == "HELP":
            self.help(name, text)
        setattr(family, attribute, text)

    def help(self, name, text):
        escapes = '\\n"' if self.form == "openmetrics" else "\\n"
        if not text.strip() or text != text.strip():
            self.fault("help-form", f"HELP of {name} is empty or has spaces around it")
        if unescape(text, escapes) is None:
            self.fault("escape", f"HELP of {name}: a backslash that escapes nothing")
        if self.form == "openmetrics" and '"' in ESCAPE.sub("", text):
            self.fault("escape", f"HELP of {name}: a quote that is not escaped")

    def sample(self, line):
        match = NAME.match(line)
        if not match:
            self.fault("sample-form", f"'{line[:60]}' has no metric name")
            return
        name, at = match[0], match.end()
        labels, written = (), ""
        if line[at:at + 1] == "{":
            labels, end = self.labels(line, at + 1)
            if labels is None:
                return
            written, at = line[at + 1:end], end + 1
        if line[at:at + 1] != " ":
            self.fault("sample-form", f"{name}: no single space before the value")
            return
        words = line[at + 1:].split(" ")
        if len(words) == 2 and words[0] and NUMBER.fullmatch(words[1]):
            self.fault("timestamp", f"{name} has a timestamp")
        elif len(words) > 1:
            self.fault("sample-form", f"{name}: '{line[at:][:60]}' is more than a value")
        if not NUMBER.fullmatch(words[0]) or words[0].startswith("-0"):
            self.fault("number", f"{name}: '{words[0][:60]}' is no number")
            return
        number = words[0]
        family = self.owner(name)
        family.samples.append(Sample(name, labels, written, number, float(number), self.line))

    def labels(self, line, at):
        """The labels from @at on, and where their brace closes."""
        labels = []
        while True:
            match = re.compile(r'([^={}",\s]*)="((?:\\.|[^"\\])*)"').match(line, at)
            if not match:
                kind = "label-quote" if "=" in line[at:] else "label-form"
                self.fault(kind, f"labels cannot be read at '{line[at:at + 40]}'")
                return None, 0
            self.label(labels, match[1], match[2])
            at = match.end()
            if line[at:at + 1] == "}":
                return tuple(labels), at
            if line[at:at + 1] != "," or line[at + 1:at + 2] == "}":
                self.fault("label-form", f"no comma or brace at '{line[at:at + 40]}'")
                return None, 0
            at += 1

    def label(self, labels, name, written):
        if not NAME.fullmatch(name):
            self.fault("label-name", f"label name '{name}'")
        if any(name == other for other, _ in labels):
            self.fault("label-twice", f"label {name} twice in one sample")
        value = unescape(written, '\\n"')
        if value is None:
            self.fault("escape", f"label {name}: \\ in '{written[:60]}' escapes nothing")
            value = written
        if any(ord(c) < 32 or 127 <= ord(c) < 160 for c in value):
            self.fault("control", f"label {name}: a control character in {value[:60]!r}")
        labels.append((name, value))

    def owner(self, name):
        """The family a sample belongs to; one without metadata is its own."""
        for kind, suffixes in SUFFIXES[self.form].items():
            for suffix in suffixes:
                family = self.out.families.get(name.removesuffix(suffix))
                if family and name.endswith(suffix) and family.type == kind:
                    return self.family(family.name)
        return self.family(name)


def read(raw, form):
    """An Exposition of the bytes @raw."""
    return Reader(form).read(raw)
