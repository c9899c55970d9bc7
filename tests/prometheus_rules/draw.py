# SPDX-License-Identifier: GPL-2.0-or-later
"""Panels as SVG: lines, stacked areas, a heat map of a histogram. No font of its own."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT, GAP = 400, 236, 10
LEFT, RIGHT, ABOVE, BELOW = 58, 12, 34, 66
GROUND, PANEL, GRID, INK, DIM, MARK = "#111217", "#181b1f", "#2a2d33", "#d5d8de", "#9aa0aa", "#ff9830"
COLOURS = ["#73bf69", "#f2cc0c", "#5794f2", "#ff9830", "#f2495c", "#b877d9", "#8ab8ff", "#96d98d", "#ffa6b0", "#c0d8ff"]
PREFIX = [(1, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")]


def quantity(value, unit):
    """A number as Grafana's unit @unit shows it."""
    if unit == "percentunit":
        return "%.3g %%" % (100 * value)
    if unit == "s":
        for size, name in PREFIX:
            if abs(value) >= size * 0.9995 or size == 1e-9:
                return "0" if value == 0 else "%.3g %ss" % (value / size, name)
    tail = "/s" if unit in ("ops", "reqps") else ""
    if value >= 1000:
        return "%.3gk%s" % (value / 1000, tail) if value < 1e6 else "%.3gM%s" % (value / 1e6, tail)
    return "%.3g%s" % (value, tail)


def ticks(top):
    """Round steps from 0 up to @top or a little above: 3 to 6 of them."""
    if top <= 0:
        return [0, 1]
    step = 10 ** math.floor(math.log10(top / 3))
    step *= next(f for f in (1, 2, 5, 10) if top / (step * f) <= 5)
    return [step * i for i in range(math.ceil(top / step - 1e-9) + 1)]


def num(x):
    return ("%.1f" % x).rstrip("0").rstrip(".")


class Panel:
    """One panel at (x, y), its time axis from @start to @end."""

    def __init__(self, x, y, start, end):
        self.out, self.x, self.y = [], x, y
        self.start, self.span = start, end - start
        self.left, self.right = x + LEFT, x + WIDTH - RIGHT
        self.top, self.bottom = y + ABOVE, y + HEIGHT - BELOW

    def text(self, x, y, words, size=11, fill=DIM, anchor="start", bold=False):
        self.out.append('<text x="%s" y="%s" font-size="%d" fill="%s" text-anchor="%s"%s>%s</text>' % (
            num(x), num(y), size, fill, anchor, ' font-weight="600"' if bold else "", escape(words)))

    def rect(self, x, y, w, h, fill, more=""):
        self.out.append('<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>' % (
            num(x), num(y), num(w), num(h), fill, more))

    def across(self, when):
        return self.left + (when - self.start) / self.span * (self.right - self.left)

    def up(self, value, top):
        return self.bottom - value / top * (self.bottom - self.top)

    def frame(self, title):
        self.rect(self.x, self.y, WIDTH, HEIGHT, PANEL, ' rx="4"')
        self.text(self.x + 12, self.y + 21, title, 13, INK, bold=True)

    def axis(self, marks):
        """@marks: (height on the picture, words)."""
        for y, words in marks:
            self.rect(self.left, y, self.right - self.left, 1, GRID)
            self.text(self.left - 6, y + 4, words, 11, DIM, "end")
        for minute in range(0, int(self.span / 60) + 1, 2):
            self.text(self.across(self.start + 60 * minute), self.bottom + 15, "%d min" % minute, 11, DIM, "middle")

    def boots(self, boots):
        for when, _ in boots[1:]:
            self.out.append('<line x1="{0}" x2="{0}" y1="{1}" y2="{2}" stroke="{3}" stroke-dasharray="4 3"/>'.format(
                num(self.across(when)), num(self.top), num(self.bottom), MARK))

    def key(self, entries):
        """Colours and names below, in two lines at most; what is left out is told."""
        x, y = self.x + 12, self.bottom + 34
        for i, (colour, name) in enumerate(entries):
            name = name if len(name) < 40 else "…" + name[-38:]
            width = 20 + 6.3 * len(name)
            if x + width > self.x + WIDTH - 8:
                x, y = self.x + 12, y + 16
            if y > self.bottom + 52:
                return
            last = y > self.bottom + 40 and i < len(entries) - 1 and x + width + 90 > self.x + WIDTH
            if last:
                self.text(x, y, "and %d more" % (len(entries) - i))
                return
            self.rect(x, y - 8, 10, 3.5, colour)
            self.text(x + 14, y - 2, name)
            x += width

    def line(self, points, top, colour):
        for part in pieces(points):
            path = " ".join("%s,%s" % (num(self.across(t)), num(self.up(v, top))) for t, v in part)
            self.out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.6"/>' % (path, colour))

    def area(self, low, high, top, colour):
        """Between two lines over the same times."""
        for part in pieces(high):
            base = dict(low)
            edge = ["%s,%s" % (num(self.across(t)), num(self.up(v, top))) for t, v in part]
            edge += ["%s,%s" % (num(self.across(t)), num(self.up(base.get(t, 0), top))) for t, _ in reversed(part)]
            self.out.append('<polygon points="%s" fill="%s" fill-opacity="0.45" stroke="%s"/>' % (
                " ".join(edge), colour, colour))


