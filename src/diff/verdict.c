// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static enum diff_verdict inconclusive(char *why, size_t bytes, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static enum diff_verdict inconclusive(char *why, size_t bytes, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, bytes, fmt, ap);
	va_end(ap);
	return VERDICT_INCONCLUSIVE;
}

bool verdict__is_tested(const struct comparison *c, double events, bool coarse)
{
	return !c->few_runs && events >= COMPARE_MIN_EVENTS && !coarse;
}

enum diff_verdict verdict__of(const struct evidence *e, char *why, size_t bytes)
{
	*why = '\0';
	if (e->events < COMPARE_MIN_EVENTS)
		return inconclusive(why, bytes, "fewer than %.0f events", COMPARE_MIN_EVENTS);
	if (e->c->few_runs)
		return inconclusive(
			why, bytes,
			"fewer than %d runs a side; +- is the counting error within runs",
			COMPARE_MIN_RUNS);
	if (e->coarse)
		return inconclusive(why, bytes, "buckets coarser than 8 an octave");
	if (e->p_adjusted <= e->alpha)
		return e->c->difference < 0 ? VERDICT_LOWER : VERDICT_HIGHER;
	if (e->c->p <= e->alpha)
		return inconclusive(why, bytes,
				    "seen only when the other metrics tested (%zu in all) are left "
				    "out of account",
				    e->n_tests);
	if (!(e->resolution <= e->worst_resolution))
		return inconclusive(why, bytes,
				    "a change of %.3g %% or more could have gone unseen",
				    100 * e->worst_resolution);
	return VERDICT_NO_DIFFERENCE;
}

const char *verdict__name(enum diff_verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_LOWER] = "lower",
		[VERDICT_HIGHER] = "higher",
		[VERDICT_NO_DIFFERENCE] = "no difference seen",
		[VERDICT_INCONCLUSIVE] = "inconclusive",
		[VERDICT_NONE] = "not judged",
		[VERDICT_NA] = "n/a",
	};

	return names[verdict];
}
