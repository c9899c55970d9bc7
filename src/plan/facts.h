/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was found out about a kernel and about what this process may do there.
 * Plain data, so that a plan can be made and tested from a recorded text:
 * kernel/facts_probe.c fills it from the running kernel, facts__parse() from a
 * file that facts__print() wrote.
 */
#ifndef PLAN_FACTS_H
#define PLAN_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A kernel function, by BTF and by kallsyms. */
struct fact_func {
	char *name;	 /* as in kallsyms, with any suffix */
	bool in_btf;	 /* a BTF FUNC of this name */
	char *signature; /* of its BTF prototype: "mem_cgroup*,int"; NULL: not in BTF */
	int symbols;	 /* text symbols of exactly this name */
	int traceable;	 /* listed by available_filter_functions: 1, 0, -1 not known */
};

/* A value found by name: size of a per-CPU variable, an enumerator. */
struct fact_value {
	char *name;
	long long value;
};

/* What the kernel said to a trial load or attach in a given way. */
enum trial {
	TRIAL_SESSION,
	TRIAL_FENTRY,
	TRIAL_KPROBE_MULTI,
	TRIAL_KPROBE,
	TRIAL_NR,
};

struct facts {
	char *release;
	char *machine;
	bool btf;	/* /sys/kernel/btf/vmlinux could be read */
	int btf_error;	/* errno when it could not */
	bool kallsyms;	/* symbol names could be read */
	bool addresses; /* and their addresses are not hidden */
	struct fact_func *funcs;
	size_t n_funcs;
	struct fact_value *percpu; /* per-CPU variables: size in bytes */
	size_t n_percpu;
	struct fact_value *enums;
	size_t n_enums;
	char **fields; /* "memcg_stock_pcp.lock.acquired": exists */
	size_t n_fields;
	char **kfuncs;
	size_t n_kfuncs;
	char *lock_type;	 /* typedef of the lock in memcg_stock_pcp */
	char *preemption;	 /* dynamic preemption model, where it can be read */
	uint64_t caps;		 /* effective capabilities, bit per number */
	char *lockdown;		 /* "none", "integrity", "confidentiality"; NULL: no lockdown LSM */
	bool seccomp;		 /* a seccomp filter is on this process */
	int perf_event_paranoid; /* INT_MIN: not readable */
	uint64_t memlock_bytes;	 /* soft limit; UINT64_MAX: unlimited */
	bool memlock_enforced; /* a map above it was refused */
	unsigned int possible_cpus;
	unsigned int page_bytes;
	char *cgroup_version;	/* "v2", "hybrid", "v1", "none" */
	bool memory_controller; /* enabled in this kernel */
	bool paths_relative;	/* we sit in a cgroup namespace */
	int trial[TRIAL_NR];	/* 0: fine or not tried; errno the kernel answered with */
	bool tried;		/* trial[] was filled */
};

/* Names whose facts are collected: every candidate of the role table and more. */
bool facts__wants_symbol(const char *name);

void facts__clear(struct facts *facts);

const struct fact_func *facts__func(const struct facts *facts, const char *name);
bool facts__has_field(const struct facts *facts, const char *path);
bool facts__has_kfunc(const struct facts *facts, const char *name);
/* Size of a per-CPU variable in bytes, or -1: this kernel's BTF has none. */
long long facts__percpu_bytes(const struct facts *facts, const char *name);
/* Value of an enumerator, or -1. */
long long facts__enum(const struct facts *facts, const char *name);
bool facts__cap(const struct facts *facts, int cap);

/* Add a fact.  Return 0 or -ENOMEM. */
int facts__add_func(struct facts *facts, const struct fact_func *func);
int facts__add_percpu(struct facts *facts, const char *name, long long bytes);
int facts__add_enum(struct facts *facts, const char *name, long long value);
int facts__add_field(struct facts *facts, const char *path);
int facts__add_kfunc(struct facts *facts, const char *name);

/*
 * facts__parse - reads what facts__print wrote.
 * @error_line: set to the number of the offending line on -EINVAL.
 * Unknown keys are an error: a fixture with a typo must not pass.
 */
int facts__parse(struct facts *facts, FILE *in, int *error_line);
void facts__print(const struct facts *facts, FILE *out);

#endif
