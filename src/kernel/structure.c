// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/structure.h"

#include <stdlib.h>

#include "kernel/hot_loop.h"
#include "util/log.h"

#define RUNS 101 /* odd: the median is a sample */

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Attaches the given programs (a bit each), runs the test functions and gives
 * the median of *@field, less *@minus.  Negative: it did not work.
 */
static double median_of(struct session *s, unsigned int programs, const volatile __u64 *field,
			const volatile __u64 *minus)
{
	struct bpf_link *links[HOT_NR];
	uint32_t samples[RUNS];
	int err = hot_loop__attach(s, programs, links);

	if (err)
		return -1;
	err = hot_loop__run(s, field, minus, samples, RUNS);
	hot_loop__detach(links);
	if (err)
		return -1;
	qsort(samples, RUNS, sizeof(samples[0]), compare);
	return samples[RUNS / 2];
}

/*
 * Three differences:
 *	exit: entry to exit program, minus entry to second entry program;
 *	nested: first to last with a program between, minus its body,
 *		minus the same without, minus one floor (second).
 */
struct structure structure__measure(struct session *s)
{
	struct structure st = {0};
	const volatile struct mct_hot *hot = s->hot_sample;
	double second, exit, plain, nested;

	if (!s->hot[HOT_FIRST])
		return st;
	second = median_of(s, HOT_BIT(HOT_FIRST) | HOT_BIT(HOT_SECOND), &hot->second_ns, NULL);
	exit = median_of(s, HOT_BIT(HOT_FIRST) | HOT_BIT(HOT_EXIT), &hot->exit_ns, NULL);
	plain = median_of(s, HOT_BIT(HOT_FIRST) | HOT_BIT(HOT_LAST), &hot->last_ns, NULL);
	nested = median_of(s, HOT_BIT(HOT_FIRST) | HOT_BIT(HOT_NESTED) | HOT_BIT(HOT_LAST),
			   &hot->last_ns, &hot->body_ns);
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
