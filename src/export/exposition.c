// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks the table of families over the subjects of each scope, and prints or counts. */
#include "export/exposition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "export/exposition_hist.h"
#include "export/exposition_labels.h"
#include "export/exposition_text.h"
#include "export/families.h"

struct printer {
	FILE *f; /* NULL: only count */
	const struct ledger_view *view;
	const struct exposition_opts *opts;
	char **cpu_labels, **cgroup_labels; /* cpu="3", escaped; NULL when only counting */
	const struct family *family;
	char **own_labels; /* of the family, by series; what all its subjects share */
	bool head_done;
	size_t series;
	int err;
};

const char *exposition__content_type(enum exposition_format format)
{
	return format == EXPOSITION_OPENMETRICS
		       ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
		       : "text/plain; version=0.0.4; charset=utf-8";
}

static void put(FILE *f, const char *text)
{
	fwrite_unlocked(text, 1, strlen(text), f);
}

/* HELP and TYPE, before a family's first series: one without series is not there at all. */
static void print_head(struct printer *p)
{
	const struct family *family = p->family;
	bool open_metrics = p->opts->format == EXPOSITION_OPENMETRICS;
	const char *suffix = open_metrics ? "" : family__suffix(family);
	const char *type = family__type_name(family), *unit = family__unit_name(family);

	if (!open_metrics && family->type == FAMILY_INFO)
		type = "gauge";
	fprintf(p->f, "# HELP %s%s ", family->name, suffix);
	exposition_text__put_help(p->f, family->help, open_metrics);
	fprintf(p->f, "\n# TYPE %s%s %s\n", family->name, suffix, type);
	if (open_metrics && unit)
		fprintf(p->f, "# UNIT %s %s\n", family->name, unit);
}

/* name{cpu="3",reason="x"; the caller may add a label and closes the brace.  Returns their number.
 */
static unsigned int print_name(struct printer *p, const char *suffix, const char *row_label,
			       const char *labels)
{
	put(p->f, p->family->name);
	put(p->f, suffix);
	if (!row_label && !*labels)
		return 0;
	putc_unlocked('{', p->f);
	if (row_label)
		put(p->f, row_label);
	if (row_label && *labels)
		putc_unlocked(',', p->f);
	put(p->f, labels);
	return 1;
}

static void print_line(struct printer *p, const char *suffix, const char *row_label,
		       const char *labels, const char *value)
{
	if (print_name(p, suffix, row_label, labels))
		putc_unlocked('}', p->f);
	putc_unlocked(' ', p->f);
	put(p->f, value);
	putc_unlocked('\n', p->f);
}

struct bucket_line {
	struct printer *p;
	const char *row_label, *labels;
};

static void print_bucket(void *arg, const char *le, uint64_t n)
{
	struct bucket_line *line = arg;
	struct printer *p = line->p;
	char number[EXPOSITION_NUMBER];
	bool more = print_name(p, "_bucket", line->row_label, line->labels);

	put(p->f, more ? ",le=\"" : "{le=\"");
	put(p->f, le);
	put(p->f, "\"} ");
	exposition_text__count(number, n);
	put(p->f, number);
	putc_unlocked('\n', p->f);
}

static struct exposition_hist hist_of(const struct printer *p, const struct sample *sample)
{
	return sample->kind == SAMPLE_FINE ? exposition_hist__fine(p->opts->buckets)
					   : exposition_hist__coarse();
}

static void print_histogram(struct printer *p, const struct sample *sample, const char *row_label,
			    const char *labels)
{
	struct exposition_hist hist = hist_of(p, sample);
	struct bucket_line line = {p, row_label, labels};
	char number[EXPOSITION_NUMBER];
	uint64_t count = exposition_hist__walk(&hist, sample->slots, print_bucket, &line);

	exposition_text__seconds(number, sample->n);
	print_line(p, "_sum", row_label, labels, number);
	exposition_text__count(number, count);
	print_line(p, "_count", row_label, labels, number);
}

static void print_sample(struct printer *p, const struct sample *sample, const char *row_label,
			 const char *labels)
{
	char number[EXPOSITION_NUMBER];

	if (sample->kind == SAMPLE_FINE || sample->kind == SAMPLE_COARSE) {
		print_histogram(p, sample, row_label, labels);
		return;
	}
	if (sample->kind == SAMPLE_COUNT)
		exposition_text__count(number, sample->n);
	else if (sample->kind == SAMPLE_NS)
		exposition_text__seconds(number, sample->n);
	else
		exposition_text__ps_seconds(number, sample->ps);
	print_line(p, family__suffix(p->family), row_label, labels, number);
}

static size_t series_of(const struct printer *p, const struct sample *sample)
{
	struct exposition_hist hist;

	if (sample->kind != SAMPLE_FINE && sample->kind != SAMPLE_COARSE)
		return 1;
	hist = hist_of(p, sample);
	return exposition_hist__buckets(&hist) + 2; /* sum and count */
}

