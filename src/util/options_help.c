// SPDX-License-Identifier: GPL-2.0-or-later
/* What the option table says to people (--help) and to programs. */
#include <string.h>

#include "util/option_table.h"
#include "util/options.h"

#define HELP_COLUMN 26

static void print_usage(FILE *f)
{
	fputs("memcgtop: how long memcg_stock.lock is held, what is done under it, and how\n"
	      "often charges and uncharges of memory cgroups bypass the per-CPU stock.\n\n",
	      f);
	for (int i = 0; i < COMMAND_NR; i++) {
		const struct command_def *def = &command_table[i];

		fprintf(f, "%s memcgtop %s\n", i ? "      " : "usage:", def->usage);
	}
	fputs("\ncommands\n", f);
	for (int i = 0; i < COMMAND_NR; i++)
		fprintf(f, "  %-*s%s\n", HELP_COLUMN - 2, command_table[i].name ?: "(none)",
			command_table[i].help);
}

static void print_option(FILE *f, const struct option_def *def)
{
	char left[64], letter[8] = "    ";

	if (def->letter)
		snprintf(letter, sizeof(letter), "-%c, ", def->letter);
	snprintf(left, sizeof(left), "%s--%s%s%s", letter, def->name, def->arg ? " " : "",
		 def->arg ?: "");
	fprintf(f, "  %-*s%s\n", HELP_COLUMN - 2, left, def->help);
}

void options__print_help(FILE *f)
{
	print_usage(f);
	fputs("\noptions\n", f);
	for (size_t i = 0; i < option_table_size; i++) {
		if (option_table[i].help)
			print_option(f, &option_table[i]);
	}
	fputs("\nExit status: that of CMD; else 0 done, 1 failed, 2 wrong usage.\n"
	      "Every term and column is explained in memcgtop(1).\n",
	      f);
}

void options__dump(FILE *f)
{
	for (size_t i = 0; i < option_table_size; i++) {
		const struct option_def *def = &option_table[i];
		const char *comma = "";

		if (!def->help)
			continue;
		fprintf(f, "%s\t%c\t%s\t", def->name, def->letter ?: '-', def->arg ?: "-");
		for (int c = 0; c < COMMAND_NR; c++) {
			if (!(def->commands & 1u << c))
				continue;
			fprintf(f, "%s%s", comma, command_table[c].name ?: "live");
			comma = ",";
		}
		fprintf(f, "\t%s\n", def->help);
	}
}
