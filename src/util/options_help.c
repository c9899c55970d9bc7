// SPDX-License-Identifier: GPL-2.0-or-later
/* What the option table says to people (--help) and to programs. */
#include <string.h>

#include "util/option_table.h"
#include "util/options.h"

#define HELP_COLUMN 27 /* where what it does begins, after a blank at least */

static void print_what(FILE *f)
{
	fputs("memcgtop: how long memcg_stock.lock is held, what is done under it, and how\n"
	      "often charges and uncharges of memory cgroups bypass the per-CPU stock.\n\n",
	      f);
}

static void print_commands(FILE *f)
{
	for (int i = 0; i < COMMAND_NR; i++) {
		const struct command_def *def = &command_table[i];

		fprintf(f, "%s memcgtop %s\n", i ? "      " : "usage:", def->usage);
	}
	fputs("\ncommands\n", f);
	for (int i = 0; i < COMMAND_NR; i++)
		fprintf(f, "  %-*s %s\n", HELP_COLUMN - 3, command_table[i].name ?: "(none)",
			command_table[i].help);
}

static void print_command(FILE *f, const struct command_def *def)
{
	fprintf(f, "usage: memcgtop %s\n%s\n", def->usage, def->help);
}

static void print_option(FILE *f, const struct option_def *def)
{
	char left[64], letter[8] = "    ";

	if (def->letter)
		snprintf(letter, sizeof(letter), "-%c, ", def->letter);
	snprintf(left, sizeof(left), "%s--%s%s%s", letter, def->name, def->arg ? " " : "",
		 def->arg ?: "");
	fprintf(f, "  %-*s %s\n", HELP_COLUMN - 3, left, def->help);
}

void options__print_help(FILE *f, enum command command)
{
	bool general = !command_table[command].name;

	if (general) {
		print_what(f);
		print_commands(f);
	} else {
		print_command(f, &command_table[command]);
	}
	fputs("\noptions\n", f);
	for (size_t i = 0; i < option_table_size; i++) {
		if (option_table[i].help && option_table[i].commands & 1u << command)
			print_option(f, &option_table[i]);
	}
	if (general)
		fputs("\nOf the other commands: memcgtop COMMAND --help.\n", f);
	fputs("Exit status: that of CMD; else 0 done, 1 failed, 2 wrong usage.  diff: 0 fine,\n"
	      "1 a gate failed, 2 wrong usage, 3 not comparable, 4 cannot tell.\n"
	      "Every term and column is explained in memcgtop(1).\n",
	      f);
}

static const char *const kind_names[] = {
	[OPTION_FLAG] = "flag", [OPTION_SECONDS] = "seconds", [OPTION_COUNT] = "count",
	[OPTION_TEXT] = "text", [OPTION_FILE] = "file",	      [OPTION_CGROUP] = "cgroup",
	[OPTION_NUMBER] = "number", [OPTION_LIST] = "text",   [OPTION_GROUP] = "text",
	[OPTION_CPUS] = "cpus", [OPTION_CHOICE] = "choice",   [OPTION_ACTION] = "action",
};

/* What a command without a word is called in lists. */
static const char *command_name(int command)
{
	return command_table[command].name ?: "live";
}

static void dump_commands(FILE *f, unsigned int commands)
{
	const char *comma = "";

	for (int i = 0; i < COMMAND_NR; i++) {
		if (!(commands & 1u << i))
			continue;
		fprintf(f, "%s%s", comma, command_name(i));
		comma = ",";
	}
}

static void dump_choices(FILE *f, const char *const *choices)
{
	if (!choices)
		fputc('-', f);
	for (size_t i = 0; choices && choices[i]; i++)
		fprintf(f, "%s%s", i ? "," : "", choices[i]);
}

/* What words it takes beside options. */
static const char *words_of(const struct command_def *def)
{
	if (def->takes_cmd)
		return "CMD";
	if (def->takes_groups)
		return "FILES";
	return def->takes_file ? "FILE" : "-";
}

void options__dump(FILE *f)
{
	for (int i = 0; i < COMMAND_NR; i++) {
		const struct command_def *def = &command_table[i];

		fprintf(f, "command\t%s\t%s\t%s\t%s\n", command_name(i), def->name ?: "-",
			words_of(def), def->help);
	}
	for (size_t i = 0; i < option_table_size; i++) {
		const struct option_def *def = &option_table[i];

		fprintf(f, "option\t%s\t%c\t%s\t", def->name, def->letter ?: '-', def->arg ?: "-");
		dump_commands(f, def->commands);
		fprintf(f, "\t%s\t", kind_names[def->kind]);
		dump_choices(f, def->choices);
		fprintf(f, "\t%s\n", def->help ?: "-");
	}
}
