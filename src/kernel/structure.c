// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/structure.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"

#define RUNS 101 /* odd: the median is a sample */

static const struct {
	const char *program, *target;
} hot_programs[HOT_NR] = {
	[HOT_FIRST] = { "hot_first", "bpf_fentry_test1" },
	[HOT_SECOND] = { "hot_second", "bpf_fentry_test1" },
	[HOT_EXIT] = { "hot_exit", "bpf_fentry_test1" },
	[HOT_NESTED] = { "hot_nested", "bpf_fentry_test2" },
	[HOT_LAST] = { "hot_last", "bpf_fentry_test3" },
};

int structure__prepare(struct session *s, const struct facts *facts)
{
	for (int i = 0; i < HOT_NR; i++) {
		const struct fact_func *f = facts__func(facts, hot_programs[i].target);

		if (!f || !f->in_btf || f->symbols != 1)
			return 0;
	}
	for (int i = 0; i < HOT_NR; i++) {
		int err;

		s->hot[i] = bpf_object__find_program_by_name(s->obj, hot_programs[i].program);
		if (!s->hot[i])
			return -ENOENT;
		bpf_program__set_autoload(s->hot[i], true);
		err = bpf_program__set_attach_target(s->hot[i], 0, hot_programs[i].target);
		if (err)
			return err;
	}
	return 0;
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Attaches the given programs (a bit each), runs the test functions and gives
 * the median of *@field, less *@minus.  Negative: it did not work.
 */
static double median_of(struct session *s, unsigned int programs, const volatile __u64 *field,
			const volatile __u64 *minus)
{
	struct bpf_link *links[HOT_NR] = { NULL };
	uint64_t samples[RUNS];
	bool ok = true;
	int i;

	/* the last attached runs first: so the second program before the first */
	for (i = HOT_NR - 1; i >= 0; i--) {
		if (!(programs >> i & 1))
			continue;
		links[i] = bpf_program__attach_trace(s->hot[i]);
		ok &= links[i] != NULL;
	}
	for (i = 0; ok && i < RUNS; i++) {
		LIBBPF_OPTS(bpf_test_run_opts, opts);

		ok = !bpf_prog_test_run_opts(bpf_program__fd(s->hot[HOT_FIRST]), &opts);
		samples[i] = *field - (minus ? *minus : 0);
	}
	for (i = 0; i < HOT_NR; i++)
		bpf_link__destroy(links[i]);
	if (!ok)
		return -1;
	qsort(samples, RUNS, sizeof(samples[0]), compare);
	return samples[RUNS / 2];
}

#define BIT(program) (1u << (program))

/*
 * Three differences:
 *	exit: entry to exit program, minus entry to second entry program;
 *	nested: first to last with a program between, minus its body,
 *		minus the same without, minus one floor (second).
 */
struct structure structure__measure(struct session *s)
{
	struct structure st = { 0 };
	const volatile struct mct_hot *hot = s->hot_sample;
	double second, exit, plain, nested;

	if (!s->hot[HOT_FIRST])
		return st;
	second = median_of(s, BIT(HOT_FIRST) | BIT(HOT_SECOND), &hot->second_ns, NULL);
	exit = median_of(s, BIT(HOT_FIRST) | BIT(HOT_EXIT), &hot->exit_ns, NULL);
	plain = median_of(s, BIT(HOT_FIRST) | BIT(HOT_LAST), &hot->last_ns, NULL);
	nested = median_of(s, BIT(HOT_FIRST) | BIT(HOT_NESTED) | BIT(HOT_LAST), &hot->last_ns,
			   &hot->body_ns);
	log__verbose("structure: second %.0f exit %.0f plain %.0f nested %.0f ns", second, exit,
		     plain, nested);
	/* Another order than expected, or no numbers: differences that cannot be. */
	if (second <= 0 || second > 1e6 || exit < second || plain <= 0 || nested - plain < second)
		return st;
	st.known = true;
	st.exit_ns = exit - second;
	st.nested_ns = nested - plain - second;
	return st;
}
