/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The host-wide figures in words and numbers, under the head line of a report. */
#ifndef VIEW_TOTALS_H
#define VIEW_TOTALS_H

#include <stdio.h>

#include "model/delta.h"
#include "view/view.h"

/* Columns that the labels of a report's blocks take. */
#define TOTALS_INDENT 14

/* "memcg_stock.lock for 10.0 s on 2 CPUs, kernel ..., fentry, hold corrected by ..." */
void totals__print_head(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/* Refills, hold, uncharges, fallbacks, evictions, contexts. */
void totals__print(FILE *f, const struct snapshot *delta, const struct view_opts *opts);

/* "fentry", or "session, fentry" when roles are served in several ways. */
void totals__modes(const struct run_info *run, char *text, size_t bytes);

#endif
