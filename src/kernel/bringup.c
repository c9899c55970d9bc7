// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/bringup.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "kernel/facts_probe.h"
#include "plan/blockers.h"
#include "util/log.h"

/* Files a refusal under the way it speaks against.  False: it has been said before. */
static bool learn(struct facts *facts, const struct session_failure *why)
{
	static const int trial_of[ATTACH_NR] = {
		[ATTACH_SESSION] = TRIAL_SESSION,
		[ATTACH_FENTRY] = TRIAL_FENTRY,
		[ATTACH_KPROBE_MULTI] = TRIAL_KPROBE_MULTI,
		[ATTACH_KPROBE] = TRIAL_KPROBE,
	};
	int *trial;

	if (why->mode <= ATTACH_ABSENT || why->mode > ATTACH_KPROBE)
		return false;
	trial = &facts->trial[trial_of[why->mode]];
	facts->tried = true;
	if (*trial)
		return false;
	*trial = why->err;
	return true;
}

/* Kernels before 5.11 charge maps to RLIMIT_MEMLOCK; harmless elsewhere. */
static void raise_memlock(void)
{
	const struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};

	setrlimit(RLIMIT_MEMLOCK, &unlimited);
}

/* Would a map be refused for its size?  Kernels from 5.11 on do not ask. */
static bool memlock_refuses(const struct facts *facts)
{
	int fd;

	if (facts->memlock_bytes >= (16u << 20))
		return false;
	fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "memlock_trial", sizeof(__u32),
			    facts->memlock_bytes + 4096, 1, NULL);
	if (fd < 0)
		return errno == EPERM;
	close(fd);
	return false;
}

int bringup__run(struct bringup *b, const struct plan_wishes *wishes, unsigned int max_cgroups,
		 bool recycle)
{
	struct session_sizes sizes;
	int err;

	memset(b, 0, sizeof(*b));
	raise_memlock();
	err = facts__probe(&b->facts);
	if (err)
		return err;
	sizes.possible_cpus = b->facts.possible_cpus;
	sizes.max_cgroups = max_cgroups;
	sizes.recycle = recycle;

	/* Each round takes one way off the table; there are TRIAL_NR. */
	for (int round = 0; round <= TRIAL_NR; round++) {
		struct session_failure why = { 0 };

		plan__clear(&b->plan);
		err = plan__make(&b->plan, &b->facts, wishes);
		if (err || b->plan.usable == USABLE_NOT)
			return err;
		err = session__open(&b->session, &b->plan, &b->facts, &sizes, &why);
		if (!err)
			return 0;
		log__verbose("%s refused (errno %d): %s", attach_mode__name(why.mode), why.err,
			     why.detail);
		if (!b->refusal.err)
			b->refusal = why;
		if (why.err == EPERM)
			b->facts.memlock_enforced = memlock_refuses(&b->facts);
		if (err == -ENOMEM || !learn(&b->facts, &why))
			break;
	}
	return err;
}

void bringup__clear(struct bringup *b)
{
	session__close(b->session);
	plan__clear(&b->plan);
	facts__clear(&b->facts);
	memset(b, 0, sizeof(*b));
}

const char *bringup__libbpf_version(void)
{
	return libbpf_version_string();
}
