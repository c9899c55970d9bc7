// SPDX-License-Identifier: GPL-2.0-or-later
#include "util/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/cpulist.h"
#include "util/number.h"
#include "util/option_table.h"

#define MODE_VARIABLE "MEMCGTOP_MODE"
#define LONG_BASE     1000 /* getopt value of table row i: LONG_BASE + i */
#define MAX_OPTIONS   60
#define DEFAULT_MAX_CGROUPS 1024

static int __attribute__((format(printf, 2, 3))) usage_error(FILE *err, const char *fmt, ...)
{
	va_list ap;

	fputs("memcgtop: ", err);
	va_start(ap, fmt);
	vfprintf(err, fmt, ap);
	va_end(ap);
	fputs("; see memcgtop --help\n", err);
	return EXIT_USAGE;
}

static const char *command_label(enum command command)
{
	return command_table[command].name ?: "the live tables";
}

/* What the user typed, without the control bytes that could move a cursor. */
struct quoted {
	char text[64];
};

static struct quoted quote(const char *typed)
{
	struct quoted q;
	size_t n = 0;

	for (; *typed && n < sizeof(q.text) - 4; typed++)
		q.text[n++] = (unsigned char)*typed < 0x20 || *typed == 0x7f ? '?' : *typed;
	if (*typed)
		n += (size_t)sprintf(q.text + n, "...");
	q.text[n] = '\0';
	return q;
}

static bool is_cpu_list(const char *text)
{
	struct cpulist *list;
	bool some;

	if (cpulist__parse(text, &list, NULL))
		return false;
	some = cpulist__count(list) > 0;
	cpulist__free(list);
	return some;
}

static int bad_number(FILE *err, const struct option_def *def, const char *name, const char *value,
		      int error)
{
	bool seconds = def->kind == OPTION_SECONDS;
	double scale = def->kind == OPTION_COUNT ? 1 : 1e-9;

	return usage_error(err, "%s: '%s' is %s; give %.10g to %.10g", name, quote(value).text,
			   error == -ERANGE ? "out of range"
			   : seconds	    ? "not a number of seconds"
			   : scale < 1	    ? "not a number"
					    : "not a whole number",
			   (double)def->min * scale, (double)def->max * scale);
}

static int bad_choice(FILE *err, const struct option_def *def, const char *name, const char *value)
{
	char list[128] = "";

	for (size_t i = 0; def->choices[i]; i++) {
		if (i)
			strcat(list, ", ");
		strcat(list, def->choices[i]);
	}
	return usage_error(err, "%s: '%s' is not known; give one of %s", name, quote(value).text,
			   list);
}

static bool is_choice(const struct option_def *def, const char *value)
{
	for (size_t i = 0; def->choices[i]; i++) {
		if (!strcmp(def->choices[i], value))
			return true;
	}
	return false;
}

static int set_number(double *field, const struct option_def *def, const char *name,
		      const char *value, FILE *err)
{
	uint64_t nano;
	int error = number__parse_seconds(value, def->min, def->max, &nano);

	if (error)
		return bad_number(err, def, name, value, error);
	*field = (double)nano * 1e-9;
	return 0;
}

static int add_to_list(struct option_list *list, const char *name, const char *value, FILE *err)
{
	if (list->n == OPTIONS_MOST)
		return usage_error(err, "%s: given more than %d times", name, OPTIONS_MOST);
	list->item[list->n++] = value;
	return 0;
}

/* @name NULL: one that '--' begins. */
static int begin_group(struct options *opt, const char *name, FILE *err)
{
	if (opt->n_groups == OPTIONS_MOST)
		return usage_error(err, "more than %d groups", OPTIONS_MOST);
	opt->group[opt->n_groups++] = (struct option_group){.name = name};
	return 0;
}

/* Sets the field of @def.  @name: what to call the value's origin in an error. */
static int set_option(struct options *opt, const struct option_def *def, const char *name,
		      const char *value, FILE *err)
{
	void *field = (char *)opt + def->offset;
	int error;

	switch (def->kind) {
	case OPTION_FLAG:
		*(bool *)field = true;
		return 0;
	case OPTION_ACTION:
		*(enum option_action *)field = (enum option_action)def->min;
		return 0;
	case OPTION_SECONDS:
		error = number__parse_seconds(value, def->min, def->max, field);
		return error ? bad_number(err, def, name, value, error) : 0;
	case OPTION_COUNT:
		error = number__parse_count(value, def->min, def->max, field);
		return error ? bad_number(err, def, name, value, error) : 0;
	case OPTION_NUMBER:
		return set_number(field, def, name, value, err);
	case OPTION_CPUS:
		if (!is_cpu_list(value))
			return usage_error(err, "%s: '%s' is no CPU list; give one such as 0-3,8",
					   name, quote(value).text);
		break;
	case OPTION_CHOICE:
		if (!is_choice(def, value))
			return bad_choice(err, def, name, value);
		break;
	case OPTION_TEXT:
	case OPTION_FILE:
	case OPTION_CGROUP:
	case OPTION_LIST:
	case OPTION_GROUP:
		if (!*value)
			return usage_error(err, "%s: its value is empty; give %s", name, def->arg);
		break;
	}
	if (def->kind == OPTION_LIST)
		return add_to_list(field, name, value, err);
	if (def->kind == OPTION_GROUP)
		return begin_group(opt, value, err);
	*(const char **)field = value;
	return 0;
}

