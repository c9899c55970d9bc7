// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/estimate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "model/synthetic.h"
#include "util/number.h"

#define AGE_NS (30ull * 24 * 3600 * 1000000000)
/* Series that another host may have beside: what it cannot show, and --charges. */
#define HEADROOM     (METRIC_NR + ROLE_NR + 2)
#define MOST_CPUS    8192u
#define MOST_CGROUPS 100000u

int estimate__parse_size(const char *text, struct estimate_size *size)
{
	size_t n = strcspn(text, "x");
	uint64_t cpus, cgroups;
	char left[16];

	if (!text[n] || n >= sizeof(left))
		return -EINVAL;
	memcpy(left, text, n);
	left[n] = '\0';
	if (number__parse_count(left, 1, MOST_CPUS, &cpus) ||
	    number__parse_count(text + n + 1, 0, MOST_CGROUPS, &cgroups))
		return -EINVAL;
	*size = (struct estimate_size){(unsigned int)cpus, (unsigned int)cgroups};
	return 0;
}

/* Size of @text as a server compresses it. */
static int gzip_bytes(const char *text, size_t bytes, size_t *packed)
{
	z_stream z = {.next_in = (Bytef *)text, .avail_in = (uInt)bytes};
	size_t room;
	int done;

	if (bytes > UINT32_MAX || deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY))
		return -ENOMEM;
	room = deflateBound(&z, bytes);
	z.next_out = malloc(room);
	z.avail_out = (uInt)room;
	if (!z.next_out) {
		deflateEnd(&z);
		return -ENOMEM;
	}
	done = deflate(&z, Z_FINISH);
	free(z.next_out - z.total_out);
	*packed = z.total_out;
	deflateEnd(&z);
	return done == Z_STREAM_END ? 0 : -ENOMEM;
}

/* Two snapshots, a long time apart, the first published: so that series count. */
static int run_host(struct source *src, struct ledger *ledger)
{
	struct snapshot *snap;

	for (int i = 0; i < 2; i++) {
		int err;

		src->ops->wait(src, SYNTHETIC_START_NS + (i ? AGE_NS : 1000000000), -1);
		err = src->ops->read(src, &snap);
		if (!err)
			err = ledger__update(ledger, snap);
		if (err)
			return err;
		ledger__published(ledger);
	}
	return 0;
}

static int measure(const struct ledger_view *view, const struct exposition_opts *opts,
		   struct estimate *e)
{
	const struct run_info *run = view->now->run;
	char *text;
	int err;

	e->series = exposition__series(view, opts);
	e->cpu_series = view->now->n_cpus * exposition__series_of_cpu(run, opts);
	if (view->max_series)
		e->cgroup_series = (view->n_series + 1) * exposition__series_of_cgroup(run, opts);
	e->host_series = e->series - e->cpu_series - e->cgroup_series;
	e->cgroups_shown = view->n_series;
	text = exposition__text(view, opts, &e->bytes);
	if (!text)
		return -ENOMEM;
	err = gzip_bytes(text, e->bytes, &e->gzip_bytes);
	free(text);
	return err;
}

int estimate__make(const struct estimate_size *size, const struct ledger_rules *rules,
		   const struct exposition_opts *opts, struct estimate *estimate)
{
	struct ledger_rules all = *rules;
	struct exposition_opts text_opts = *opts;
	struct synthetic_spec spec;
	struct source *src;
	struct ledger *ledger;
	int err = -ENOMEM;

	*estimate = (struct estimate){.series = 0};
	if (!size->cpus || size->cpus > MOST_CPUS || size->cgroups > MOST_CGROUPS)
		return -EINVAL;
	all.pattern = NULL;
	all.label.depth = 0;
	text_opts.format = EXPOSITION_TEXT;
	synthetic_spec__parse("", &spec, NULL);
	spec.cpus = size->cpus;
	spec.cgroups = size->cgroups;
	src = synthetic__new(&spec);
	ledger = src ? ledger__new(&all) : NULL;
	if (ledger)
		err = run_host(src, ledger);
	if (ledger && !err)
		err = measure(ledger__view(ledger), &text_opts, estimate);
	ledger__free(ledger);
	if (src)
		src->ops->close(src);
	return err;
}

size_t estimate__series_for_budget(unsigned int cpus, const struct exposition_opts *opts,
				   size_t budget)
{
	struct ledger_rules rules = {
		.max_series = 1,
		.linger_ns = LEDGER_LINGER_NS,
		.max_window_ns = LEDGER_MAX_WINDOW_NS,
	};
	struct exposition_opts all = *opts;
	struct estimate_size one = {.cpus = 1, .cgroups = 1};
	struct estimate e;
	size_t each, fixed;

	all.stats.serves = true;
	all.stats.writes = true;
	all.stats.start_wall_ns = SYNTHETIC_WALL_NS;
	if (estimate__make(&one, &rules, &all, &e))
		return 0;
	each = e.cgroup_series / (e.cgroups_shown + 1);
	fixed = e.host_series + HEADROOM + cpus * e.cpu_series + each; /* the last is other's */
	return budget > fixed ? (budget - fixed) / each : 0;
}
