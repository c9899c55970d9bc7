// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/blockers.h"

#include <errno.h>
#include <linux/capability.h>
#include <string.h>

#include "plan/caps.h"
#include "plan/text.h"

static int block(struct plan *plan, const char *what, const char *remedy)
{
	int err = text__set(&plan->blocker, "%s", what);

	return err ? err : text__set(&plan->remedy, "%s", remedy);
}

static bool lockdown_confidential(const struct facts *facts)
{
	return facts->lockdown && !strcmp(facts->lockdown, "confidentiality");
}

static int missing_caps(struct plan *plan, const struct facts *facts)
{
	bool bpf = facts__cap(facts, CAP_BPF), perfmon = facts__cap(facts, CAP_PERFMON);

	return block(plan,
		     !bpf && !perfmon ? "missing capabilities CAP_BPF and CAP_PERFMON"
		     : !bpf	      ? "missing capability CAP_BPF"
				      : "missing capability CAP_PERFMON",
		     "run as root, or: setcap cap_bpf,cap_perfmon+ep memcgtop, or with systemd: "
		     "AmbientCapabilities=CAP_BPF CAP_PERFMON");
}

/* Did the kernel answer so to some way? */
static bool answered(const struct facts *facts, int err)
{
	for (int way = 0; facts->tried && way < TRIAL_NR; way++)
		if (facts->trial[way] == err)
			return true;
	return false;
}

static int why_refused(struct plan *plan, const struct facts *facts)
{
	if (facts->seccomp)
		return block(
			plan,
			"EPERM although the capabilities are there: a seccomp filter is "
			"on this process (a container runtime's default one forbids bpf())",
			"run memcgtop on the host, or allow bpf() and perf_event_open() in the "
			"container's seccomp profile");
	if (facts->memlock_enforced)
		return block(plan,
			     "EPERM although the capabilities are there: the limit on locked "
			     "memory (ulimit -l) is low and kernels before 5.11 charge maps to it",
			     "ulimit -l unlimited, or LimitMEMLOCK=infinity");
	return block(plan,
		     "this kernel refuses tracing programs: EPERM with all capabilities, no "
		     "lockdown, no seccomp filter (built or patched without them, or a "
		     "security module says no)",
		     "run memcgtop on a kernel that allows BPF tracing; `make run` shows it in the "
		     "VM lab meanwhile");
}

int blockers__check(struct plan *plan, const struct facts *facts)
{
	if (!facts->memory_controller)
		return block(plan,
			     "the memory controller is off in this kernel (not built, or "
			     "cgroup_disable=memory on its command line)",
			     "boot without cgroup_disable=memory");
	if (!facts->btf && facts->btf_error == EACCES)
		return block(plan, "/sys/kernel/btf/vmlinux may not be read",
			     "make it readable (mode 0444 is the kernel's own choice)");
	if (!facts->btf)
		return block(plan,
			     "this kernel carries no BTF (/sys/kernel/btf/vmlinux), so the "
			     "layout of its structures is unknown",
			     "use a kernel built with CONFIG_DEBUG_INFO_BTF=y (all current "
			     "distribution kernels are)");
	if (facts__percpu_bytes(facts, "memcg_stock") < 0)
		return block(plan,
			     "this kernel has no per-CPU memcg_stock: its charge cache is kept "
			     "elsewhere (a series moves it into struct page_counter), so there "
			     "is no memcg_stock.lock to see",
			     "use a memcgtop that knows this kernel");
	if (!caps__bpf(facts))
		return missing_caps(plan, facts);
	if (lockdown_confidential(facts))
		return block(plan,
			     "kernel lockdown is in confidentiality mode: BPF may not read "
			     "kernel memory",
			     "boot with lockdown=integrity or without lockdown");
	return 0;
}

int blockers__no_way_left(struct plan *plan, const struct facts *facts)
{
	if (answered(facts, EPERM))
		return why_refused(plan, facts);
	if (answered(facts, EACCES))
		return block(
			plan,
			"this kernel rejects the programs: EACCES, as its verifier says when it "
			"does not accept one, and SELinux when it forbids it",
			"look for denials in the audit log; if there are none, report what "
			"`memcgtop doctor -v` says");
	return block(
		plan,
		"none of the functions of the charge path can be probed (the reason of each "
		"stands with its role)",
		"use a kernel built with CONFIG_FUNCTION_TRACER and CONFIG_KPROBES (all current "
		"distribution kernels are), without --mode");
}
