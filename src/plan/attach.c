// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan/attach.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/caps.h"
#include "plan/roles.h"
#include "plan/text.h"

/* What is known about a candidate's symbol and its clones. */
struct sighting {
	const struct fact_func *exact; /* unsuffixed, NULL: only clones */
	const struct fact_func *clones[PLAN_MAX_TARGETS];
	int n_clones;
};

/* ".part" is a piece of the function, ".cold" code that is jumped to. */
static bool is_suffix(const char *suffix, const char *kind)
{
	return !strncmp(suffix, kind, strlen(kind));
}

static struct sighting look_for(const struct facts *facts, const char *symbol)
{
	struct sighting s = {0};
	size_t len = strlen(symbol);

	s.exact = facts__func(facts, symbol);
	if (s.exact && !s.exact->symbols)
		s.exact = NULL;
	for (size_t i = 0; i < facts->n_funcs; i++) {
		const struct fact_func *f = &facts->funcs[i];
		const char *suffix = f->name + len;

		if (strncmp(f->name, symbol, len) || *suffix != '.' || !f->symbols)
			continue;
		if (is_suffix(suffix, ".cold") || (s.exact && is_suffix(suffix, ".part")))
			continue;
		if (s.n_clones < PLAN_MAX_TARGETS - 1)
			s.clones[s.n_clones++] = f;
	}
	return s;
}

/* Do the arguments the program reads stand where it reads them? */
static bool signature_fits(const struct fact_func *f, const struct role_candidate *c)
{
	size_t len = strlen(c->signature);

	return f->signature && !strncmp(f->signature, c->signature, len) &&
	       (!len || f->signature[len] == '\0' || f->signature[len] == ',');
}

static const char *trial_word(int err)
{
	static char unknown[32];

	switch (err) {
	case EPERM:
		return "EPERM";
	case EACCES:
		return "EACCES";
	case EOPNOTSUPP:
	case 524: /* ENOTSUPP, which never had a name in user space */
		return "not supported";
	case EINVAL:
		return "EINVAL";
	case EBUSY:
		return "EBUSY";
	case ENOENT:
		return "ENOENT";
	default:
		snprintf(unknown, sizeof(unknown), "errno %d", err);
		return unknown;
	}
}

/*
 * Can this way serve the candidate?  Returns NULL if so, else why not, in a
 * string the caller frees (or NULL with *@err set).
 */
static char *objection(enum attach_mode mode, const struct sighting *s,
		       const struct role_candidate *c, const struct facts *facts, int *err)
{
	static const enum trial trial_of[ATTACH_NR] = {
		[ATTACH_SESSION] = TRIAL_SESSION,
		[ATTACH_FENTRY] = TRIAL_FENTRY,
		[ATTACH_KPROBE_MULTI] = TRIAL_KPROBE_MULTI,
		[ATTACH_KPROBE] = TRIAL_KPROBE,
	};
	const struct fact_func *f = s->exact;
	char *why = NULL;
	int trial = facts->trial[trial_of[mode]];

	if (trial) {
		*err = text__set(&why, "the kernel answered %s to %s", trial_word(trial),
				 attach_mode__name(mode));
		return why;
	}
	if (mode == ATTACH_SESSION && (!facts__has_kfunc(facts, "bpf_session_cookie") ||
				       facts__enum(facts, "BPF_TRACE_FSESSION") < 0)) {
		*err = text__set(&why, "no session programs on this kernel");
		return why;
	}
	if (mode == ATTACH_SESSION || mode == ATTACH_FENTRY) {
		if (!f || !f->in_btf)
			*err = text__set(&why, "%s has no BTF entry", c->symbol);
		else if (f->traceable == 0)
			*err = text__set(&why, "%s is not traceable (notrace)", c->symbol);
		else if (f->symbols > 1)
			*err = text__set(&why, "%d functions are called %s", f->symbols, c->symbol);
		else if (s->n_clones)
			*err = text__set(&why, "%s has clones (%s), which BTF does not name",
					 c->symbol, s->clones[0]->name);
		return why;
	}
	if (mode == ATTACH_KPROBE_MULTI && f && f->symbols > 1) {
		*err = text__set(&why, "%d functions are called %s: each needs its own probe",
				 f->symbols, c->symbol);
		return why;
	}
	if (mode == ATTACH_KPROBE && f && f->symbols > 1 && !facts->addresses) {
		*err = text__set(&why, "%d functions are called %s and their addresses are hidden",
				 f->symbols, c->symbol);
		return why;
	}
	if (mode == ATTACH_KPROBE && !caps__kprobe(facts))
		*err = text__set(&why, "kprobes need CAP_SYS_ADMIN here (perf_event_paranoid %d)",
				 facts->perf_event_paranoid);
	return why;
}

