/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a row is called, fit for a terminal: characters of the current locale
 * only, nothing that moves a cursor or turns the writing direction (such bytes
 * are shown as \xNN), and no wider than asked.
 */
#ifndef VIEW_LABEL_H
#define VIEW_LABEL_H

#include "view/row.h"

/*
 * label__row - name of the row in at most @width (6 or more) columns: "all",
 * "3", "3 off" (offline), "/web", "/old*" (removed), "id 4711" (no name was
 * ever seen), "(others)".  The front of a long path gives way to "..": its end
 * tells more.
 * Returns a string the caller frees, or NULL when memory is short.
 */
char *label__row(const struct row *row, unsigned int width);

/* label__cgroup - name of the cgroup with this id, as label__row. */
char *label__cgroup(const struct snapshot *delta, uint64_t id, unsigned int width);

/* Word for a context: "task", "softirq", "hardirq", "nmi", "unknown". */
const char *label__context(enum mct_ctx ctx);

#endif
