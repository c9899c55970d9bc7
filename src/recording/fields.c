// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/fields.h"

#include <math.h>
#include <string.h>

#include "model/host_context.h"
#include "model/snapshot.h"

#define FIELD(row, kind_, name_, member)                                                           \
	{                                                                                          \
		.name = name_, .kind = kind_, .count = 1, .offset = offsetof(struct row, member)   \
	}
#define U64(row, name, member)	FIELD(row, FIELD_U64, name, member)
#define U32(row, name, member)	FIELD(row, FIELD_U32, name, member)
#define BOOL(row, name, member) FIELD(row, FIELD_BOOL, name, member)
#define REAL(row, name, member) FIELD(row, FIELD_REAL, name, member)
#define SIZE(row, name, member) FIELD(row, FIELD_SIZE, name, member)

#define HISTOGRAM(row, kind_, name_, member, slots)                                                \
	{                                                                                          \
		.name = name_, .kind = kind_, .count = slots,                                      \
		.offset = offsetof(struct row, member)                                             \
	}

/* A word for each role, named by it and not by its number. */
#define ROLES(row, MAKE, name, member)                                                             \
	MAKE(row, name ".refill", member[ROLE_REFILL]),                                            \
		MAKE(row, name ".drain", member[ROLE_DRAIN]),                                      \
		MAKE(row, name ".drain_work", member[ROLE_DRAIN_WORK]),                            \
		MAKE(row, name ".uncharge", member[ROLE_UNCHARGE]),                                \
		MAKE(row, name ".slow_charge", member[ROLE_SLOW_CHARGE]),                          \
		MAKE(row, name ".charge", member[ROLE_CHARGE])
_Static_assert(ROLE_NR == 6, "ROLES() has all");

#define HOLD(row, name, member)                                                                    \
	U64(row, name ".count", member.count), U64(row, name ".raw_ns", member.raw_ns),            \
		U64(row, name ".corr_ns", member.corr_ns),                                         \
		U64(row, name ".lower_ns", member.lower_ns),                                       \
		U64(row, name ".span_count", member.span_count),                                   \
		U64(row, name ".span_raw_ns", member.span_raw_ns),                                 \
		U64(row, name ".span_corr_ns", member.span_corr_ns),                               \
		U64(row, name ".clamped", member.clamped),                                         \
		U64(row, name ".preempted", member.preempted),                                     \
		U64(row, name ".left_out", member.left_out)
#define HOLD_FIELDS 10
_Static_assert(sizeof(struct mct_hold) == 8 * HOLD_FIELDS, "HOLD() has all");

#define COUNTERS(row)                                                                              \
	U64(row, "refills", c.refills), U64(row, "refill_lock_busy", c.refill_lock_busy),          \
		U64(row, "refill_oversize", c.refill_oversize), HOLD(row, "hold", c.hold),         \
		U64(row, "uncharge.under_lock", c.uncharge[MCT_UNCHARGE_UNDER_LOCK]),              \
		U64(row, "uncharge.after_unlock", c.uncharge[MCT_UNCHARGE_AFTER_UNLOCK]),          \
		U64(row, "uncharge.in_refill", c.uncharge[MCT_UNCHARGE_IN_REFILL]),                \
		U64(row, "uncharge.bypass", c.uncharge[MCT_UNCHARGE_BYPASS]),                      \
		U64(row, "uncharge.drain_work", c.uncharge[MCT_UNCHARGE_DRAIN_WORK]),              \
		U64(row, "uncharge.direct", c.uncharge[MCT_UNCHARGE_DIRECT]),                      \
		U64(row, "under_lock_pages", c.under_lock_pages),                                  \
		U64(row, "charge.no_stock", c.charge[MCT_CHARGE_NO_STOCK]),                        \
		U64(row, "charge.lock_busy", c.charge[MCT_CHARGE_LOCK_BUSY]),                      \
		U64(row, "charge.oversize", c.charge[MCT_CHARGE_OVERSIZE]),                        \
		U64(row, "charge.retry", c.charge[MCT_CHARGE_RETRY]),                              \
		U64(row, "charges", c.charges), U64(row, "charged_pages", c.charged_pages),        \
		U64(row, "evict_caused", c.evict_caused),                                          \
		U64(row, "evict_suffered", c.evict_suffered), U64(row, "overflows", c.overflows)
_Static_assert(sizeof(struct counters) == 8 * (19 + HOLD_FIELDS), "COUNTERS() has all");

#define LONGEST(row, name, member)                                                                 \
	U64(row, name ".ns", member.ns), U64(row, name ".at_ns", member.at_ns),                    \
		U64(row, name ".cgroup_id", member.cgroup_id), U32(row, name ".cpu", member.cpu),  \
		U32(row, name ".context", member.ctx)

