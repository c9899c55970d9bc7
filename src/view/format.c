// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct text literal(const char *s)
{
	struct text t;

	snprintf(t.s, sizeof(t.s), "%s", s);
	return t;
}

/* Puts commas into the whole part of a plain decimal number. */
static struct text with_commas(const char *plain)
{
	size_t sign = *plain == '-', whole = strspn(plain + sign, "0123456789");
	struct text t;
	size_t n = 0;

	if (sign)
		t.s[n++] = '-';
	for (size_t i = 0; i < whole && n < sizeof(t.s) - 5; i++) {
		if (i && (whole - i) % 3 == 0)
			t.s[n++] = ',';
		t.s[n++] = plain[sign + i];
	}
	snprintf(t.s + n, sizeof(t.s) - n, "%s", plain + sign + whole);
	return t;
}

/* Decimals that @value deserves: as many as keep three digits, at most two. */
static int decimals_of(double value)
{
	double size = fabs(value);

	if (size < 9.995)
		return 2;
	return size < 99.95 ? 1 : 0;
}

static bool fits(const struct text *t, unsigned int width)
{
	return strlen(t->s) <= width;
}

/* k, M, G, ...: the first unit under which a thousand stays, as many digits as fit. */
static struct text scaled(double value, unsigned int width)
{
	static const char units[] = "kMGTPE";
	struct text t;

	for (size_t u = 0; units[u]; u++) {
		value /= 1000;
		if (fabs(value) >= 999.5)
			continue;
		for (int decimals = decimals_of(value); decimals >= 0; decimals--) {
			snprintf(t.s, sizeof(t.s), "%.*f%c", decimals, value, units[u]);
			if (fits(&t, width))
				return t;
		}
	}
	memset(t.s, '#', sizeof(t.s));
	t.s[width < sizeof(t.s) ? width : sizeof(t.s) - 1] = '\0';
	return t;
}

static struct text fit_decimals(double value, int decimals, unsigned int width)
{
	char plain[400];
	struct text t;

	for (; decimals >= 0; decimals--) {
		snprintf(plain, sizeof(plain), "%.*f", decimals, value);
		if (strlen(plain) > 20)
			break;
		t = with_commas(plain);
		if (fits(&t, width))
			return t;
	}
	return scaled(value, width);
}

struct text format__fit(double value, unsigned int width)
{
	if (!isfinite(value))
		return literal("-");
	if (value == 0)
		return literal("0");
	/* What would be shown as 0.00 is not none. */
	if (value > 0 && value < 0.005)
		return literal(width < 5 ? "<.01" : "<0.01");
	return fit_decimals(value, decimals_of(value), width);
}

struct text format__count(uint64_t n)
{
	char plain[24];

	snprintf(plain, sizeof(plain), "%llu", (unsigned long long)n);
	return with_commas(plain);
}

struct text format__count_fit(uint64_t n, unsigned int width)
{
	struct text t = format__count(n);

	return fits(&t, width) ? t : scaled((double)n, width);
}

struct text format__rate(double per_sec)
{
	struct text t = format__fit(per_sec, 12);

	if (isfinite(per_sec))
		strcat(t.s, "/s");
	return t;
}

struct text format__time(double ns)
{
	static const struct {
		double ns;
		const char *name;
	} units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
	struct text t;
	size_t u = 0;

	if (!isfinite(ns))
		return literal("-");
	if (fabs(ns) < 99.5) {
		snprintf(t.s, sizeof(t.s), "%.*f ns", fabs(ns) < 9.95 && ns != rint(ns), ns);
		return t;
	}
	/* What would round to a thousand of one unit is one of the next. */
	while (u < 2 && fabs(ns) < 0.9995 * units[u].ns)
		u++;
	t = format__fit(ns / units[u].ns, 12);
	strcat(t.s, " ");
	strcat(t.s, units[u].name);
	return t;
}

struct text format__share(double share)
{
	struct text t = format__fit(100 * share, 8);

	if (isfinite(share))
		strcat(t.s, " %");
	return t;
}

struct text format__bytes(uint64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	double value = (double)bytes;
	struct text t;
	size_t u = 0;

	for (; value >= 1023.5 && u < 4; u++)
		value /= 1024;
	snprintf(t.s, sizeof(t.s), "%.*f %s", u && value < 9.95, value, units[u]);
	return t;
}

struct text format__exact_us(uint64_t ns)
{
	struct text t = format__count(ns / 1000);

	snprintf(t.s + strlen(t.s), 5, ".%03u", (unsigned int)(ns % 1000));
	return t;
}

struct text format__seconds(double seconds)
{
	char plain[400];
	struct text t;

	snprintf(plain, sizeof(plain), "%.*f", seconds < 0.95 ? 2 : 1, seconds);
	if (!isfinite(seconds) || strlen(plain) > 20)
		return literal("-");
	t = with_commas(plain);
	strcat(t.s, " s");
	return t;
}
