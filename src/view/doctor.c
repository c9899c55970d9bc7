// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/doctor.h"

#include <errno.h>
#include <jansson.h>
#include <linux/capability.h>
#include <string.h>

#include "plan/caps.h"
#include "plan/roles.h"
#include "view/wrap.h"

static enum usable verdict(const struct doctor_report *r)
{
	return r->attached ? r->plan->usable : USABLE_NOT;
}

const char *doctor__verdict(const struct doctor_report *r)
{
	static const char *const words[] = {
		[USABLE_FULLY] = "usable",
		[USABLE_PARTLY] = "partly",
		[USABLE_NOT] = "not",
	};

	return words[verdict(r)];
}

int doctor__exit_status(const struct doctor_report *r)
{
	static const int status[] = {
		[USABLE_FULLY] = 0,
		[USABLE_PARTLY] = 1,
		[USABLE_NOT] = 3,
	};

	return status[verdict(r)];
}

/* Privileges that open something more, with what they open. */
static const struct {
	int cap;
	const char *name, *opens;
} extras[] = {
	{ CAP_BPF, "CAP_BPF", "load BPF programs" },
	{ CAP_PERFMON, "CAP_PERFMON", "attach them to kernel functions" },
	{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN",
	  "kprobes where perf_event_paranoid is above 2; --cost (BPF run time)" },
	{ CAP_SYSLOG, "CAP_SYSLOG", "symbol addresses: tell functions of one name apart" },
};

static void print_caps(FILE *f, const struct facts *facts, unsigned int width)
{
	char head[sizeof("CAP_SYS_ADMIN   yes   ")];
	struct wrap w;

	for (size_t i = 0; i < sizeof(extras) / sizeof(extras[0]); i++) {
		snprintf(head, sizeof(head), "%-16s%-6s", extras[i].name,
			 facts__cap(facts, extras[i].cap) ? "yes" : "no");
		wrap__start(&w, f, width, sizeof(head) - 1, head);
		wrap__words(&w, "%s", extras[i].opens);
		wrap__end(&w);
	}
}

static void print_roles(FILE *f, const struct doctor_report *r, unsigned int width)
{
	char head[sizeof("role         kprobe.multi  ")];
	struct wrap w;

	fprintf(f, "\n%-12s %-13s %s\n", "ROLE", "BY", "FUNCTION");
	for (int role = 0; role < ROLE_NR; role++) {
		const struct role_plan *rp = &r->plan->roles[role];

		snprintf(head, sizeof(head), "%-12s %-13s", role__name(role),
			 attach_mode__name(rp->mode));
		wrap__start(&w, f, width, sizeof(head) - 1, head);
		for (int i = 0; i < rp->n_targets; i++)
			wrap__word(&w, "%s%s", rp->targets[i], i + 1 < rp->n_targets ? "," : "");
		if (!rp->n_targets)
			wrap__word(&w, "-");
		wrap__end(&w);
		wrap__start(&w, f, width, 4, "");
		wrap__words(&w, rp->mode == ATTACH_ABSENT ? "missing: %s" : "shows: %s",
			    role__shows(role));
		wrap__end(&w);
		if (rp->reason && !r->plan->blocker) {
			wrap__start(&w, f, width, 4, "");
			wrap__words(&w, "why: %s", rp->reason);
			wrap__end(&w);
		}
		if (rp->remedy && !r->plan->blocker) {
			wrap__start(&w, f, width, 4, "");
			wrap__words(&w, "to do: %s", rp->remedy);
			wrap__end(&w);
		}
	}
}

static void print_unseen(FILE *f, const struct doctor_report *r, unsigned int width)
{
	struct wrap w;

	fputs("\nNot to be seen here (n/a in every output):\n", f);
	for (int m = 0; m < METRIC_NR; m++) {
		if (!r->plan->na[m])
			continue;
		wrap__start_item(&w, f, width);
		wrap__words(&w, "%s: %s", metric__name(m), r->plan->na[m]);
		wrap__end(&w);
	}
	wrap__start_item(&w, f, width);
	wrap__words(&w, "holds by consume_stock: inlined on every kernel seen; a few instructions, "
			"once per page charge");
	wrap__end(&w);
}

static void print_lock(FILE *f, const struct doctor_report *r, unsigned int width)
{
	const struct mct_config *cfg = &r->plan->cfg;
	struct wrap w;

	wrap__start(&w, f, width, 12, "lock");
	wrap__words(&w, "%s; %s",
		    cfg->has_state ? "its state can be read: uncharges under it are told from those "
				     "after it" :
				     "its state cannot be read",
		    cfg->can_fail ? "taken by trylock, which can fail" : "waited for");
	wrap__end(&w);
	wrap__start(&w, f, width, 12, "context");
	wrap__words(&w, "%s", cfg->has_level ? "task, softirq, hardirq and NMI are told apart" :
					       "unknown on this architecture");
	wrap__end(&w);
}

