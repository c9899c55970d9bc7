/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a reviewer will ask about a comparison: the lines of its foot.  Pure. */
#ifndef DIFF_DIFF_NOTES_H
#define DIFF_DIFF_NOTES_H

#include "diff/diff.h"

/*
 * diff_notes__make - machine and accelerator, kernels, order of runs, runs and
 * seconds, correction, losses.  Sets note and n_notes of @diff.
 * Returns 0 or -ENOMEM (what there is stays, for diff__free).
 */
int diff_notes__make(struct diff *diff);

#endif
