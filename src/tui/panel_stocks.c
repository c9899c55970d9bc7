// SPDX-License-Identifier: GPL-2.0-or-later
/* Which cgroups each CPU's stock holds pages of right now. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tui/flow.h"
#include "tui/scroll.h"
#include "tui/subject.h"
#include "view/format.h"
#include "view/stocks_json.h"

#define CPU_COLUMNS   9 /* "12345 off" */
#define SLOTS_COLUMNS 6 /* "slots ", "7 of 7" */
#define LOCK_COLUMNS  5
#define PAIRS_X	      (CPU_COLUMNS + SLOTS_COLUMNS + LOCK_COLUMNS + 3)
#define NAME_COLUMNS  24 /* a name may take these, and more where the line has them */
#define MIN_NAME      8
#define MORE_COLUMNS  4 /* " +15" */
#define PAIR_GAP      3
#define PAGES_COLUMNS 6	  /* " 4,321" */
#define EXPORT_PAIR   100 /* of an export, for each slot that may be */

struct stocks_panel {
	struct panel panel;
	struct scroll scroll;
};

/* Slots of a CPU that are to be shown, most pages first. */
struct pairs {
	const struct stock_slot *slot[STOCK_SLOTS_MAX];
	unsigned int n;
};

static int by_pages(const void *a, const void *b)
{
	const struct stock_slot *x = *(const struct stock_slot *const *)a;
	const struct stock_slot *y = *(const struct stock_slot *const *)b;

	if (x->pages != y->pages)
		return x->pages > y->pages ? -1 : 1;
	return x->cgroup_id < y->cgroup_id ? -1 : x->cgroup_id > y->cgroup_id;
}

static bool has_filter(const struct scene *scene)
{
	return scene->filter && *scene->filter;
}

static bool is_wanted(const struct scene *scene, const struct stock_slot *slot)
{
	const struct cgroup_row row = {.id = slot->cgroup_id, .name = slot->name};

	if (!select__has_cgroup(scene->select, &row))
		return false;
	return !has_filter(scene) || (slot->name && strcasestr(slot->name, scene->filter));
}

static struct pairs pairs_of(const struct scene *scene, const struct cpu_stock *cpu)
{
	struct pairs pairs = {.n = 0};

	for (unsigned int i = 0; cpu->known && i < cpu->n && i < STOCK_SLOTS_MAX; i++) {
		const struct stock_slot *slot = &cpu->slot[i];

		if (is_wanted(scene, slot))
			pairs.slot[pairs.n++] = slot;
	}
	qsort(pairs.slot, pairs.n, sizeof(pairs.slot[0]), by_pages);
	return pairs;
}

/* A CPU that is offline has given its stock back: only one that has not is of interest. */
static bool is_shown(const struct scene *scene, const struct cpu_stock *cpu)
{
	const struct cpu_row row = {.cpu = cpu->cpu};
	bool all = !has_filter(scene) && !select__is_of_cgroups(scene->select);

	if (!select__has_cpu(scene->select, &row))
		return false;
	return pairs_of(scene, cpu).n || (all && cpu->online);
}

static unsigned int shown_cpus(const struct scene *scene)
{
	unsigned int n = 0;

	for (size_t i = 0; scene->stocks && i < scene->stocks->n_cpus; i++)
		n += is_shown(scene, &scene->stocks->cpus[i]);
	return n;
}

/* Columns for a name, when @slots of them share a line. */
static unsigned int name_columns(unsigned int width, unsigned int slots)
{
	unsigned int room = width > PAIRS_X ? (width - PAIRS_X) / (slots ?: 1) : 0;
	unsigned int others = PAGES_COLUMNS + PAIR_GAP;

	return room > NAME_COLUMNS + others ? room - others : NAME_COLUMNS;
}

/*
 * Draws a slot if it fits before @end, its name in up to @name_room columns.
 * Returns the columns taken, 0: it does not.
 */
