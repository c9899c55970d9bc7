// SPDX-License-Identifier: GPL-2.0-or-later
/* The settings: any text is survived, what the user wrote stays, the file is safe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/settings.h"
#include "util/log.h"

static unsigned int warnings, warned_line;
static char folder[] = "/tmp/memcgtop-settings.XXXXXX";

static void note_warning(unsigned int line, const char *what)
{
	assert_true(*what);
	warnings++;
	warned_line = line;
}

static int parse_bytes(struct settings *settings, const char *text, size_t bytes)
{
	FILE *f = bytes ? fmemopen((void *)text, bytes, "r") : fopen("/dev/null", "r");
	int err;

	warnings = 0;
	err = settings__parse(settings, f, note_warning);
	fclose(f);
	return err;
}

static struct settings *parsed(const char *text)
{
	struct settings *settings = settings__new();

	assert_int_equal(parse_bytes(settings, text, strlen(text)), 0);
	return settings;
}

static char *printed(const struct settings *settings, size_t *bytes)
{
	char *text;
	FILE *f = open_memstream(&text, bytes);

	settings__print(settings, f);
	fclose(f);
	return text;
}

static void assert_prints(const struct settings *settings, const char *want)
{
	size_t bytes;
	char *text = printed(settings, &bytes);

	assert_string_equal(text, want);
	free(text);
}

static void test_reads_lines(void **state)
{
	struct settings *s = parsed("# a comment\n"
				    "\n"
				    "interval = 0.5\n"
				    "  view\t=\tCPUs  \r\n"
				    "cgroups.tree=yes\n"
				    "path = a = b\n"
				    "empty =\n"
				    "twice = 1\n"
				    "twice = 2\n"
				    "last = no final newline");

	(void)state;
	assert_int_equal(warnings, 0);
	assert_string_equal(settings__get(s, "interval"), "0.5");
	assert_string_equal(settings__get(s, "view"), "CPUs");
	assert_string_equal(settings__get(s, "path"), "a = b");
	assert_string_equal(settings__get(s, "empty"), "");
	assert_string_equal(settings__get(s, "twice"), "2");
	assert_string_equal(settings__get(s, "last"), "no final newline");
	assert_null(settings__get(s, "intervals"));
	assert_null(settings__get(s, "# a comment"));
	assert_true(settings__flag(s, "cgroups.tree", false));
	assert_true(settings__flag(s, "interval", true));
	assert_false(settings__flag(s, "interval", false));
	assert_true(settings__flag(s, "missing", true));
	settings__free(s);
	s = parsed("a = no\n");
	assert_false(settings__flag(s, "a", true));
	settings__free(s);
	settings__free(NULL);
}

static void test_keeps_what_was_written(void **state)
{
	static const char text[] = "# mine\n"
				   "\n"
				   "  sort=p99 \n"
				   "of.a.newer.one = [1, 2]\n"
				   "what is this\n"
				   "crlf = 1\r\n";
	struct settings *s = parsed(text);

	(void)state;
	assert_int_equal(warnings, 1);
	assert_int_equal(warned_line, 5);
	assert_prints(s, text);
	/* The same value again: as the user wrote it. */
	assert_int_equal(settings__set(s, "sort", "p99"), 0);
	assert_prints(s, text);
	assert_int_equal(settings__set(s, "sort", "max"), 0);
	assert_int_equal(settings__set(s, "new", "x y"), 0);
	assert_int_equal(settings__set(s, "crlf", NULL), 0);
	assert_int_equal(settings__set(s, "never.there", NULL), 0);
	assert_prints(s, "# mine\n"
			 "\n"
			 "sort = max\n"
			 "of.a.newer.one = [1, 2]\n"
			 "what is this\n"
			 "new = x y\n");
	settings__free(s);
	s = parsed("a = 1\na = 2\n");
	assert_int_equal(settings__set(s, "a", "3"), 0);
	assert_prints(s, "a = 1\na = 3\n");
	assert_int_equal(settings__set(s, "a", NULL), 0);
	assert_null(settings__get(s, "a"));
	assert_prints(s, "");
	settings__free(s);
}

