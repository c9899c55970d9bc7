// SPDX-License-Identifier: GPL-2.0-or-later
#include "tui/cgroup_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/label.h"

#define INDENT	    2
#define MARK	    2 /* columns of "+ " */
#define LEAST_NAME  8 /* columns a name keeps, however deep it lies */
#define LEAST_LABEL 6 /* of label__row */

/* Keys of lines that are no node: ids of cgroups and hashes of paths give others. */
enum { KEY_HOST = 1, KEY_OTHERS = 2 };

/* In 80 columns there is room up to rank 8. */
const struct figure cgroup_figures[CGROUP_FIGURES] = {
	{COLUMN_REFILLS, 0},
	{COLUMN_MEAN, 1},
	{COLUMN_P50, 11},
	{COLUMN_P99, 2},
	{COLUMN_MAX, 3},
	{COLUMN_HELD, 5},
	{COLUMN_UNDER, 4},
	{COLUMN_IN_REFILL, 4},
	{COLUMN_AFTER, 10},
	{COLUMN_CHARGE_FALLBACKS, 8},
	{COLUMN_UNCHARGE_FALLBACKS, 9},
	{COLUMN_EVICT_CAUSED, 6},
	{COLUMN_EVICT_SUFFERED, 7},
	{COLUMN_PREEMPTED, 12},
	{COLUMN_OVERFLOWS, 13},
	{COLUMN_DIRECT, 14},
};

/* All that gathering needs. */
struct gathering {
	const struct scene *scene;
	struct cgroup_lines *lines;
	size_t online;
	/* What nodes are sorted by, by their index, reckoned once for each. */
	double *values; /* NULL: by name */
	bool *idle;
	bool ascending;
};

static bool is_wanted(const struct cgroup_row *row, void *ctx)
{
	const struct scene *scene = ctx;
	struct row line = row__cgroup(scene->delta, row, 1);

	/* Rows that pause for an interval stay, or the list would jump. */
	return select__has_cgroup(scene->select, row) &&
	       (scene->window == WINDOW_INTERVAL || !row__is_idle(&line));
}

static int compare_nodes(const struct cgroup_node *a, const struct cgroup_node *b, void *ctx)
{
	const struct gathering *g = ctx;
	size_t i = cgroup_tree__index(g->lines->tree, a);
	size_t j = cgroup_tree__index(g->lines->tree, b);

	if (g->idle[i] != g->idle[j])
		return g->idle[i] ? 1 : -1;
	if (g->values)
		return tui_order__compare(g->values[i], g->values[j], g->ascending);
	return g->ascending == (i < j) ? -1 : 1;
}

static int compare_lines(const void *a, const void *b, void *ctx)
{
	const struct cgroup_node *x = ((const struct cgroup_line *)a)->node;
	const struct cgroup_node *y = ((const struct cgroup_line *)b)->node;

	return compare_nodes(x, y, ctx) ?: (x < y ? -1 : x > y);
}

/* In the tree a node stands where all that it holds puts it, also when it is open. */
static bool fill_order(struct gathering *g, const struct tui_table *table)
{
	size_t n = cgroup_tree__size(g->lines->tree);
	uint32_t absent = figures__absent(cgroup_figures, CGROUP_FIGURES, g->scene->delta->run);
	size_t sort = tui_table__sort(table, absent);
	const struct column *column = sort ? column__get(cgroup_figures[sort - 1].id) : NULL;

	g->ascending = tui_table__ascending(table, absent);
	g->idle = calloc(n + 1, sizeof(*g->idle));
	g->values = column ? calloc(n + 1, sizeof(*g->values)) : NULL;
	if (!g->idle || (column && !g->values))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct cgroup_node *node = cgroup_tree__node(g->lines->tree, i);
		const struct cgroup_row *from = g->lines->as_tree ? node->sum : node->own;
		struct row row;

		if (!from)
			continue;
		row = row__cgroup(g->scene->delta, from, g->online);
		g->idle[i] = row__is_idle(&row);
		if (column)
			g->values[i] = column__value(column, &row);
	}
	return true;
}

