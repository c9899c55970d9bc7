// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/negotiate.h"

#include <string.h>
#include <strings.h>

/* A piece of a header: not NUL-terminated. */
struct piece {
	const char *at;
	size_t n;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct piece trim(struct piece p)
{
	while (p.n && is_blank(*p.at)) {
		p.at++;
		p.n--;
	}
	while (p.n && is_blank(p.at[p.n - 1]))
		p.n--;
	return p;
}

/*
 * Takes what comes before @separator off the front of @rest; false: there is
 * nothing left.  A separator in quotes separates nothing.
 */
static bool next_piece(struct piece *rest, char separator, struct piece *piece)
{
	bool quoted = false;
	size_t n;

	if (!rest->n)
		return false;
	for (n = 0; n < rest->n && (quoted || rest->at[n] != separator); n++) {
		if (rest->at[n] == '"')
			quoted = !quoted;
		else if (quoted && rest->at[n] == '\\' && n + 1 < rest->n)
			n++;
	}
	*piece = trim((struct piece){rest->at, n});
	n += n < rest->n;
	rest->at += n;
	rest->n -= n;
	return true;
}

static bool is(struct piece p, const char *word)
{
	return p.n == strlen(word) && !strncasecmp(p.at, word, p.n);
}

/* "0.75" as 750; more than three decimals, another sign or above 1: what cannot be read is not
 * wanted. */
static unsigned int thousandths(struct piece p)
{
	unsigned int value = 0, unit = 1000;

	if (!p.n || (p.at[0] != '0' && p.at[0] != '1') || p.n > 5)
		return 0;
	value = (unsigned int)(p.at[0] - '0') * 1000;
	if (p.n > 1 && p.at[1] != '.')
		return 0;
	for (size_t i = 2; i < p.n; i++) {
		if (p.at[i] < '0' || p.at[i] > '9')
			return 0;
		unit /= 10;
		value += (unsigned int)(p.at[i] - '0') * unit;
	}
	return value <= 1000 ? value : 0;
}

/* An element of a list: its name, how much it is wanted, and its version. */
struct wish {
	struct piece name;
	unsigned int q; /* thousandths */
	struct piece version;
};

static struct wish read_wish(struct piece element)
{
	struct wish wish = {.q = 1000};
	struct piece part, value;

	next_piece(&element, ';', &wish.name);
	while (next_piece(&element, ';', &part)) {
		value = part;
		if (!next_piece(&value, '=', &part))
			continue;
		value = trim(value);
		if (value.n >= 2 && value.at[0] == '"' && value.at[value.n - 1] == '"')
			value = (struct piece){value.at + 1, value.n - 2};
		if (is(part, "q"))
			wish.q = thousandths(value);
		else if (is(part, "version"))
			wish.version = value;
	}
	return wish;
}

/* How specific a media range is about the text format; 0: it does not mean it. */
static int about_text(const struct wish *wish)
{
	if (is(wish->name, "text/plain"))
		return !wish->version.n || is(wish->version, "0.0.4") ? 3 : 0;
	if (is(wish->name, "text/*"))
		return 2;
	return is(wish->name, "*/*");
}

static bool is_open_metrics(const struct wish *wish)
{
	return is(wish->name, "application/openmetrics-text") &&
	       (!wish->version.n || is(wish->version, "1.0.0") || is(wish->version, "0.0.1"));
}

enum exposition_format negotiate__format(const char *accept)
{
	struct piece rest = {accept, accept ? strlen(accept) : 0}, element;
	unsigned int open_metrics = 0, text = 0;
	int best = 0;

	while (next_piece(&rest, ',', &element)) {
		struct wish wish = read_wish(element);
		int about = about_text(&wish);

		if (is_open_metrics(&wish) && wish.q > open_metrics)
			open_metrics = wish.q;
		if (about > best || (about && about == best && wish.q > text)) {
			best = about;
			text = wish.q;
		}
	}
	return open_metrics && open_metrics >= text ? EXPOSITION_OPENMETRICS : EXPOSITION_TEXT;
}

bool negotiate__gzip(const char *accept_encoding)
{
	struct piece rest = {accept_encoding, accept_encoding ? strlen(accept_encoding) : 0};
	struct piece element;
	bool named = false, by_name = false, by_star = false;

	while (next_piece(&rest, ',', &element)) {
		struct wish wish = read_wish(element);

		if (is(wish.name, "gzip") || is(wish.name, "x-gzip")) {
			named = true;
			by_name |= wish.q > 0;
		} else if (is(wish.name, "*")) {
			by_star |= wish.q > 0;
		}
	}
	return named ? by_name : by_star;
}
