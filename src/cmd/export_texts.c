// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/export_texts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/delta.h"
#include "view/html_page.h"

#define PAGE_ROWS	  20
#define PAGE_KEPT_WARM_NS (10 * 60 * 1000000000ull)

static void forget(struct export_texts *texts)
{
	for (int i = 0; i < EXPOSITION_NR; i++) {
		free(texts->made[i].text);
		texts->made[i].text = NULL;
	}
	free(texts->page.text);
	texts->page.text = NULL;
}

void export_texts__clear(struct export_texts *texts)
{
	forget(texts);
	snapshot__free(texts->delta);
	texts->delta = NULL;
	free(texts->shown);
	texts->shown = NULL;
}

int export_texts__before(struct export_texts *texts, const struct snapshot *now)
{
	const struct ledger_view *view = ledger__view(texts->ledger);

	snapshot__free(texts->delta);
	texts->delta = NULL;
	if (!view || !texts->page_asked_ns ||
	    now->taken_ns - texts->page_asked_ns > PAGE_KEPT_WARM_NS)
		return 0;
	texts->delta = delta__new(view->now, now);
	return texts->delta ? 0 : -ENOMEM;
}

void export_texts__after(struct export_texts *texts)
{
	forget(texts);
}

int export_texts__metrics(void *arg, enum exposition_format format, const char **text,
			  size_t *bytes)
{
	struct export_texts *texts = arg;
	const struct ledger_view *view = ledger__view(texts->ledger);
	struct exposition_opts opts = texts->opts;

	if (!view)
		return -EAGAIN;
	if (!texts->made[format].text) {
		opts.format = format;
		if (texts->stats)
			opts.stats = texts->stats(texts->stats_arg);
		texts->made[format].text =
			exposition__text(view, &opts, &texts->made[format].bytes);
	}
	*text = texts->made[format].text;
	*bytes = texts->made[format].bytes;
	return *text ? 0 : -ENOMEM;
}

static const char *row_label(void *arg, const struct cgroup_row *row)
{
	struct export_texts *texts = arg;

	free(texts->shown);
	texts->shown = row->name ? series_label__of(row->name, &texts->label) : NULL;
	return texts->shown;
}

/* The first one to ask sees all since the start: nobody kept the last interval. */
static int print_page(struct export_texts *texts, FILE *f)
{
	const struct ledger_view *view = ledger__view(texts->ledger);
	const struct html_page_opts opts = {
		.rows = PAGE_ROWS,
		.label = row_label,
		.arg = texts,
		.metrics = "/metrics",
	};
	struct snapshot *all;
	int err;

	if (texts->delta)
		return html_page__print(f, texts->delta, &opts);
	all = delta__new(NULL, view->now);
	err = all ? html_page__print(f, all, &opts) : -ENOMEM;
	snapshot__free(all);
	return err;
}

int export_texts__page(void *arg, const char **text, size_t *bytes)
{
	struct export_texts *texts = arg;
	const struct ledger_view *view = ledger__view(texts->ledger);
	FILE *f;
	int err;

	if (!view)
		return -EAGAIN;
	texts->page_asked_ns = view->now->taken_ns;
	if (!texts->page.text) {
		f = open_memstream(&texts->page.text, &texts->page.bytes);
		err = f ? print_page(texts, f) : -ENOMEM;
		if (f && fclose(f))
			err = -ENOMEM;
		if (err) {
			free(texts->page.text);
			texts->page.text = NULL;
			return err;
		}
	}
	*text = texts->page.text;
	*bytes = texts->page.bytes;
	return 0;
}
