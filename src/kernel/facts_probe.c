// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/facts_probe.h"

#include <bpf/libbpf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "kernel/live_names.h"

/* First line of a small file, without its newline; NULL if it cannot be read. */
static char *first_line(const char *path)
{
	FILE *in = fopen(path, "re");
	char *line = NULL;
	size_t size = 0;

	if (!in)
		return NULL;
	if (getline(&line, &size, in) <= 0) {
		free(line);
		line = NULL;
	} else {
		line[strcspn(line, "\n")] = '\0';
	}
	fclose(in);
	return line;
}

/* "a [b] c" -> "b": how the kernel shows the choice in force. */
static char *chosen(char *line, char open, char close)
{
	char *from = line ? strchr(line, open) : NULL;
	char *to = from ? strchr(from, close) : NULL;
	char *word = to ? strndup(from + 1, to - from - 1) : NULL;

	free(line);
	return word;
}

static void process_status(struct facts *facts)
{
	FILE *in = fopen("/proc/self/status", "re");
	char *line = NULL;
	size_t size = 0;
	unsigned long long caps;
	int mode;

	if (!in)
		return;
	while (getline(&line, &size, in) > 0) {
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			facts->caps = caps;
		else if (sscanf(line, "Seccomp: %d", &mode) == 1)
			facts->seccomp = mode == 2;
	}
	free(line);
	fclose(in);
}

/*
 * Off only when the kernel says so: on its command line, in /proc/cgroups, or
 * by having no mem_cgroup at all (checked by the plan through memcg_stock).
 */
static bool memory_controller(void)
{
	FILE *in = fopen("/proc/cgroups", "re");
	char *line = first_line("/proc/cmdline");
	char *disable = line ? strstr(line, "cgroup_disable=") : NULL;
	bool on = true;
	size_t size = 0;

	if (disable) {
		disable[strcspn(disable, " ")] = '\0';
		on = !strstr(disable, "memory");
	}
	free(line);
	line = NULL;
	while (in && getline(&line, &size, in) > 0) {
		int enabled;

		if (sscanf(line, "memory %*d %*d %d", &enabled) == 1)
			on &= enabled;
	}
	free(line);
	if (in)
		fclose(in);
	return on;
}

static int system_facts(struct facts *facts)
{
	struct utsname uts;
	struct rlimit memlock;
	char *paranoid = first_line("/proc/sys/kernel/perf_event_paranoid");
	int cpus = libbpf_num_possible_cpus();

	uname(&uts);
	facts->release = strdup(uts.release);
	facts->machine = strdup(uts.machine);
	facts->preemption = chosen(first_line("/sys/kernel/debug/sched/preempt"), '(', ')');
	facts->lockdown = chosen(first_line("/sys/kernel/security/lockdown"), '[', ']');
	facts->perf_event_paranoid = paranoid ? atoi(paranoid) : INT_MIN;
	free(paranoid);
	facts->memlock_bytes = UINT64_MAX;
	if (!getrlimit(RLIMIT_MEMLOCK, &memlock) && memlock.rlim_cur != RLIM_INFINITY)
		facts->memlock_bytes = memlock.rlim_cur;
	facts->possible_cpus = cpus > 0 ? cpus : 1;
	facts->page_bytes = sysconf(_SC_PAGESIZE);
	facts->memory_controller = memory_controller();
	process_status(facts);
	return facts->release && facts->machine ? 0 : -ENOMEM;
}

int facts__probe(struct facts *facts)
{
	int err;

	memset(facts, 0, sizeof(*facts));
	err = system_facts(facts);
	if (!err)
		err = live_names__probe(facts);
	if (!err)
		err = facts__probe_btf(facts);
	if (!err)
		err = facts__probe_symbols(facts);
	/* Without kallsyms BTF is all there is to go by. */
	for (size_t i = 0; !err && !facts->kallsyms && i < facts->n_funcs; i++)
		facts->funcs[i].symbols = 1;
	if (err)
		facts__clear(facts);
	return err;
}
