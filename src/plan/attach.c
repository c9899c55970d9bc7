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
	const struct fact_func *btf;   /* by its own name in BTF, NULL: not there */
	const struct fact_func *exact; /* unsuffixed symbol, NULL: only clones */
	const struct fact_func *clones[PLAN_MAX_TARGETS];
	int n_clones;
	int left_out; /* clones beyond what targets[] holds */
};

/*
 * ".cold" is code that is jumped to, never called.  ".part" is a piece that
 * the function calls where it was not inlined: it stands in only where nothing
 * else is left, else a call would count twice.
 */
static void look_for_clones(struct sighting *s, const struct facts *facts, const char *symbol,
			    bool parts)
{
	size_t len = strlen(symbol);

	for (size_t i = 0; i < facts->n_funcs; i++) {
		const struct fact_func *f = &facts->funcs[i];

		if (strncmp(f->name, symbol, len) || f->name[len] != '.' || !f->symbols)
			continue;
		if (strstr(f->name + len, ".cold") || !strstr(f->name + len, ".part") == parts)
			continue;
		if (s->n_clones < PLAN_MAX_TARGETS - 1)
			s->clones[s->n_clones++] = f;
		else
			s->left_out++;
	}
}

static struct sighting look_for(const struct facts *facts, const char *symbol)
{
	const struct fact_func *f = facts__func(facts, symbol);
	struct sighting s = {
		.btf = f && f->in_btf ? f : NULL,
		.exact = f && f->symbols ? f : NULL,
	};

	look_for_clones(&s, facts, symbol, false);
	if (!s.exact && !s.n_clones)
		look_for_clones(&s, facts, symbol, true);
	return s;
}

/* A name among the targets that several functions bear, or NULL. */
static const struct fact_func *shared_name(const struct sighting *s)
{
	if (s->exact && s->exact->symbols > 1)
		return s->exact;
	for (int i = 0; i < s->n_clones; i++)
		if (s->clones[i]->symbols > 1)
			return s->clones[i];
	return NULL;
}

