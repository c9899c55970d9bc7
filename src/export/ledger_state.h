/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the parts of the ledger (ledger.h), its only users, share: the series,
 * what is known of each id, and an update in the making.  An update is first
 * prepared beside the ledger, where memory may run short, and then taken over,
 * which cannot fail.
 */
#ifndef EXPORT_LEDGER_STATE_H
#define EXPORT_LEDGER_STATE_H

#include "export/ledger.h"
#include "export/ledger_window.h"

/*
 * Ids that left the snapshots but whose series lives: so many are remembered,
 * those that left last.  A folded series can outlive any number of cgroups.
 */
#define LEDGER_VANISHED_MOST 16384

struct series {
	char *label;
	char *path;		    /* raw, of a cgroup that made it */
	struct ledger_series shown; /* its label is the one above */
	uint64_t gone_ns;	    /* when all its cgroups were first seen gone */
	bool published;
	/* Of the update, or the reload, under way. */
	size_t alive; /* cgroups that are there */
	bool leaves;
};

enum id_state {
	ID_OPEN,     /* no name yet, or to be looked at anew */
	ID_EXCLUDED, /* by the pattern */
	ID_WAITING,  /* has a label, but no series */
	ID_BOUND,    /* to a series, for life */
	ID_SPENT,    /* its series is removed */
};

struct id_entry {
	uint64_t id;
	uint64_t seen;	       /* number of the last update that had a row of it */
	struct series *series; /* bound */
	char *label;	       /* waiting */
	enum id_state state;
	bool refused; /* found no room, and was counted for it */
	/* Of the update under way. */
	bool fresh;			    /* its label was made in it */
	bool kept;			    /* its label lives on in the next entry */
	const struct cgroup_row *row, *was; /* now and before; NULL: none */
};

struct ledger {
	struct ledger_rules rules;
	struct label_key key; /* rules.label.key points here */
	struct snapshot *now;
	uint64_t updates;
	uint64_t clock_ns;    /* the snapshots' time, which never goes back here */
	struct id_entry *ids; /* by id, ascending */
	size_t n_ids;
	struct series **series; /* by label, ascending */
	size_t n_series;
	struct ledger_series *shown; /* the same, for the view */
	uint64_t *cpu_hold_ns;
	struct ledger_series removed;	   /* sum of the series that went */
	struct ledger_series host;	   /* what the host counted, through resets; no label */
	uint64_t folded[MCT_COARSE_SLOTS]; /* the last snapshot's histogram */
	struct hold_window window;
	struct ledger_view view;
};

/* An update in the making. */
struct ledger_step {
	struct snapshot *now;
	uint64_t clock_ns;
	struct id_entry *ids;
	size_t n_ids;
	struct series **made; /* series to come, by label */
	size_t n_made;
	struct series **series; /* room for all */
	struct ledger_series *shown;
	uint64_t *cpu_hold_ns;
};

/* ledger_ids.c: entries for all rows and all that is remembered.  0 or -ENOMEM. */
int ledger_ids__prepare(struct ledger *l, struct ledger_step *step);
/* Labels made for an update that fails. */
void ledger_ids__abort(struct ledger_step *step);
/* Takes the step's entries; those of series that leave are spent, or forgotten. */
void ledger_ids__commit(struct ledger *l, struct ledger_step *step);
void ledger_ids__free(struct ledger *l);

/* ledger_series.c: a series of its own, published by no one yet; NULL: no memory. */
struct series *ledger_series__new(const char *label, const char *path);
void ledger_series__free(struct series *s);
struct series *ledger_series__find(const struct ledger *l, const char *label);
/* Which series leave with this update. */
void ledger_series__prepare_life(struct ledger *l, const struct ledger_step *step);
/* Takes in what was made, in order; what leaves is freed: no id may be bound to it. */
void ledger_series__commit(struct ledger *l, struct ledger_step *step);
/* Frees those that leave, outside of an update. */
void ledger_series__drop_leaving(struct ledger *l);
/* Brings the view's list up to date; l->shown has room. */
void ledger_series__show(struct ledger *l);

/* ledger_admit.c: new series for the busiest of those that wait.  0 or -ENOMEM. */
int ledger_admit__prepare(struct ledger *l, struct ledger_step *step);
void ledger_admit__abort(struct ledger_step *step);
/* Could this id make a series?  What is removed already only joins one. */
bool ledger_admit__may_make(const struct ledger *l, const struct id_entry *e);

/* ledger_count.c: what a row did since the last update. */
struct counters ledger_count__row(const struct id_entry *e);
/* Gives the rows' counts to their series; of the host, its CPUs and other later. */
void ledger_count__series(struct ledger *l, struct ledger_step *step);
void ledger_count__host(struct ledger *l, struct ledger_step *step);
void ledger_count__other(struct ledger *l);

#endif
