/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - the command line, checked.
 *
 * Owns the table of options, from which parsing and --help are both made.
 * Every value in struct options is in range and suits the chosen kind once
 * options__parse() has returned OPTIONS_RUN. Strings point into argv.
 */
#ifndef MEMCGLOAD_OPTIONS_H
#define MEMCGLOAD_OPTIONS_H

#include "base.h"
#include "cpulist.h"

struct kind;

enum free_how { FREE_DONTNEED, FREE_MUNMAP };

struct options {
	const struct kind *kind;
	uint64_t ops;	      /* 0: no fixed work */
	uint64_t duration_ns; /* 0: no fixed time */
	uint64_t settle_ns;
	uint64_t cgroups; /* 0 with no_cgroups */
	uint64_t workers;
	uint64_t pages;
	uint64_t flows;
	uint64_t threads;
	uint64_t pipe_mib;
	enum free_how free_how;
	struct cpulist cpus;	 /* empty: not pinned */
	const char *rps_mask;	 /* NULL: left alone */
	const char *cgroup_root; /* NULL: found */
	const char *name;	 /* NULL: memcgload.PID */
	bool json;
	bool no_cgroups;
	bool keep_cgroups;
};

enum options_verdict {
	OPTIONS_RUN,   /* go on */
	OPTIONS_DONE,  /* --help or --version was printed */
	OPTIONS_WRONG, /* said on stderr */
};

enum options_verdict options__parse(struct options *opts, int argc, char **argv);
void options__free(struct options *opts);

#endif
