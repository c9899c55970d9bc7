// SPDX-License-Identifier: GPL-2.0-or-later
/* The CPUs, as a table or as a grid of heat. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/cpu_grid.h"
#include "tui/cpu_rows.h"
#include "tui/cpu_words.h"
#include "tui/figures.h"
#include "tui/panel.h"
#include "view/label.h"

#define MIN_NAME    8
#define MAX_NAME    12
#define LEAST_LINES 6 /* with fewer there is no line about the table */
#define TEXT_BYTES  512
#define KEY_HOST    UINT64_MAX

/* As shown from left to right.  80 columns have all up to rank 9. */
static const struct figure figures[] = {
	{COLUMN_REFILLS, 0},
	{COLUMN_MEAN, 1},
	{COLUMN_P50, 11},
	{COLUMN_P99, 2},
	{COLUMN_MAX, 3},
	{COLUMN_HELD, 4},
	{COLUMN_UNDER, 5},
	{COLUMN_IN_REFILL, 5},
	{COLUMN_AFTER, 10},
	{COLUMN_CHARGE_FALLBACKS, 7},
	{COLUMN_UNCHARGE_FALLBACKS, 8},
	{COLUMN_EVICTIONS, 9},
	{COLUMN_PREEMPTED, 12},
	{COLUMN_OVERFLOWS, 13},
	{COLUMN_DIRECT, 14},
};

#define FIGURES	    (sizeof(figures) / sizeof(figures[0]))
#define COLUMN_NODE 0 /* of the table; the figures come behind it */
#define RANK_NODE   6

struct cpus_panel {
	struct panel panel;
	struct tui_table table;
	struct tui_column columns[1 + FIGURES];
	struct cpu_grid grid;
	bool as_grid;
	unsigned int above; /* lines above table or grid, as drawn last */
	/* For the time of one call. */
	const struct scene *scene;
	struct row *rows; /* with the host first */
	char empty[TEXT_BYTES];
};

static uint64_t row_key(void *ctx, size_t row)
{
	const struct row *r = &((struct cpus_panel *)ctx)->rows[row];

	return r->cpu ? r->cpu->cpu : KEY_HOST;
}

static char *row_name(void *ctx, size_t row, unsigned int width)
{
	const struct row *r = &((struct cpus_panel *)ctx)->rows[row];

	return label__row(r, width < MIN_NAME ? MIN_NAME : width);
}

static void row_cell(void *ctx, size_t row, size_t column, char text[TUI_CELL_BYTES],
		     enum style *style)
{
	struct cpus_panel *p = ctx;
	const struct row *r = &p->rows[row];

	if (column != COLUMN_NODE)
		figures__cell(figures[column - 1].id, r, p->scene->rates, text, style);
	else if (r->cpu && r->cpu->node >= 0)
		snprintf(text, TUI_CELL_BYTES, "%d", r->cpu->node);
}

static enum style row_style(void *ctx, size_t row)
{
	const struct row *r = &((struct cpus_panel *)ctx)->rows[row];

	if (!r->cpu)
		return STYLE_STRONG;
	return r->cpu->online && !row__is_idle(r) ? STYLE_TEXT : STYLE_DIM;
}

/* @sort: as tui_table.sort. */
static double value_of(const struct row *row, size_t sort)
{
	if (sort == 1 + COLUMN_NODE)
		return row->cpu->node < 0 ? NAN : row->cpu->node;
	return column__value(column__get(figures[sort - 2].id), row);
}

static uint32_t absent_columns(const struct snapshot *delta)
{
	uint32_t absent = figures__absent(figures, FIGURES, delta->run) << 1;

	return absent | (cpu_rows__has_nodes(delta) ? 0 : 1u << COLUMN_NODE);
}

/* Rows of @scene until drop(): the host, then CPUs in the order of the table or of the grid. */
static struct tui_rows gather(struct cpus_panel *p, const struct scene *scene)
{
	struct tui_rows rows = {.ctx = p,
				.key = row_key,
				.name = row_name,
				.cell = row_cell,
				.style = row_style,
				.empty = p->empty};
	size_t n;

