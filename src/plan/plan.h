/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plan: which role is served by which function in which way on this
 * kernel, which of the BPF objects to load, what it is told, and what cannot
 * be seen and why.  A pure function of the facts.
 */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "memcgtop_abi.h"
#include "model/run_info.h"
#include "plan/facts.h"

enum usable {
	USABLE_FULLY,
	USABLE_PARTLY, /* some role or metric is missing; the rest is right */
	USABLE_NOT,
};

/* Where the context level is read from; picks the BPF object. */
enum plan_preempt {
	PREEMPT_NOWHERE,
	PREEMPT_COUNT, /* per-CPU variable __preempt_count */
	PREEMPT_HOT,   /* pcpu_hot.preempt_count */
};

/* kfuncs the object may name; picks it too. */
enum plan_kfuncs {
	KFUNCS_NONE,
	KFUNCS_CAST,
	KFUNCS_SESSION, /* implies cast */
};

#define PLAN_MAX_TARGETS 16

struct role_plan {
	enum attach_mode mode;
	const struct role_candidate *candidate; /* NULL when absent or derived */
	char *targets[PLAN_MAX_TARGETS];	/* symbols; more than one: clones */
	int n_targets;
	bool by_address; /* the symbol is not unique: attach to each address */
	char *reason;
	char *remedy;
};

struct plan {
	enum usable usable;
	char *blocker; /* USABLE_NOT: what stands in the way */
	char *remedy;  /* and what to do */
	enum plan_preempt preempt;
	enum plan_kfuncs kfuncs;
	struct mct_config cfg; /* without the sizes, which the session sets */
	struct role_plan roles[ROLE_NR];
	char *na[METRIC_NR]; /* why a metric cannot be seen; NULL: it can */
};

struct plan_wishes {
	enum attach_mode force; /* ATTACH_ABSENT: choose; else only this mode */
	bool charges;		/* --charges */
	bool cost;		/* --cost */
};

/*
 * plan__make - fills @plan.  Returns 0 or -ENOMEM; a kernel that cannot be
 * used gives a plan that says so.  Clear with plan__clear.
 */
int plan__make(struct plan *plan, const struct facts *facts, const struct plan_wishes *wishes);
void plan__clear(struct plan *plan);

/* Name of the BPF object the plan needs: "count-session", "hot-cast", "none-base", ... */
const char *plan__object(const struct plan *plan);

#endif
