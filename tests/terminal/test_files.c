// SPDX-License-Identifier: GPL-2.0-or-later
/* Files the live screen reads and writes: exports and its settings. */
#include "session.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_BYTES 256
#define ERASE_NAME 40 /* backspaces that empty the prompt of a file's name */

static char *folder;

static int make_folder(void **state)
{
	(void)state;
	folder = strdup("/tmp/memcgtop-files.XXXXXX");
	return !mkdtemp(folder);
}

static int remove_folder(void **state)
{
	char command[PATH_BYTES];

	(void)state;
	session__teardown(state);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	free(folder);
	return system(command);
}

static const char *in_folder(char path[PATH_BYTES], const char *name)
{
	snprintf(path, PATH_BYTES, "%s/%s", folder, name);
	return path;
}

static char *read_file(const char *path)
{
	char *text = calloc(1, 1 << 20);
	FILE *f = fopen(path, "r");

	if (!f)
		fail_msg("%s is not there", path);
	if (fread(text, 1, (1 << 20) - 1, f) == 0)
		fail_msg("%s is empty", path);
	fclose(f);
	return text;
}

static void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* Export */

static void export_to(struct session *s, const char *path)
{
	session__press(s, "e");
	for (int i = 0; i < ERASE_NAME; i++)
		session__keys(s, "Backspace");
	session__type(s, path);
	session__keys(s, "Enter");
	session__settle(s);
}

static struct session *start(void)
{
	struct session *s = session__start(&(struct session_opts){
		.spec = "cpus=4,cgroups=30,names=odd", .rows = 24, .cols = 160});

	session__wait_text(s, "F1 Help");
	return s;
}

