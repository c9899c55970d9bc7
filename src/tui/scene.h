/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the live screen shows at one moment: the window and how the user wants
 * to see it.  Panels draw from a scene and their own state, and change nothing
 * in it but through panel_reply.
 */
#ifndef TUI_SCENE_H
#define TUI_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/snapshot.h"
#include "model/stocks.h"
#include "tui/longest_log.h"
#include "view/select.h"

enum window_kind {
	WINDOW_INTERVAL, /* the last interval, in events per second */
	WINDOW_START,	 /* since the start, events */
	WINDOW_MARK,	 /* since the mark, events */
};

/* What the histogram is of. */
enum subject_kind { SUBJECT_ALL, SUBJECT_CPU, SUBJECT_CGROUP };

struct subject {
	enum subject_kind kind;
	uint32_t cpu;
	uint64_t cgroup_id; /* 0: a directory of the tree without a row of its own */
	char *path;	    /* of the cgroup; NULL: not known.  Owned by who holds the subject */
	bool subtree;	    /* with those below it (a folded row) */
};

struct scene {
	const struct snapshot *delta; /* the window; NULL: nothing in it yet */
	const struct snapshot *base;  /* the window that ended at the mark, or NULL: no mark */
	enum window_kind window;
	bool rates; /* events per second, else events */
	bool paused;
	uint64_t interval_ns;
	const char *filter; /* text of the filter of this panel; NULL or "": none */
	const struct select *select;		/* --cgroup, --cpu; NULL: all */
	const struct stocks *stocks;		/* last reading, or NULL */
	const char *stocks_na;			/* why there is none, or NULL */
	const struct longest_log *longest;	/* the longest holds seen so far */
	const struct subject *subject;		/* of the histogram */
	const char *playback; /* of a recording: "at 12.0 s of 60.0 s, x2"; NULL: this is now */
	const char *message; /* something to tell, until the next key; NULL: nothing */
};

/* Why there is no delta, in words without a full stop. */
const char *scene__why_empty(const struct scene *scene);

#endif
