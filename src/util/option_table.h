/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one table of options and the one of commands.  Parsing, --help, the man
 * page's check and completion (tools/completions) all read these; nothing else
 * knows an option.
 */
#ifndef UTIL_OPTION_TABLE_H
#define UTIL_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/options.h"

enum option_kind {
	OPTION_FLAG,	/* bool */
	OPTION_SECONDS, /* uint64_t in nanoseconds, min..max */
	OPTION_COUNT,	/* uint64_t, min..max */
	OPTION_TEXT,	/* const char *, not empty */
	OPTION_FILE,	/* the same; completion offers files */
	OPTION_CGROUP,	/* the same; completion offers cgroups */
	OPTION_CPUS,	/* const char *, a CPU list */
	OPTION_NUMBER,	/* double, min..max in 1e-9 */
	OPTION_LIST,	/* struct option_list: may be repeated */
	OPTION_GROUP,	/* begins a named group of files */
	OPTION_CHOICE,	/* const char *, one word of choices */
	OPTION_ACTION,	/* sets options.action to min */
};

struct option_def {
	const char *name;
	char letter;	       /* or 0 */
	const char *arg;       /* name of its argument in help; NULL: none */
	const char *help;      /* a phrase; NULL: hidden */
	unsigned int commands; /* bits 1 << enum command */
	enum option_kind kind;
	size_t offset; /* of the field in struct options */
	uint64_t min, max;
	const char *const *choices; /* NULL-terminated */
};

struct command_def {
	const char *name;  /* NULL: the command without a word */
	const char *usage; /* what follows "memcgtop " */
	const char *help;
	bool takes_cmd; /* [-- CMD...] */
	bool takes_file; /* FILE, which must be given */
	bool takes_groups; /* FILE... -- FILE... */
};

extern const struct option_def option_table[];
extern const size_t option_table_size;
extern const struct command_def command_table[COMMAND_NR];

#endif
