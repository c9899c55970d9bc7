// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "kind.h"
#include "number.h"
#include "usage.h"

#define DEFAULT_DURATION_NS (5 * NS_PER_SEC)
#define MAX_WORKERS	    4096

enum option_type { OPT_FLAG, OPT_COUNT, OPT_SECONDS, OPT_STRING, OPT_OTHER };

/* getopt values of options without a letter. */
enum { FIRST_LONG = 256, OPT_HELP = 512, OPT_VERSION };

struct option_row {
	const char *name;
	char letter;
	const char *value; /* NULL: takes none */
	enum option_type type;
	size_t offset;
	uint64_t min, max;
	unsigned int uses; /* a kind must understand one of these; 0: all do */
	const char *help;
};

#define AT(field) offsetof(struct options, field)

static const struct option_row rows[] = {
	{"ops", 'n', "OPS", OPT_COUNT, AT(ops), 1, 1000000000000ULL, 0,
	 "fixed work: so many operations in total"},
	{"duration", 'd', "SECONDS", OPT_SECONDS, AT(duration_ns), 1, 86400ULL * 365, USES_DURATION,
	 "fixed time; with -n, whichever ends first"},
	{"settle", 0, "SECONDS", OPT_SECONDS, AT(settle_ns), 0, 86400, 0,
	 "wait between setup and work"},
	{"json", 0, NULL, OPT_FLAG, AT(json), 0, 0, 0, "report as one JSON object on one line"},
	{"cgroups", 'k', "K", OPT_COUNT, AT(cgroups), 1, 60000, USES_CGROUPS, "number of cgroups"},
	{"workers", 'w', "W", OPT_COUNT, AT(workers), 1, MAX_WORKERS, USES_WORKERS,
	 "worker processes (default: one per cgroup)"},
	{"pages", 0, "N", OPT_COUNT, AT(pages), 1, 1U << 18, USES_PAGES, "pages touched per round"},
	{"free", 0, "HOW", OPT_OTHER, AT(free_how), 0, 0, USES_FREE,
	 "give pages back by dontneed (default) or munmap"},
	{"cpus", 0, "LIST", OPT_OTHER, AT(cpus), 0, 0, USES_CPUS,
	 "pin workers to these CPUs in turn, as in 0,2-3"},
	{"flows", 'f', "F", OPT_COUNT, AT(flows), 1, 100000, USES_FLOWS,
	 "TCP connections in total (50)"},
	{"threads", 't', "T", OPT_COUNT, AT(threads), 1, 256, USES_FLOWS,
	 "threads of each client and server process (1)"},
	{"rps", 0, "MASK", OPT_OTHER, AT(rps_mask), 0, 0, USES_FLOWS,
	 "receive packet steering on lo, hex CPU mask; restored"},
	{"pipe-mib", 0, "MIB", OPT_COUNT, AT(pipe_mib), 1, 1024, USES_PIPE,
	 "size of the pipe (64)"},
	{"cgroup-root", 0, "PATH", OPT_STRING, AT(cgroup_root), 0, 0, 0,
	 "directory to make cgroups in (default: found)"},
	{"name", 0, "PREFIX", OPT_OTHER, AT(name), 0, 0, 0,
	 "name used there (default: memcgload.PID)"},
	{"no-cgroups", 0, NULL, OPT_FLAG, AT(no_cgroups), 0, 0, 0, "run in the caller's cgroup"},
	{"keep-cgroups", 0, NULL, OPT_FLAG, AT(keep_cgroups), 0, 0, 0,
	 "do not remove the cgroups at the end"},
};

static bool applies(const struct option_row *row, const struct kind *kind)
{
	return !row->uses || (kind->uses & row->uses);
}

static int wrong(const char *what, const char *value, const char *why)
{
	msg_error("%s %s: %s; see memcgload --help", what, value, why);
	return -1;
}

static bool is_hex_mask(const char *text)
{
	return *text && strspn(text, "0123456789abcdefABCDEF,") == strlen(text);
}

static bool is_file_name(const char *text)
{
	return *text && !strchr(text, '/') && !strchr(text, '\n') && strcmp(text, ".") &&
	       strcmp(text, "..") && strlen(text) < 200;
}

/* The options whose values have a form of their own. */
static int take_other(struct options *opts, const char *flag, size_t offset, const char *value)
{
	if (offset == AT(free_how)) {
		if (!strcmp(value, "munmap"))
			opts->free_how = FREE_MUNMAP;
		else if (strcmp(value, "dontneed"))
			return wrong(flag, value, "neither dontneed nor munmap");
	} else if (offset == AT(cpus)) {
		if (cpulist__parse(&opts->cpus, value))
			return wrong(flag, value, "not a list of CPUs");
	} else if (offset == AT(rps_mask)) {
		if (!is_hex_mask(value))
			return wrong(flag, value, "not a hexadecimal mask");
		opts->rps_mask = value;
	} else if (offset == AT(name)) {
		if (!is_file_name(value))
			return wrong(flag, value, "not usable as a directory name");
		opts->name = value;
	}
	return 0;
}

static int take(struct options *opts, const struct option_row *row, const char *value)
{
	void *field = (char *)opts + row->offset;
	char flag[32];
	int err;

	snprintf(flag, sizeof(flag), "--%s", row->name);
	switch (row->type) {
	case OPT_FLAG:
		*(bool *)field = true;
		return 0;
	case OPT_STRING:
		*(const char **)field = value;
		return *value ? 0 : wrong(flag, "\"\"", "empty");
	case OPT_COUNT:
		err = number__count(value, row->min, row->max, field);
		break;
	case OPT_SECONDS:
		err = number__seconds(value, row->max, field);
		if (!err && row->min && !*(uint64_t *)field)
			err = NUMBER_RANGE;
		break;
	default:
		return take_other(opts, flag, row->offset, value);
	}
	if (err == NUMBER_RANGE) {
		msg_error("%s %s: not between %llu and %llu; see memcgload --help", flag, value,
			  (unsigned long long)row->min, (unsigned long long)row->max);
		return -1;
	}
	return err ? wrong(flag, value, "not a number") : 0;
}