static const struct field snapshot_fields[] = {
	U64(snapshot, "seq", seq),
	U64(snapshot, "taken_ns", taken_ns),
	U64(snapshot, "wall_ns", wall_ns),
	U64(snapshot, "active_ns", active_ns),
	U64(snapshot, "timed_ns", timed_ns),
	REAL(snapshot, "floor.base_ns", floor.base_ns),
	REAL(snapshot, "floor.exit_ns", floor.exit_ns),
	REAL(snapshot, "floor.spread_ns", floor.spread_ns),
	REAL(snapshot, "floor.nest_ns", floor.nest_ns),
	REAL(snapshot, "floor.unnest_ns", floor.unnest_ns),
	U64(snapshot, "floor.samples", floor.samples),
	U32(snapshot, "floor.epoch", floor.epoch),
	U64(snapshot, "counter_other", counter_other),
	U64(snapshot, "big_refills", big_refills),
	U64(snapshot, "loss.exit_unmatched", loss.exit_unmatched),
	U64(snapshot, "loss.stale", loss.stale),
	U64(snapshot, "loss.migrated", loss.migrated),
	U64(snapshot, "loss.orphans", loss.orphans),
	U64(snapshot, "loss.bad_memcg", loss.bad_memcg),
	U64(snapshot, "loss.clock_backwards", loss.clock_backwards),
	U64(snapshot, "loss.no_row", loss.no_row),
	ROLES(snapshot, U64, "loss.misses", loss.misses),
	ROLES(snapshot, BOOL, "loss.misses_known", loss.misses_known),
	U64(snapshot, "cost.user_ns", cost.user_ns),
	U64(snapshot, "cost.system_ns", cost.system_ns),
	U64(snapshot, "cost.rss_bytes", cost.rss_bytes),
	U64(snapshot, "cost.map_bytes", cost.map_bytes),
	ROLES(snapshot, U64, "cost.run_count", cost.run_count),
	U64(snapshot, "cost.bpf_ns", cost.bpf_ns),
	BOOL(snapshot, "cost.bpf_measured", cost.bpf_measured),
	BOOL(snapshot, "cost.bpf_known", cost.bpf_known),
	SIZE(snapshot, "cells_used", cells_used),
	SIZE(snapshot, "cells_max", cells_max),
};

static const struct field host_fields[] = {
	BOOL(host_context, "has_switches", has_switches),
	BOOL(host_context, "has_cmd", has_cmd),
	BOOL(host_context, "has_softirqs", has_softirqs),
	BOOL(host_context, "has_softnet", has_softnet),
	BOOL(host_context, "has_ksoftirqd", has_ksoftirqd),
	U64(host_context, "switches", switches),
	U64(host_context, "cmd_involuntary", cmd_involuntary),
	U64(host_context, "cmd_voluntary", cmd_voluntary),
	U64(host_context, "softirqs.HI", softirqs[0]),
	U64(host_context, "softirqs.TIMER", softirqs[1]),
	U64(host_context, "softirqs.NET_TX", softirqs[2]),
	U64(host_context, "softirqs.NET_RX", softirqs[3]),
	U64(host_context, "softirqs.BLOCK", softirqs[4]),
	U64(host_context, "softirqs.IRQ_POLL", softirqs[5]),
	U64(host_context, "softirqs.TASKLET", softirqs[6]),
	U64(host_context, "softirqs.SCHED", softirqs[7]),
	U64(host_context, "softirqs.HRTIMER", softirqs[8]),
	U64(host_context, "softirqs.RCU", softirqs[9]),
	U64(host_context, "softnet_dropped", softnet_dropped),
	U64(host_context, "softnet_squeezed", softnet_squeezed),
	U64(host_context, "ksoftirqd_ns", ksoftirqd_ns),
};
_Static_assert(HOST_SOFTIRQS == 10, "all softirqs are there");

static const struct field cpu_fields[] = {
	U32(cpu_row, "cpu", cpu),
	BOOL(cpu_row, "online", online),
	FIELD(cpu_row, FIELD_INT, "node", node),
	COUNTERS(cpu_row),
	HOLD(cpu_row, "drain_hold", drain_hold),
	U64(cpu_row, "refills.task", refills_ctx[MCT_CTX_TASK]),
	U64(cpu_row, "refills.softirq", refills_ctx[MCT_CTX_SOFTIRQ]),
	U64(cpu_row, "refills.hardirq", refills_ctx[MCT_CTX_HARDIRQ]),
	U64(cpu_row, "refills.nmi", refills_ctx[MCT_CTX_NMI]),
	U64(cpu_row, "refills.unknown", refills_ctx[MCT_CTX_UNKNOWN]),
	U64(cpu_row, "entry_busy", entry_busy),
	HISTOGRAM(cpu_row, FIELD_U64, "hist", hist, MCT_FINE_SLOTS),
	HISTOGRAM(cpu_row, FIELD_U64, "drain_hist", drain_hist, MCT_FINE_SLOTS),
	LONGEST(cpu_row, "max", max),
	LONGEST(cpu_row, "drain_max", drain_max),
};
_Static_assert(MCT_NR_CTX == 5, "all contexts are there");

