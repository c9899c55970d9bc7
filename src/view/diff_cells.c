// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/diff_cells.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct text __attribute__((format(printf, 1, 2))) text(const char *fmt, ...)
{
	struct text t;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(t.s, sizeof(t.s), fmt, ap);
	va_end(ap);
	return t;
}

/*
 * A time to compare another with: nanoseconds as long as they fit, so that 170
 * and 107 can be told apart.
 */
static struct text time_value(double ns)
{
	double size = fabs(ns);

	if (size < 999.95)
		return text("%.1f ns", ns);
	if (size < 9999.5)
		return text("%s ns", format__fit(ns, 6).s);
	if (size < 9.995e5)
		return text("%s us", format__fit(ns / 1e3, 5).s);
	if (size < 9.995e8)
		return text("%s ms", format__fit(ns / 1e6, 5).s);
	return text("%s s", format__fit(ns / 1e9, 6).s);
}

/* Below one a third decimal, and no zero before the point to make room for it. */
static struct text short_fit(double size)
{
	struct text t;

	if (size >= 0.9995 || size == 0)
		return format__fit(size, 4);
	t = text("%.3f", size);
	memmove(t.s, t.s + 1, strlen(t.s));
	return t;
}

static struct text share_value(double percent)
{
	double size = fabs(percent);

	if (size >= 0.9995 || size == 0)
		return text("%s %%", format__fit(percent, 6).s);
	return size < 0.0005 ? text("<.001 %%") : text("%.3f %%", percent);
}

struct text diff_cells__value(const struct diff_metric *metric, double value)
{
	if (!isfinite(value))
		return text(FORMAT_NA);
	if (!strcmp(metric->unit, "ns"))
		return time_value(value);
	if (!strcmp(metric->unit, "%"))
		return share_value(value);
	return text("%s%s", format__fit(value, 6).s, metric->unit);
}

struct text diff_cells__side(const struct diff_metric *metric, size_t group)
{
	const struct diff_side *side = &metric->side[group];

	return diff_cells__value(metric, metric->scale == DIFF_SHOWN ? side->high : side->mean);
}

/* A ratio's change in percent; as a factor where percents would be many. */
static struct text percent(double change)
{
	double size = fabs(100 * change);

	if (change >= 9.995)
		return text("x%s", format__fit(change + 1, 5).s);
	return text("%+.*f%%", size < 9.995 ? 2 : size < 99.95 ? 1 : 0, 100 * change);
}

static struct text signed_fit(double value, const char *unit)
{
	return text("%c%s%s", value < 0 ? '-' : '+', short_fit(fabs(value)).s, unit);
}

/* A difference of times of a microsecond or more is in those. */
static bool in_us(const struct diff_metric *metric, double value)
{
	return !strcmp(metric->unit, "ns") && fabs(value) >= 999.5;
}

static struct text difference(const struct diff_metric *metric, double value)
{
	if (in_us(metric, value))
		return signed_fit(value / 1e3, "us");
	return signed_fit(value, strcmp(metric->unit, "%") ? metric->unit : "pt");
}

struct text diff_cells__change(const struct diff_metric *metric, double change)
{
	if (!isfinite(change))
		return text(FORMAT_NA);
	return metric->scale == DIFF_PLAIN ? difference(metric, change) : percent(change);
}

struct text diff_cells__least_change(const struct diff_metric *metric, size_t group)
{
	double a = metric->side[0].low, b = metric->side[group].low;

	return diff_cells__change(metric, metric->scale == DIFF_PLAIN ? b - a : b / a - 1);
}

struct text diff_cells__spread(const struct diff_metric *metric, const struct diff_change *change)
{
	double half = (change->high - change->low) / 2;

	if (!isfinite(half))
		return text("%s", "");
	if (metric->scale != DIFF_PLAIN)
		half *= 100;
	else if (in_us(metric, change->change))
		half /= 1e3; /* as the change beside it */
	/* Rounded up: an interval is not to look narrower than it is. */
	return short_fit(half < 1 ? ceil(1000 * half) / 1000 : half);
}

struct text diff_cells__gate(const struct diff_metric *metric, bool relative, double change)
{
	if (!isfinite(change))
		return text(FORMAT_NA);
	return relative ? percent(change) : difference(metric, change);
}

const char *diff_cells__scale(enum diff_scale scale)
{
	static const char *const names[] = {
		[DIFF_LOG] = "ratio", [DIFF_PLAIN] = "difference", [DIFF_SHOWN] = "shown"};

	return names[scale];
}

enum diff_row diff_cells__row(const struct diff *diff, const struct diff_metric *metric)
{
	enum diff_row row = DIFF_ROW_NA;

	for (size_t g = 0; g < diff->n_groups; g++) {
		if (!metric->side[g].known)
			continue;
		if (metric->side[g].events > 0 || metric->side[g].high > 0)
			return DIFF_ROW_SHOWN;
		row = DIFF_ROW_NONE;
	}
	return row;
}

struct diff_reasons diff_cells__reasons(const struct diff *diff)
{
	struct diff_reasons r = {{NULL}};
	size_t n = 0;

	for (size_t k = 0; k < diff->n_metrics; k++) {
		if (diff_cells__row(diff, &diff->metric[k]) != DIFF_ROW_SHOWN)
			continue;
		for (size_t g = 1; g < diff->n_groups; g++) {
			const struct diff_change *change = &diff->metric[k].change[g];

			if (*change->why && n < DIFF_REASONS && !diff_reasons__letter(&r, change))
				r.text[n++] = change->why;
		}
	}
	return r;
}

char diff_reasons__letter(const struct diff_reasons *reasons, const struct diff_change *change)
{
	for (int i = 0; reasons->text[i]; i++) {
		if (!strcmp(reasons->text[i], change->why))
			return (char)('a' + i);
	}
	return 0;
}

struct text diff_cells__name(const char *name, unsigned int width)
{
	struct text t;
	size_t n = 0;

	if (width > sizeof(t.s) - 1)
		width = sizeof(t.s) - 1;
	/* A character of several bytes gives one '?'. */
	for (; *name && n < width; name++) {
		unsigned char c = (unsigned char)*name;

		if ((c & 0xc0) != 0x80)
			t.s[n++] = c < 0x20 || c > 0x7e ? '?' : (char)c;
	}
	t.s[n] = '\0';
	if (*name && n >= 3)
		memcpy(t.s + n - 2, "..", 2);
	return t;
}

struct text diff_cells__level(double alpha)
{
	return text("%.6g %%", 100 * (1 - alpha));
}
