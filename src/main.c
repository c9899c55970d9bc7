// SPDX-License-Identifier: GPL-2.0-or-later
/* memcgtop: reads the command line and hands over to the command. */
#include <errno.h>
#include <gsl/gsl_version.h>
#include <jansson.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common.h"
#include "cmd/common_stop.h"
#include "cmd/diff.h"
#include "cmd/doctor.h"
#include "cmd/export.h"
#include "cmd/live.h"
#include "cmd/record.h"
#include "cmd/report.h"
#include "cmd/stat.h"
#include "kernel/bringup.h"
#include "serve/http.h"
#include "serve/sandbox.h"
#include "term/terminal.h"
#include "util/log.h"
#include "util/options.h"
#include "util/out.h"


static int (*const commands[COMMAND_NR])(const struct options *) = {
	[COMMAND_LIVE] = live__main,
	[COMMAND_STAT] = stat__main,
	[COMMAND_RECORD] = record__main,
	[COMMAND_REPORT] = report__main,
	[COMMAND_DIFF] = diff__main,
	[COMMAND_EXPORT] = export__main,
	[COMMAND_DOCTOR] = doctor__main,
};

static void print_version(FILE *f)
{
	fprintf(f,
		"memcgtop " MEMCGTOP_VERSION "\n"
		"Licence GPL-2.0-or-later: free software, without any warranty.\n"
		"Libraries: libbpf %s, jansson %s, GSL %s, libcap-ng, nettle, %s, %s, %s\n",
		bringup__libbpf_version(), jansson_version_str(), gsl_version, terminal__library(),
		sandbox__library(), http__library());
}

/* Prints what was asked for instead of a measurement. */
static int print_page(const struct options *opt)
{
	struct out *out = out__open(NULL);
	FILE *f = out ? out__begin(out) : NULL;

	if (!f)
		return EXIT_FAILURE;
	if (opt->action == ACTION_HELP)
		options__print_help(f, opt->command);
	else if (opt->action == ACTION_VERSION)
		print_version(f);
	else
		options__dump(f);
	out__commit(out);
	return common__finish(out, EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	struct options opt;
	int err;

	out__guard_standard_fds();
	err = stop__install();
	if (err) {
		log__error("cannot handle signals: %s", strerror(-err));
		return EXIT_FAILURE;
	}
	setlocale(LC_CTYPE, "");
	if (options__parse(&opt, argc, argv, stderr))
		return EXIT_USAGE;
	log__set_verbose(opt.verbose);
	if (opt.action != ACTION_RUN)
		return print_page(&opt);
	return commands[opt.command](&opt);
}