static const struct option_def *find_option(const char *name)
{
	for (size_t i = 0; i < option_table_size; i++) {
		if (!strcmp(option_table[i].name, name))
			return &option_table[i];
	}
	return NULL;
}

static const struct option_def *find_letter(int letter)
{
	for (size_t i = 0; i < option_table_size; i++) {
		if (letter && option_table[i].letter == letter)
			return &option_table[i];
	}
	return NULL;
}

static void make_getopt_tables(struct option *longs, char *shorts)
{
	/* Stop at the first word, tell a missing argument by ':', print nothing. */
	shorts += sprintf(shorts, "+:");
	for (size_t i = 0; i < option_table_size; i++) {
		const struct option_def *def = &option_table[i];

		longs[i] = (struct option){def->name, def->arg != NULL, NULL, LONG_BASE + (int)i};
		if (def->letter)
			shorts += sprintf(shorts, "%c%s", def->letter, def->arg ? ":" : "");
	}
	longs[option_table_size] = (struct option){0};
}

static int getopt_error(int c, char **argv, FILE *err)
{
	const char *word = argv[optind - 1];
	const struct option_def *def;

	if (optopt >= LONG_BASE) {
		def = &option_table[optopt - LONG_BASE];
		if (c == ':')
			return usage_error(err, "--%s: its argument is missing; give %s", def->name,
					   def->arg);
		return usage_error(err, "--%s takes no argument", def->name);
	}
	def = find_letter(optopt);
	if (c == ':' && def)
		return usage_error(err, "-%c: its argument is missing; give %s", optopt, def->arg);
	if (optopt)
		return usage_error(err, "unknown option -%s",
				   quote((char[]){(char)optopt, 0}).text);
	return usage_error(err, "unknown or ambiguous option %s", quote(word).text);
}

