// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/cpu_grid.h"

#include <stdint.h>

#include "tui/cpu_strip.h"

#define NODE_WIDTH   10 /* "node 12" */
#define NUMBER_WIDTH 5	/* "8191" and a blank, right-aligned */
#define GROUP	     8	/* cells of a line are a multiple of it, where there is room */
#define MOST_CELLS   128

static bool has_nodes(const struct row *rows, size_t n)
{
	return n && rows[n - 1].cpu->node >= 0;
}

/* Columns before the cells. */
static unsigned int margin(const struct row *rows, size_t n)
{
	return (has_nodes(rows, n) ? NODE_WIDTH : 0) + NUMBER_WIDTH + 1;
}

static unsigned int cells_in(const struct row *rows, size_t n, unsigned int width)
{
	unsigned int left = margin(rows, n), room = width > left ? width - left : 1;

	if (room > MOST_CELLS)
		room = MOST_CELLS;
	return room > GROUP ? room - room % GROUP : room;
}

/* First row behind the line that begins with row @i: it is full, or its node ends. */
static size_t line_end(const struct row *rows, size_t n, size_t i, unsigned int per_line)
{
	size_t end = i + 1;

	while (end < n && end < i + per_line && rows[end].cpu->node == rows[i].cpu->node)
		end++;
	return end;
}

size_t cpu_grid__lines(const struct row *rows, size_t n, unsigned int width)
{
	unsigned int per_line = cells_in(rows, n, width);
	size_t lines = 0;

	for (size_t i = 0; i < n; i = line_end(rows, n, i, per_line))
		lines++;
	return lines;
}

/* Line and first row of the line that row @of is on. */
static size_t line_of(const struct row *rows, size_t n, size_t of, unsigned int per_line,
		      size_t *first)
{
	size_t line = 0, i = 0, end;

	while (i < n && (end = line_end(rows, n, i, per_line)) <= of) {
		i = end;
		line++;
	}
	*first = i;
	return line;
}

/* First row of a line, or SIZE_MAX: there is no such line. */
static size_t row_of_line(const struct row *rows, size_t n, size_t line, unsigned int per_line)
{
	size_t i = 0;

	while (i < n && line--)
		i = line_end(rows, n, i, per_line);
	return i < n ? i : SIZE_MAX;
}

static void draw_line(const struct row *rows, size_t n, size_t from, size_t to, size_t selected,
		      bool names_node, unsigned int y, const struct area *a)
{
	unsigned int x = margin(rows, n);

	if (names_node)
		area__printf(a, y, 0, STYLE_TITLE, "node %d", rows[from].cpu->node);
	area__printf(a, y, x - NUMBER_WIDTH - 1, STYLE_DIM, "%*u", NUMBER_WIDTH,
		     rows[from].cpu->cpu);
	for (size_t i = from; i < to; i++, x++) {
		double level = cpu_strip__level(rows[i].delta, rows[i].cpu);

		area__fill(a, y, x, 1, i == selected ? STYLE_SELECTED : heat__style(level),
			   cpu_strip__glyph(level, a->canvas->blocks));
	}
}

static void scroll(struct cpu_grid *grid, size_t line, size_t lines, unsigned int h)
{
	if (line < grid->top)
		grid->top = line;
	if (line >= grid->top + h)
		grid->top = line - h + 1;
	if (grid->top + h > lines)
		grid->top = lines > h ? lines - h : 0;
}

void cpu_grid__draw(struct cpu_grid *grid, const struct row *rows, size_t n, size_t selected,
		    const struct area *area)
{
	bool nodes = has_nodes(rows, n);
	size_t first, i, end;

	grid->per_line = cells_in(rows, n, area->w);
	if (!area->h || !n)
		return;
	scroll(grid, line_of(rows, n, selected, grid->per_line, &first),
	       cpu_grid__lines(rows, n, area->w), area->h);
	i = row_of_line(rows, n, grid->top, grid->per_line);
	for (unsigned int y = 0; y < area->h && i < n; y++, i = end) {
		/* The line at the top says its node, though it may not be the node's first. */
		bool names_node = nodes && rows[i].cpu->node >= 0 &&
				  (!y || !i || rows[i].cpu->node != rows[i - 1].cpu->node);

		end = line_end(rows, n, i, grid->per_line);
		draw_line(rows, n, i, end, selected, names_node, y, area);
	}
}

size_t cpu_grid__beside(const struct cpu_grid *grid, const struct row *rows, size_t n, size_t from,
			int lines)
{
	size_t first, to, end, line = line_of(rows, n, from, grid->per_line, &first);
	size_t place = from - first, last;

	line_of(rows, n, n - 1, grid->per_line, &last);
	if (lines < 0)
		line = line > (size_t)-lines ? line - (size_t)-lines : 0;
	else
		line += (size_t)lines;
	to = row_of_line(rows, n, line, grid->per_line);
	if (to == SIZE_MAX)
		to = last;
	end = line_end(rows, n, to, grid->per_line);
	return to + place < end ? to + place : end - 1;
}

size_t cpu_grid__at(const struct cpu_grid *grid, const struct row *rows, size_t n, unsigned int y,
		    unsigned int x)
{
	unsigned int left = margin(rows, n);
	size_t first = row_of_line(rows, n, grid->top + y, grid->per_line);

	if (first == SIZE_MAX || x < left)
		return SIZE_MAX;
	first += x - left;
	return first < line_end(rows, n, first - (x - left), grid->per_line) ? first : SIZE_MAX;
}
