/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the header says, as items that find their place; inside header*.c only. */
#ifndef TUI_HEADER_ITEMS_H
#define TUI_HEADER_ITEMS_H

#include "tui/flow.h"
#include "tui/scene.h"

/* Each adds its items to @flow; scene->delta is not NULL. */

/* Kernel, attach modes, window, cost, losses. */
void header_items__identity(struct flow *flow, const struct scene *scene);
/* Refills, their holds, what they did under the lock. */
void header_items__totals(struct flow *flow, const struct scene *scene);
/* Fallbacks of both sides, preempted tasks, evictions. */
void header_items__fallbacks(struct flow *flow, const struct scene *scene);

#endif