/* Options up to the next word.  @seen: a bit for each row of the table. */
static int parse_options(struct options *opt, int argc, char **argv, uint64_t *seen, FILE *err)
{
	struct option longs[MAX_OPTIONS + 1];
	char shorts[3 * MAX_OPTIONS], name[32];
	const struct option_def *def;
	int c;

	make_getopt_tables(longs, shorts);
	while ((c = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (c == '?' || c == ':')
			return getopt_error(c, argv, err);
		def = c >= LONG_BASE ? &option_table[c - LONG_BASE] : find_letter(c);
		snprintf(name, sizeof(name), "--%s", def->name);
		if (set_option(opt, def, name, optarg, err))
			return EXIT_USAGE;
		*seen |= 1ull << (def - option_table);
	}
	return 0;
}

static int parse_command_word(struct options *opt, const char *word, FILE *err)
{
	for (int i = 0; i < COMMAND_NR; i++) {
		if (command_table[i].name && !strcmp(command_table[i].name, word)) {
			opt->command = (enum command)i;
			return 0;
		}
	}
	return usage_error(err, "unknown command '%s'", quote(word).text);
}

static bool passed_dashes(char **argv, int before)
{
	return optind > before && !strcmp(argv[optind - 1], "--");
}

/*
 * Files of a diff, options among them.  They are moved together to the front of
 * @argv, over words that were read.
 */
static int parse_groups(struct options *opt, int argc, char **argv, uint64_t *seen, FILE *err)
{
	char **kept = argv + 1;

	for (;;) {
		int before = optind;

		if (parse_options(opt, argc, argv, seen, err))
			return EXIT_USAGE;
		if (passed_dashes(argv, before)) {
			/* Without a base: it is missed below. */
			if ((!opt->n_groups && begin_group(opt, NULL, err)) ||
			    begin_group(opt, NULL, err))
				return EXIT_USAGE;
			continue;
		}
		if (optind == argc)
			return 0;
		if (!opt->n_groups && begin_group(opt, NULL, err))
			return EXIT_USAGE;
		*kept = argv[optind++];
		if (!opt->group[opt->n_groups - 1].n_files++)
			opt->group[opt->n_groups - 1].file = kept;
		kept++;
	}
}

static int check_groups(const struct options *opt, FILE *err)
{
	size_t named = 0;

	for (size_t g = 0; g < opt->n_groups; g++)
		named += opt->group[g].name != NULL;
	if (opt->n_groups < 2)
		return usage_error(err, "diff: one side is missing; give BASE... -- OTHER...");
	if (named && named < opt->n_groups)
		return usage_error(err, "diff: files come by --group NAME or parted by '--', not both");
	if (!named && opt->n_groups > 2)
		return usage_error(err, "diff: more than one '--'; give --group NAME FILE...");
	for (size_t g = 0; g < opt->n_groups; g++) {
		const char *name = opt->group[g].name;

		if (opt->group[g].n_files)
			continue;
		if (name)
			return usage_error(err, "diff: group '%s' has no recording",
					   quote(name).text);
		return usage_error(err, "diff: no recording %s '--'", g ? "after" : "before");
	}
	return 0;
}

static int take_rest(struct options *opt, int argc, char **argv, bool dashes, FILE *err)
{
	const struct command_def *def = &command_table[opt->command];

	if (def->takes_file && !opt->file && optind < argc)
		opt->file = argv[optind++];
	if (def->takes_file && (!opt->file || !*opt->file))
		return usage_error(err, "%s: its FILE is missing", def->name);
	if (optind == argc) {
		if (dashes && def->takes_cmd)
			return usage_error(err, "%s: no CMD after '--'", def->name);
		return 0;
	}
	if (def->takes_cmd) {
		opt->cmd = argv + optind;
		return 0;
	}
	if (dashes && !def->takes_file)
		return usage_error(err, "'%s': %s run no CMD; use memcgtop stat -- CMD",
				   quote(argv[optind]).text, command_label(opt->command));
	return usage_error(err, "%s: '%s' is one word too many", def->name,
			   quote(argv[optind]).text);
}

static int check_command_takes(const struct options *opt, uint64_t seen, FILE *err)
{
	for (size_t i = 0; i < option_table_size; i++) {
		if ((seen & 1ull << i) && !(option_table[i].commands & 1u << opt->command))
			return usage_error(err, "%s: option --%s does not apply",
					   command_label(opt->command), option_table[i].name);
	}
	return 0;
}

static int apply_environment(struct options *opt, FILE *err)
{
	const char *mode = getenv(MODE_VARIABLE);

	if (!opt->mode && mode && *mode &&
	    set_option(opt, find_option("mode"), MODE_VARIABLE, mode, err))
		return EXIT_USAGE;
	if (opt->mode && !strcmp(opt->mode, "auto"))
		opt->mode = NULL;
	return 0;
}

int options__parse(struct options *opt, int argc, char **argv, FILE *err)
{
	uint64_t seen = 0;
	bool dashes;
	int before = 1;

	*opt = (struct options){.argc = argc,
				.argv = argv,
				.rows = 20,
				.alpha = 0.05,
				.resolution = 20,
				.buckets = 2};
	optind = 0; /* GNU: start anew */
	opterr = 0;
	if (parse_options(opt, argc, argv, &seen, err))
		return EXIT_USAGE;
	dashes = passed_dashes(argv, before);
	if (optind < argc && !dashes) {
		if (parse_command_word(opt, argv[optind], err))
			return EXIT_USAGE;
		before = ++optind;
		if (command_table[opt->command].takes_groups ?
			    parse_groups(opt, argc, argv, &seen, err) :
			    parse_options(opt, argc, argv, &seen, err))
			return EXIT_USAGE;
		dashes = passed_dashes(argv, before);
	}
	/* Options come before or after FILE. */
	if (optind < argc && !dashes && command_table[opt->command].takes_file) {
		opt->file = argv[optind];
		before = ++optind;
		if (parse_options(opt, argc, argv, &seen, err))
			return EXIT_USAGE;
		dashes = passed_dashes(argv, before);
	}
	if (opt->action != ACTION_RUN)
		return 0;
	if (command_table[opt->command].takes_groups ? check_groups(opt, err) :
						       take_rest(opt, argc, argv, dashes, err))
		return EXIT_USAGE;
	if (check_command_takes(opt, seen, err))
		return EXIT_USAGE;
	opt->max_cgroups_given = opt->max_cgroups != 0;
	if (!opt->max_cgroups)
		opt->max_cgroups = DEFAULT_MAX_CGROUPS;
	return apply_environment(opt, err);
}