static void test_export_text(void **state)
{
	struct session *s = start();
	char path[PATH_BYTES], *text;

	(void)state;
	session__press(s, "u");
	export_to(s, in_folder(path, "view.txt"));
	session__wait_text(s, "written: ");
	text = read_file(path);
	assert_non_null(strstr(text, "memcgtop"));
	assert_non_null(strstr(text, "CGROUP"));
	for (const char *p = text; *p; p++)
		assert_true((unsigned char)*p >= 32 || *p == '\n');
	free(text);
	/* It is not written over. */
	export_to(s, path);
	session__wait_text(s, "exists");
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_export_json(void **state)
{
	struct session *s = start();

	(void)state;
	session__press(s, "u u");
	for (int view = 1; view <= 5; view++) {
		char path[PATH_BYTES], name[32];
		json_error_t error;
		json_t *json;

		snprintf(name, sizeof(name), "%d.json", view);
		session__press(s, (char[]){(char)('0' + view), 0});
		export_to(s, in_folder(path, name));
		session__wait_text(s, "written: ");
		json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
		if (!json)
			fail_msg("%s:%d: %s", name, error.line, error.text);
		assert_true(json_is_object(json));
		assert_int_not_equal(json_object_size(json), 0);
		json_decref(json);
	}
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_export_too_early(void **state)
{
	struct session *s = start();
	char path[PATH_BYTES];

	(void)state;
	export_to(s, in_folder(path, "early.txt"));
	session__wait_text(s, "the first interval is not over");
	assert_int_not_equal(access(path, F_OK), 0);
	session__assert_quits(s, "q");
	session__end(s);
}

static void test_export_nowhere(void **state)
{
	struct session *s = start();
	char path[PATH_BYTES];

	(void)state;
	session__press(s, "u");
	export_to(s, in_folder(path, "none/view.txt"));
	session__wait_text(s, "No such file or directory");
	export_to(s, "/dev/full");
	session__wait_text(s, "/dev/full");
	assert_false(session__shows(s, "written"));
	session__press(s, "2");
	session__assert_quits(s, "q");
	session__end(s);
}

/* A disk that is full, as far as one can have it without a disk. */
static void test_export_no_room(void **state)
{
	char command[2 * PATH_BYTES], path[PATH_BYTES];
	char *binary = realpath(getenv("MEMCGTOP") ?: "build/memcgtop", NULL);
	struct session *s;

	(void)state;
	assert_non_null(binary);
	snprintf(command, sizeof(command),
		 "trap '' XFSZ; ulimit -f 1; exec %s --no-config --source "
		 "synthetic:clock=step,cgroups=60",
		 binary);
	free(binary);
	s = session__start(&(struct session_opts){.command = command});
	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	export_to(s, in_folder(path, "large.json"));
	session__wait_text(s, "File too large");
	/* Nothing is left of it. */
	snprintf(command, sizeof(command), "test -z \"$(ls -A %s | grep large)\"", folder);
	assert_int_equal(system(command), 0);
	session__assert_quits(s, "q");
	session__end(s);
}

/* Settings */

static struct session *start_with_config(const char *args)
{
	struct session *s = session__start(&(struct session_opts){.config_home = folder,
								  .with_config = true,
								  .args = args,
								  .spec = "cpus=4,cgroups=9"});

	session__wait_text(s, "F1 Help");
	session__press(s, "u");
	return s;
}

static void test_settings_are_kept(void **state)
{
	struct session *s;
	char path[PATH_BYTES], *first, *second;

	(void)state;
	s = start_with_config(NULL);
	session__press(s, "i Backspace 3 Enter 1 t > r 2");
	session__assert_quits(s, "q");
	session__end(s);
	first = read_file(in_folder(path, "memcgtop/config"));
	s = start_with_config(NULL);
	/* In the view it was left in, with its interval. */
	assert_false(session__shows(s, "CGROUP"));
	assert_true(session__shows(s, "last 3"));
	session__assert_quits(s, "q");
	session__end(s);
	second = read_file(path);
	assert_string_equal(first, second);
	free(first);
	free(second);
}

static void test_no_config_leaves_them(void **state)
{
	char path[PATH_BYTES], *before, *after;
	struct session *s = start_with_config(NULL);

	(void)state;
	session__press(s, "2");
	session__assert_quits(s, "q");
	session__end(s);
	before = read_file(in_folder(path, "memcgtop/config"));
	s = start_with_config("--no-config");
	assert_true(session__shows(s, "CGROUP"));
	session__press(s, "3");
	session__assert_quits(s, "q");
	session__end(s);
	after = read_file(path);
	assert_string_equal(before, after);
	free(before);
	free(after);
}

static void test_a_broken_file(void **state)
{
	static const char broken[] =
		"no line\nview = Nowhere\n\x01\xff = \x02\nfuture.key = 7\n"
		"cgroups.sort = NOTHING\ninterval = many\ncgroups.reverse = 5\n";
	char path[PATH_BYTES], *after;
	struct session *s;

	(void)state;
	assert_int_equal(mkdir(in_folder(path, "memcgtop"), 0777), 0);
	write_file(in_folder(path, "memcgtop/config"), broken);
	s = start_with_config(NULL);
	assert_true(session__shows(s, "CGROUP"));
	assert_true(session__shows(s, "last 1"));
	session__assert_quits(s, "q");
	/* It was told before the screen came, or after. */
	assert_non_null(memmem(s->log, s->log_len, "settings file, line 1", 21));
	session__end(s);
	/* What another version wrote is still there. */
	after = read_file(path);
	assert_non_null(strstr(after, "future.key = 7"));
	free(after);
}

static void test_nowhere_to_keep_them(void **state)
{
	struct session *s = session__start(
		&(struct session_opts){.config_home = "/proc/none", .with_config = true});

	(void)state;
	session__wait_text(s, "F1 Help");
	session__assert_quits(s, "q");
	session__end(s);
}

#define FILES_TEST(f) cmocka_unit_test_setup_teardown(f, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FILES_TEST(test_export_text),		FILES_TEST(test_export_json),
		FILES_TEST(test_export_too_early),	FILES_TEST(test_export_nowhere),
		FILES_TEST(test_export_no_room),	FILES_TEST(test_settings_are_kept),
		FILES_TEST(test_no_config_leaves_them), FILES_TEST(test_a_broken_file),
		FILES_TEST(test_nowhere_to_keep_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