static void test_refuses_what_a_line_cannot_hold(void **state)
{
	static const char *const keys[] = {"", " ", "a b", "a=b", "#a", "a\n", "\xc3\xa4", "a\x7f"};
	static const char *const values[] = {" a", "a ", "\ta", "a\nb", "a\r", "\x1b[m", "\x7f"};
	struct settings *s = settings__new();

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		assert_int_equal(settings__set(s, keys[i], "1"), -EINVAL);
		assert_int_equal(settings__set(s, keys[i], NULL), -EINVAL);
	}
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		assert_int_equal(settings__set(s, "a", values[i]), -EINVAL);
	assert_prints(s, "");
	assert_int_equal(settings__set(s, "a", "\xc3\xa4 = # \t\xff"), 0);
	assert_prints(s, "a = \xc3\xa4 = # \t\xff\n");
	settings__free(s);
}

static void test_warns_of_bad_lines(void **state)
{
	static const char bytes[] = "a = \0b\n= 1\nb = 2\n";
	struct settings *s = settings__new();
	char *text;
	size_t n;

	(void)state;
	assert_int_equal(parse_bytes(s, bytes, sizeof(bytes) - 1), 0);
	assert_int_equal(warnings, 2);
	assert_null(settings__get(s, "a"));
	assert_string_equal(settings__get(s, "b"), "2");
	text = printed(s, &n);
	assert_int_equal(n, sizeof(bytes) - 1);
	assert_memory_equal(text, bytes, n);
	free(text);
	settings__free(s);
	s = parsed("1\n2\n3\n4\n5\n6\n7\n");
	assert_int_equal(warnings, 5);
	settings__free(s);
}

static void test_has_a_limit(void **state)
{
	struct settings *s = settings__new();
	char *text = malloc(SETTINGS_MAX_BYTES + 1);

	(void)state;
	/* A line may be as long as the file. */
	memset(text, 'x', SETTINGS_MAX_BYTES + 1);
	text[5] = '=';
	assert_int_equal(parse_bytes(s, text, SETTINGS_MAX_BYTES + 1), -EFBIG);
	assert_null(settings__get(s, "xxxxx"));
	assert_int_equal(parse_bytes(s, text, SETTINGS_MAX_BYTES), 0);
	assert_int_equal(strlen(settings__get(s, "xxxxx")), SETTINGS_MAX_BYTES - 6);
	assert_int_equal(parse_bytes(s, "", 0), 0);
	settings__free(s);
	free(text);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 16;
}

/* Bytes of all kinds, but often those that mean something. */
static size_t random_text(char *text, size_t room, uint32_t *seed)
{
	static const char often[] = "ab.= \t\n\r#\n=";
	size_t n = 1 + next_random(seed) % room;

	for (size_t i = 0; i < n; i++) {
		uint32_t r = next_random(seed);

		text[i] = r & 0x700 ? often[r % (sizeof(often) - 1)] : (char)r;
	}
	return n;
}

/* What was read is printed byte for byte, and reads the same again. */
static void test_survives_any_bytes(void **state)
{
	uint32_t seed = 20240607;
	char text[400];

	(void)state;
	for (int round = 0; round < 5000; round++) {
		size_t n = random_text(text, sizeof(text), &seed), bytes;
		struct settings *s = settings__new();
		const char *value;
		char *out;

		assert_int_equal(parse_bytes(s, text, n), 0);
		assert_true(warnings <= 5);
		out = printed(s, &bytes);
		assert_int_equal(bytes, text[n - 1] == '\n' ? n : n + 1);
		assert_memory_equal(out, text, n);
		free(out);
		value = settings__get(s, "a");
		if (value) {
			char *copy = strdup(value);

			/* What a line held, a line can hold. */
			assert_int_equal(settings__set(s, "b", copy), 0);
			assert_string_equal(settings__get(s, "b"), copy);
			free(copy);
		}
		settings__free(s);
	}
}

/* Files.  Each test has a fresh home below @folder. */

static char *home_path(const char *name)
{
	char *path;

	assert_true(asprintf(&path, "%s/%s", folder, name) > 0);
	return path;
}

