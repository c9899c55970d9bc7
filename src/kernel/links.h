/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Are our programs still attached?  What holds a program to its function is a
 * link, held by a descriptor: closed behind our back, the program stops without
 * a word, and counters that stand still look like a quiet host.  A service has to end
 * then, for it cannot attach again.
 */
#ifndef KERNEL_LINKS_H
#define KERNEL_LINKS_H

#include "kernel/session.h"

struct links;

/* Notes every link of @session, whose gate is open.  NULL when memory is short. */
struct links *links__new(const struct session *session);
void links__free(struct links *links);

/*
 * links__check - cheap to call often: looks once a second.
 * @runs: of each role's programs so far (struct own_cost).
 * Returns 0, or -ENOLINK after one line about it.
 */
int links__check(struct links *links, const uint64_t *runs, uint64_t now_ns);

#endif
