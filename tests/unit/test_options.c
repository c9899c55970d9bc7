// SPDX-License-Identifier: GPL-2.0-or-later
/* The command line: what is taken, what is refused and how, and the pages made of the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/number.h"
#include "util/option_table.h"
#include "util/options.h"

#define MAX_WORDS 32
#define SEC	  1000000000ull

static char words[512];
static char *word_list[MAX_WORDS];
static char *message;

/* Parses "memcgtop " plus @line, words parted by blanks; "''" is an empty word. */
static int parse(struct options *opt, const char *line)
{
	int argc = 0;
	size_t bytes;
	FILE *err;
	int status;

	free(message);
	err = open_memstream(&message, &bytes);
	snprintf(words, sizeof(words), "memcgtop %s", line);
	for (char *w = strtok(words, " "); w; w = strtok(NULL, " "))
		word_list[argc++] = strcmp(w, "''") ? w : w + 2;
	word_list[argc] = NULL;
	status = options__parse(opt, argc, word_list, err);
	fclose(err);
	return status;
}

static int free_message(void **state)
{
	(void)state;
	free(message);
	message = NULL;
	unsetenv("MEMCGTOP_MODE");
	return 0;
}

static void assert_refused(const char *line, const char *what, const char *why)
{
	struct options opt;

	if (parse(&opt, line) != EXIT_USAGE)
		fail_msg("taken: '%s'", line);
	assert_ptr_equal(strstr(message, "memcgtop: "), message);
	if (!strstr(message, what) || !strstr(message, why))
		fail_msg("'%s' gives '%s', which lacks '%s' or '%s'", line, message, what, why);
	/* One line, and it ends. */
	assert_ptr_equal(strchr(message, '\n'), message + strlen(message) - 1);
}

static void test_refuses_bad_seconds(void **state)
{
	static const char *const bad[] = {"x",	 "''",	"nan", "inf",  "-1", "+1", "1s",
					  "1e1", "0x1", "1,5", "1..5", ".",  "--"};
	char line[64];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(line, sizeof(line), "-i %s", bad[i]);
		assert_refused(line, "--interval", "not a number of seconds; give 0.1 to 3600");
		snprintf(line, sizeof(line), "stat --duration %s", bad[i]);
		assert_refused(line, "--duration", "not a number of seconds");
	}
	assert_refused("--interval=", "--interval", "''");
	assert_refused("-i 0", "--interval", "out of range");
	assert_refused("-i 0.0999999999", "--interval", "out of range");
	assert_refused("-i 3600.000000001", "--interval", "out of range");
	assert_refused("-i 99999999999999999999999", "--interval", "out of range");
	assert_refused("-i 18446744074", "--interval", "out of range"); /* 2^64 ns and a bit */
	assert_refused("-d 0", "--duration", "out of range");
	assert_refused("-d 31536000.1", "--duration", "out of range");
}

static void test_refuses_bad_counts(void **state)
{
	(void)state;
	assert_refused("--max-cgroups 15", "--max-cgroups", "give 16 to 65536");
	assert_refused("--max-cgroups 65537", "--max-cgroups", "out of range");
	assert_refused("--max-cgroups 4294967312", "--max-cgroups", "out of range");
	assert_refused("--max-cgroups 18446744073709551632", "--max-cgroups", "out of range");
	assert_refused("--max-cgroups -16", "--max-cgroups", "not a whole number");
	assert_refused("--max-cgroups 16.0", "--max-cgroups", "not a whole number");
	assert_refused("--max-cgroups ''", "--max-cgroups", "not a whole number");
	assert_refused("-n 1k", "--rows", "not a whole number");
}