static const struct field cgroup_fields[] = {
	BOOL(cgroup_row, "gone", gone),
	U32(cgroup_row, "level", level),
	COUNTERS(cgroup_row),
	HISTOGRAM(cgroup_row, FIELD_U32, "hist", hist, MCT_COARSE_SLOTS),
	LONGEST(cgroup_row, "max", max),
};

#define TABLE(name_, fields_)                                                                      \
	{                                                                                          \
		.name = name_, .fields = fields_, .n_fields = sizeof(fields_) / sizeof(fields_[0]) \
	}

const struct table field_tables[TABLE_NR] = {
	[TABLE_SNAPSHOT] = TABLE("snapshot", snapshot_fields),
	[TABLE_HOST] = TABLE("host", host_fields),
	[TABLE_CPU] = TABLE("cpu", cpu_fields),
	[TABLE_CGROUP] = TABLE("cgroup", cgroup_fields),
};

const struct field *field__find(enum row_table table, const char *name)
{
	const struct table *t = &field_tables[table];

	for (size_t i = 0; i < t->n_fields; i++) {
		if (!strcmp(t->fields[i].name, name))
			return &t->fields[i];
	}
	return NULL;
}

const char *field__kind_name(const struct field *field)
{
	switch (field->kind) {
	case FIELD_U32:
		return "u32";
	case FIELD_REAL:
		return "real";
	default:
		return "u64";
	}
}

static size_t word_bytes(const struct field *field)
{
	switch (field->kind) {
	case FIELD_U64:
		return sizeof(uint64_t);
	case FIELD_U32:
		return sizeof(uint32_t);
	case FIELD_BOOL:
		return sizeof(bool);
	case FIELD_INT:
		return sizeof(int);
	case FIELD_SIZE:
		return sizeof(size_t);
	case FIELD_REAL:
		return sizeof(double);
	}
	return 0;
}

uint64_t field__get(const struct field *field, const void *row, unsigned int i)
{
	const char *at = (const char *)row + field->offset + i * word_bytes(field);
	uint64_t v64;
	uint32_t v32;
	size_t size;
	bool flag;
	int number;

	switch (field->kind) {
	case FIELD_U64:
	case FIELD_REAL:
		memcpy(&v64, at, sizeof(v64));
		return v64;
	case FIELD_U32:
		memcpy(&v32, at, sizeof(v32));
		return v32;
	case FIELD_BOOL:
		memcpy(&flag, at, sizeof(flag));
		return flag;
	case FIELD_INT:
		memcpy(&number, at, sizeof(number));
		return (uint64_t)number;
	case FIELD_SIZE:
		memcpy(&size, at, sizeof(size));
		return size;
	}
	return 0;
}

uint64_t field__difference(const struct field *field, uint64_t from, uint64_t to)
{
	if (field->kind == FIELD_U32)
		return (uint64_t)(int32_t)(uint32_t)(to - from);
	return to - from;
}

bool field__move(const struct field *field, void *row, unsigned int i, uint64_t difference)
{
	char *at = (char *)row + field->offset + i * word_bytes(field);
	uint64_t v64 = field__get(field, row, i) + difference;
	uint32_t v32 = (uint32_t)v64;
	size_t size = (size_t)v64;
	int number = (int)v64;
	bool flag = v64;
	double real;

	switch (field->kind) {
	case FIELD_U64:
		memcpy(at, &v64, sizeof(v64));
		break;
	case FIELD_U32:
		memcpy(at, &v32, sizeof(v32));
		break;
	case FIELD_BOOL:
		memcpy(at, &flag, sizeof(flag));
		break;
	case FIELD_INT:
		memcpy(at, &number, sizeof(number));
		break;
	case FIELD_SIZE:
		memcpy(at, &size, sizeof(size));
		break;
	case FIELD_REAL:
		memcpy(&real, &v64, sizeof(real));
		if (!isfinite(real))
			return false;
		memcpy(at, &real, sizeof(real));
		break;
	}
	return true;
}
