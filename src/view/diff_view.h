/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every view of a comparison takes, and the views: each prints a struct
 * diff to a stream, none calls another, what they share is in diff_cells.h.
 * docs/diff.md shows them.
 */
#ifndef VIEW_DIFF_VIEW_H
#define VIEW_DIFF_VIEW_H

#include <stdio.h>

#include "diff/diff.h"
#include "diff/gate.h"

#define DIFF_TEXT_WIDTH 74u /* mail: under 75, whatever the terminal */

struct diff_view {
	const struct diff *diff;
	const struct gate_result *gate; /* gates' results, or NULL */
	size_t n_gates;			/* results, not gates */
};

/* Each returns 0 or -ENOMEM; write errors are the caller's to ask the stream for. */
int diff_text__print(FILE *f, const struct diff_view *view);
int diff_markdown__print(FILE *f, const struct diff_view *view);
int diff_json__print(FILE *f, const struct diff_view *view);
int diff_csv__print(FILE *f, const struct diff_view *view);
int diff_html__print(FILE *f, const struct diff_view *view);

#endif
