// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The cgroups.  Lines are gathered for each draw, key and mouse event anew:
 * nothing here points into a delta that may be gone by then.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/cgroup_lines.h"
#include "tui/flow.h"
#include "tui/panel.h"
#include "tui/table.h"

#define MIN_NAME    17
#define WIDE_NAME   32
#define MAX_NAME    120
#define LEAST_LINES 6  /* with fewer there is no line about the table */
#define WIDE_RULE   52 /* columns that its long form takes */
#define TEXT_BYTES  512

struct cgroups_panel {
	struct panel panel;
	struct tui_table table;
	struct tui_column columns[CGROUP_FIGURES];
	struct cgroup_lines lines;
	unsigned int above; /* lines above the table, as drawn last */
	/* For the time of one call. */
	const struct scene *scene;
	bool blocks;
	char empty[TEXT_BYTES];
};

static uint64_t row_key(void *ctx, size_t row)
{
	return ((struct cgroups_panel *)ctx)->lines.line[row].key;
}

static char *row_name(void *ctx, size_t row, unsigned int width)
{
	struct cgroups_panel *p = ctx;

	return cgroup_lines__name(&p->lines, row, width, p->blocks);
}

static void row_cell(void *ctx, size_t row, size_t column, char text[TUI_CELL_BYTES],
		     enum style *style)
{
	struct cgroups_panel *p = ctx;
	const struct cgroup_line *line = &p->lines.line[row];

	if (!line->blank)
		figures__cell(cgroup_figures[column].id, &line->row, p->scene->rates, text, style);
}

static enum style row_style(void *ctx, size_t row)
{
	const struct cgroup_lines *lines = &((struct cgroups_panel *)ctx)->lines;

	if (row == 0)
		return STYLE_STRONG;
	return lines->line[row].idle ? STYLE_DIM : STYLE_TEXT;
}

static bool has_filter(const struct scene *scene)
{
	return scene->filter && *scene->filter;
}

/* Why there are no rows. */
static void say_empty(struct cgroups_panel *p)
{
	if (has_filter(p->scene))
		snprintf(p->empty, sizeof(p->empty), "no row matches '%s'", p->scene->filter);
	else
		snprintf(p->empty, sizeof(p->empty), "no %scgroup did anything in this window",
			 select__is_of_cgroups(p->scene->select) ? "selected " : "");
}

/* The rows of @scene, until the next call; drop() when done. */
static struct tui_rows gather(struct cgroups_panel *p, const struct scene *scene)
{
	p->scene = scene;
	cgroup_lines__gather(&p->lines, scene, &p->table);
	say_empty(p);
	return (struct tui_rows){
		.ctx = p,
		.heads = p->lines.n ? 1 : 0,
		.n = p->lines.n,
		.key = row_key,
		.name = row_name,
		.cell = row_cell,
		.style = row_style,
		.absent = figures__absent(cgroup_figures, CGROUP_FIGURES, scene->delta->run),
		.empty = p->empty,
	};
}

static void drop(struct cgroups_panel *p)
{
	free(p->lines.line);
	p->lines.line = NULL;
	p->lines.n = 0;
	p->scene = NULL;
}

/* Ranks of what is said about the table: the highest goes first where there is no room. */
enum { RANK_RULE = 1, RANK_UNITS };

/* What the figures are of. */
static void draw_about(const struct cgroups_panel *p, const struct area *a)
{
	const char *folded = a->canvas->blocks ? "\u25b8" : "+";
	const char *open = a->canvas->blocks ? "\u25be" : "-";
	struct flow flow = {.n = 0};

	if (select__is_of_cgroups(p->scene->select))
		flow__add(&flow, 0, STYLE_NOTICE, "", "selected rows: %s",
			  select__text(p->scene->select));
	if (!p->lines.as_tree)
		flow__add(&flow, RANK_RULE, STYLE_DIM, "",
			  "each cgroup itself, without those below");
	else if (a->w >= WIDE_RULE)
		flow__add(&flow, RANK_RULE, STYLE_DIM, "",
			  "folded (%s): with all below; open (%s): itself only", folded, open);
	else
		flow__add(&flow, RANK_RULE, STYLE_DIM, "", "%s with all below, %s itself", folded,
			  open);
	flow__add(&flow, RANK_UNITS, STYLE_DIM, "", "%s, hold in us",
		  p->scene->rates ? "per second" : "events");
	flow__fit(&flow, a->w, 1);
	flow__draw(&flow, a, 0);
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;
	struct tui_rows rows;
	struct area below;

	p->above = area->h >= LEAST_LINES ? 1 : 0;
	if (!scene->delta) {
		area__put(area, 0, 0, STYLE_DIM, scene__why_empty(scene));
		return;
	}
	p->blocks = area->canvas->blocks;
	rows = gather(p, scene);
	if (p->above)
		draw_about(p, area);
	below = area__part(area, p->above, 0, area->h - p->above, area->w);
	tui_table__draw(&p->table, &rows, &below);
	drop(p);
}

static struct panel_reply open_line(const struct cgroups_panel *p, size_t row)
{
	struct panel_reply reply = {.taken = true};
	const struct cgroup_node *node = row < p->lines.n ? p->lines.line[row].node : NULL;

	if (row >= p->lines.n)
		return reply;
	if (!node) {
		reply.message = "these cgroups found no rows of their own: they have no histogram";
		return reply;
	}
	reply.open_histogram = true;
	reply.subject.kind = SUBJECT_CGROUP;
	reply.subject.cgroup_id = node->own ? node->own->id : 0;
	reply.subject.path = node->path ? strndup(node->path, node->path_length) : NULL;
	reply.subject.subtree = p->lines.as_tree && node->parent && (node->folded || !node->own);
	return reply;
}

