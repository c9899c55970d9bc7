/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A view of the live screen: cgroups, CPUs, histogram, stocks, longest holds.
 * Each is one file that draws from a scene and its own state.  Adding one is a
 * file and a line in app.c.
 */
#ifndef TUI_PANEL_H
#define TUI_PANEL_H

#include <stdio.h>

#include "tui/canvas.h"
#include "tui/key.h"
#include "tui/scene.h"
#include "tui/settings.h"

struct panel;

/* What a panel made of a key. */
struct panel_reply {
	bool taken;	     /* the key was for it */
	bool open_histogram; /* show the histogram of @subject */
	struct subject subject; /* path is malloced; the app's from here on */
	const char *message;	/* static text to show, or NULL */
};

struct panel_ops {
	const char *name; /* of its tab, one word: "Cgroups" */
	enum key_scope scope; /* which keys of the table it takes besides KEYS_ANYWHERE */
	/* Any size down to 0x0; draws all of it.  Must not fail: what has no memory is left out. */
	void (*draw)(struct panel *panel, const struct scene *scene, const struct area *area);
	/* @key is not one the app takes itself (app.c).  NULL: takes none. */
	struct panel_reply (*key)(struct panel *panel, const struct scene *scene, int key);
	/* Position within the area drawn last.  NULL: takes none. */
	struct panel_reply (*mouse)(struct panel *panel, const struct scene *scene,
				    const struct mouse *mouse);
	/* Lines it would take to show everything, for an export as text. */
	unsigned int (*lines)(struct panel *panel, const struct scene *scene);
	/* Columns that takes; 0: as many as the header. */
	unsigned int export_columns;
	/* Its own JSON, one object; NULL: that of the window (view/json.h). */
	int (*json)(struct panel *panel, const struct scene *scene, FILE *f);
	/* Takes over what was saved; puts back what to save.  NULL: nothing. */
	void (*load)(struct panel *panel, const struct settings *settings);
	void (*save)(const struct panel *panel, struct settings *settings);
	void (*free)(struct panel *panel);
};

/* First member of each panel's own struct. */
struct panel {
	const struct panel_ops *ops;
};

/* Each returns NULL when memory is short.  Free through ops. */
struct panel *panel_cgroups__new(void);
struct panel *panel_cpus__new(void);
struct panel *panel_histogram__new(void);
struct panel *panel_stocks__new(void);
struct panel *panel_longest__new(void);
struct panel *panel_help__new(void);

#endif
