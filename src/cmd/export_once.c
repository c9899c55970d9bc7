// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/export_once.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/common_run.h"
#include "cmd/common_stop.h"
#include "kernel/session.h"
#include "util/log.h"

#define DEFAULT_INTERVAL_NS 1000000000ull
#define MIB		    1048576.0

static bool is_over(void *arg)
{
	(void)arg;
	return stop__requested();
}

/* The run keeps its snapshot; the ledger gets one of its own. */
static int take(void *arg, const struct snapshot *now)
{
	struct snapshot *copy = snapshot__copy(now);
	int err = copy ? ledger__update(arg, copy) : -ENOMEM;

	if (err)
		log__error("out of memory");
	return err;
}

static int take_all(struct ledger *ledger, const struct export_setup *setup, struct source *src)
{
	const struct run_plan plan = {
		.duration_ns = setup->opt.command == COMMAND_REPORT ?
				       0 :
				       setup->opt.interval_ns ?: DEFAULT_INTERVAL_NS,
		.is_over = is_over,
		.on_read = take,
		.arg = ledger,
	};
	struct snapshot *first;
	int err = run__start(src, &first);

	if (err)
		return err;
	err = take(ledger, first);
	if (err) {
		snapshot__free(first);
		return err;
	}
	return run__loop(src, first, &plan, NULL);
}

static int print(struct ledger *ledger, const struct export_setup *setup, struct out *out)
{
	struct exposition_opts opts = setup->texts;
	FILE *f = out__begin(out);
	int err;

	if (!f)
		return -ENOMEM;
	opts.format = setup->opt.openmetrics ? EXPOSITION_OPENMETRICS : EXPOSITION_TEXT;
	err = exposition__print(f, ledger__view(ledger), &opts);
	if (err)
		log__error("out of memory");
	return out__commit(out) ?: err;
}

int export_once__run(struct export_setup *setup, struct source *src, struct out *out)
{
	struct ledger *ledger;
	int err;

	setup->rules.one_shot = true;
	if (setup->opt.command == COMMAND_EXPORT)
		export_setup__size(setup, (unsigned int)sysconf(_SC_NPROCESSORS_CONF));
	ledger = ledger__new(&setup->rules);
	if (!ledger) {
		log__error("out of memory");
		return -ENOMEM;
	}
	err = take_all(ledger, setup, src);
	if (!err)
		err = print(ledger, setup, out);
	ledger__free(ledger);
	return err;
}

static struct estimate_size own_size(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);

	return (struct estimate_size){.cpus = cpus > 0 ? (unsigned int)cpus : 1, .cgroups = 1000};
}

static void print_estimate(FILE *f, const struct estimate_size *size,
			   const struct export_setup *setup, const struct estimate *e)
{
	const struct session_sizes sizes = {
		.possible_cpus = size->cpus,
		.max_cgroups = (unsigned int)export_setup__room(setup),
		.recycle = true,
	};

	fprintf(f, "export on %u CPUs with %u active cgroups\n", size->cpus, size->cgroups);
	fprintf(f, "  series         %8zu\n", e->series);
	fprintf(f, "    of the host  %8zu\n", e->host_series);
	fprintf(f, "    of CPUs      %8zu\n", e->cpu_series);
	fprintf(f, "    of cgroups   %8zu  %zu with series of their own, the rest in \"other\"\n",
		e->cgroup_series, e->cgroups_shown);
	fprintf(f, "  bytes a scrape %8zu  %zu with gzip\n", e->bytes, e->gzip_bytes);
	fprintf(f, "  kernel memory  %8.1f MiB of maps, counted against a service's MemoryMax\n",
		(double)session__map_bytes(&sizes) / MIB);
}

int export_once__estimate(struct export_setup *setup, struct out *out)
{
	struct estimate_size size = own_size();
	struct estimate e;
	FILE *f;

	if (setup->opt.size && estimate__parse_size(setup->opt.size, &size)) {
		log__error("--size: '%s' is no size; give CPUSxCGROUPS as 512x1000",
			   setup->opt.size);
		return EXIT_USAGE;
	}
	export_setup__size(setup, size.cpus);
	if (estimate__make(&size, &setup->rules, &setup->texts, &e)) {
		log__error("out of memory");
		return EXIT_FAILURE;
	}
	f = out__begin(out);
	if (!f)
		return EXIT_FAILURE;
	print_estimate(f, &size, setup, &e);
	return out__commit(out) ? EXIT_FAILURE : EXIT_SUCCESS;
}