static void add_node(struct gathering *g, const struct cgroup_node *node)
{
	struct cgroup_lines *lines = g->lines;
	const struct cgroup_row *from = lines->as_tree && node->folded ? node->sum : node->own;
	struct cgroup_line *line = &lines->line[lines->n++];

	line->node = node;
	line->key = node->key;
	line->blank = !from;
	line->row = row__cgroup(g->scene->delta, from ?: node->sum, g->online);
	line->idle = row__is_idle(&line->row);
}

static void add_tree(struct gathering *g)
{
	struct cgroup_tree *tree = g->lines->tree;
	const struct cgroup_node **nodes = calloc(cgroup_tree__size(tree) + 1, sizeof(*nodes));
	size_t n = nodes ? cgroup_tree__list(tree, compare_nodes, g, nodes) : 0;

	for (size_t i = 0; i < n; i++)
		add_node(g, nodes[i]);
	free(nodes);
}

static void add_flat(struct gathering *g)
{
	struct cgroup_lines *lines = g->lines;
	size_t first = lines->n;

	for (size_t i = 0; i < cgroup_tree__size(lines->tree); i++) {
		const struct cgroup_node *node = cgroup_tree__node(lines->tree, i);

		if (node->own && node->matches)
			add_node(g, node);
	}
	qsort_r(lines->line + first, lines->n - first, sizeof(*lines->line), compare_lines, g);
}

static void add_others(struct gathering *g)
{
	struct row row = row__others(g->scene->delta);
	const char *filter = g->scene->filter;

	if (row__is_idle(&row) || (filter && !strcasestr("(others)", filter)))
		return;
	g->lines->line[g->lines->n++] = (struct cgroup_line){.row = row, .key = KEY_OTHERS};
}

void cgroup_lines__gather(struct cgroup_lines *lines, const struct scene *scene,
			  const struct tui_table *table)
{
	struct gathering g = {
		.scene = scene, .lines = lines, .online = row__online_cpus(scene->delta)};

	lines->n = 0;
	cgroup_tree__build(lines->tree, scene->delta, is_wanted, (void *)(uintptr_t)scene);
	cgroup_tree__filter(lines->tree, scene->filter);
	lines->line = calloc(cgroup_tree__size(lines->tree) + 2, sizeof(*lines->line));
	if (!lines->line)
		return;
	lines->line[lines->n++] =
		(struct cgroup_line){.row = row__total(scene->delta), .key = KEY_HOST};
	if (fill_order(&g, table)) {
		if (lines->as_tree)
			add_tree(&g);
		else
			add_flat(&g);
	}
	add_others(&g);
	free(g.values);
	free(g.idle);
}

unsigned int cgroup_lines__indent(const struct cgroup_node *node, unsigned int width)
{
	unsigned int indent = INDENT * node->depth, needs = LEAST_NAME + MARK;

	if (indent + needs <= width)
		return indent;
	return width > needs ? width - needs : 0;
}

/* The last part of a node's path, behind its depth and whether it is folded. */
static char *node_name(const struct cgroup_node *node, unsigned int width, bool blocks)
{
	static const char *const signs[2][2] = {{"- ", "+ "}, {"\u25be ", "\u25b8 "}};
	unsigned int indent = cgroup_lines__indent(node, width);
	unsigned int used = indent + (node->parent ? MARK : 0);
	unsigned int room = width > used + LEAST_LABEL ? width - used : LEAST_LABEL;
	char *part = node->name ? strndup(node->name, node->name_length) : NULL;
	struct cgroup_row named = {.name = part};
	struct row row = {.kind = ROW_CGROUP, .cgroup = &named};
	char *label, *text;

	if (node->own) {
		named.id = node->own->id;
		named.gone = node->own->gone;
	}
	label = label__row(&row, room);
	if (!label || asprintf(&text, "%*s%s%s", (int)indent, "",
			       node->parent ? signs[blocks][node->folded] : "", label) < 0)
		text = NULL;
	free(label);
	free(part);
	return text;
}

char *cgroup_lines__name(const struct cgroup_lines *lines, size_t i, unsigned int width,
			 bool blocks)
{
	const struct cgroup_line *line = &lines->line[i];

	if (line->key == KEY_HOST)
		return strdup("all (host)");
	if (line->node && lines->as_tree)
		return node_name(line->node, width, blocks);
	return label__row(&line->row, width > LEAST_LABEL ? width : LEAST_LABEL);
}