static int new_home(void **state)
{
	(void)state;
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	assert_non_null(mkdtemp(folder));
	setenv("HOME", folder, 1);
	unsetenv("XDG_CONFIG_HOME");
	return 0;
}

static int remove_home(void **state)
{
	char *command;

	(void)state;
	log__set_sink(NULL);
	assert_true(asprintf(&command, "chmod -R u+w '%s' && rm -rf '%s'", folder, folder) > 0);
	assert_int_equal(system(command), 0);
	free(command);
	return 0;
}

static void write_file(const char *name, const char *text)
{
	char *path = home_path(name);
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	free(path);
}

static void assert_file(const char *name, const char *want)
{
	char *path = home_path(name), text[4096];
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	free(path);
	assert_string_equal(text, want);
}

static void make_folder(const char *name)
{
	char *path = home_path(name);

	assert_int_equal(mkdir(path, 0755), 0);
	free(path);
}

static mode_t mode_of(const char *name)
{
	char *path = home_path(name);
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	free(path);
	return st.st_mode & 07777;
}

static int save_text(const char *text)
{
	struct settings *s = parsed(text);
	int err = settings__save(s);

	settings__free(s);
	return err;
}

static void assert_path(const char *xdg, const char *home, const char *want)
{
	char *path;

	if (xdg)
		setenv("XDG_CONFIG_HOME", xdg, 1);
	else
		unsetenv("XDG_CONFIG_HOME");
	if (home)
		setenv("HOME", home, 1);
	else
		unsetenv("HOME");
	path = settings__path();
	if (want)
		assert_string_equal(path, want);
	else
		assert_null(path);
	free(path);
}

static void test_path_follows_the_specification(void **state)
{
	(void)state;
	assert_path("/x", "/h", "/x/memcgtop/config");
	assert_path("x", "/h", "/h/.config/memcgtop/config");
	assert_path("", "/h", "/h/.config/memcgtop/config");
	assert_path(NULL, "/h", "/h/.config/memcgtop/config");
	assert_path(NULL, "h", NULL);
	assert_path(NULL, "", NULL);
	assert_path(NULL, NULL, NULL);
	assert_int_equal(save_text(""), -ENOENT);
	assert_path("/x", NULL, "/x/memcgtop/config");
}

static void test_saves_and_loads(void **state)
{
	struct settings *s = settings__new();

	(void)state;
	assert_int_equal(settings__load(s), 0); /* nothing there */
	assert_int_equal(settings__set(s, "view", "cpus"), 0);
	assert_int_equal(settings__save(s), 0);
	settings__free(s);
	assert_file(".config/memcgtop/config", "view = cpus\n");
	assert_int_equal(mode_of(".config"), 0700);
	assert_int_equal(mode_of(".config/memcgtop"), 0700);
	assert_int_equal(mode_of(".config/memcgtop/config"), 0600);

	s = settings__new();
	assert_int_equal(settings__load(s), 0);
	assert_string_equal(settings__get(s, "view"), "cpus");
	settings__free(s);
}

static void test_replaces_whole(void **state)
{
	char *path = home_path(".config/memcgtop"), *file = home_path(".config/memcgtop/config");
	unsigned int files = 0;
	DIR *dir;

	(void)state;
	assert_int_equal(save_text("a = 1\n"), 0);
	assert_int_equal(chmod(file, 0644), 0);
	assert_int_equal(save_text("a = 2\n"), 0);
	assert_file(".config/memcgtop/config", "a = 2\n");
	assert_int_equal(mode_of(".config/memcgtop/config"), 0644);
	dir = opendir(path);
	for (struct dirent *d; (d = readdir(dir));)
		files += d->d_name[0] != '.';
	closedir(dir);
	assert_int_equal(files, 1); /* no temporary one is left */
	free(path);
	free(file);
}

