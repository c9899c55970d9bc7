/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is fixed for one run of the measurement: the kernel, which role is
 * served by which hook and why, and which metrics this kernel cannot show.
 * Pure data; filled by src/kernel, read by every view.  Owns its strings.
 */
#ifndef MODEL_RUN_INFO_H
#define MODEL_RUN_INFO_H

#include <stdbool.h>
#include <stdint.h>

/* How a role is attached. */
enum attach_mode {
	ATTACH_ABSENT,
	ATTACH_SESSION,		/* BPF_TRACE_FSESSION: one program, entry and exit */
	ATTACH_FENTRY,		/* fentry (and fexit) trampoline, by BTF */
	ATTACH_KPROBE_MULTI,	/* kprobe.multi (and kretprobe.multi) */
	ATTACH_KPROBE,		/* kprobe (and kretprobe) */
	ATTACH_DERIVED,		/* no probe of its own: told from another role's events */
	ATTACH_NR,
};

/* Short name for tables and JSON: "session", "fentry", ..., "absent". */
const char *attach_mode__name(enum attach_mode mode);

/* What a probe is for.  design.md section 4: a new path is a new row here. */
enum role {
	ROLE_REFILL,		/* refill_stock, entry and exit */
	ROLE_DRAIN,		/* eviction and overflow of stock */
	ROLE_DRAIN_WORK,	/* local drain, entry and exit */
	ROLE_UNCHARGE,		/* page_counter_uncharge of a memory counter */
	ROLE_SLOW_CHARGE,	/* page_counter_try_charge of a memory counter */
	ROLE_CHARGE,		/* try_charge_memcg, only with --charges */
	ROLE_NR,
};

const char *role__name(enum role role);

struct role_info {
	enum attach_mode mode;
	char *hook;		/* kernel function(s), comma separated; NULL if absent */
	char *reason;		/* why this mode and no better one; why absent; may be NULL */
	char *remedy;		/* what a user can do about it; may be NULL */
};

/* Metrics that may be n/a.  X(enumerator, JSON name). */
#define METRICS(X)						\
	X(METRIC_HOLD, "hold")					\
	X(METRIC_HOLD_LOWER, "hold_lower")			\
	X(METRIC_DRAIN_WORK_HOLD, "drain_work_hold")		\
	X(METRIC_PREEMPTED, "preempted")			\
	X(METRIC_CONTEXT, "context")				\
	X(METRIC_UNDER_LOCK, "under_lock")			\
	X(METRIC_AFTER_UNLOCK, "after_unlock")			\
	X(METRIC_IN_REFILL, "in_refill")			\
	X(METRIC_BYPASS, "bypass")				\
	X(METRIC_DRAIN_WORK, "drain_work")			\
	X(METRIC_DIRECT, "direct")				\
	X(METRIC_REFILL_LOCK_BUSY, "uncharge_lock_busy")	\
	X(METRIC_REFILL_OVERSIZE, "uncharge_oversize")		\
	X(METRIC_CHARGE_NO_STOCK, "charge_no_stock")		\
	X(METRIC_CHARGE_LOCK_BUSY, "charge_lock_busy")		\
	X(METRIC_CHARGE_OVERSIZE, "charge_oversize")		\
	X(METRIC_CHARGE_RETRY, "charge_retry")			\
	X(METRIC_CHARGES, "charges")				\
	X(METRIC_EVICTIONS, "evictions")			\
	X(METRIC_OVERFLOWS, "overflows")			\
	X(METRIC_BPF_RUN_TIME, "bpf_run_time")			\
	X(METRIC_MISSES, "misses")

enum metric {
#define METRIC_ENUM(e, n) e,
	METRICS(METRIC_ENUM)
#undef METRIC_ENUM
	METRIC_NR,
};

const char *metric__name(enum metric metric);

struct run_info {
	char *kernel_release;	/* uname -r */
	char *machine;		/* uname -m */
	char *preemption;	/* "lazy", "voluntary", "rt", ... or NULL when not known */
	unsigned int possible_cpus;
	unsigned int page_bytes;
	bool rt;
	bool lock_state;	/* uncharges are told apart by the lock's state */
	bool inner_refill;	/* refill role is __refill_stock: compared with nothing else */
	const char *cgroup_version;	/* "v2", "hybrid", "v1", "none" */
	bool paths_relative;	/* in a cgroup namespace: names are relative to its root */
	bool charges;		/* --charges */
	bool cost;		/* --cost */
	char *filter;		/* text of the cgroup filter and CPU list, or NULL: rows only */
	struct role_info roles[ROLE_NR];
	char *na[METRIC_NR];	/* reason why a metric cannot be seen here; NULL: it can */
};

/* n/a reason of a metric on this run, or NULL when the metric is seen. */
const char *run_info__na(const struct run_info *run, enum metric metric);

/* Frees the strings and clears the struct.  The struct itself is the caller's. */
void run_info__clear(struct run_info *run);

#endif