static int check_together(struct options *opts, uint64_t seen)
{
	const struct kind *kind = opts->kind;
	const char *flag = NULL;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		if (!(seen & (1ULL << i)))
			continue;
		if (!applies(&rows[i], kind)) {
			msg_error("--%s: means nothing to %s; leave it out", rows[i].name,
				  kind->name);
			return -1;
		}
		if (rows[i].offset == AT(cgroups) || rows[i].offset == AT(cgroup_root) ||
		    rows[i].offset == AT(name) || rows[i].offset == AT(keep_cgroups))
			flag = rows[i].name;
	}
	if (opts->no_cgroups && (kind->uses & NEEDS_CGROUPS)) {
		msg_error("--no-cgroups: %s needs cgroups of its own; leave it out", kind->name);
		return -1;
	}
	if (opts->no_cgroups && flag) {
		msg_error("--%s: contradicts --no-cgroups; leave one out", flag);
		return -1;
	}
	if (opts->workers && opts->workers < opts->cgroups && !opts->no_cgroups) {
		msg_error("--workers %llu: leaves some of %llu cgroups empty; use as many, or "
			  "lower -k",
			  (unsigned long long)opts->workers, (unsigned long long)opts->cgroups);
		return -1;
	}
	return 0;
}

static int complete(struct options *opts, uint64_t seen)
{
	const struct kind *kind = opts->kind;

	if (!opts->cgroups)
		opts->cgroups = kind->cgroups;
	if (check_together(opts, seen))
		return -1;
	if (!opts->workers)
		opts->workers = opts->cgroups;
	if (opts->workers > MAX_WORKERS) {
		msg_error("--cgroups %llu: more than %d workers; lower it",
			  (unsigned long long)opts->cgroups, MAX_WORKERS);
		return -1;
	}
	if (opts->no_cgroups)
		opts->cgroups = 0;
	if (!opts->pages)
		opts->pages = kind->pages;
	if (!opts->flows)
		opts->flows = 50;
	if (!opts->threads)
		opts->threads = 1;
	if (!opts->pipe_mib)
		opts->pipe_mib = 64;
	if (!opts->ops && !opts->duration_ns) {
		opts->ops = kind->ops;
		if (!opts->ops)
			opts->duration_ns = DEFAULT_DURATION_NS;
	}
	return 0;
}

static void print_help(void)
{
	unsigned int i;

	usage__print_head();
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		usage__print_option(rows[i].letter, rows[i].name, rows[i].value, rows[i].help);
	usage__print_tail();
}

static void build_getopt(struct option *longs, char *shorts)
{
	unsigned int i;

	*shorts++ = ':';
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		longs[i] = (struct option){rows[i].name,
					   rows[i].value ? required_argument : no_argument, NULL,
					   (int)(FIRST_LONG + i)};
		if (rows[i].letter) {
			*shorts++ = rows[i].letter;
			*shorts++ = ':';
		}
	}
	*shorts++ = 'h';
	*shorts = '\0';
	longs[i++] = (struct option){"help", no_argument, NULL, OPT_HELP};
	longs[i++] = (struct option){"version", no_argument, NULL, OPT_VERSION};
	longs[i] = (struct option){NULL, 0, NULL, 0};
}

/* Index of the row for what getopt returned, or -1. */
static int row_of(int got)
{
	unsigned int i;

	if (got >= FIRST_LONG && got < FIRST_LONG + (int)ARRAY_SIZE(rows))
		return got - FIRST_LONG;
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].letter && rows[i].letter == got)
			return (int)i;
	return -1;
}

static int take_kind(struct options *opts, int argc, char **argv)
{
	if (optind >= argc) {
		msg_error("no kind of load given: say which; see memcgload --help");
		return -1;
	}
	opts->kind = kind__find(argv[optind]);
	if (!opts->kind)
		return wrong("kind", argv[optind], "unknown");
	if (optind + 1 < argc)
		return wrong("argument", argv[optind + 1], "not expected");
	return 0;
}

enum options_verdict options__parse(struct options *opts, int argc, char **argv)
{
	struct option longs[ARRAY_SIZE(rows) + 3];
	char shorts[2 * ARRAY_SIZE(rows) + 4];
	uint64_t seen = 0;
	int got, row;

	memset(opts, 0, sizeof(*opts));
	build_getopt(longs, shorts);
	opterr = 0;
	while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (got == 'h' || got == OPT_HELP) {
			print_help();
			return OPTIONS_DONE;
		}
		if (got == OPT_VERSION) {
			usage__print_version();
			return OPTIONS_DONE;
		}
		row = row_of(got);
		if (row < 0) {
			wrong("option", argv[optind - 1],
			      got == ':' ? "needs a value"
					 : "unknown, ambiguous or with a value it does not take");
			return OPTIONS_WRONG;
		}
		seen |= 1ULL << row;
		if (take(opts, &rows[row], optarg))
			return OPTIONS_WRONG;
	}
	if (take_kind(opts, argc, argv) || complete(opts, seen))
		return OPTIONS_WRONG;
	return OPTIONS_RUN;
}

void options__free(struct options *opts)
{
	cpulist__free(&opts->cpus);
}
