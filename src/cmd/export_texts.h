/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an exporter says: each text made when somebody first asks for it, once
 * a snapshot, from the ledger's view.
 */
#ifndef CMD_EXPORT_TEXTS_H
#define CMD_EXPORT_TEXTS_H

#include "export/exposition.h"
#include "serve/http.h"

struct export_texts {
	struct ledger *ledger;
	struct exposition_opts opts;	/* format is set for each text */
	struct label_rules label;	/* names on the page are those of the series */
	struct exporter_stats (*stats)(void *arg);
	void *stats_arg;

	struct {
		char *text;
		size_t bytes;
	} made[EXPOSITION_NR], page;
	struct snapshot *delta;		/* last interval, while somebody looks at the page */
	uint64_t page_asked_ns;		/* when last, by the snapshots' clock; 0: never */
	char *shown;			/* label lent to the page */
};

void export_texts__clear(struct export_texts *texts);

/* Before the ledger takes in @now: the page needs the difference. */
int export_texts__before(struct export_texts *texts, const struct snapshot *now);
/* After: texts made so far are out of date. */
void export_texts__after(struct export_texts *texts);

/* As struct http_pages has them; @arg is the struct export_texts. */
int export_texts__metrics(void *arg, enum exposition_format format, const char **text,
			  size_t *bytes);
int export_texts__page(void *arg, const char **text, size_t *bytes);

#endif
