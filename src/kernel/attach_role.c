// SPDX-License-Identifier: GPL-2.0-or-later
/* From a role's plan to its programs and links. */
#include "kernel/attach_role.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kernel/facts_probe.h"
#include "plan/roles.h"

static const char *const role_prefix[ROLE_NR] = {
	[ROLE_REFILL] = "refill",     [ROLE_DRAIN_WORK] = "drain_work",
	[ROLE_UNCHARGE] = "uncharge", [ROLE_SLOW_CHARGE] = "slow_charge",
	[ROLE_CHARGE] = "charge",
};

static struct bpf_program *program(struct session *session, enum role role, const char *suffix)
{
	char name[64];

	snprintf(name, sizeof(name), "%s_%s", role_prefix[role], suffix);
	return bpf_object__find_program_by_name(session->obj, name);
}

static int use(struct bpf_program *prog, const char *target)
{
	int err;

	if (!prog)
		return -ENOENT;
	err = bpf_program__set_autoload(prog, true);
	if (!err && target)
		err = bpf_program__set_attach_target(prog, 0, target);
	return err;
}

int attach_role__prepare(struct session *session, enum role role, const struct role_plan *plan,
			 const struct facts *facts)
{
	struct session_role *r = &session->roles[role];
	const char *target = plan->n_targets ? plan->targets[0] : NULL;
	bool pair = plan->candidate && plan->candidate->pair;
	int err;

	switch (plan->mode) {
	case ATTACH_SESSION:
		r->entry = program(session, role, "session");
		err = use(r->entry, target);
		if (!err)
			err = bpf_program__set_expected_attach_type(
				r->entry, facts__enum(facts, "BPF_TRACE_FSESSION"));
		return err;
	case ATTACH_FENTRY:
		r->entry = program(session, role, "fentry");
		err = use(r->entry, target);
		if (!err && pair) {
			r->exit = program(session, role, "fexit");
			err = use(r->exit, target);
		}
		return err;
	case ATTACH_KPROBE:
	case ATTACH_KPROBE_MULTI:
		r->entry =
			program(session, role, plan->mode == ATTACH_KPROBE ? "kprobe" : "kmulti");
		err = use(r->entry, NULL);
		if (!err && pair) {
			r->exit =
				program(session, role,
					plan->mode == ATTACH_KPROBE ? "ret_kprobe" : "ret_kmulti");
			err = use(r->exit, NULL);
		}
		return err;
	case ATTACH_ABSENT:
	case ATTACH_DERIVED:
	case ATTACH_NR:
		break;
	}
	return 0;
}

static int keep(struct session_role *r, struct bpf_link *link)
{
	if (!link)
		return -errno;
	r->links[r->n_links++] = link;
	return 0;
}

struct kprobe_at {
	struct session_role *role;
	struct bpf_program *prog;
	bool ret;
};

/* libbpf passes an empty name and the address as offset on to the kernel. */
static int kprobe_at(unsigned long long address, void *arg)
{
	struct kprobe_at *at = arg;
	LIBBPF_OPTS(bpf_kprobe_opts, opts, .offset = address, .retprobe = at->ret);

	if (!address)
		return -EPERM;
	if (at->role->n_links == SESSION_MAX_LINKS)
		return -E2BIG;
	return keep(at->role, bpf_program__attach_kprobe_opts(at->prog, "", &opts));
}

static int kprobes(struct session_role *r, const struct role_plan *plan, struct bpf_program *prog,
		   bool ret)
{
	int err = 0;

	for (int i = 0; !err && i < plan->n_targets; i++) {
		struct kprobe_at at = {.role = r, .prog = prog, .ret = ret};

		if (plan->by_address)
			err = symbols__each(plan->targets[i], kprobe_at, &at);
		else if (r->n_links == SESSION_MAX_LINKS)
			err = -E2BIG;
		else
			err = keep(r, bpf_program__attach_kprobe(prog, ret, plan->targets[i]));
	}
	return err;
}

static int kprobe_multi(struct session_role *r, const struct role_plan *plan,
			struct bpf_program *prog, bool ret)
{
	LIBBPF_OPTS(bpf_kprobe_multi_opts, opts, .syms = (const char **)plan->targets,
		    .cnt = plan->n_targets, .retprobe = ret);

	return keep(r, bpf_program__attach_kprobe_multi_opts(prog, NULL, &opts));
}

int attach_role__attach(struct session_role *r, const struct role_plan *plan)
{
	int err = 0;

	switch (plan->mode) {
	case ATTACH_SESSION:
	case ATTACH_FENTRY:
		/* the exit first: an entry is never without it */
		if (r->exit)
			err = keep(r, bpf_program__attach_trace(r->exit));
		return err ? err : keep(r, bpf_program__attach_trace(r->entry));
	case ATTACH_KPROBE:
		if (r->exit)
			err = kprobes(r, plan, r->exit, true);
		return err ? err : kprobes(r, plan, r->entry, false);
	case ATTACH_KPROBE_MULTI:
		if (r->exit)
			err = kprobe_multi(r, plan, r->exit, true);
		return err ? err : kprobe_multi(r, plan, r->entry, false);
	case ATTACH_ABSENT:
	case ATTACH_DERIVED:
	case ATTACH_NR:
		break;
	}
	return 0;
}

void attach_role__detach(struct session_role *r)
{
	while (r->n_links)
		bpf_link__destroy(r->links[--r->n_links]);
}
