// SPDX-License-Identifier: GPL-2.0-or-later
/* The longest holds seen so far: when, where, in which context, for which cgroup. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/panel.h"
#include "tui/subject.h"
#include "tui/table.h"
#include "view/format.h"
#include "view/json.h"
#include "view/json_rows.h"
#include "view/label.h"

enum { C_HOLD, C_WHEN, C_AGO, C_CPU, C_SITE, C_CONTEXT, NR_C };

static const struct tui_column columns[NR_C] = {
	[C_HOLD] = {"HOLD", 8, 0, false}, [C_WHEN] = {"WHEN", 8, 1, false},
	[C_AGO] = {"AGO", 7, 5, false},	  [C_CPU] = {"CPU", 5, 0, false},
	[C_SITE] = {"SITE", 10, 2, true}, [C_CONTEXT] = {"CONTEXT", 7, 1, true},
};

struct longest_panel {
	struct panel panel;
	struct tui_table table;
};

/* What the rows of one moment are made from. */
struct view {
	const struct scene *scene;
	const struct tui_table *table;
	size_t column; /* sorted by: 0 the name, else column - 1 */
	bool ascending;
	const struct longest_entry *entry[LONGEST_LOG_ROWS];
	size_t n;
};

/* Seconds before the moment shown. */
static double ago(const struct scene *scene, const struct longest_entry *e)
{
	return scene->delta ? ((double)scene->delta->wall_ns - (double)e->wall_ns) / 1e9 : 0;
}

static bool context_is_na(const struct scene *scene)
{
	return scene->delta && run_info__na(scene->delta->run, METRIC_CONTEXT);
}

static double value(const struct longest_entry *e, size_t column)
{
	switch (column) {
	case C_WHEN:
		return (double)e->hold.at_ns;
	case C_AGO:
		return -(double)e->hold.at_ns;
	case C_CPU:
		return e->hold.cpu;
	case C_SITE:
		return e->site;
	case C_CONTEXT:
		return e->hold.ctx;
	default:
		return (double)e->hold.ns;
	}
}

static int compare(const void *a, const void *b, void *ctx)
{
	const struct longest_entry *x = *(const struct longest_entry *const *)a;
	const struct longest_entry *y = *(const struct longest_entry *const *)b;
	const struct view *v = ctx;
	int order;

	if (v->column) {
		order = tui_order__compare(value(x, v->column - 1), value(y, v->column - 1),
					   v->ascending);
	} else {
		order = strcmp(x->cgroup ?: "", y->cgroup ?: "");
		order = v->ascending ? order : -order;
	}
	/* The log's own order, which is by length. */
	return order ? order : (x < y ? -1 : x > y);
}

static bool is_shown(const struct scene *scene, const struct longest_entry *e)
{
	const struct cgroup_row cgroup = {.id = e->hold.cgroup_id, .name = e->cgroup};
	const struct cpu_row cpu = {.cpu = e->hold.cpu};

	if (!select__has_cpu(scene->select, &cpu) || !select__has_cgroup(scene->select, &cgroup))
		return false;
	if (!scene->filter || !*scene->filter)
		return true;
	return e->cgroup && strcasestr(e->cgroup, scene->filter);
}

static uint64_t row_key(void *ctx, size_t row)
{
	const struct longest_entry *e = ((struct view *)ctx)->entry[row];

	return e->hold.at_ns ^ (uint64_t)e->hold.cpu << 44 ^ (uint64_t)e->site << 63;
}

static char *row_name(void *ctx, size_t row, unsigned int width)
{
	const struct longest_entry *e = ((struct view *)ctx)->entry[row];

	if (e->site == HOLD_DRAIN_WORK) /* a CPU's whole stock: of no single cgroup */
		return strdup("-");
	return cgroup__text(e->hold.cgroup_id, e->cgroup, width);
}

static void put_clock(char text[TUI_CELL_BYTES], uint64_t wall_ns)
{
	time_t seconds = (time_t)(wall_ns / 1000000000ull);
	struct tm tm;

	if (!localtime_r(&seconds, &tm) || !strftime(text, TUI_CELL_BYTES, "%H:%M:%S", &tm))
		strcpy(text, "-");
}

/* "0.4 s", "12 s", "34 min", "5 h", "2 d". */
static void put_ago(char text[TUI_CELL_BYTES], double seconds)
{
	static const struct {
		double seconds;
		const char *name;
	} units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}};
	size_t u = 0;

	while (u < 3 && seconds < 2 * units[u].seconds)
		u++;
	snprintf(text, TUI_CELL_BYTES, "%.*f %s", u == 3 && seconds < 10,
		 seconds / units[u].seconds, units[u].name);
}

static const char *site_name(enum hold_site site)
{
	return site == HOLD_REFILL ? "refill" : "drain work";
}

static void row_cell(void *ctx, size_t row, size_t column, char text[TUI_CELL_BYTES],
		     enum style *style)
{
	const struct view *v = ctx;
	const struct longest_entry *e = v->entry[row];

	switch (column) {
	case C_HOLD:
		*style = STYLE_STRONG;
		strcpy(text, format__time((double)e->hold.ns).s);
		break;
	case C_WHEN:
		put_clock(text, e->wall_ns);
		break;
	case C_AGO:
		put_ago(text, ago(v->scene, e));
		break;
	case C_CPU:
		snprintf(text, TUI_CELL_BYTES, "%u", e->hold.cpu);
		break;
	case C_SITE:
		strcpy(text, site_name(e->site));
		break;
	case C_CONTEXT:
		strcpy(text, context_is_na(v->scene) ? FORMAT_NA : label__context(e->hold.ctx));
		break;
	}
}

