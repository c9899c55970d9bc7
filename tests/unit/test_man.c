// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The man page has every key, column, view and setting, each in the section
 * where it is looked for.  Options: see test_options.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tui/app.h"
#include "tui/key.h"
#include "tui/panel.h"
#include "tui/settings.h"
#include "view/columns.h"

#define PAGE "man/memcgtop.1.scd"

/* Text of a section; the caller frees. */
static char *section(const char *title)
{
	FILE *f = fopen(PAGE, "r");
	char *text = NULL, *start, *end, *copy, head[32];
	size_t bytes = 0;

	if (!f)
		fail_msg("cannot read " PAGE ": run from the top of the source");
	assert_true(getdelim(&text, &bytes, '\0', f) > 0);
	fclose(f);
	snprintf(head, sizeof(head), "\n# %s\n", title);
	start = strstr(text, head);
	assert_non_null(start);
	end = strstr(start + 2, "\n# ");
	copy = end ? strndup(start, (size_t)(end - start)) : strdup(start);
	free(text);
	return copy;
}

/* Is @word there in bold?  scdoc wants some characters behind a backslash. */
static void assert_bold(const char *text, const char *word)
{
	char bold[64] = "*", *p = bold + 1;

	assert_in_range(strlen(word), 1, 24);
	for (; *word; word++) {
		if (strchr("*_\\", *word))
			*p++ = '\\';
		*p++ = *word;
	}
	strcpy(p, "*");
	if (!strstr(text, bold))
		fail_msg("the man page lacks %s", bold);
}

static void test_has_every_key(void **state)
{
	char *text = section("KEYS");

	(void)state;
	for (size_t i = 0; i < key_table_size; i++) {
		char *keys = strdup(key_table[i].keys), *save;

		for (char *key = strtok_r(keys, " ", &save); key;
		     key = strtok_r(NULL, " ", &save)) {
			if (strcmp(key, "..")) /* "1 .. 5" */
				assert_bold(text, key);
		}
		free(keys);
	}
	free(text);
}

static void test_has_every_column(void **state)
{
	/* Of the screen alone. */
	static const char *const others[] = {"CPU",  "CGROUP", "NODE", "SLOTS",
					     "LOCK", "HOLD",   "WHEN", "CGROUP PAGES",
					     "AGO",  "SITE",   "LOST", "CONTEXT"};
	char *text = section("COLUMNS");

	(void)state;
	for (int id = 0; id < COLUMN_NR; id++)
		assert_bold(text, column__get((enum column_id)id)->title);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		assert_bold(text, others[i]);
	free(text);
}

static void test_has_every_view(void **state)
{
	static struct panel *(*const makers[])(void) = {
		panel_cgroups__new, panel_cpus__new,	panel_histogram__new,
		panel_stocks__new,  panel_longest__new,
	};
	char *screen = section("SCREEN"), *files = section("FILES");

	(void)state;
	for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
		struct panel *panel = makers[i]();
		char title[32];

		snprintf(title, sizeof(title), "%zu %s", i + 1, panel->ops->name);
		assert_bold(screen, title);
		/* The value of "view". */
		assert_non_null(strstr(files, panel->ops->name));
		panel->ops->free(panel);
	}
	free(screen);
	free(files);
}

/* Those that the screen saves, and the one of its interval. */
static void test_has_every_setting(void **state)
{
	struct settings *settings = settings__new();
	struct app *app = app__new(settings, 1000000000, NULL);
	char *text = section("FILES"), *saved, *save;
	unsigned int n = 0;
	size_t bytes;
	FILE *f;

	(void)state;
	app__save(app, settings);
	f = open_memstream(&saved, &bytes);
	settings__print(settings, f);
	fclose(f);
	for (char *line = strtok_r(saved, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		line[strcspn(line, " ")] = '\0';
		assert_bold(text, line);
		n++;
	}
	assert_true(n >= 4);
	assert_bold(text, "interval");
	free(saved);
	free(text);
	app__free(app);
	settings__free(settings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_has_every_key),
		cmocka_unit_test(test_has_every_column),
		cmocka_unit_test(test_has_every_view),
		cmocka_unit_test(test_has_every_setting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
