// SPDX-License-Identifier: GPL-2.0-or-later
/* The textfile: whole or not at all, whatever happens to its folder. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "serve/textfile.h"
#include "util/log.h"

#define MOST 200000
#define NOBODY 65534

static char folder[64], target[128];
static char text[MOST];
static char lines[4096];	/* what was logged since the last setup */

static void keep_line(const char *line)
{
	size_t n = strlen(lines);

	snprintf(lines + n, sizeof(lines) - n, "%s\n", line);
}

static int setup(void **state)
{
	(void)state;
	/* in memory where there is such a place: thousands of fsyncs */
	strcpy(folder, "/dev/shm/memcgtop-textfile.XXXXXX");
	if (!mkdtemp(folder))
		strcpy(folder, "/tmp/memcgtop-textfile.XXXXXX");
	if ((access(folder, F_OK) && !mkdtemp(folder)) || chmod(folder, 0777))
		return -1;
	snprintf(target, sizeof(target), "%s/memcgtop.prom", folder);
	lines[0] = 0;
	log__set_sink(keep_line);
	return 0;
}

static void in_folder(char *path, const char *name)
{
	snprintf(path, PATH_MAX, "%s/%s", folder, name);
}

static void put(const char *path, const char *content)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(content, f);
	fclose(f);
}

static void assert_content(const char *path, const char *content)
{
	char got[64] = "";
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	assert_true(fread(got, 1, sizeof(got) - 1, f) == strlen(content));
	fclose(f);
	assert_string_equal(got, content);
}

static int entries(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *e;
	int n = 0;

	assert_non_null(dir);
	while ((e = readdir(dir)))
		n += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
	closedir(dir);
	return n;
}

static int teardown(void **state)
{
	char command[128];

	(void)state;
	log__set_sink(NULL);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command);
}

static struct textfile *opened(void)
{
	struct textfile *file = NULL;

	assert_int_equal(textfile__open(target, &file), 0);
	return file;
}

static int written(struct textfile *file, const char *content)
{
	return textfile__write(file, content, strlen(content), 1);
}

/* Version @v of the content: as many lines "v\n" as v says, so that its ends and size tell. */
static size_t make_version(unsigned int v)
{
	size_t n = 0;

	for (unsigned int i = 0; i < 50 + v % 4000; i++)
		n += sprintf(text + n, "%08u\n", v);
	return n;
}

/* 0: whole; 1: torn; -1: not there. */
static int look(void)
{
	static char got[MOST];
	unsigned int v;
	ssize_t n = 0, m;
	int fd = open(target, O_RDONLY);

	if (fd < 0)
		return -1;
	while ((m = read(fd, got + n, 512 < MOST - n ? 512 : MOST - n)) > 0)
		n += m;
	close(fd);
	if (n < 9 || sscanf(got, "%8u", &v) != 1)
		return 1;
	return n != 9 * (50 + (ssize_t)v % 4000) || memcmp(got, got + n - 9, 9);
}

static volatile sig_atomic_t enough;
static void stop(int sig)
{
	(void)sig;
	enough = 1;
}