static const char *why_empty(const struct scene *scene)
{
	if (scene->delta && run_info__na(scene->delta->run, METRIC_HOLD))
		return "holds are " FORMAT_NA " on this kernel";
	if (scene->longest && scene->longest->n)
		return "none of the longest holds is one that was asked for";
	return "no hold was measured yet";
}

/* Collects and sorts; the rows point into @v. */
static struct tui_rows rows_of(const struct longest_panel *p, const struct scene *scene,
			       struct view *v)
{
	*v = (struct view){.scene = scene, .table = &p->table};
	for (size_t i = 0; scene->longest && i < scene->longest->n; i++) {
		if (is_shown(scene, &scene->longest->entry[i]))
			v->entry[v->n++] = &scene->longest->entry[i];
	}
	v->column = tui_table__sort(&p->table, 0);
	v->ascending = tui_table__ascending(&p->table, 0);
	qsort_r(v->entry, v->n, sizeof(v->entry[0]), compare, v);
	return (struct tui_rows){
		.ctx = v,
		.n = v->n,
		.key = row_key,
		.name = row_name,
		.cell = row_cell,
		.empty = why_empty(scene),
	};
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct longest_panel *p = (struct longest_panel *)panel;
	struct view v;
	struct tui_rows rows = rows_of(p, scene, &v);

	tui_table__draw(&p->table, &rows, area);
}

/* The histogram of the selected hold's cgroup, or of its CPU for drain work. */
static struct panel_reply open_selected(struct longest_panel *p, const struct tui_rows *rows)
{
	struct panel_reply reply = {.taken = true};
	size_t row = tui_table__selected(&p->table, rows);
	const struct longest_entry *e;

	if (row == SIZE_MAX)
		return reply;
	e = ((struct view *)rows->ctx)->entry[row];
	reply.open_histogram = true;
	reply.subject = (struct subject){.kind = SUBJECT_CPU, .cpu = e->hold.cpu};
	if (e->site == HOLD_REFILL)
		reply.subject = (struct subject){.kind = SUBJECT_CGROUP,
						 .cgroup_id = e->hold.cgroup_id,
						 .path = e->cgroup ? strdup(e->cgroup) : NULL};
	return reply;
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	struct longest_panel *p = (struct longest_panel *)panel;
	struct view v;
	struct tui_rows rows = rows_of(p, scene, &v);

	if (k == K_ENTER)
		return open_selected(p, &rows);
	return (struct panel_reply){.taken = tui_table__key(&p->table, &rows, k)};
}

static struct panel_reply mouse(struct panel *panel, const struct scene *scene,
				const struct mouse *event)
{
	struct longest_panel *p = (struct longest_panel *)panel;
	struct view v;
	struct tui_rows rows = rows_of(p, scene, &v);
	enum tui_click click = tui_table__mouse(&p->table, &rows, event);

	if (click != CLICK_OPEN)
		return (struct panel_reply){.taken = click != CLICK_NOTHING};
	rows = rows_of(p, scene, &v); /* the order may be another now */
	return open_selected(p, &rows);
}

static unsigned int lines(struct panel *panel, const struct scene *scene)
{
	struct view v;

	return 2 + (unsigned int)rows_of((struct longest_panel *)panel, scene, &v).n;
}

static json_t *entry_object(const struct scene *scene, const struct longest_entry *e)
{
	bool refill = e->site == HOLD_REFILL;

	return json_pack("{s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "ns",
			 json_rows__u64(e->hold.ns), "unix_ns", json_rows__u64(e->wall_ns), "at_ns",
			 json_rows__u64(e->hold.at_ns), "cpu", json_rows__u64(e->hold.cpu), "site",
			 refill ? "refill" : "drain_work", "context",
			 context_is_na(scene) ? json_null()
					      : json_string(label__context(e->hold.ctx)),
			 "cgroup_id", refill ? json_rows__u64(e->hold.cgroup_id) : json_null(),
			 "name", json_rows__name(e->cgroup));
}

/* In the order shown, and what the filter lets through: it is a list, not a measurement. */
static int json(struct panel *panel, const struct scene *scene, FILE *f)
{
	json_t *root = json_object(), *array = json_array();
	struct view v;
	int err;

	rows_of((struct longest_panel *)panel, scene, &v);
	for (size_t i = 0; i < v.n; i++)
		json_array_append_new(array, entry_object(scene, v.entry[i]));
	json_object_set_new(root, "schema_version", json_integer(JSON_SCHEMA_VERSION));
	json_object_set_new(root, "memcgtop_version", json_string(MEMCGTOP_VERSION));
	err = json_object_set_new(root, "longest_holds", array);
	if (!err)
		err = json_dumpf(root, f, JSON_COMPACT);
	json_decref(root);
	fputc('\n', f);
	return err ? -ENOMEM : 0;
}

static void load(struct panel *panel, const struct settings *settings)
{
	tui_table__load(&((struct longest_panel *)panel)->table, "longest", settings);
}

static void save(const struct panel *panel, struct settings *settings)
{
	tui_table__save(&((const struct longest_panel *)panel)->table, "longest", settings);
}

static void free_panel(struct panel *panel)
{
	free(panel);
}

struct panel *panel_longest__new(void)
{
	static const struct panel_ops ops = {
		.name = "Longest",
		.scope = KEYS_TABLES,
		.draw = draw,
		.key = key,
		.mouse = mouse,
		.lines = lines,
		.json = json,
		.load = load,
		.save = save,
		.free = free_panel,
	};
	struct longest_panel *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->panel.ops = &ops;
	p->table = (struct tui_table){
		.name_title = "CGROUP",
		.min_name = 12,
		.columns = columns,
		.n_columns = NR_C,
		.sort = 1 + C_HOLD,
	};
	return &p->panel;
}
