// SPDX-License-Identifier: GPL-2.0-or-later
/* What a synthetic host's kernel lets memcgtop see, and why not the rest. */
#include "model/synthetic_kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct synthetic_kernel kernels[] = {
	{
		.name = "7.3",
		.release = "7.3.4-synthetic",
		.preemption = "lazy",
		.mode = ATTACH_SESSION,
		.lock_state = true,
		.can_fail = true,
		.size_check = true,
		.slots = true,
		.corrected = true,
	},
	{
		.name = "patched",
		.release = "7.3.4-synthetic-patched",
		.preemption = "lazy",
		.mode = ATTACH_SESSION,
		.lock_state = true,
		.can_fail = true,
		.size_check = true,
		.slots = true,
		.deferred = true,
		.corrected = true,
	},
	{
		.name = "rt",
		.release = "7.3.4-synthetic-rt",
		.preemption = "rt",
		.mode = ATTACH_SESSION,
		.rt = true,
		.lock_state = true,
		.can_fail = true,
		.size_check = true,
		.slots = true,
		.corrected = true,
	},
	{
		.name = "6.1",
		.release = "6.1.170-synthetic",
		.preemption = "voluntary",
		.mode = ATTACH_FENTRY,
		.corrected = true,
	},
	{
		.name = "6.12-rt",
		.release = "6.12.95-synthetic-rt",
		.preemption = "rt",
		.mode = ATTACH_FENTRY,
		.rt = true,
		.lock_state = true,
		.inner = true,
		.corrected = true,
	},
	{
		.name = "kprobe",
		.release = "7.3.4-synthetic-nobtf",
		.mode = ATTACH_KPROBE,
		.lock_state = true,
		.can_fail = true,
		.size_check = true,
		.slots = true,
	},
};

const struct synthetic_kernel *synthetic_kernel__find(const char *name, size_t len)
{
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
		if (strlen(kernels[i].name) == len && !memcmp(kernels[i].name, name, len))
			return &kernels[i];
	return NULL;
}

/* A run_info under construction; an allocation that failed is told at the end. */
struct filling {
	struct run_info *run;
	int err;
};

static char *copy(struct filling *f, const char *text)
{
	char *dup = text ? strdup(text) : NULL;

	if (text && !dup)
		f->err = -ENOMEM;
	return dup;
}

static void role(struct filling *f, enum role which, enum attach_mode mode, const char *hook,
		 const char *reason)
{
	struct role_info *info = &f->run->roles[which];

	info->mode = mode;
	info->hook = copy(f, hook);
	info->reason = copy(f, reason);
}

static void na(struct filling *f, enum metric metric, const char *reason)
{
	if (!f->run->na[metric])
		f->run->na[metric] = copy(f, reason);
}

static void fill_roles(struct filling *f, const struct synthetic_kernel *k, bool charges)
{
	bool kprobe = k->mode == ATTACH_KPROBE;
	enum attach_mode entry = kprobe ? ATTACH_KPROBE : ATTACH_FENTRY;
	const char *why = NULL;

	if (kprobe)
		why = "this kernel has no BTF, which fentry needs";
	else if (k->mode == ATTACH_FENTRY)
		why = "this kernel has no session programs";
	role(f, ROLE_REFILL, k->mode, k->inner ? "__refill_stock" : "refill_stock",
	     k->inner ? "refill_stock is inlined on this kernel" : why);
	role(f, ROLE_DRAIN, ATTACH_DERIVED, "page_counter_uncharge",
	     "told from the cgroup whose pages are uncharged inside a refill");
	role(f, ROLE_DRAIN_WORK, k->mode,
	     k->size_check ? "drain_local_memcg_stock" : "drain_local_stock", why);
	role(f, ROLE_UNCHARGE, entry, "page_counter_uncharge",
	     "memcg_uncharge is inlined on this kernel");
	role(f, ROLE_SLOW_CHARGE, entry, "page_counter_try_charge", kprobe ? why : NULL);
	if (charges) {
		role(f, ROLE_CHARGE, entry, "try_charge_memcg", kprobe ? why : NULL);
		return;
	}
	role(f, ROLE_CHARGE, ATTACH_ABSENT, NULL, "runs on every page charge, so only on demand");
	f->run->roles[ROLE_CHARGE].remedy = copy(f, "--charges");
}

static void fill_na(struct filling *f, const struct synthetic_kernel *k)
{
	if (!k->lock_state) {
		static const char no_state[] =
			"this kernel's memcg_stock.lock has no readable state";

		na(f, METRIC_UNDER_LOCK, no_state);
		na(f, METRIC_AFTER_UNLOCK, no_state);
		na(f, METRIC_HOLD_LOWER, no_state);
	} else {
		na(f, METRIC_IN_REFILL,
		   "the lock's state is readable: see under_lock and after_unlock");
	}
	if (!k->can_fail) {
		static const char no_fail[] =
			"this kernel's memcg_stock.lock cannot fail to be taken";

		na(f, METRIC_REFILL_LOCK_BUSY, no_fail);
		na(f, METRIC_CHARGE_LOCK_BUSY, no_fail);
	}
	if (!k->size_check) {
		na(f, METRIC_REFILL_OVERSIZE, "refill_stock has no size check on this kernel");
		na(f, METRIC_BYPASS, "no refill bypasses the stock on this kernel");
	}
	if (k->inner)
		na(f, METRIC_AFTER_UNLOCK, "__refill_stock runs with the lock held around it");
	if (!f->run->charges)
		na(f, METRIC_CHARGES, "not counted without --charges");
	if (k->mode == ATTACH_KPROBE) {
		na(f, METRIC_MISSES, "this kernel counts no misses of kprobes");
		na(f, METRIC_BPF_RUN_TIME, "the cost of a run is not calibrated for kprobes");
	}
}

int synthetic_kernel__fill(const struct synthetic_spec *spec, struct run_info *run)
{
	const struct synthetic_kernel *k = spec->kernel;
	struct filling f = {.run = run};

	memset(run, 0, sizeof(*run));
	run->kernel_release = copy(&f, k->release);
	run->machine = copy(&f, "x86_64");
	run->preemption = copy(&f, k->preemption);
	run->possible_cpus = spec->cpus + spec->offline;
	run->page_bytes = 4096;
	run->rt = k->rt;
	run->lock_state = k->lock_state;
	run->inner_refill = k->inner;
	run->cgroup_version = "v2";
	run->charges = spec->charges;
	run->cost = spec->cost;
	fill_roles(&f, k, spec->charges);
	fill_na(&f, k);
	return f.err;
}