/* Reads until told to end; its status: 0 all whole, 1 one was torn, 2 it saw nothing. */
static pid_t start_reader(void)
{
	pid_t pid;
	int ready[2];
	char c;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (!pid) {
		int seen = 0, torn = 0;

		signal(SIGTERM, stop);
		if (write(ready[1], "r", 1) != 1)
			_exit(3);
		while (!enough) {
			torn += look() != 0;
			seen++;
		}
		_exit(torn ? 1 : seen < 10 ? 2 : 0);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	close(ready[1]);
	return pid;
}

static int end_reader(pid_t pid)
{
	int status;

	kill(pid, SIGTERM);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void test_never_torn(void **state)
{
	struct textfile *file = opened();
	mode_t mask = umask(077);
	struct stat st;
	pid_t reader;

	(void)state;
	assert_int_equal(textfile__write(file, text, make_version(1), 1), 0);
	reader = start_reader();
	for (unsigned int v = 2; v < 3000; v++)
		assert_int_equal(textfile__write(file, text, make_version(v), v), 0);
	assert_int_equal(end_reader(reader), 0);
	umask(mask);
	assert_int_equal(stat(target, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0644);
	assert_int_equal(entries(folder), 1);
	assert_int_equal(textfile__writes(file), 2999);
	assert_int_equal(textfile__failures(file), 0);
	assert_string_equal(lines, "");
	textfile__close(file);
}

/* The reader above is worth something: it sees a file that is written in place. */
static void test_reader_sees_torn(void **state)
{
	unsigned int v = 1;
	pid_t reader;
	int got = 0;

	(void)state;
	for (int round = 0; round < 20 && got != 1; round++) {
		FILE *f = fopen(target, "w");

		fwrite(text, 1, make_version(v), f);
		fclose(f);
		reader = start_reader();
		for (int i = 0; i < 300; i++) {
			size_t n = make_version(++v);

			f = fopen(target, "w");
			fwrite(text, 1, n, f);
			fclose(f);
		}
		got = end_reader(reader);
	}
	assert_int_equal(got, 1);
}

/* @in runs in a child that may lose rights; it ends with the number of what failed. */
static int in_child(int (*in)(void))
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(in());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int write_over_limit(void)
{
	struct rlimit limit = {1000, 1000};
	struct textfile *file;

	if (textfile__open(target, &file) || written(file, "old\n"))
		return 1;
	setrlimit(RLIMIT_FSIZE, &limit);
	if (textfile__write(file, text, make_version(3999), 1) != -EFBIG)
		return 2;
	if (textfile__failures(file) != 1 || !strstr(lines, target))
		return 3;
	textfile__close(file);
	return 0;
}

static void test_size_limit(void **state)
{
	(void)state;
	assert_int_equal(in_child(write_over_limit), 0);
	assert_content(target, "old\n");
	assert_int_equal(entries(folder), 1);
}

static int write_to_full_disk(void)
{
	struct textfile *file;
	int err;

	/* As root, else in a user namespace of our own. */
	if (unshare(CLONE_NEWNS) && unshare(CLONE_NEWUSER | CLONE_NEWNS))
		return 77;
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", folder, "tmpfs", 0, "size=64k"))
		return 77;
	if (textfile__open(target, &file) || written(file, "old\n"))
		return 1;
	err = textfile__write(file, text, 150000, 1);
	if (err != -ENOSPC || entries(folder) != 1)
		return 2;
	assert_content(target, "old\n");
	if (written(file, "new\n"))
		return 3;
	assert_content(target, "new\n");
	textfile__close(file);
	return 0;
}

static void test_full_disk(void **state)
{
	int rc = in_child(write_to_full_disk);

	(void)state;
	if (rc == 77) {
		printf("skipped: textfile on a full disk: no tmpfs can be mounted here\n");
		skip();
	}
	assert_int_equal(rc, 0);
}

static void test_folder_removed(void **state)
{
	struct textfile *file = opened();

	(void)state;
	assert_int_equal(written(file, "old\n"), 0);
	assert_int_equal(unlink(target), 0);
	assert_int_equal(rmdir(folder), 0);
	assert_int_equal(written(file, "new\n"), -ENOENT);
	assert_int_equal(mkdir(folder, 0777), 0);
	assert_int_equal(written(file, "new\n"), 0);
	assert_content(target, "new\n");
	assert_int_equal(entries(folder), 1);
	textfile__close(file);
}

static int write_without_right(void)
{
	struct textfile *file;

	if (textfile__open(target, &file) || written(file, "old\n") || chmod(folder, 0555))
		return 1;
	if (!geteuid() && setresuid(NOBODY, NOBODY, NOBODY))
		return 2;
	if (written(file, "new\n") != -EACCES)
		return 3;
	textfile__close(file);
	/* and told at the start */
	if (textfile__open(target, &file) != -EACCES || !strstr(lines, "no file can be made"))
		return 4;
	return 0;
}

static void test_folder_read_only(void **state)
{
	(void)state;
	assert_int_equal(in_child(write_without_right), 0);
	assert_content(target, "old\n");
	assert_int_equal(entries(folder), 1);
}

static void assert_refused(const char *path, const char *why)
{
	struct textfile *file = NULL;

	lines[0] = 0;
	assert_true(textfile__open(path, &file) < 0);
	assert_null(file);
	assert_non_null(strstr(lines, why));
	assert_ptr_equal(strchr(lines, '\n'), lines + strlen(lines) - 1);
}

static void test_bad_targets(void **state)
{
	char path[PATH_MAX];

	(void)state;
	assert_refused("/tmp/memcgtop.txt", "must end in .prom");
	assert_refused(".prom", "must end in .prom");
	assert_refused("/tmp/.prom", "must end in .prom");
	assert_refused("/nonexistent-folder/a.prom", "No such file");
	in_folder(path, "folder.prom");
	assert_int_equal(mkdir(path, 0755), 0);
	assert_refused(path, "is a folder");
	in_folder(path, "fifo.prom");
	assert_int_equal(mkfifo(path, 0644), 0);
	assert_refused(path, "no regular file");
	assert_int_equal(entries(folder), 2);
}

static void test_links(void **state)
{
	struct textfile *file = opened();
	char other[PATH_MAX];
	struct stat st;

	(void)state;
	in_folder(other, "other");
	put(other, "theirs\n");
	assert_int_equal(symlink(other, target), 0);
	/* one that came later is replaced itself, and not written through */
	assert_int_equal(written(file, "new\n"), 0);
	assert_int_equal(lstat(target, &st), 0);
	assert_true(S_ISREG(st.st_mode));
	assert_content(other, "theirs\n");
	textfile__close(file);
	assert_int_equal(unlink(target), 0);
	assert_int_equal(symlink(other, target), 0);
	assert_refused(target, "symbolic link");
}

static void test_target_becomes_folder(void **state)
{
	struct textfile *file = opened();

	(void)state;
	assert_int_equal(mkdir(target, 0755), 0);
	assert_int_equal(written(file, "new\n"), -EISDIR);
	assert_int_equal(entries(folder), 1);
	textfile__close(file);
}

/* A run that was killed leaves its file unlocked; one that goes on holds a lock. */
static void test_stale_temps(void **state)
{
	static const char *const kept[] = {".other.prom.12-0.memcgtop-tmp", ".memcgtop.prom.swp",
					   "memcgtop.prom.12-0.memcgtop-tmp"};
	char stale[PATH_MAX], live[PATH_MAX], path[PATH_MAX];
	struct textfile *file;
	int fd;

	(void)state;
	in_folder(stale, ".memcgtop.prom.12-0.memcgtop-tmp");
	put(stale, "half");
	in_folder(live, ".memcgtop.prom.13-7.memcgtop-tmp");
	put(live, "half");
	for (int i = 0; i < 3; i++) {
		in_folder(path, kept[i]);
		put(path, "theirs");
	}
	fd = open(live, O_RDONLY);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	file = opened();
	assert_int_equal(access(stale, F_OK), -1);
	assert_int_equal(access(live, F_OK), 0);
	close(fd);
	assert_int_equal(entries(folder), 4);
	textfile__close(file);
}

static const char *last_line(void)
{
	const char *last = lines;

	for (const char *at = lines; *at; at++)
		if (*at == '\n' && at[1])
			last = at + 1;
	return last;
}

static int count_lines(void)
{
	int n = 0;

	for (const char *c = lines; *c; c++)
		n += *c == '\n';
	return n;
}

/* The first failure, one line a minute with their number, the first success. */
static void test_what_is_logged(void **state)
{
	const uint64_t second = 1000000000ull;
	struct textfile *file = opened();

	(void)state;
	assert_int_equal(mkdir(target, 0755), 0);
	for (unsigned int s = 0; s < 130; s++)
		assert_int_equal(textfile__write(file, "x\n", 2, s * second), -EISDIR);
	assert_int_equal(count_lines(), 3);
	assert_non_null(strstr(last_line(), "121 writes in a row failed"));
	assert_int_equal(textfile__failures(file), 130);
	assert_int_equal(rmdir(target), 0);
	assert_int_equal(textfile__write(file, "x\n", 2, 131 * second), 0);
	assert_non_null(strstr(last_line(), "written again, after 130 failed writes"));
	assert_int_equal(textfile__write(file, "x\n", 2, 132 * second), 0);
	assert_int_equal(count_lines(), 4);
	assert_int_equal(textfile__writes(file), 2);
	textfile__close(file);
}

static void test_relative_path(void **state)
{
	struct textfile *file = NULL;

	(void)state;
	assert_int_equal(chdir(folder), 0);
	assert_int_equal(textfile__open("memcgtop.prom", &file), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(written(file, "new\n"), 0);
	assert_content(target, "new\n");
	assert_string_equal(textfile__folder(file), folder);
	textfile__close(file);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_never_torn),
		TEST(test_reader_sees_torn),
		TEST(test_size_limit),
		TEST(test_full_disk),
		TEST(test_folder_removed),
		TEST(test_folder_read_only),
		TEST(test_bad_targets),
		TEST(test_links),
		TEST(test_target_becomes_folder),
		TEST(test_stale_temps),
		TEST(test_what_is_logged),
		TEST(test_relative_path),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