	p->scene = scene;
	p->rows = cpu_rows__gather(scene, &n);
	if (!p->rows)
		return rows;
	rows.absent = absent_columns(scene->delta);
	if (!p->as_grid)
		cpu_rows__sort(p->rows, n, value_of, tui_table__sort(&p->table, rows.absent),
			       tui_table__ascending(&p->table, rows.absent));
	memmove(p->rows + 1, p->rows, n * sizeof(*p->rows));
	p->rows[0] = row__total(scene->delta);
	rows.heads = 1;
	rows.n = 1 + n;
	snprintf(p->empty, sizeof(p->empty), "no CPU matches '%s'",
		 scene->filter && *scene->filter ? scene->filter
		 : scene->select		 ? select__text(scene->select)
						 : "");
	return rows;
}

static void drop(struct cpus_panel *p)
{
	free(p->rows);
	p->rows = NULL;
	p->scene = NULL;
}

/* A choice of cgroups alone leaves all CPUs in. */
static bool selects_cpus(const struct scene *scene)
{
	for (size_t i = 0; i < scene->delta->n_cpus; i++)
		if (!select__has_cpu(scene->select, &scene->delta->cpus[i]))
			return true;
	return false;
}

static void draw_about(const struct cpus_panel *p, const struct area *a)
{
	unsigned int x = 0;

	if (p->as_grid) {
		cpu_words__legend(p->scene->delta, a, 0);
		return;
	}
	if (selects_cpus(p->scene))
		x = area__printf(a, 0, 0, STYLE_NOTICE, "selected rows: %s   ",
				 select__text(p->scene->select));
	area__put(a, 0, x, STYLE_DIM,
		  p->scene->rates ? "per second, hold in us" : "events, hold in us");
}

static void draw_grid(struct cpus_panel *p, const struct tui_rows *rows, const struct area *a)
{
	size_t selected = tui_table__selected(&p->table, rows);
	bool words = a->h >= 2;
	struct area grid = area__part(a, 0, 0, a->h - words, a->w);

	if (selected == SIZE_MAX) {
		area__put(a, 0, 0, STYLE_DIM, p->empty);
		return;
	}
	cpu_grid__draw(&p->grid, p->rows + 1, rows->n - 1, selected - 1, &grid);
	p->table.page = grid.h * p->grid.per_line;
	if (words) {
		size_t lines = cpu_grid__lines(p->rows + 1, rows->n - 1, a->w);
		unsigned int y = lines < grid.h ? (unsigned int)lines : grid.h;

		cpu_words__figures(&p->rows[selected], p->scene->rates, a, y);
	}
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct cpus_panel *p = (struct cpus_panel *)panel;
	struct tui_rows rows;
	struct area below;

	p->above = area->h >= LEAST_LINES ? 1 : 0;
	if (!scene->delta) {
		area__put(area, 0, 0, STYLE_DIM, scene__why_empty(scene));
		return;
	}
	rows = gather(p, scene);
	if (p->above)
		draw_about(p, area);
	below = area__part(area, p->above, 0, area->h - p->above, area->w);
	if (p->as_grid)
		draw_grid(p, &rows, &below);
	else
		tui_table__draw(&p->table, &rows, &below);
	drop(p);
}

static struct panel_reply open_cpu(const struct cpus_panel *p, size_t row)
{
	struct panel_reply reply = {.taken = true};

	if (row == SIZE_MAX)
		return reply;
	reply.open_histogram = true;
	reply.subject.kind = SUBJECT_CPU;
	reply.subject.cpu = p->rows[row].cpu->cpu;
	return reply;
}

/* Moves the selection about the grid.  Sorting is the table's. */
static bool grid_key(struct cpus_panel *p, const struct tui_rows *rows, size_t selected, int k)
{
	size_t n = rows->n - rows->heads, at = selected - rows->heads;

	if (selected == SIZE_MAX)
		return k == K_LEFT || k == K_RIGHT;
	if (k == K_LEFT || k == K_RIGHT)
		at = k == K_RIGHT ? (at + 1 < n ? at + 1 : at) : (at ? at - 1 : 0);
	else if (k == K_UP || k == 'k')
		at = cpu_grid__beside(&p->grid, p->rows + 1, n, at, -1);
	else if (k == K_DOWN || k == 'j')
		at = cpu_grid__beside(&p->grid, p->rows + 1, n, at, 1);
	else
		return false;
	tui_table__choose(&p->table, row_key(p, rows->heads + at));
	return true;
}

