// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/diagnosis.h"

#include <errno.h>
#include <string.h>

#include "util/log.h"

void diagnosis__print_start_failure(const struct bringup *b, int err)
{
	const struct plan *plan = &b->plan;

	if (plan->blocker) {
		log__error("cannot measure here: %s; %s; `memcgtop doctor` says more",
			   plan->blocker, plan->remedy ? plan->remedy : "see the documentation");
		return;
	}
	if (err == -ENOMEM) {
		log__error("cannot measure here: the maps (%llu MiB of kernel memory) did not fit; "
			   "allow more memory or lower --max-cgroups",
			   (unsigned long long)(session__map_bytes(&(struct session_sizes){
							.possible_cpus = b->facts.possible_cpus,
							.max_cgroups = 1024}) >>
						20));
		return;
	}
	log__error("cannot measure here: %s: %s%s%s; run with -v for the kernel's own words",
		   attach_mode__name(b->refusal.mode), strerror(b->refusal.err),
		   b->refusal.detail[0] ? ": " : "", b->refusal.detail);
}
