/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tests of facts, plan and doctor share: fixtures, and a plan in few
 * words.  tests/unit/fixtures/facts/README.md says where each fixture is from.
 */
#ifndef TEST_PLAN_COMMON_H
#define TEST_PLAN_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/facts.h"
#include "plan/plan.h"

#define FACTS_DIR "tests/unit/fixtures/facts/"

/* As doctor asks: every role, every way. */
#define ALL_ROLES ((struct plan_wishes){.charges = true, .cost = true})
/* As stat and live ask without options. */
#define DEFAULT	 ((struct plan_wishes){.charges = false})
#define FORCE(m) ((struct plan_wishes){.charges = true, .cost = true, .force = (m)})

struct planned {
	struct facts facts;
	struct plan plan;
	char *text; /* of the last helper that made one */
};

static inline void read_facts(struct facts *facts, const char *fixture)
{
	char path[512];
	int line = 0, err;
	FILE *in;

	snprintf(path, sizeof(path), FACTS_DIR "%s.facts", fixture);
	in = fopen(path, "r");
	if (!in)
		fail_msg("no fixture %s (run from the top of the tree)", path);
	err = facts__parse(facts, in, &line);
	fclose(in);
	if (err)
		fail_msg("%s:%d: %s", path, line, strerror(-err));
}

static inline struct planned plan_of(const char *fixture, struct plan_wishes wishes)
{
	struct planned p = {0};

	read_facts(&p.facts, fixture);
	assert_int_equal(plan__make(&p.plan, &p.facts, &wishes), 0);
	return p;
}

static inline void planned__clear(struct planned *p)
{
	plan__clear(&p->plan);
	facts__clear(&p->facts);
	free(p->text);
	p->text = NULL;
}

/* The same facts, planned anew: after a test has changed one. */
static inline void plan_again(struct planned *p, struct plan_wishes wishes)
{
	plan__clear(&p->plan);
	assert_int_equal(plan__make(&p->plan, &p->facts, &wishes), 0);
}

/* "refill session refill_stock | drain derived | ..." */
static inline const char *ways(struct planned *p)
{
	size_t size;
	FILE *out;

	free(p->text);
	out = open_memstream(&p->text, &size);
	for (int role = 0; role < ROLE_NR; role++) {
		const struct role_plan *r = &p->plan.roles[role];

		fprintf(out, "%s%s %s", role ? " | " : "", role__name(role),
			attach_mode__name(r->mode));
		for (int i = 0; i < r->n_targets; i++)
			fprintf(out, "%s%s", i ? "," : " ", r->targets[i]);
		if (r->by_address)
			fputs(" by address", out);
	}
	fclose(out);
	return p->text;
}

/* "in_refill charges": what cannot be seen. */
static inline const char *unseen(struct planned *p)
{
	size_t size;
	FILE *out;

	free(p->text);
	out = open_memstream(&p->text, &size);
	for (int m = 0; m < METRIC_NR; m++)
		if (p->plan.na[m])
			fprintf(out, "%s%s", ftell(out) ? " " : "", metric__name(m));
	fclose(out);
	return p->text;
}

/* Parses @bytes of text; *@line gets the offending line, 0 if none. */
static inline int facts_from_bytes(struct facts *facts, const char *text, size_t bytes, int *line)
{
	FILE *in = bytes ? fmemopen((void *)text, bytes, "r") : fopen("/dev/null", "r");
	int err;

	assert_non_null(in);
	*line = 0;
	err = facts__parse(facts, in, line);
	fclose(in);
	return err;
}

static inline int facts_from(struct facts *facts, const char *text, int *line)
{
	return facts_from_bytes(facts, text, strlen(text), line);
}

static inline char *facts_text(const struct facts *facts)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	facts__print(facts, out);
	fclose(out);
	return text;
}

#define assert_says(text, words)                                                                   \
	do {                                                                                       \
		const char *text_ = (text);                                                        \
		if (!text_ || !strstr(text_, (words)))                                             \
			fail_msg("'%s' does not say '%s'", text_ ? text_ : "(nothing)", (words));  \
	} while (0)

#define assert_silent_on(text, words)                                                              \
	do {                                                                                       \
		const char *text_ = (text);                                                        \
		if (text_ && strstr(text_, (words)))                                               \
			fail_msg("'%s' says '%s'", text_, (words));                                \
	} while (0)

/* A plan that carries nothing out, and says why and what to do. */
static inline void assert_blocked(const struct planned *p, const char *why, const char *remedy)
{
	assert_int_equal(p->plan.usable, USABLE_NOT);
	assert_says(p->plan.blocker, why);
	assert_says(p->plan.remedy, remedy);
	for (int role = 0; role < ROLE_NR; role++) {
		assert_int_equal(p->plan.roles[role].mode, ATTACH_ABSENT);
		assert_int_equal(p->plan.roles[role].n_targets, 0);
		assert_non_null(p->plan.roles[role].reason);
	}
}

#endif
