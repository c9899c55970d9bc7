/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the options of export (and report --prometheus) come to: rules of the
 * ledger, options of the texts; read from the command line and from --config,
 * whose options come first, so that the command line overrides them.
 */
#ifndef CMD_EXPORT_SETUP_H
#define CMD_EXPORT_SETUP_H

#include "export/estimate.h"
#include "export/exposition.h"
#include "util/options.h"

#define EXPORT_ROOM_LEAST    1024

struct export_setup {
	struct options opt;		/* config and command line together */
	char **words;			/* what opt points into; NULL: the command line alone */
	struct pattern *pattern;
	struct label_key *key;
	struct ledger_rules rules;	/* points to pattern and key */
	struct exposition_opts texts;
};

/*
 * export_setup__make - from @opt, as the command line gave it.
 * Returns 0, EXIT_USAGE or EXIT_FAILURE after one line; clear *@setup in any case.
 */
int export_setup__make(const struct options *opt, struct export_setup *setup);

/* How many cgroups get series, with so many possible CPUs.  Call before rules are used. */
void export_setup__size(struct export_setup *setup, unsigned int cpus);

/* Cgroups that the kernel's table is made for: more than have series, for many come and go. */
uint64_t export_setup__room(const struct export_setup *setup);

void export_setup__clear(struct export_setup *setup);

#endif