static int set_targets(struct role_plan *rp, const struct sighting *s)
{
	if (s->exact) {
		rp->targets[rp->n_targets] = strdup(s->exact->name);
		if (!rp->targets[rp->n_targets])
			return -ENOMEM;
		rp->n_targets++;
		rp->by_address = s->exact->symbols > 1;
	}
	for (int i = 0; i < s->n_clones; i++) {
		rp->targets[rp->n_targets] = strdup(s->clones[i]->name);
		if (!rp->targets[rp->n_targets])
			return -ENOMEM;
		rp->n_targets++;
		rp->by_address |= s->clones[i]->symbols > 1;
	}
	return 0;
}

/* Tries the ways in order; remembers why the better ones fell out. */
static int try_candidate(struct role_plan *rp, const struct role_candidate *c,
			 const struct facts *facts, const struct plan_wishes *wishes)
{
	static const enum attach_mode order[] = {ATTACH_SESSION, ATTACH_FENTRY, ATTACH_KPROBE_MULTI,
						 ATTACH_KPROBE};
	struct sighting s = look_for(facts, c->symbol);
	char *first = NULL;
	int err = 0;

	if (!s.exact && !s.n_clones) {
		const struct fact_func *f = facts__func(facts, c->symbol);

		/* in BTF without a symbol, or not there at all */
		return text__set(&rp->reason,
				 f ? "%s is inlined everywhere in this build"
				   : "%s is not in this kernel (or inlined)",
				 c->symbol);
	}
	if (s.exact && s.exact->in_btf && !signature_fits(s.exact, c))
		return text__set(&rp->reason, "%s has other arguments here: (%s), expected (%s)",
				 c->symbol, s.exact->signature, c->signature);

	for (size_t i = 0; !err && i < sizeof(order) / sizeof(order[0]); i++) {
		char *why;

		if (order[i] == ATTACH_SESSION && !c->pair)
			continue;
		if (wishes->force != ATTACH_ABSENT && wishes->force != order[i] &&
		    !(wishes->force == ATTACH_SESSION && !c->pair && order[i] == ATTACH_FENTRY))
			continue;
		why = objection(order[i], &s, c, facts, &err);
		if (err)
			break;
		if (!why) {
			rp->mode = order[i];
			rp->candidate = c;
			err = set_targets(rp, &s);
			free(rp->reason);
			rp->reason = first;
			return err;
		}
		if (!first)
			first = why;
		else
			free(why);
	}
	if (!err) {
		free(rp->reason);
		rp->reason = first;
		if (!first)
			err = text__set(&rp->reason, "cannot be served in the mode asked for");
	} else {
		free(first);
	}
	return err;
}

int attach__choose(struct role_plan *rp, enum role role, const struct facts *facts,
		   const struct plan_wishes *wishes)
{
	char *passed = NULL;
	int err = 0;

	for (const struct role_candidate *c = role_candidates; !err && c->symbol; c++) {
		if (c->role != role)
			continue;
		err = try_candidate(rp, c, facts, wishes);
		if (err || rp->mode != ATTACH_ABSENT)
			break;
		/* Keep the reason of the first candidate: it is the proper one. */
		if (!passed) {
			passed = rp->reason;
			rp->reason = NULL;
		}
	}
	if (!err && passed) {
		char *own = rp->reason;

		if (rp->mode == ATTACH_ABSENT) {
			free(own);
			rp->reason = passed;
			return text__set(&rp->remedy, "without this role missing: %s",
					 role__shows(role));
		}
		rp->reason = NULL;
		err = own ? text__set(&rp->reason, "%s; %s", passed, own)
			  : text__set(&rp->reason, "%s", passed);
		free(own);
	}
	free(passed);
	return err;
}