static bool is_sort_key(int k)
{
	return k == '<' || k == '>' || k == K_F6 || k == 'r' || k == 'I';
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	struct cpus_panel *p = (struct cpus_panel *)panel;
	struct panel_reply reply = {.taken = true};
	struct tui_rows rows;
	size_t selected;

	if (k == 't' || k == K_F5) {
		p->as_grid = !p->as_grid;
		return reply;
	}
	if (p->as_grid && is_sort_key(k)) {
		reply.message = "the grid goes by node and number: t shows the table";
		return reply;
	}
	if (!scene->delta)
		return (struct panel_reply){0};
	rows = gather(p, scene);
	selected = tui_table__selected(&p->table, &rows);
	if (k == K_ENTER)
		reply = open_cpu(p, selected);
	else
		reply.taken = (p->as_grid && grid_key(p, &rows, selected, k)) ||
			      tui_table__key(&p->table, &rows, k);
	drop(p);
	return reply;
}

static enum tui_click grid_mouse(struct cpus_panel *p, const struct tui_rows *rows,
				 const struct mouse *m)
{
	size_t at, n = rows->n - rows->heads;

	if (m->what == MOUSE_WHEEL_UP || m->what == MOUSE_WHEEL_DOWN)
		return grid_key(p, rows, tui_table__selected(&p->table, rows),
				m->what == MOUSE_WHEEL_UP ? K_UP : K_DOWN)
			       ? CLICK_TAKEN
			       : CLICK_NOTHING;
	at = n ? cpu_grid__at(&p->grid, p->rows + 1, n, m->y, m->x) : SIZE_MAX;
	if (at == SIZE_MAX)
		return CLICK_NOTHING;
	tui_table__choose(&p->table, row_key(p, rows->heads + at));
	return m->what == MOUSE_DOUBLE ? CLICK_OPEN : CLICK_TAKEN;
}

static struct panel_reply mouse(struct panel *panel, const struct scene *scene,
				const struct mouse *m)
{
	struct cpus_panel *p = (struct cpus_panel *)panel;
	struct panel_reply reply = {0};
	struct mouse inside = *m;
	struct tui_rows rows;
	enum tui_click click;

	if (!scene->delta || m->y < p->above)
		return reply;
	inside.y -= p->above;
	rows = gather(p, scene);
	click = p->as_grid ? grid_mouse(p, &rows, &inside)
			   : tui_table__mouse(&p->table, &rows, &inside);
	reply.taken = click != CLICK_NOTHING;
	if (click == CLICK_OPEN)
		reply = open_cpu(p, tui_table__selected(&p->table, &rows));
	drop(p);
	return reply;
}

/* As many as the table has: the width the grid will get is not known here. */
static unsigned int lines(struct panel *panel, const struct scene *scene)
{
	struct cpus_panel *p = (struct cpus_panel *)panel;
	struct tui_rows rows;

	if (!scene->delta)
		return 1;
	rows = gather(p, scene);
	drop(p);
	return 3 + (unsigned int)rows.n;
}

static void load(struct panel *panel, const struct settings *settings)
{
	struct cpus_panel *p = (struct cpus_panel *)panel;

	p->as_grid = settings__flag(settings, "cpus.grid", p->as_grid);
	tui_table__load(&p->table, "cpus", settings);
}

static void save(const struct panel *panel, struct settings *settings)
{
	const struct cpus_panel *p = (const struct cpus_panel *)panel;

	settings__set(settings, "cpus.grid", p->as_grid ? "yes" : "no");
	tui_table__save(&p->table, "cpus", settings);
}

static void free_panel(struct panel *panel)
{
	free(panel);
}

static const struct panel_ops ops = {
	.name = "CPUs",
	.scope = KEYS_CPUS,
	.draw = draw,
	.key = key,
	.mouse = mouse,
	.lines = lines,
	.load = load,
	.save = save,
	.free = free_panel,
};

struct panel *panel_cpus__new(void)
{
	struct cpus_panel *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->panel.ops = &ops;
	p->columns[COLUMN_NODE] =
		(struct tui_column){.title = "NODE", .width = 4, .rank = RANK_NODE};
	figures__columns(figures, FIGURES, p->columns + 1);
	p->table = (struct tui_table){
		.name_title = "CPU",
		.min_name = MIN_NAME,
		.max_name = MAX_NAME,
		.columns = p->columns,
		.n_columns = 1 + FIGURES,
	};
	return &p->panel;
}
