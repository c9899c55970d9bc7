// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/caps.h"

#include <linux/capability.h>

bool caps__bpf(const struct facts *facts)
{
	return facts__cap(facts, CAP_SYS_ADMIN) ||
	       (facts__cap(facts, CAP_BPF) && facts__cap(facts, CAP_PERFMON));
}

/*
 * Mainline asks for CAP_PERFMON.  At level 3, which only Debian and its like
 * know, their patch asks for CAP_SYS_ADMIN.
 */
bool caps__kprobe(const struct facts *facts)
{
	return facts__cap(facts, CAP_SYS_ADMIN) ||
	       (caps__bpf(facts) && facts->perf_event_paranoid <= 2);
}

bool caps__stats(const struct facts *facts)
{
	return facts__cap(facts, CAP_SYS_ADMIN);
}
