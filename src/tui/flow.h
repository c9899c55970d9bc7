/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text that finds its own place: items side by side, which shrink and go in a
 * stated order where there is no room, and running words.
 */
#ifndef TUI_FLOW_H
#define TUI_FLOW_H

#include <stddef.h>

#include "tui/canvas.h"

#define FLOW_ITEMS 16
#define FLOW_TEXT  96

/* What is of this rank or above never takes a further line. */
#define FLOW_EXTRA 90

struct flow_item {
	char label[FLOW_TEXT], value[FLOW_TEXT]; /* drawn "label value" */
	char brief_label[FLOW_TEXT], brief_value[FLOW_TEXT];
	enum style style;	 /* of the value */
	unsigned int rank;	 /* the highest goes first; 0: never goes */
	unsigned int brief_rank; /* the same for becoming brief; 0: has no brief form */
	bool gone, is_brief;	 /* what came of it */
};

struct flow {
	struct flow_item item[FLOW_ITEMS];
	size_t n;
};

/* flow__add - an item; @label may be "".  Returns it, to be given a brief form. */
struct flow_item *flow__add(struct flow *flow, unsigned int rank, enum style style,
			    const char *label, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
void flow_item__brief(struct flow_item *item, unsigned int rank, const char *label, const char *fmt,
		      ...) __attribute__((format(printf, 4, 5)));

/*
 * flow__fit - gives items up until they fit into lines of @width columns.
 * Returns the lines they take: one, or more, up to @max_lines, as items below
 * FLOW_EXTRA need them.  A single item that is wider is clipped.
 */
unsigned int flow__fit(struct flow *flow, unsigned int width, unsigned int max_lines);

/* flow__draw - draws what flow__fit left, from line @y on. */
void flow__draw(const struct flow *flow, const struct area *area, unsigned int y);

/*
 * flow__next_line - takes as many words off *@text as fill at most @width
 * columns, at least one, into @line, which has room for all of *@text.
 * Returns false when there were none left.
 */
bool flow__next_line(const char **text, unsigned int width, char *line);

/*
 * flow__words - running text from line @y on, broken at blanks; what does not
 * fit into @max_lines is cut and ends in "..".  Returns the lines taken; drawn
 * only where @area is not NULL.
 */
unsigned int flow__words(const struct area *area, unsigned int y, unsigned int width,
			 unsigned int max_lines, enum style style, const char *text);

#endif