static unsigned int draw_pair(const struct area *a, unsigned int y, unsigned int x,
			      unsigned int end, unsigned int name_room,
			      const struct stock_slot *slot)
{
	struct text pages = format__count(slot->pages);
	unsigned int taken, needs = 1 + (unsigned int)strlen(pages.s);
	char *name;

	if (x + MIN_NAME + needs > end)
		return 0;
	if (name_room > end - x - needs)
		name_room = end - x - needs;
	name = slot->cgroup_id || slot->name ? cgroup__text(slot->cgroup_id, slot->name, name_room)
					     : strdup("(unread)");
	taken = area__put(a, y, x, STYLE_TEXT, name ?: "?");
	taken += 1 + area__put(a, y, x + taken + 1, STYLE_STRONG, pages.s);
	free(name);
	return taken;
}

static void draw_pairs(const struct area *a, unsigned int y, const struct pairs *pairs,
		       unsigned int slots)
{
	unsigned int x = PAIRS_X, name_room = name_columns(a->w, slots);

	for (unsigned int i = 0; i < pairs->n; i++) {
		unsigned int end = a->w, taken;

		if (i + 1 < pairs->n) /* room to say how many there are more */
			end = end > MORE_COLUMNS ? end - MORE_COLUMNS : 0;
		taken = draw_pair(a, y, x, end, name_room, pairs->slot[i]);
		if (!taken) {
			x = x > PAIRS_X ? x - PAIR_GAP + 1 : x;
			area__printf(a, y, x, STYLE_DIM, "+%u", pairs->n - i);
			return;
		}
		x += taken + PAIR_GAP;
	}
}

static void draw_cpu(const struct scene *scene, const struct area *a, unsigned int y,
		     const struct cpu_stock *cpu)
{
	const struct stocks *stocks = scene->stocks;
	struct pairs pairs = pairs_of(scene, cpu);
	unsigned int end = CPU_COLUMNS;
	enum style style = cpu->known && cpu->n ? STYLE_TEXT : STYLE_DIM;
	struct text t;

	snprintf(t.s, sizeof(t.s), "%u%s", cpu->cpu, cpu->online ? "" : " off");
	area__put_right(a, y, end, style, t.s);
	end += 1 + SLOTS_COLUMNS;
	if (cpu->known)
		snprintf(t.s, sizeof(t.s), "%u of %u", cpu->n, stocks->slots);
	area__put_right(a, y, end, style, cpu->known ? t.s : FORMAT_NA);
	end += 1 + LOCK_COLUMNS;
	if (!stocks->lock_state || !cpu->known)
		area__put_right(a, y, end, STYLE_DIM, FORMAT_NA);
	else
		area__put_right(a, y, end, cpu->locked ? STYLE_NOTICE : STYLE_DIM,
				cpu->locked ? "held" : "free");
	draw_pairs(a, y, &pairs, stocks->slots);
}

static void draw_titles(const struct area *a, unsigned int y, const struct scroll *scroll)
{
	area__fill(a, y, 0, a->w, STYLE_TITLE, L' ');
	area__put_right(a, y, CPU_COLUMNS, STYLE_TITLE, "CPU");
	area__put_right(a, y, CPU_COLUMNS + 1 + SLOTS_COLUMNS, STYLE_TITLE, "SLOTS");
	area__put_right(a, y, PAIRS_X - 1, STYLE_TITLE, "LOCK");
	area__put(a, y, PAIRS_X, STYLE_TITLE, "CGROUP PAGES");
	if (scroll->lines > scroll->page && a->w > PAIRS_X + 32) {
		char text[64];

		snprintf(text, sizeof(text), "%u-%u of %u", scroll->top + 1,
			 scroll->top + scroll->page, scroll->lines);
		area__put_right(a, y, a->w, STYLE_TITLE, text);
	}
}