static void test_refuses_bad_words(void **state)
{
	(void)state;
	assert_refused("--cpu 3-1", "--cpu", "no CPU list");
	assert_refused("--cpu ''", "--cpu", "no CPU list");
	assert_refused("--cpu a", "--cpu", "no CPU list");
	assert_refused("--cpu 1,,2", "--cpu", "no CPU list");
	assert_refused("--cgroup ''", "--cgroup", "empty");
	assert_refused("stat -o ''", "--output", "empty");
	assert_refused("--mode fexit", "--mode",
		       "one of auto, session, fentry, kprobe.multi, kprobe");
	assert_refused("--mode ''", "--mode", "one of");
	assert_refused("-i", "-i", "missing");
	assert_refused("--interval", "--interval", "missing");
	assert_refused("--json=1", "--json", "no argument");
	assert_refused("--frobnicate", "--frobnicate", "unknown");
	assert_refused("-x", "-x", "unknown");
	assert_refused("stat -x", "-x", "unknown");
}

static void test_refuses_bad_commands(void **state)
{
	(void)state;
	assert_refused("frob", "unknown command", "'frob'");
	assert_refused("recrod", "unknown command", "'recrod'");
	assert_refused("report", "report", "FILE is missing");
	assert_refused("report ''", "report", "FILE is missing");
	assert_refused("report a b", "report", "'b'");
	assert_refused("report a -- b", "report", "'b'");
	assert_refused("report a -d 1", "report", "--duration");
	assert_refused("record --json", "record", "--json");
	assert_refused("record --cgroup /a", "record", "--cgroup");
	assert_refused("doctor now", "doctor", "'now'");
	assert_refused("doctor -i 1", "doctor", "--interval");
	assert_refused("--charges doctor", "doctor", "--charges");
	assert_refused("-o x", "live", "--output");
	assert_refused("stat --no-config", "stat", "--no-config");
	assert_refused("stat --", "stat", "no CMD");
	assert_refused("-- true", "'true'", "stat -- CMD");
	/* What the user typed must not reach the terminal as it is. */
	assert_refused("fr\x1b[31mob", "unknown command", "'fr?[31mob'");
}

static void test_takes_all_options(void **state)
{
	struct options opt;

	(void)state;
	assert_int_equal(parse(&opt, ""), 0);
	assert_int_equal(opt.command, COMMAND_LIVE);
	assert_int_equal(opt.interval_ns, 0);
	assert_int_equal(opt.max_cgroups, 1024);
	assert_int_equal(opt.rows, 20);
	assert_null(opt.cmd);
	assert_null(opt.mode);

	assert_int_equal(parse(&opt, "stat -i 0.1 -d 2.25 --cgroup /web --cpu 0-3,8 -n 0 --charges "
				     "--cost --max-cgroups 16 -o out --json -v"),
			 0);
	assert_int_equal(opt.command, COMMAND_STAT);
	assert_int_equal(opt.interval_ns, SEC / 10);
	assert_int_equal(opt.duration_ns, 9 * SEC / 4);
	assert_string_equal(opt.cgroup, "/web");
	assert_string_equal(opt.cpus, "0-3,8");
	assert_string_equal(opt.output, "out");
	assert_int_equal(opt.rows, 0);
	assert_int_equal(opt.max_cgroups, 16);
	assert_true(opt.charges && opt.cost && opt.json && opt.verbose);

	assert_int_equal(parse(&opt, "-i 3600 --json --mode kprobe --source synthetic:"), 0);
	assert_int_equal(opt.interval_ns, 3600 * SEC);
	assert_true(opt.json);
	assert_false(opt.charges);
	assert_string_equal(opt.mode, "kprobe");
	assert_string_equal(opt.source, "synthetic:");
	assert_false(opt.no_config);

	assert_int_equal(parse(&opt, "--no-config"), 0);
	assert_true(opt.no_config);
}

static void test_leaves_cmd_alone(void **state)
{
	struct options opt;

	(void)state;
	assert_int_equal(parse(&opt, "-v stat -d 1 -- make -j8 --json"), 0);
	assert_string_equal(opt.cmd[0], "make");
	assert_string_equal(opt.cmd[1], "-j8");
	assert_string_equal(opt.cmd[2], "--json");
	assert_null(opt.cmd[3]);
	assert_true(opt.verbose);
	assert_false(opt.json);
	/* As under perf, the dashes may be left out. */
	assert_int_equal(parse(&opt, "stat sleep -i x"), 0);
	assert_string_equal(opt.cmd[0], "sleep");
	assert_int_equal(opt.interval_ns, 0);
}