static void test_writes_through_links(void **state)
{
	char *link = home_path(".config/memcgtop/config"), *target = home_path("dot/memcgtop.conf");
	struct stat st;

	(void)state;
	make_folder("dot");
	make_folder(".config");
	make_folder(".config/memcgtop");
	write_file("dot/memcgtop.conf", "# in git\n");
	assert_int_equal(symlink("../../dot/memcgtop.conf", link), 0);
	assert_int_equal(save_text("a = 1\n"), 0);
	assert_file("dot/memcgtop.conf", "a = 1\n");
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	/* A link to nothing is not replaced. */
	assert_int_equal(unlink(target), 0);
	assert_int_equal(save_text("a = 2\n"), -ENOENT);
	assert_int_equal(lstat(link, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	free(link);
	free(target);
}

static char *last_line;

static void keep_line(const char *line)
{
	free(last_line);
	last_line = strdup(line);
}

static void test_leaves_alone_what_it_cannot_read(void **state)
{
	char *path = home_path(".config/memcgtop/config"), *big;
	struct settings *s = settings__new();

	(void)state;
	log__set_sink(keep_line);
	make_folder(".config");
	make_folder(".config/memcgtop");

	big = malloc(SETTINGS_MAX_BYTES + 2);
	memset(big, '#', SETTINGS_MAX_BYTES + 1);
	big[SETTINGS_MAX_BYTES + 1] = '\0';
	write_file(".config/memcgtop/config", big);
	free(big);
	assert_int_equal(settings__load(s), -EFBIG);
	assert_non_null(strstr(last_line, "warning: settings: cannot read "));
	assert_null(strchr(last_line, '\n'));
	assert_int_equal(settings__save(s), -EFBIG);

	assert_int_equal(truncate(path, 0), 0);
	assert_int_equal(chmod(path, 0444), 0);
	assert_int_equal(settings__save(s), -EACCES);

	/* No waiting for a writer, and no file in the place of a device. */
	assert_int_equal(unlink(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(settings__load(s), -EINVAL);
	assert_int_equal(settings__save(s), -EINVAL);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("/dev/null", path), 0);
	assert_int_not_equal(settings__save(s), 0);

	assert_int_equal(unlink(path), 0);
	write_file(".config/memcgtop/config", "fine = 1\nnonsense\n");
	assert_int_equal(settings__load(s), 0);
	assert_non_null(strstr(last_line, "settings file, line 2: no '='"));
	settings__free(s);
	free(path);
	free(last_line);
	last_line = NULL;
}

static void test_does_not_make_a_home(void **state)
{
	char *path = home_path("nonexistent");

	(void)state;
	setenv("HOME", path, 1);
	assert_int_equal(save_text("a = 1\n"), -ENOENT);
	assert_int_equal(access(path, F_OK), -1);
	/* A file where a folder should be. */
	write_file("nonexistent", "");
	assert_int_equal(save_text("a = 1\n"), -ENOTDIR);
	free(path);
}

/* As under sudo: root, in the home of another. */
static void test_spares_homes_of_others(void **state)
{
	char *config = home_path(".config"), *made = home_path(".config/memcgtop");

	(void)state;
	if (geteuid())
		skip();
	assert_int_equal(chown(folder, 12345, 12345), 0);
	assert_int_equal(save_text("a = 1\n"), -EPERM);
	assert_int_equal(access(config, F_OK), -1);
	make_folder(".config");
	assert_int_equal(chown(config, 12345, 12345), 0);
	assert_int_equal(save_text("a = 1\n"), -EPERM);
	make_folder(".config/memcgtop");
	assert_int_equal(chown(made, 12345, 12345), 0);
	assert_int_equal(save_text("a = 1\n"), -EPERM);
	free(config);
	free(made);
}

#define FILE_TEST(f) cmocka_unit_test_setup_teardown(f, new_home, remove_home)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reads_lines),
		cmocka_unit_test(test_keeps_what_was_written),
		cmocka_unit_test(test_refuses_what_a_line_cannot_hold),
		cmocka_unit_test(test_warns_of_bad_lines),
		cmocka_unit_test(test_has_a_limit),
		cmocka_unit_test(test_survives_any_bytes),
		FILE_TEST(test_path_follows_the_specification),
		FILE_TEST(test_saves_and_loads),
		FILE_TEST(test_replaces_whole),
		FILE_TEST(test_writes_through_links),
		FILE_TEST(test_leaves_alone_what_it_cannot_read),
		FILE_TEST(test_does_not_make_a_home),
		FILE_TEST(test_spares_homes_of_others),
	};

	umask(022);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