/* Folds an open node; of others the one above is selected. */
static void fold(struct cgroups_panel *p, const struct cgroup_node *node)
{
	if (node->parent && !node->folded)
		cgroup_tree__fold(p->lines.tree, node->key, true);
	else if (cgroup_tree__above(p->lines.tree, node))
		tui_table__choose(&p->table, cgroup_tree__above(p->lines.tree, node)->key);
}

static bool any_open(const struct cgroup_tree *tree)
{
	for (size_t i = 0; i < cgroup_tree__size(tree); i++) {
		const struct cgroup_node *node = cgroup_tree__node(tree, i);

		if (node->parent && !node->folded)
			return true;
	}
	return false;
}

/* The selection goes to what is left of the branch it was on. */
static void fold_all(struct cgroups_panel *p, const struct cgroup_node *node)
{
	bool folded = any_open(p->lines.tree);

	cgroup_tree__fold_all(p->lines.tree, folded);
	while (node && folded && cgroup_tree__above(p->lines.tree, node))
		node = cgroup_tree__above(p->lines.tree, node);
	if (node && p->table.pinned)
		tui_table__choose(&p->table, node->key);
}

/* @node: the one selected, or NULL. */
static bool tree_key(struct cgroups_panel *p, const struct cgroup_node *node, int key)
{
	switch (key) {
	case K_LEFT:
	case '-':
		if (node)
			fold(p, node);
		return true;
	case K_RIGHT:
	case '+':
		if (node)
			cgroup_tree__fold(p->lines.tree, node->key, false);
		return true;
	case '*':
		fold_all(p, node);
		return true;
	default:
		return false;
	}
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;
	struct panel_reply reply = {.taken = true};
	struct tui_rows rows;
	size_t row;

	if (k == 't' || k == K_F5) {
		p->lines.as_tree = !p->lines.as_tree;
		return reply;
	}
	if (!scene->delta)
		return (struct panel_reply){0};
	rows = gather(p, scene);
	row = tui_table__selected(&p->table, &rows);
	if (k == K_ENTER)
		reply = open_line(p, row);
	else
		reply.taken = (p->lines.as_tree &&
			       tree_key(p, row < rows.n ? p->lines.line[row].node : NULL, k)) ||
			      tui_table__key(&p->table, &rows, k);
	drop(p);
	return reply;
}

/* A click on the mark itself folds and unfolds. */
static void click_mark(struct cgroups_panel *p, const struct cgroup_node *node, unsigned int x)
{
	unsigned int mark;

	if (!node || !node->parent || !p->lines.as_tree)
		return;
	mark = cgroup_lines__indent(node, p->table.name_width);
	if (x >= mark && x < mark + 2)
		cgroup_tree__fold(p->lines.tree, node->key, !node->folded);
}

static struct panel_reply mouse(struct panel *panel, const struct scene *scene,
				const struct mouse *m)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;
	struct panel_reply reply = {0};
	struct mouse inside = *m;
	struct tui_rows rows;
	enum tui_click click;
	size_t row;

	if (!scene->delta || m->y < p->above)
		return reply;
	inside.y -= p->above;
	rows = gather(p, scene);
	click = tui_table__mouse(&p->table, &rows, &inside);
	row = tui_table__selected(&p->table, &rows);
	reply.taken = click != CLICK_NOTHING;
	if (click == CLICK_OPEN)
		reply = open_line(p, row);
	else if (click == CLICK_TAKEN && m->what == MOUSE_CLICK && inside.y > rows.heads &&
		 row < rows.n)
		click_mark(p, p->lines.line[row].node, inside.x);
	drop(p);
	return reply;
}

static unsigned int lines(struct panel *panel, const struct scene *scene)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;
	struct tui_rows rows;

	if (!scene->delta)
		return 1;
	rows = gather(p, scene);
	drop(p);
	/* The line about the table, the titles, and one that says why it is empty. */
	return 2 + (unsigned int)rows.n + (rows.n == rows.heads ? 1 : 0);
}

static void load(struct panel *panel, const struct settings *settings)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;

	p->lines.as_tree = settings__flag(settings, "cgroups.tree", p->lines.as_tree);
	tui_table__load(&p->table, "cgroups", settings);
}

static void save(const struct panel *panel, struct settings *settings)
{
	const struct cgroups_panel *p = (const struct cgroups_panel *)panel;

	settings__set(settings, "cgroups.tree", p->lines.as_tree ? "yes" : "no");
	tui_table__save(&p->table, "cgroups", settings);
}

static void free_panel(struct panel *panel)
{
	struct cgroups_panel *p = (struct cgroups_panel *)panel;

	cgroup_tree__free(p->lines.tree);
	free(p);
}

static const struct panel_ops ops = {
	.name = "Cgroups",
	.scope = KEYS_TREE,
	.draw = draw,
	.key = key,
	.mouse = mouse,
	.lines = lines,
	.load = load,
	.save = save,
	.free = free_panel,
};

struct panel *panel_cgroups__new(void)
{
	struct cgroups_panel *p = calloc(1, sizeof(*p));
	struct cgroup_tree *tree = p ? cgroup_tree__new() : NULL;

	if (!tree) {
		free(p);
		return NULL;
	}
	p->panel.ops = &ops;
	p->lines.tree = tree;
	p->lines.as_tree = true;
	figures__columns(cgroup_figures, CGROUP_FIGURES, p->columns);
	p->table = (struct tui_table){
		.name_title = "CGROUP",
		.min_name = MIN_NAME,
		.wide_name = WIDE_NAME,
		.max_name = MAX_NAME,
		.columns = p->columns,
		.n_columns = CGROUP_FIGURES,
		.sort = 1,
	};
	return &p->panel;
}
