// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/host_context.h"

#include <stddef.h>

const char *const host_softirq_names[HOST_SOFTIRQS] = {
	"HI",	    "TIMER",   "NET_TX", "NET_RX",  "BLOCK",
	"IRQ_POLL", "TASKLET", "SCHED",	 "HRTIMER", "RCU",
};

static uint64_t since(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

struct host_context host_context__since(const struct host_context *from,
					const struct host_context *to)
{
	struct host_context d = {
		.has_switches = from->has_switches && to->has_switches,
		.has_cmd = from->has_cmd && to->has_cmd,
		.has_softirqs = from->has_softirqs && to->has_softirqs,
		.has_softnet = from->has_softnet && to->has_softnet,
		.has_ksoftirqd = from->has_ksoftirqd && to->has_ksoftirqd,
		.switches = since(from->switches, to->switches),
		.cmd_involuntary = since(from->cmd_involuntary, to->cmd_involuntary),
		.cmd_voluntary = since(from->cmd_voluntary, to->cmd_voluntary),
		.softnet_dropped = since(from->softnet_dropped, to->softnet_dropped),
		.softnet_squeezed = since(from->softnet_squeezed, to->softnet_squeezed),
		.ksoftirqd_ns = since(from->ksoftirqd_ns, to->ksoftirqd_ns),
	};

	for (size_t i = 0; i < HOST_SOFTIRQS; i++)
		d.softirqs[i] = since(from->softirqs[i], to->softirqs[i]);
	return d;
}

void host_context__add(struct host_context *sum, const struct host_context *more)
{
	sum->has_switches &= more->has_switches;
	sum->has_cmd &= more->has_cmd;
	sum->has_softirqs &= more->has_softirqs;
	sum->has_softnet &= more->has_softnet;
	sum->has_ksoftirqd &= more->has_ksoftirqd;
	sum->switches += more->switches;
	sum->cmd_involuntary += more->cmd_involuntary;
	sum->cmd_voluntary += more->cmd_voluntary;
	sum->softnet_dropped += more->softnet_dropped;
	sum->softnet_squeezed += more->softnet_squeezed;
	sum->ksoftirqd_ns += more->ksoftirqd_ns;
	for (int i = 0; i < HOST_SOFTIRQS; i++)
		sum->softirqs[i] += more->softirqs[i];
}