def pieces(points, gap=16):
    """Points without a gap of more than @gap seconds between them: no line over no data."""
    part = []
    for point in points:
        if part and point[0] - part[-1][0] > gap:
            yield part
            part = []
        part.append(point)
    if part:
        yield part


def busiest_first(lines):
    return sorted(lines, key=lambda line: -max(v for _, v in line[1]))


def draw_lines(p, panel, lines):
    # A reason that never was is no line; of a panel that is all zero one stays.
    lines = [line for line in lines if any(v for _, v in line[1])] or lines[:1]
    unit = panel["fieldConfig"]["defaults"]["unit"]
    steps = ticks(max(v for _, points in lines for _, v in points))
    p.axis([(p.up(v, steps[-1]), quantity(v, unit)) for v in steps])
    for i, (_, points) in enumerate(lines):
        p.line(points, steps[-1], COLOURS[i % len(COLOURS)])
    p.key([(COLOURS[i % len(COLOURS)], name) for i, (name, _) in enumerate(lines)])


def draw_stack(p, panel, lines):
    unit = panel["fieldConfig"]["defaults"]["unit"]
    lines = [line for line in busiest_first(lines) if any(v for _, v in line[1])]
    below, layers = {}, []
    for _, points in lines:
        high = [(t, below.get(t, 0) + v) for t, v in points]
        layers.append((sorted(below.items()), high))
        below = {**below, **dict(high)}
    steps = ticks(max(below.values()))
    p.axis([(p.up(v, steps[-1]), quantity(v, unit)) for v in steps])
    for i, (low, high) in enumerate(layers):
        p.area(low, high, steps[-1], COLOURS[i % len(COLOURS)])
    p.key([(COLOURS[i % len(COLOURS)], name) for i, (name, _) in enumerate(lines)])


def shades(at, most):
    """(first time, last time, 1 to 10) of neighbours of one shade in a row of a heat map."""
    run = None
    for t, v in sorted(at.items()):
        level = math.ceil(10 * math.sqrt(v / most))
        if run and run[2] == level and t - run[1] < 6:
            run[1] = t
            continue
        if run and run[2]:
            yield run
        run = [t, t, level]
    if run and run[2]:
        yield run


def draw_heat(p, panel, lines):
    """@lines are cumulative, by le; each cell is what lies between two bounds."""
    del panel
    bounds = sorted((float(le), dict(points)) for le, points in lines if le != "+Inf")
    cells, below = [], {}
    for le, at in bounds:
        cells.append((le, {t: max(0, v - below.get(t, 0)) for t, v in at.items()}))
        below = at
    used = [i for i, (_, at) in enumerate(cells) if max(at.values()) > 0]
    cells = cells[used[0]:used[-1] + 1]
    most = max(v for _, at in cells for v in at.values())
    height = (p.bottom - p.top) / len(cells)
    p.axis([(p.bottom - (i + 1) * height, quantity(le, "s")) for i, (le, _) in enumerate(cells)
            if i % max(1, len(cells) // 5) == 0])
    for i, (_, at) in enumerate(cells):
        for first, last, level in shades(at, most):
            right = min(p.across(last + 5), p.right)
            p.rect(p.across(first), p.bottom - (i + 1) * height, right - p.across(first) + 0.3, height + 0.3, MARK,
                   ' fill-opacity="%s"' % num(level / 10))
    p.key([(MARK, "up to %s holds a bucket" % quantity(most, "ops"))])


def draw_panel(x, y, panel, lines, start, end, boots):
    p = Panel(x, y, start, end)
    p.frame(panel["title"])
    if panel["type"] == "heatmap":
        draw_heat(p, panel, lines)
    elif panel["fieldConfig"]["defaults"]["custom"]["stacking"]["mode"] == "normal":
        draw_stack(p, panel, lines)
    else:
        # A query's order is by labels; cgroups are by what they did.
        draw_lines(p, panel, busiest_first(lines) if "topk" in panel["targets"][0]["expr"] else lines)
    p.boots(boots)
    return p.out


def picture(rows, start, end, boots):
    """@rows of (panel, lines); @boots: (time, release) of each kernel."""
    width = max(map(len, rows)) * (WIDTH + GAP) + GAP
    head = 40
    height = head + len(rows) * (HEIGHT + GAP)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" '
           'font-family="Inter, Helvetica, Arial, sans-serif">' % (width, height, width, height),
           "<title>Panels of memcgtop's dashboard: %s</title>" % escape(", then ".join(r for _, r in boots)),
           '<rect width="100%" height="100%" fill="' + GROUND + '"/>',
           '<text x="%d" y="26" font-size="15" fill="%s" font-weight="600">memcgtop</text>' % (GAP + 4, INK),
           '<text x="%d" y="26" font-size="12" fill="%s" text-anchor="end">%s</text>' % (
               width - GAP - 4, MARK, escape("kernel " + ", then ".join(r for _, r in boots)))]
    for j, row in enumerate(rows):
        for i, (panel, lines) in enumerate(row):
            out += draw_panel(GAP + i * (WIDTH + GAP), head + j * (HEIGHT + GAP), panel, lines, start, end, boots)
    return "\n".join(out + ["</svg>", ""])
