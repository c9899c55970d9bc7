/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Did it change, by how much, how sure: groups of runs compared metric by
 * metric.  Pure; views (view/diff_*.c) print a struct diff.
 */
#ifndef DIFF_DIFF_H
#define DIFF_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recording/recorded_run.h"

struct reading;

struct diff_group {
	const char *name; /* "Baseline", "Patched", or --group's */
	struct recorded_run **run;
	size_t n_runs;
};

/* How a metric's runs are compared. */
enum diff_scale {
	DIFF_LOG,   /* ratio: Welch's t on logarithms, change in percent */
	DIFF_PLAIN, /* share or rate: Welch's t on values, change in points or per second */
	DIFF_SHOWN, /* shown, no verdict (max) */
};

enum diff_verdict {
	VERDICT_LOWER,
	VERDICT_HIGHER,
	VERDICT_NO_DIFFERENCE, /* none seen; resolution says what could have been */
	VERDICT_INCONCLUSIVE,
	VERDICT_NONE, /* shown only */
	VERDICT_NA,   /* not comparable; why says so */
};

/* A metric in one group. */
struct diff_side {
	bool known;
	double mean;		 /* of the runs: geometric for DIFF_LOG, else arithmetic */
	double low, high;	 /* smallest and largest run */
	double events;		 /* behind it, all runs */
	double *value;		 /* n_runs of them; NAN: not in that run */
	struct reading *reading; /* the same with their errors: compare.h */
};

/* A metric of one group against the base. */
struct diff_change {
	double change; /* DIFF_LOG: ratio - 1; else the difference */
	/* Confidence interval, 1 - alpha; with fewer than 3 runs that of counting. */
	double low, high;
	double p, p_adjusted; /* NAN where not tested */
	double resolution;    /* smallest change the data could have shown, as change */
	enum diff_verdict verdict;
	char why[160]; /* of VERDICT_NA, VERDICT_INCONCLUSIVE */
};

struct diff_metric {
	const char *name;  /* "hold.mean", as in gates and JSON */
	const char *title; /* "Hold mean" */
	const char *unit;  /* "ns", "/s", "%", ... */
	enum diff_scale scale;
	struct diff_side *side;	    /* one a group */
	struct diff_change *change; /* one a group; [0] is the base and unused */
};

struct diff {
	const struct diff_group *group;
	size_t n_groups;
	struct diff_metric *metric;
	size_t n_metrics;
	double alpha;
	size_t n_tests; /* that p_adjusted is adjusted for */
	char *refusal;	/* why it would be refused, had it not been forced; or NULL */
	char **note;	/* lines for the foot: machine, kernels, order, losses, ... */
	size_t n_notes;
};

struct diff_options {
	double alpha;	   /* 0.05 */
	double resolution; /* 0.20 */
	bool force;
};

/*
 * diff__new - compares; the first group is the base.
 * @why: a phrase on -EXDEV (not comparable: comparable__refusal,
 * or no metric of the lock in common), malloced.
 * With force only groups without a run are refused.
 * Returns 0 and *@diff, -EXDEV, or -ENOMEM.  Keeps pointers into @group.
 */
int diff__new(const struct diff_group *group, size_t n_groups, const struct diff_options *options,
	      struct diff **diff, char **why);
void diff__free(struct diff *diff);

#endif