/* Series of the current family on one subject. */
static void walk_subject(struct printer *p, const struct subject *subject, const char *row_label)
{
	for (unsigned int i = 0; i < p->family->n && !p->err; i++) {
		struct sample sample = {.n = 0};

		if (!p->family->get(p->family, subject, i, &sample))
			continue;
		p->series += series_of(p, &sample);
		if (!p->f)
			continue;
		if (!p->own_labels[i])
			p->own_labels[i] = exposition_labels__own(p->family, &sample);
		if (!p->own_labels[i]) {
			p->err = -ENOMEM;
			return;
		}
		if (!p->head_done)
			print_head(p);
		p->head_done = true;
		print_sample(p, &sample, row_label, p->own_labels[i]);
	}
}

static void walk_host(struct printer *p)
{
	struct subject subject = {.view = p->view, .opts = p->opts, .c = &p->view->now->total};

	walk_subject(p, &subject, NULL);
}

static void walk_cpus(struct printer *p)
{
	const struct snapshot *now = p->view->now;

	for (size_t i = 0; p->opts->per_cpu && i < now->n_cpus; i++) {
		struct subject subject = {
			.view = p->view,
			.opts = p->opts,
			.c = &now->cpus[i].c,
			.hold_ns = p->view->cpu_hold_ns[i],
		};

		walk_subject(p, &subject, p->f ? p->cpu_labels[i] : NULL);
	}
}

static void walk_cgroups(struct printer *p)
{
	const struct ledger_view *view = p->view;

	for (size_t i = 0; view->max_series && i <= view->n_series; i++) {
		const struct ledger_series *series = exposition_labels__series(view, i);
		struct subject subject = {
			.view = view,
			.opts = p->opts,
			.c = &series->c,
			.hold_ns = series->hold_ns,
			.hist = series->hist,
		};

		walk_subject(p, &subject, p->f ? p->cgroup_labels[i] : NULL);
	}
}

static void walk_family(struct printer *p)
{
	p->head_done = false;
	if (p->f && !(p->own_labels = calloc(p->family->n, sizeof(*p->own_labels)))) {
		p->err = -ENOMEM;
		return;
	}
	if (p->family->scope == FAMILY_HOST)
		walk_host(p);
	else if (p->family->scope == FAMILY_CPU)
		walk_cpus(p);
	else
		walk_cgroups(p);
	for (unsigned int i = 0; p->own_labels && i < p->family->n; i++)
		free(p->own_labels[i]);
	free(p->own_labels);
	p->own_labels = NULL;
}

static void walk(struct printer *p)
{
	for (size_t i = 0; !p->err && (p->family = families__at(i)); i++)
		walk_family(p);
}

int exposition__print(FILE *f, const struct ledger_view *view, const struct exposition_opts *opts)
{
	struct printer p = {.f = f, .view = view, .opts = opts};

	p.cpu_labels = exposition_labels__cpus(view->now);
	p.cgroup_labels = exposition_labels__cgroups(view);
	if (!p.cpu_labels || !p.cgroup_labels)
		p.err = -ENOMEM;
	walk(&p);
	if (!p.err && opts->format == EXPOSITION_OPENMETRICS)
		fputs("# EOF\n", f);
	exposition_labels__free(p.cpu_labels);
	exposition_labels__free(p.cgroup_labels);
	return p.err;
}

char *exposition__text(const struct ledger_view *view, const struct exposition_opts *opts,
		       size_t *bytes)
{
	char *text = NULL;
	FILE *f = open_memstream(&text, bytes);
	int err;

	if (!f)
		return NULL;
	err = exposition__print(f, view, opts);
	if (!fclose(f) && !err)
		return text;
	free(text);
	return NULL;
}

size_t exposition__series(const struct ledger_view *view, const struct exposition_opts *opts)
{
	struct printer p = {.view = view, .opts = opts};

	walk(&p);
	return p.series;
}

/* Series of one subject of a scope, whatever its numbers are. */
static size_t series_in_scope(const struct run_info *run, const struct exposition_opts *opts,
			      enum family_scope scope)
{
	static const uint64_t slots[MCT_COARSE_SLOTS];
	static const struct counters none;
	struct snapshot *now = snapshot__new(run, 0, 0);
	struct ledger_view view = {.now = now};
	struct subject subject = {.view = &view, .opts = opts, .c = &none, .hist = slots};
	struct printer p = {.view = &view, .opts = opts};

	for (size_t i = 0; now && (p.family = families__at(i)); i++) {
		if (p.family->scope == scope)
			walk_subject(&p, &subject, NULL);
	}
	snapshot__free(now);
	return p.series;
}

size_t exposition__series_of_cgroup(const struct run_info *run, const struct exposition_opts *opts)
{
	return series_in_scope(run, opts, FAMILY_CGROUP);
}

size_t exposition__series_of_cpu(const struct run_info *run, const struct exposition_opts *opts)
{
	return opts->per_cpu ? series_in_scope(run, opts, FAMILY_CPU) : 0;
}
