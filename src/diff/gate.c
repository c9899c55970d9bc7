// SPDX-License-Identifier: GPL-2.0-or-later
#include "diff/gate.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diff/compare.h"
#include "diff/metrics.h"
#include "diff/verdict.h"
#include "stats/multiple.h"

#define MAX_LIMIT 1e15

static int bad(char *why, size_t bytes, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static int bad(char *why, size_t bytes, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, bytes, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

/* Digits with a point, whatever the locale.  Returns what follows, or NULL. */
static const char *parse_decimal(const char *text, double *value)
{
	double scale = 1;
	size_t digits = 0;

	*value = 0;
	for (; *text >= '0' && *text <= '9'; text++, digits++)
		*value = *value * 10 + (*text - '0');
	if (*text == '.') {
		for (text++; *text >= '0' && *text <= '9'; text++, digits++) {
			scale /= 10;
			*value += scale * (*text - '0');
		}
	}
	return digits && *value < MAX_LIMIT ? text : NULL;
}

int gate__parse(const char *text, struct gate *gate, char *why, size_t bytes)
{
	size_t name = strcspn(text, "<>");
	const char *rest = text + name;
	bool minus;

	*gate = (struct gate){.text = text, .metric = n_metric_defs, .above = *rest == '>'};
	if (!*rest)
		return bad(why, bytes, "it has neither < nor >");
	for (size_t k = 0; k < n_metric_defs; k++) {
		if (strlen(metric_defs[k].name) == name && !memcmp(metric_defs[k].name, text, name))
			gate->metric = k;
	}
	if (gate->metric == n_metric_defs)
		return bad(why, bytes, "there is no metric '%.*s'", (int)(name < 40 ? name : 40),
			   text);
	if (metric_defs[gate->metric].scale == DIFF_SHOWN)
		return bad(why, bytes, "%s is not judged: it grows with the window",
			   metric_defs[gate->metric].name);
	rest++;
	minus = *rest == '-';
	if (*rest == '+' || *rest == '-')
		rest++;
	rest = parse_decimal(rest, &gate->limit);
	if (!rest)
		return bad(why, bytes, "what follows %c is no number", gate->above ? '>' : '<');
	gate->relative = *rest == '%';
	if (rest[gate->relative])
		return bad(why, bytes, "after the number comes %% or nothing");
	if (minus)
		gate->limit = -gate->limit;
	if (gate->relative)
		gate->limit /= 100;
	if (gate->relative && gate->limit < -1)
		return bad(why, bytes, "nothing can fall by more than 100 %%");
	return 0;
}

const char *gate_outcome__name(enum gate_outcome outcome)
{
	static const char *const names[] = {
		[GATE_KEPT] = "kept",
		[GATE_UNSURE] = "cannot tell",
		[GATE_FAILED] = "FAILED",
	};

	return names[outcome];
}

static int unsure(struct gate_result *result, const char *why)
{
	result->outcome = GATE_UNSURE;
	snprintf(result->why, sizeof(result->why), "%s", why);
	return 0;
}

/*
 * The interval of the change as the limit is given.  A relative limit of a
 * metric that is not on logarithms is a contrast: other - (1 + limit) * base,
 * which takes the error of the base along.
 */
static int interval(const struct diff *diff, const struct gate *gate, double alpha,
		    struct gate_result *result, struct comparison *c)
{
	const struct diff_metric *metric = &diff->metric[gate->metric];
	const struct diff_side *a = &metric->side[0], *b = &metric->side[result->group];
	bool logs = metric->scale == DIFF_LOG && gate->relative;
	bool contrast = gate->relative && !logs;
	enum diff_scale scale = logs ? DIFF_LOG : DIFF_PLAIN;
	double unit = contrast ? fabs(a->mean) : 1, shift = contrast ? gate->limit : 0;
	int err = compare__runs(a->reading, diff->group[0].n_runs, b->reading,
				diff->group[result->group].n_runs, scale,
				contrast ? 1 + gate->limit : 1, alpha, c);

	if (err)
		return err;
	result->change = shift + compare__change(c->difference, scale) / unit;
	result->low = shift + compare__change(c->difference - c->half_width, scale) / unit;
	result->high = shift + compare__change(c->difference + c->half_width, scale) / unit;
	return 0;
}

static int judge(const struct diff *diff, const struct gate *gate, double alpha,
		 struct gate_result *result)
{
	const struct diff_metric *metric = &diff->metric[gate->metric];
	const struct diff_change *change = &metric->change[result->group];
	struct comparison c;
	int err;

	if (change->verdict == VERDICT_NA)
		return unsure(result, change->why);
	if (gate->relative && metric->scale == DIFF_PLAIN && metric->side[0].mean == 0)
		return unsure(result, "the base has none, so no change is relative to it");
	err = interval(diff, gate, alpha, result, &c);
	if (err)
		return err;
	/* Why nothing can be claimed at all was found out before. */
	if (isnan(change->p))
		return unsure(result, change->why);
	if (gate->above ? result->low > gate->limit : result->high < gate->limit)
		result->outcome = GATE_FAILED;
	else if (gate->above ? result->high <= gate->limit : result->low >= gate->limit)
		result->outcome = GATE_KEPT;
	else
		unsure(result, "the limit lies within the interval");
	return 0;
}

int gate__judge(const struct diff *diff, const struct gate *gates, size_t n_gates,
		struct gate_result *results)
{
	double alpha = bonferroni__alpha(diff->alpha, n_gates * (diff->n_groups - 1));
	int err = 0;

	for (size_t i = 0; i < n_gates; i++) {
		for (size_t g = 1; g < diff->n_groups && !err; g++, results++) {
			*results = (struct gate_result){
				.gate = &gates[i],
				.group = g,
				.change = NAN,
				.low = NAN,
				.high = NAN,
			};
			err = judge(diff, &gates[i], alpha, results);
		}
	}
	return err;
}

enum gate_outcome gate__worst(const struct gate_result *results, size_t n)
{
	enum gate_outcome worst = GATE_KEPT;

	for (size_t i = 0; i < n; i++)
		worst = results[i].outcome > worst ? results[i].outcome : worst;
	return worst;
}