static void test_pages_win(void **state)
{
	struct options opt;

	(void)state;
	assert_int_equal(parse(&opt, "stat --help"), 0);
	assert_int_equal(opt.action, ACTION_HELP);
	assert_int_equal(parse(&opt, "--version"), 0);
	assert_int_equal(opt.action, ACTION_VERSION);
	assert_int_equal(parse(&opt, "--dump-options"), 0);
	assert_int_equal(opt.action, ACTION_DUMP_OPTIONS);
}

static void test_mode_from_environment(void **state)
{
	struct options opt;

	(void)state;
	setenv("MEMCGTOP_MODE", "fentry", 1);
	assert_int_equal(parse(&opt, ""), 0);
	assert_string_equal(opt.mode, "fentry");
	assert_int_equal(parse(&opt, "--mode kprobe.multi"), 0);
	assert_string_equal(opt.mode, "kprobe.multi");
	assert_int_equal(parse(&opt, "--mode auto"), 0);
	assert_null(opt.mode);
	setenv("MEMCGTOP_MODE", "uprobe", 1);
	assert_refused("", "MEMCGTOP_MODE", "'uprobe'");
	setenv("MEMCGTOP_MODE", "", 1);
	assert_int_equal(parse(&opt, ""), 0);
	assert_null(opt.mode);
}

static void test_seconds_are_exact(void **state)
{
	uint64_t ns;

	(void)state;
	assert_int_equal(number__parse_seconds("0.123456789", 0, UINT64_MAX, &ns), 0);
	assert_int_equal(ns, 123456789);
	assert_int_equal(number__parse_seconds("1.0000000019", 0, UINT64_MAX, &ns), 0);
	assert_int_equal(ns, 1000000001);
	assert_int_equal(number__parse_seconds(".5", 0, UINT64_MAX, &ns), 0);
	assert_int_equal(ns, SEC / 2);
	assert_int_equal(number__parse_seconds("5.", 0, UINT64_MAX, &ns), 0);
	assert_int_equal(ns, 5 * SEC);
	assert_int_equal(number__parse_seconds("18446744073.709551615", 0, UINT64_MAX, &ns), 0);
	assert_true(ns == UINT64_MAX);
	assert_int_equal(number__parse_seconds("18446744073.709551616", 0, UINT64_MAX, &ns),
			 -ERANGE);
	assert_int_equal(number__parse_count("18446744073709551615", 0, UINT64_MAX, &ns), 0);
	assert_true(ns == UINT64_MAX);
}

static char *print(void (*page)(FILE *))
{
	char *text;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	page(f);
	fclose(f);
	return text;
}

static void assert_page(const char *help)
{
	unsigned int lines = 0;

	for (const char *line = help; *line; line = strchr(line, '\n') + 1) {
		lines++;
		if (strcspn(line, "\n") > 80)
			fail_msg("wider than 80: %.*s", (int)strcspn(line, "\n"), line);
	}
	assert_in_range(lines, 10, 50);
}

/* Each command's page has its options, and no others. */
static void test_help_is_one_page(void **state)
{
	char long_name[64];

	(void)state;
	for (int command = 0; command < COMMAND_NR; command++) {
		char *help = NULL;
		size_t bytes;
		FILE *f = open_memstream(&help, &bytes);

		options__print_help(f, (enum command)command);
		fclose(f);
		assert_page(help);
		for (size_t i = 0; i < option_table_size; i++) {
			const struct option_def *def = &option_table[i];
			bool listed = def->help && def->commands & 1u << command;

			/* However long, it is parted from what it does. */
			snprintf(long_name, sizeof(long_name), " --%s%s%s ", def->name,
				 def->arg ? " " : "", def->arg ?: "");
			assert_int_equal(strstr(help, long_name) != NULL, listed);
		}
		free(help);
	}
}