void doctor__print_text(FILE *f, const struct doctor_report *r, unsigned int width)
{
	const struct facts *facts = r->facts;
	struct wrap w;

	wrap__start(&w, f, width, 12, "kernel");
	wrap__words(&w, "%s %s%s%s%s, cgroup %s%s, %u possible CPUs", facts->release,
		    facts->machine, r->plan->cfg.rt ? ", PREEMPT_RT" : "",
		    facts->preemption ? ", preemption " : "",
		    facts->preemption ? facts->preemption : "", facts->cgroup_version,
		    facts->paths_relative ? " (paths are relative: cgroup namespace)" : "",
		    facts->possible_cpus);
	wrap__end(&w);
	wrap__start(&w, f, width, 12, "verdict");
	wrap__words(&w, "%s",
		    verdict(r) == USABLE_FULLY	? "usable: everything this kernel can show is shown" :
		    verdict(r) == USABLE_PARTLY ? "partly usable: see the roles below" :
						  "not usable");
	wrap__end(&w);
	if (r->plan->blocker) {
		wrap__start(&w, f, width, 12, "why");
		wrap__words(&w, "%s", r->plan->blocker);
		wrap__end(&w);
	}
	if (r->plan->remedy) {
		wrap__start(&w, f, width, 12, "what to do");
		wrap__words(&w, "%s", r->plan->remedy);
		wrap__end(&w);
	}
	if (r->failure) {
		wrap__start(&w, f, width, 12, "kernel said");
		wrap__words(&w, "%s", r->failure);
		wrap__end(&w);
	}
	wrap__start(&w, f, width, 12, "memory");
	wrap__words(&w, "%.1f MiB of kernel memory while measuring", r->map_bytes / 1048576.0);
	wrap__end(&w);
	if (!r->plan->blocker)
		print_lock(f, r, width);
	print_caps(f, facts, width);
	print_roles(f, r, width);
	if (!r->plan->blocker)
		print_unseen(f, r, width);
}

/* jansson wants UTF-8; what the kernel and we ourselves say is ASCII, but check. */
static json_t *text_or_null(const char *text)
{
	json_t *json = text ? json_string(text) : NULL;

	return json ? json : json_null();
}

static json_t *json_roles(const struct doctor_report *r)
{
	json_t *roles = json_array();

	for (int role = 0; role < ROLE_NR; role++) {
		const struct role_plan *rp = &r->plan->roles[role];
		json_t *functions = json_array();

		for (int i = 0; i < rp->n_targets; i++)
			json_array_append_new(functions, text_or_null(rp->targets[i]));
		json_array_append_new(roles,
				      json_pack("{s:s, s:s, s:o, s:s, s:o, s:o}", "role",
						role__name(role), "mode",
						attach_mode__name(rp->mode), "functions", functions,
						"shows", role__shows(role), "reason",
						text_or_null(rp->reason), "remedy",
						text_or_null(rp->remedy)));
	}
	return roles;
}

int doctor__print_json(FILE *f, const struct doctor_report *r)
{
	const struct mct_config *cfg = &r->plan->cfg;
	json_t *unseen = json_object(), *caps = json_object(), *root;
	int err;

	for (int m = 0; m < METRIC_NR; m++)
		if (r->plan->na[m])
			json_object_set_new(unseen, metric__name(m), text_or_null(r->plan->na[m]));
	for (size_t i = 0; i < sizeof(extras) / sizeof(extras[0]); i++)
		json_object_set_new(caps, extras[i].name,
				    json_boolean(facts__cap(r->facts, extras[i].cap)));
	root = json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:b, s:b, s:I, s:o, s:o, s:o}",
			 "schema_version", 1, "verdict", doctor__verdict(r), "kernel",
			 text_or_null(r->facts->release), "blocker", text_or_null(r->plan->blocker),
			 "remedy", text_or_null(r->plan->remedy), "failure",
			 text_or_null(r->failure), "cgroup_version",
			 text_or_null(r->facts->cgroup_version), "rt", cfg->rt, "lock_state",
			 cfg->has_state, "lock_can_fail", cfg->can_fail, "context_level",
			 cfg->has_level, "map_bytes", (json_int_t)r->map_bytes, "roles",
			 json_roles(r), "unavailable", unseen, "capabilities", caps);
	if (!root)
		return -ENOMEM;
	err = json_dumpf(root, f, JSON_COMPACT);
	json_decref(root);
	fputc('\n', f);
	return err ? -ENOMEM : 0;
}
