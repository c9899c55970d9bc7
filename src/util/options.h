/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the user asked for.  The command line is read once, against the table
 * of option_table.c, into a struct options that every part gets.
 */
#ifndef UTIL_OPTIONS_H
#define UTIL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A new command is a row in option_table.c and a row in main.c. */
enum command {
	COMMAND_LIVE, /* no command word */
	COMMAND_STAT,
	COMMAND_RECORD,
	COMMAND_REPORT,
	COMMAND_DIFF,
	COMMAND_EXPORT,
	COMMAND_DOCTOR,
	COMMAND_NR,
};

/* Things done instead of the command. */
enum option_action {
	ACTION_RUN,
	ACTION_HELP,
	ACTION_VERSION,
	ACTION_DUMP_OPTIONS, /* hidden: the table, for man page and completion */
};

#define EXIT_USAGE 2

#define OPTIONS_MOST 16 /* groups of a diff; times an option that may be repeated */

/* A side of a diff. */
struct option_group {
	const char *name; /* NULL: not named */
	char **file;
	size_t n_files;
};

/* An option that may be given several times. */
struct option_list {
	const char *item[OPTIONS_MOST];
	size_t n;
};

struct options {
	enum command command;
	enum option_action action;
	uint64_t interval_ns; /* 0: not given */
	uint64_t duration_ns; /* 0: not given, without end */
	const char *cgroup;   /* rows of this subtree only; NULL: all */
	const char *cpus;     /* rows of these CPUs only, list as typed; NULL: all */
	const char *output;   /* file instead of standard output, or NULL */
	const char *mode;     /* forced attach mode, or NULL: the best there is */
	const char *source;   /* "synthetic:SPEC", or NULL: this kernel */
	uint64_t max_cgroups;
	uint64_t rows; /* of each table; 0: all */
	bool charges;
	bool cost;
	bool json;
	bool no_config;		/* live, report: the settings file is neither read nor written */
	bool anonymous;		/* record: without the host's name and those of cgroups */
	bool screen;		/* report: the live screen */
	uint64_t from_ns;	/* report: part of the recording; to_ns 0: to its end */
	uint64_t to_ns;
	struct option_group group[OPTIONS_MOST]; /* diff: two or more, none empty */
	size_t n_groups;
	struct option_list gates; /* diff: --fail-if */
	double alpha;		/* diff: of all verdicts together */
	double resolution;	/* diff: in percent */
	const char *format;	/* diff: NULL: text */
	bool force;		/* diff: compare what should not be */
	bool bisect;		/* diff: exit statuses for git bisect run */
	bool once;		/* export: one text to standard output */
	bool estimate;		/* export: what it would cost */
	bool per_cpu;		/* export: families of each CPU */
	bool cgroup_histograms;	/* export */
	bool openmetrics;	/* export --once, report --prometheus: that format */
	bool prometheus;	/* report: as export has it */
	const char *textfile;	/* export: file to keep up to date, or NULL */
	struct option_list listen; /* export: addresses to serve on */
	const char *size;	/* export --estimate: "CPUSxCGROUPS", or NULL: this host's */
	const char *hash_cgroups; /* export: file with the key that hides names, or NULL */
	const char *config;	/* export: file with more options, read again on reload */
	uint64_t cgroup_depth;	/* export: deeper ones are folded; 0: none */
	bool max_cgroups_given;	/* else export keeps its budget of series */
	bool no_cgroups;	/* export */
	uint64_t room;		/* export: cgroups in the kernel's table; 0: as it sees fit */
	char **argv;		/* the command line, to be read again with a --config */
	int argc;
	uint64_t buckets;	/* export: an octave */
	uint64_t recycle_after_ns; /* cells of a removed cgroup, once quiet so long; 0: not given */
	bool facts;		/* doctor: what was found out, as a fixture of tests */
	bool stocks;		/* doctor: what the stocks hold, for tests */
	bool verbose;
	const char *file; /* FILE, or NULL: none */
	char **cmd; /* CMD and its arguments, NULL-terminated; NULL: none */
};

/*
 * options__parse - reads the command line.
 * @err: gets one line on failure.
 *
 * @opt points into @argv (where the files of a diff are moved to the front) and
 * the environment (MEMCGTOP_MODE), which must stay.
 * Returns 0, or EXIT_USAGE after the line.  Not reentrant (getopt).
 */
int options__parse(struct options *opt, int argc, char **argv, FILE *err);

/*
 * options__print_help - on one page: usage, commands and the options of the
 * live screen, or what @command takes.
 */
void options__print_help(FILE *f, enum command command);

/*
 * options__dump - the tables for programs, a line a row, fields parted by tabs,
 * "-" for none:
 *   command  name  its word  "CMD", "FILE" or "FILES" if it takes that  help
 *   option   long name  letter  argument  commands  kind  choices  help
 * Lists are parted by commas.  An option without help is hidden.
 */
void options__dump(FILE *f);

#endif
