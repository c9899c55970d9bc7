// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/comparable.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const suffixes[] = {".isra.", ".constprop.", ".llvm."};

/* Length of a compiler's suffix for a whole function here, or 0.  (".part." is no whole function.)
 */
static size_t suffix_length(const char *at)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t n = strlen(suffixes[i]);

		if (!strncmp(at, suffixes[i], n) && isdigit((unsigned char)at[n]))
			return n + strspn(at + n, "0123456789");
	}
	return 0;
}

static const char *skip_suffixes(const char *at)
{
	size_t n;

	while ((n = suffix_length(at)))
		at += n;
	return at;
}

/* The same functions, whatever the compiler called them? */
static bool same_hook(const char *a, const char *b)
{
	if (!a || !b)
		return a == b;
	for (;; a++, b++) {
		a = skip_suffixes(a);
		b = skip_suffixes(b);
		if (*a != *b)
			return false;
		if (!*a)
			return true;
	}
}

static bool same_family(enum attach_mode a, enum attach_mode b)
{
	static const int family[ATTACH_NR] = {
		[ATTACH_ABSENT] = 0, [ATTACH_SESSION] = 1,	[ATTACH_FENTRY] = 1,
		[ATTACH_KPROBE] = 2, [ATTACH_KPROBE_MULTI] = 2, [ATTACH_DERIVED] = 3,
	};

	return family[a] == family[b];
}

static bool differ(char *why, size_t bytes, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Always false, so that a check can end with it. */
static bool differ(char *why, size_t bytes, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, bytes, fmt, ap);
	va_end(ap);
	return false;
}

static bool same_role(const struct metric_def *def, int role, const struct run_info *a,
		      const struct run_info *b, char *why, size_t bytes)
{
	const struct role_info *x = &a->roles[role], *y = &b->roles[role];
	const char *name = role__name((enum role)role);

	if (def->timed ? x->mode != y->mode : !same_family(x->mode, y->mode))
		return differ(why, bytes, "%s is served by %s on one side, by %s on the other",
			      name, attach_mode__name(x->mode), attach_mode__name(y->mode));
	/* What is told from another role's events has no function of its own. */
	if (x->mode != ATTACH_DERIVED && !same_hook(x->hook, y->hook))
		return differ(why, bytes, "%s is served at %s on one side, at %s on the other",
			      name, x->hook ?: "nothing", y->hook ?: "nothing");
	return true;
}

bool comparable__metric(const struct metric_def *def, const struct recorded_run *a,
			const struct recorded_run *b, char *why, size_t bytes)
{
	const struct run_info *x = &a->info.run, *y = &b->info.run;

	if ((def->roles & 1u << ROLE_REFILL) && x->inner_refill != y->inner_refill)
		return differ(why, bytes, "holds of __refill_stock are compared with nothing else");
	for (int role = 0; role < ROLE_NR; role++) {
		if ((def->roles & 1u << role) && !same_role(def, role, x, y, why, bytes))
			return false;
	}
	if (def->timed && a->corrected != b->corrected)
		return differ(why, bytes, "corrected on one side only");
	return true;
}

/* A command without the folder of its program. */
static const char *without_folder(const char *command)
{
	size_t word = strcspn(command, " ");
	const char *slash = memrchr(command, '/', word);

	return slash ? slash + 1 : command;
}

/* An anonymous recording does not say. */
static bool same_load(const struct recording_info *a, const struct recording_info *b)
{
	if (a->anonymous || b->anonymous)
		return true;
	if (!a->command || !b->command)
		return a->command == b->command;
	return !strcmp(without_folder(a->command), without_folder(b->command));
}

static int refusal(const struct recorded_run *a, const struct recorded_run *b, char **why)
{
	const struct recording_info *x = &a->info, *y = &b->info;
	const char *p = a->path ?: "one run", *q = b->path ?: "another";
	const char *m = x->run.machine ?: "?", *n = y->run.machine ?: "?";

	*why = NULL;
	if (strcmp(m, n))
		return asprintf(why, "another architecture: %s has %s, %s has %s", p, m, q, n);
	if (x->online_cpus != y->online_cpus)
		return asprintf(why, "another number of CPUs: %s has %u, %s has %u", p,
				x->online_cpus, q, y->online_cpus);
	if (!same_load(x, y))
		return asprintf(why, "another load: %s has '%s', %s has '%s'", p,
				x->command ?: "no command", q, y->command ?: "no command");
	return 0;
}

/* The same file twice is not another run, and would make its side look surer than it is. */
static int repeated(const struct diff_group *group, char **why)
{
	*why = NULL;
	for (size_t i = 0; i < group->n_runs; i++) {
		for (size_t j = 0; j < i; j++) {
			const char *a = group->run[i]->path, *b = group->run[j]->path;

			if (a && b && !strcmp(a, b))
				return asprintf(why, "%s is given twice as a run of %s", a,
						group->name);
		}
	}
	return 0;
}

char *comparable__refusal(const struct diff_group *group, size_t n_groups, int *err)
{
	char *why;

	*err = 0;
	for (size_t g = 0; g < n_groups; g++) {
		if (repeated(&group[g], &why) < 0) {
			*err = -ENOMEM;
			return NULL;
		}
		if (why)
			return why;
	}
	for (size_t g = 0; g < n_groups; g++) {
		for (size_t i = 0; i < group[g].n_runs; i++) {
			if (refusal(group[0].run[0], group[g].run[i], &why) < 0) {
				*err = -ENOMEM;
				return NULL;
			}
			if (why)
				return why;
		}
	}
	return NULL;
}