static void draw_reading(const struct scene *scene, const struct area *a)
{
	time_t seconds = (time_t)(scene->stocks->wall_ns / 1000000000ull);
	struct flow flow = {.n = 0};
	char clock[16] = "-";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
	flow__add(&flow, 0, STYLE_STRONG, "Stocks at", "%s", clock);
	if (scene->select)
		flow__add(&flow, 10, STYLE_NOTICE, "", "selected rows: %s",
			  select__text(scene->select));
	flow__add(&flow, 20, STYLE_TEXT, "", "%u slot%s a CPU", scene->stocks->slots,
		  scene->stocks->slots == 1 ? "" : "s");
	if (!scene->stocks->lock_state)
		flow__add(&flow, 30, STYLE_DIM, "", "the lock's state cannot be read here");
	flow__fit(&flow, a->w, 1);
	flow__draw(&flow, a, 0);
}

static void draw(struct panel *panel, const struct scene *scene, const struct area *area)
{
	struct stocks_panel *p = (struct stocks_panel *)panel;
	unsigned int row = 0, page = area->h > 2 ? area->h - 2 : 0;
	char why[256];

	scroll__set(&p->scroll, shown_cpus(scene), page);
	if (!scene->stocks) {
		snprintf(why, sizeof(why), "What the stocks hold is " FORMAT_NA ": %s.",
			 scene->stocks_na ?: "not read yet");
		flow__words(area, 0, area->w, area->h, STYLE_TEXT, why);
		return;
	}
	draw_reading(scene, area);
	draw_titles(area, 1, &p->scroll);
	if (!p->scroll.lines)
		area__put(area, 2, 0, STYLE_DIM,
			  has_filter(scene) || scene->select
				  ? "No stock holds pages of what was asked for."
				  : "No CPU is online.");
	for (size_t i = 0; i < scene->stocks->n_cpus; i++) {
		const struct cpu_stock *cpu = &scene->stocks->cpus[i];

		if (!is_shown(scene, cpu))
			continue;
		if (row >= p->scroll.top && row - p->scroll.top < page)
			draw_cpu(scene, area, 2 + row - p->scroll.top, cpu);
		row++;
	}
}

static struct panel_reply key(struct panel *panel, const struct scene *scene, int k)
{
	(void)scene;
	return (struct panel_reply){
		.taken = scroll__key(&((struct stocks_panel *)panel)->scroll, k)};
}

static struct panel_reply mouse(struct panel *panel, const struct scene *scene,
				const struct mouse *event)
{
	(void)scene;
	return (struct panel_reply){
		.taken = scroll__mouse(&((struct stocks_panel *)panel)->scroll, event)};
}

static unsigned int lines(struct panel *panel, const struct scene *scene)
{
	(void)panel;
	return 3 + shown_cpus(scene);
}

/* All CPUs: what is left out on the screen is so for eyes. */
static int json(struct panel *panel, const struct scene *scene, FILE *f)
{
	json_t *root;
	int err;

	(void)panel;
	if (scene->stocks)
		root = stocks_json__build(scene->stocks);
	else
		root = json_pack("{s:n, s:s}", "cpus", "unavailable",
				 scene->stocks_na ?: "not read yet");
	if (!root)
		return -ENOMEM;
	err = json_dumpf(root, f, JSON_COMPACT);
	json_decref(root);
	fputc('\n', f);
	return err ? -ENOMEM : 0;
}

static void free_panel(struct panel *panel)
{
	free(panel);
}

struct panel *panel_stocks__new(void)
{
	static const struct panel_ops ops = {
		.name = "Stocks",
		.scope = KEYS_ANYWHERE,
		.draw = draw,
		.key = key,
		.mouse = mouse,
		.lines = lines,
		.export_columns = PAIRS_X + STOCK_SLOTS_MAX * EXPORT_PAIR,
		.json = json,
		.free = free_panel,
	};
	struct stocks_panel *p = calloc(1, sizeof(*p));

	if (!p)
		return NULL;
	p->panel.ops = &ops;
	return &p->panel;
}
