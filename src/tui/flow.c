// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/flow.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define GAP	 2
#define GAP_WIDE 3 /* where everything fits as it is */

struct flow_item *flow__add(struct flow *flow, unsigned int rank, enum style style,
			    const char *label, const char *fmt, ...)
{
	struct flow_item *item;
	va_list ap;

	/* The tables of items are written out in the code: one too many replaces the last. */
	item = &flow->item[flow->n < FLOW_ITEMS ? flow->n++ : FLOW_ITEMS - 1];
	memset(item, 0, sizeof(*item));
	item->rank = rank;
	item->style = style;
	snprintf(item->label, sizeof(item->label), "%s", label);
	va_start(ap, fmt);
	vsnprintf(item->value, sizeof(item->value), fmt, ap);
	va_end(ap);
	return item;
}

void flow_item__brief(struct flow_item *item, unsigned int rank, const char *label, const char *fmt,
		      ...)
{
	va_list ap;

	item->brief_rank = rank;
	snprintf(item->brief_label, sizeof(item->brief_label), "%s", label);
	va_start(ap, fmt);
	vsnprintf(item->brief_value, sizeof(item->brief_value), fmt, ap);
	va_end(ap);
}

static const char *label_of(const struct flow_item *item)
{
	return item->is_brief ? item->brief_label : item->label;
}

static const char *value_of(const struct flow_item *item)
{
	return item->is_brief ? item->brief_value : item->value;
}

static unsigned int columns_of(const struct flow_item *item)
{
	unsigned int label = text__columns(label_of(item)), value = text__columns(value_of(item));

	return label + (label && value) + value;
}

static unsigned int draw_item(const struct flow_item *item, const struct area *area, unsigned int y,
			      unsigned int x)
{
	const char *label = label_of(item), *value = value_of(item);
	unsigned int taken = area__put(area, y, x, STYLE_TEXT, label);

	taken += *label && *value;
	return taken + area__put(area, y, x + taken, item->style, value);
}

/* Sets the items side by side.  Returns the lines they take; draws where @area is not NULL. */
static unsigned int lay(const struct flow *flow, unsigned int width, unsigned int gap,
			const struct area *area, unsigned int y)
{
	unsigned int x = 0, lines = 1;

	for (size_t i = 0; i < flow->n; i++) {
		const struct flow_item *item = &flow->item[i];
		unsigned int columns = columns_of(item);

		if (item->gone || !columns)
			continue;
		if (x && x + gap + columns > width) {
			lines++;
			x = 0;
		}
		x += x ? gap : 0;
		if (area)
			draw_item(item, area, y + lines - 1, x);
		x += columns;
	}
	return lines;
}

/* Gives up the one thing of the highest rank not below @least.  False: there is none. */
static bool give_up(struct flow *flow, unsigned int least)
{
	struct flow_item *found = NULL;
	unsigned int highest = 0;
	bool brief = false;

	for (size_t i = 0; i < flow->n; i++) {
		struct flow_item *item = &flow->item[i];
		bool can_shrink = item->brief_rank && !item->is_brief;
		unsigned int rank =
			can_shrink && item->brief_rank > item->rank ? item->brief_rank : item->rank;

		if (item->gone || rank <= highest)
			continue;
		highest = rank;
		found = item;
		brief = can_shrink && rank == item->brief_rank;
	}
	if (!found || highest < least)
		return false;
	*(brief ? &found->is_brief : &found->gone) = true;
	return true;
}

/*
 * Lines of the items when all below FLOW_EXTRA are there, as brief as those
 * above allow.
 */
static unsigned int lines_wanted(const struct flow *flow, unsigned int width)
{
	struct flow least = *flow;

	while (give_up(&least, FLOW_EXTRA))
		;
	return lay(&least, width, GAP, NULL, 0);
}

unsigned int flow__fit(struct flow *flow, unsigned int width, unsigned int max_lines)
{
	unsigned int lines = lines_wanted(flow, width);

	if (lines > max_lines)
		lines = max_lines;
	while (lay(flow, width, GAP, NULL, 0) > lines && give_up(flow, 1))
		;
	return lines;
}

void flow__draw(const struct flow *flow, const struct area *area, unsigned int y)
{
	bool roomy = lay(flow, area->w, GAP_WIDE, NULL, 0) == 1;

	lay(flow, area->w, roomy ? GAP_WIDE : GAP, area, y);
}

bool flow__next_line(const char **text, unsigned int width, char *line)
{
	const char *words = *text + strspn(*text, " ");
	size_t end = 0, next = 0;

	while (words[next]) {
		next += strspn(words + next, " ");
		next += strcspn(words + next, " ");
		memcpy(line, words, next);
		line[next] = '\0';
		if (end && text__columns(line) > width)
			break;
		end = next;
	}
	line[end] = '\0';
	*text = words + end + strspn(words + end, " ");
	return end;
}

unsigned int flow__words(const struct area *area, unsigned int y, unsigned int width,
			 unsigned int max_lines, enum style style, const char *text)
{
	unsigned int lines = 0;
	char *line = malloc(strlen(text) + 1);

	while (line && lines < max_lines && flow__next_line(&text, width, line)) {
		unsigned int columns = text__columns(line);

		if (area) {
			area__put(area, y + lines, 0, style, line);
			if (columns > width || (*text && lines + 1 == max_lines))
				area__put_right(area, y + lines,
						columns + 2 > width ? width : columns + 2, style,
						"..");
		}
		lines++;
	}
	free(line);
	return lines;
}