/* A target that ftrace cannot reach, or NULL. */
static const struct fact_func *notrace(const struct sighting *s)
{
	if (s->exact && s->exact->traceable == 0)
		return s->exact;
	for (int i = 0; i < s->n_clones; i++)
		if (s->clones[i]->traceable == 0)
			return s->clones[i];
	return NULL;
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

/* What speaks against a trampoline, which BTF names by the function's own name. */
static int object_to_btf(char **why, const struct sighting *s, const struct role_candidate *c)
{
	if (!s->exact)
		return text__set(why, "%s is here only as %s, which BTF does not name", c->symbol,
				 s->clones[0]->name);
	if (!s->btf)
		return text__set(why, "%s has no BTF entry", c->symbol);
	if (s->exact->traceable == 0)
		return text__set(why, "%s is not traceable (notrace)", c->symbol);
	if (s->exact->symbols > 1)
		return text__set(why, "%d functions are called %s", s->exact->symbols, c->symbol);
	if (s->n_clones)
		return text__set(why, "%s has clones (%s), which BTF does not name", c->symbol,
				 s->clones[0]->name);
	return 0;
}

static int object_to_kprobe_multi(char **why, const struct sighting *s)
{
	const struct fact_func *f = shared_name(s);

	if (f)
		return text__set(why, "%d functions are called %s: each needs its own probe",
				 f->symbols, f->name);
	f = notrace(s);
	return f ? text__set(why, "%s is not traceable (notrace)", f->name) : 0;
}

static int object_to_kprobe(char **why, char **remedy, const struct sighting *s,
			    const struct facts *facts)
{
	const struct fact_func *f = shared_name(s);
	int err = 0;

	if (!caps__kprobe(facts)) {
		err = text__set(why, "kprobes need CAP_SYS_ADMIN here (perf_event_paranoid %d)",
				facts->perf_event_paranoid);
		return err ? err
			   : text__set(remedy, "give CAP_SYS_ADMIN too, or sysctl "
					       "kernel.perf_event_paranoid=2");
	}
	if (f && !facts->addresses) {
		err = text__set(why, "%d functions are called %s and their addresses are hidden",
				f->symbols, f->name);
		if (!err)
			err = text__set(remedy, "give CAP_SYSLOG too, or sysctl "
						"kernel.kptr_restrict=0");
	}
	return err;
}

/*
 * What speaks against serving the candidate in this way: set in *@why, and in
 * *@remedy if something can be done about it; both stay NULL if nothing does.
 */
static int objection(char **why, char **remedy, enum attach_mode mode, const struct sighting *s,
		     const struct role_candidate *c, const struct facts *facts)
{
	static const enum trial trial_of[ATTACH_NR] = {
		[ATTACH_SESSION] = TRIAL_SESSION,
		[ATTACH_FENTRY] = TRIAL_FENTRY,
		[ATTACH_KPROBE_MULTI] = TRIAL_KPROBE_MULTI,
		[ATTACH_KPROBE] = TRIAL_KPROBE,
	};
	int trial = facts->trial[trial_of[mode]];

	if (trial)
		return text__set(why, "the kernel answered %s to %s", trial_word(trial),
				 attach_mode__name(mode));
	if (mode == ATTACH_SESSION && (!facts__has_kfunc(facts, "bpf_session_cookie") ||
				       facts__enum(facts, "BPF_TRACE_FSESSION") < 0))
		return text__set(why, "no session programs on this kernel");
	if (mode == ATTACH_SESSION || mode == ATTACH_FENTRY)
		return object_to_btf(why, s, c);
	if (mode == ATTACH_KPROBE_MULTI)
		return object_to_kprobe_multi(why, s);
	return object_to_kprobe(why, remedy, s, facts);
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

/* Appends @more to the sentence *@to, unless it says so already.  Takes @more. */
static int also(char **to, char *more)
{
	int err = 0;

	if (!*to) {
		*to = more;
		return 0;
	}
	if (!strstr(*to, more)) {
		char *so_far = *to;

		*to = NULL;
		err = text__set(to, "%s; %s", so_far, more);
		free(so_far);
	}
	free(more);
	return err;
}

/* The wish for session means, for a role without an exit, its kin. */
static bool asked_for(enum attach_mode mode, const struct role_candidate *c,
		      const struct plan_wishes *wishes)
{
	if (mode == ATTACH_SESSION && !c->pair)
		return false;
	return wishes->force == ATTACH_ABSENT || wishes->force == mode ||
	       (wishes->force == ATTACH_SESSION && !c->pair && mode == ATTACH_FENTRY);
}

/* Why the candidate cannot be served at all, in *@why; NULL: it may be. */
static int rule_out(char **why, const struct sighting *s, const struct role_candidate *c)
{
	if (!s->exact && !s->n_clones)
		return text__set(why,
				 s->btf ? "%s is inlined everywhere in this build"
					: "%s is not in this kernel (or inlined)",
				 c->symbol);
	if (s->btf && !signature_fits(s->btf, c))
		return text__set(why, "%s has other arguments here: (%s), expected (%s)", c->symbol,
				 s->btf->signature, c->signature);
	return 0;
}

/* Tries the ways in order; says why the better ones fell out. */
static int try_candidate(struct role_plan *rp, const struct role_candidate *c,
			 const struct facts *facts, const struct plan_wishes *wishes)
{
	static const enum attach_mode order[] = {ATTACH_SESSION, ATTACH_FENTRY, ATTACH_KPROBE_MULTI,
						 ATTACH_KPROBE};
	struct sighting s = look_for(facts, c->symbol);
	char *why = NULL;
	int err = rule_out(&why, &s, c);

	if (err)
		return err;
	if (why)
		return also(&rp->reason, why);
	for (size_t i = 0; !err && i < sizeof(order) / sizeof(order[0]); i++) {
		if (!asked_for(order[i], c, wishes))
			continue;
		err = objection(&why, &rp->remedy, order[i], &s, c, facts);
		if (!err && !why) {
			rp->mode = order[i];
			rp->candidate = c;
			if (s.left_out)
				err = text__set(&why,
						"%d more clones are not covered: calls of "
						"them are not seen",
						s.left_out);
			if (why)
				err = also(&rp->reason, why);
			return err ? err : set_targets(rp, &s);
		}
		if (!err)
			err = also(&rp->reason, why);
		why = NULL;
	}
	return err;
}

int attach__choose(struct role_plan *rp, enum role role, const struct facts *facts,
		   const struct plan_wishes *wishes)
{
	int err = 0;

	for (const struct role_candidate *c = role_candidates; !err && c->symbol; c++) {
		if (c->role != role)
			continue;
		err = try_candidate(rp, c, facts, wishes);
		if (rp->mode != ATTACH_ABSENT)
			break;
	}
	/* served after all: nothing to do */
	if (rp->mode != ATTACH_ABSENT) {
		free(rp->remedy);
		rp->remedy = NULL;
	} else if (!err && !rp->reason) {
		err = text__set(&rp->reason, "cannot be served in the mode asked for");
	}
	return err;
}