static char *man_options(void)
{
	FILE *f = fopen("man/memcgtop.1.scd", "r");
	char *text = NULL, *start, *end, *section;
	size_t bytes = 0;

	if (!f)
		fail_msg("cannot read man/memcgtop.1.scd: run from the top of the source");
	assert_true(getdelim(&text, &bytes, '\0', f) > 0);
	fclose(f);
	start = strstr(text, "\n# OPTIONS\n");
	assert_non_null(start);
	end = strstr(start + 2, "\n# ");
	assert_non_null(end);
	section = strndup(start, (size_t)(end - start));
	free(text);
	return section;
}

/* What programs read: a row a line, eight fields an option, no field empty. */
static void test_dump_has_the_tables(void **state)
{
	char *dump = print(options__dump);
	size_t lines = 0;

	(void)state;
	for (char *p = dump; (p = strchr(p, '\n')); p++)
		lines++;
	assert_int_equal(lines, COMMAND_NR + option_table_size);
	assert_ptr_equal(strstr(dump, "command\tlive\t-\t-\t"), dump);
	assert_non_null(strstr(dump, "\ncommand\tstat\tstat\tCMD\t"));
	assert_non_null(strstr(dump, "\ncommand\treport\treport\tFILE\t"));
	assert_non_null(strstr(dump, "\ncommand\tdiff\tdiff\tFILES\t"));
	assert_non_null(strstr(dump, "\noption\toutput\to\tFILE\tstat,record,report,diff\tfile\t-\twrite"));
	assert_non_null(strstr(dump, "\noption\tcost\t-\t-\tlive,stat,record,export\tflag\t-\tmeasure"));
	assert_non_null(strstr(dump, "\tchoice\tauto,session,fentry,kprobe.multi,kprobe\t-\n"));
	assert_null(strstr(dump, "\t\t"));
	assert_null(strstr(dump, "\t\n"));
	free(dump);
}

/* Each option of the table heads a paragraph of the man page, and no other does. */
static void test_man_page_has_the_table(void **state)
{
	char *man = man_options(), *dump = print(options__dump), *save;
	size_t in_dump = 0, in_man = 0;

	(void)state;
	for (char *line = strtok_r(dump, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		char head[128], letter[16] = "", arg[32] = "", name[32];
		char *field[8], *rest = line;
		int n = 0;

		while (rest && n < 8)
			field[n++] = strsep(&rest, "\t");
		assert_null(rest);
		if (strcmp(field[0], "option") || !strcmp(field[7], "-"))
			continue; /* a command; hidden */
		if (strcmp(field[2], "-"))
			snprintf(letter, sizeof(letter), "*-%s*, ", field[2]);
		if (strcmp(field[3], "-"))
			snprintf(arg, sizeof(arg), " _%s_", field[3]);
		snprintf(name, sizeof(name), "*--%s*", field[1]);
		snprintf(head, sizeof(head), "\n%s%s%s\n\t", letter, name, arg);
		if (!strstr(man, head))
			fail_msg("man page lacks the heading '%s'", head + 1);
		in_dump++;
	}
	for (const char *p = man; (p = strstr(p, "\n*-")); p++)
		in_man++;
	assert_int_equal(in_man, in_dump);
	free(man);
	free(dump);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refuses_bad_seconds),
		cmocka_unit_test(test_refuses_bad_counts),
		cmocka_unit_test(test_refuses_bad_words),
		cmocka_unit_test(test_refuses_bad_commands),
		cmocka_unit_test(test_takes_all_options),
		cmocka_unit_test(test_leaves_cmd_alone),
		cmocka_unit_test(test_pages_win),
		cmocka_unit_test_teardown(test_mode_from_environment, free_message),
		cmocka_unit_test(test_seconds_are_exact),
		cmocka_unit_test(test_help_is_one_page),
		cmocka_unit_test(test_dump_has_the_tables),
		cmocka_unit_test(test_man_page_has_the_table),
	};

	return cmocka_run_group_tests(tests, NULL, free_message);
}
