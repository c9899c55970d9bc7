// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/export_setup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/export_config.h"
#include "kernel/bringup.h"
#include "util/log.h"

#define ALL_CGROUPS 65536
#define KEY_ROOM (LABEL_KEY_MOST + 2) /* a byte more than any key and its newline */

static int read_config(const struct options *opt, struct export_setup *setup)
{
	int n;

	setup->opt = *opt;
	if (!opt->config)
		return 0;
	if (export_config__words(opt->config, opt->argc, opt->argv, &setup->words, &n))
		return EXIT_FAILURE;
	if (options__parse(&setup->opt, n, setup->words, stderr)) {
		log__error("--config: an option of %s is wrong, or one beside it", opt->config);
		return EXIT_USAGE;
	}
	return 0;
}

static int read_key(const char *path, struct label_key *key)
{
	char bytes[KEY_ROOM];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), err = fd < 0 ? -errno : 0;
	size_t have = 0;
	ssize_t n = 1;

	while (!err && n > 0 && have < sizeof(bytes)) {
		n = read(fd, bytes + have, sizeof(bytes) - have);
		if (n > 0)
			have += (size_t)n;
		else if (n < 0 && errno != EINTR)
			err = -errno;
	}
	if (fd >= 0)
		close(fd);
	if (err) {
		log__error("--hash-cgroups: cannot read %s: %s", path, strerror(-err));
		return EXIT_FAILURE;
	}
	if (series_label__key_parse(bytes, have, key)) {
		log__error("--hash-cgroups: %s is no key: give %d to %d random bytes", path,
			   LABEL_KEY_LEAST, LABEL_KEY_MOST);
		return EXIT_FAILURE;
	}
	explicit_bzero(bytes, sizeof(bytes));
	return 0;
}

static int make_names(struct export_setup *setup)
{
	const struct options *opt = &setup->opt;
	int err;

	if (opt->hash_cgroups) {
		setup->key = calloc(1, sizeof(*setup->key));
		if (!setup->key)
			return EXIT_FAILURE;
		err = read_key(opt->hash_cgroups, setup->key);
		if (err)
			return err;
	}
	if (!opt->cgroup)
		return 0;
	err = pattern__new(opt->cgroup, &setup->pattern);
	if (err)
		log__error("--cgroup: %s", err == -EINVAL ?
						   "no path or pattern of cgroups; give one as "
						   "/kubepods.slice/*" :
						   strerror(-err));
	return err ? EXIT_USAGE : 0;
}

static size_t max_series(const struct export_setup *setup, unsigned int cpus)
{
	const struct options *opt = &setup->opt;

	if (opt->no_cgroups)
		return 0;
	if (opt->command == COMMAND_REPORT) /* read by a person, or by a test */
		return ALL_CGROUPS;
	if (opt->max_cgroups_given)
		return opt->max_cgroups;
	return estimate__series_for_budget(cpus, &setup->texts, ESTIMATE_BUDGET);
}

int export_setup__make(const struct options *opt, struct export_setup *setup)
{
	int err;

	memset(setup, 0, sizeof(*setup));
	err = read_config(opt, setup);
	if (!err && (setup->opt.buckets & (setup->opt.buckets - 1))) {
		log__error("--buckets: give 1, 2, 4, 8 or 16");
		err = EXIT_USAGE;
	}
	if (!err)
		err = make_names(setup);
	if (err)
		return err;
	setup->texts = (struct exposition_opts){
		.per_cpu = setup->opt.per_cpu,
		.cgroup_histograms = setup->opt.cgroup_histograms,
		.buckets = (unsigned int)setup->opt.buckets,
		.libbpf = setup->opt.command == COMMAND_EXPORT ? bringup__libbpf_version() : NULL,
	};
	setup->rules = (struct ledger_rules){
		.label = {.depth = (unsigned int)setup->opt.cgroup_depth, .key = setup->key},
		.pattern = setup->pattern,
		.linger_ns = LEDGER_LINGER_NS,
		.max_window_ns = LEDGER_MAX_WINDOW_NS,
	};
	return 0;
}

void export_setup__size(struct export_setup *setup, unsigned int cpus)
{
	setup->rules.max_series = max_series(setup, cpus);
}

uint64_t export_setup__room(const struct export_setup *setup)
{
	const struct options *opt = &setup->opt;

	if (opt->room)
		return opt->room;
	return opt->max_cgroups > EXPORT_ROOM_LEAST ? opt->max_cgroups : EXPORT_ROOM_LEAST;
}

void export_setup__clear(struct export_setup *setup)
{
	pattern__free(setup->pattern);
	free(setup->key);
	export_config__free(setup->words);
	memset(setup, 0, sizeof(*setup));
}
