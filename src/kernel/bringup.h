/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From facts to an attached session: the loop that start-up and doctor share.
 * A way the kernel refuses becomes a fact, and the plan is made again.
 */
#ifndef KERNEL_BRINGUP_H
#define KERNEL_BRINGUP_H

#include "kernel/session.h"
#include "plan/plan.h"

struct bringup {
	struct facts facts;
	struct plan plan;
	struct session *session;     /* NULL: nothing can be measured here */
	struct session_failure refusal; /* of the best way, the first tried; err 0: none */
};

/*
 * bringup__run - @max_cgroups, @recycle: see struct session_sizes.  Returns 0 (look at plan.usable and session), or a negative
 * errno when not even the trying worked (-ENOMEM: maps did not fit).
 */
int bringup__run(struct bringup *b, const struct plan_wishes *wishes, unsigned int max_cgroups,
		 bool recycle);
void bringup__clear(struct bringup *b);

/* Version of the libbpf linked in. */
const char *bringup__libbpf_version(void);

#endif
