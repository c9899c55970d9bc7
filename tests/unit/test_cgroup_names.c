// SPDX-License-Identifier: GPL-2.0-or-later
/* Walks over real directories; on any file system an id is the inode number. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "model/cgroup_names.h"
#include "model/cgroup_walk.h"

#define SECOND 1000000000ull
#define NOBODY 65534

/* The tree of the test at hand, which is also the working directory. */
static char tree[64];
static uint64_t now_ns;

static uint64_t fake_clock(void)
{
	return now_ns;
}

static int enter_tree(void **state)
{
	(void)state;
	strcpy(tree, "/tmp/cgroup-test-XXXXXX");
	now_ns = 1000 * SECOND;
	return mkdtemp(tree) && !chmod(tree, 0755) && !chdir(tree) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

static int leave_tree(void **state)
{
	(void)state;
	if (chdir("/"))
		return -1;
	return nftw(tree, remove_one, 32, FTW_DEPTH | FTW_PHYS);
}

static void make_dir(const char *path)
{
	assert_int_equal(mkdir(path, 0755), 0);
}

static uint64_t id_of(const char *path)
{
	struct stat st;

	assert_int_equal(lstat(path, &st), 0);
	return st.st_ino;
}

static struct cgroup_names *names_here(void)
{
	int fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct cgroup_names *names;

	assert_true(fd >= 0);
	names = cgroup_names__new(fd, fake_clock);
	assert_non_null(names);
	return names;
}

static void check(struct cgroup_names *names, uint64_t id, const char *path, bool gone)
{
	struct cgroup_name name;

	assert_true(cgroup_names__lookup(names, id, &name));
	assert_string_equal(name.path, path);
	assert_int_equal(name.gone, gone);
}

/* Rescans after long enough for any reason. */
static void rescan(struct cgroup_names *names)
{
	now_ns += 100 * SECOND;
	assert_int_equal(cgroup_names__rescan(names, now_ns), 1);
}

static void a_tree_and_its_changes(void **state)
{
	struct cgroup_names *names = names_here();
	uint64_t a, b, c, recycled;

	(void)state;
	make_dir("a");
	make_dir("a/b");
	make_dir("c");
	close(open("a/cgroup.procs", O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
	assert_int_equal(symlink("..", "a/b/loop"), 0);
	assert_int_equal(symlink("nowhere", "dangling"), 0);
	a = id_of("a");
	b = id_of("a/b");
	c = id_of("c");
	rescan(names);
	check(names, id_of("."), "/", false);
	check(names, a, "/a", false);
	check(names, b, "/a/b", false);
	check(names, c, "/c", false);
	assert_int_equal(cgroup_names__stats(names).live, 4); /* no file, no link */

	/* Removed, renamed with a child, and a path made anew under another id. */
	make_dir("d");
	recycled = id_of("d");
	assert_int_equal(rmdir("c"), 0);
	assert_int_equal(rename("d", "c"), 0);
	assert_int_equal(rename("a", "z"), 0);
	rescan(names);
	check(names, c, "/c", true);
	check(names, recycled, "/c", false);
	check(names, a, "/z", false);
	check(names, b, "/z/b", false);
	cgroup_names__free(names);
	cgroup_names__free(NULL);
}

static void every_byte_may_stand_in_a_name(void **state)
{
	struct cgroup_names *names = names_here();
	char path[] = "/n?";

	(void)state;
	for (int byte = 1; byte < 256; byte++) {
		path[2] = (char)byte;
		if (byte != '/')
			make_dir(path + 1);
	}
	rescan(names);
	for (int byte = 1; byte < 256; byte++) {
		path[2] = (char)byte;
		if (byte != '/')
			check(names, id_of(path + 1), path, false);
	}
	assert_int_equal(cgroup_names__stats(names).live, 255);
	cgroup_names__free(names);
}

static void five_thousand_cgroups(void **state)
{
	struct cgroup_names *names = names_here();
	char path[64];

	(void)state;
	for (int i = 0; i < 5000; i++) {
		if (i % 100 == 0) {
			snprintf(path, sizeof(path), "s%d", i / 100);
			make_dir(path);
		}
		snprintf(path, sizeof(path), "s%d/unit-%d", i / 100, i);
		make_dir(path);
	}
	rescan(names);
	assert_int_equal(cgroup_names__stats(names).live, 5051);
	for (int i = 0; i < 5000; i += 7) {
		snprintf(path, sizeof(path), "/s%d/unit-%d", i / 100, i);
		check(names, id_of(path + 1), path, false);
	}
	cgroup_names__free(names);
}

struct visits {
	int dirs, unread, last_err;
	bool sabotage;
};

static int count_dir(void *ctx, uint64_t id, const char *path)
{
	struct visits *v = ctx;

	(void)id;
	v->dirs++;
	if (!v->sabotage || !strcmp(path, "/"))
		return 0;
	/* The first one seen takes all with it, itself and its child too. */
	v->sabotage = false;
	for (int i = 0; i < 50; i++) {
		char name[32];

		snprintf(name, sizeof(name), "v%d/child", i);
		assert_int_equal(rmdir(name), 0);
		snprintf(name, sizeof(name), "v%d", i);
		assert_int_equal(rmdir(name), 0);
	}
	return 0;
}

static void count_unread(void *ctx, const char *path, int err)
{
	struct visits *v = ctx;

	(void)path;
	v->unread++;
	v->last_err = err;
}

static int walk_here(struct visits *v)
{
	struct cgroup_visitor visitor = {count_dir, count_unread, v};
	int fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret;

	ret = cgroup_walk(fd, &visitor);
	close(fd);
	return ret;
}

static void directories_vanish_during_the_walk(void **state)
{
	struct visits v = {.sabotage = true};

	(void)state;
	for (int i = 0; i < 50; i++) {
		char name[32];

		snprintf(name, sizeof(name), "v%d", i);
		make_dir(name);
		snprintf(name, sizeof(name), "v%d/child", i);
		make_dir(name);
	}
	assert_int_equal(walk_here(&v), 2); /* the root and the saboteur */
	assert_false(v.sabotage);
	assert_int_equal(v.dirs, 2);
	assert_int_equal(v.unread, 0);
}

static int open_fds(void)
{
	int n = 0;

	for (int fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static int refuse(void *ctx, uint64_t id, const char *path)
{
	(void)ctx;
	(void)id;
	return strcmp(path, "/a/b") ? 0 : -EINTR;
}

static void a_visitor_ends_the_walk_and_nothing_stays_open(void **state)
{
	struct cgroup_visitor visitor = {refuse, count_unread, NULL};
	int fd, before;

	(void)state;
	make_dir("a");
	make_dir("a/b");
	make_dir("a/b/c");
	fd = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	before = open_fds();
	assert_int_equal(cgroup_walk(fd, &visitor), -EINTR);
	assert_int_equal(open_fds(), before);
	close(fd);
	assert_int_equal(cgroup_walk(fd, &visitor), -EBADF);
}

static void a_tree_too_deep_is_cut(void **state)
{
	struct visits v = {0};

	(void)state;
	for (unsigned int i = 0; i < CGROUP_WALK_DEPTH + 5; i++) {
		make_dir("d");
		assert_int_equal(chdir("d"), 0);
	}
	assert_int_equal(chdir(tree), 0);
	assert_int_equal(walk_here(&v), CGROUP_WALK_DEPTH + 1);
	assert_int_equal(v.unread, 1);
	assert_int_equal(v.last_err, ENAMETOOLONG);
}

/* A directory we may not read has a name; what is below it is not called gone. */
static void unreadable_directories(void **state)
{
	struct cgroup_names *names = names_here();
	uint64_t closed, child;

	(void)state;
	make_dir("closed");
	make_dir("closed/child");
	closed = id_of("closed");
	child = id_of("closed/child");
	rescan(names);
	assert_int_equal(chmod("closed", 0), 0);
	if (geteuid() == 0)
		assert_int_equal(seteuid(NOBODY), 0);
	rescan(names);
	if (getuid() == 0)
		assert_int_equal(seteuid(0), 0);
	check(names, closed, "/closed", false);
	check(names, child, "/closed/child", false);
	cgroup_names__free(names);

	/* Seen for the first time while closed. */
	names = names_here();
	if (geteuid() == 0)
		assert_int_equal(seteuid(NOBODY), 0);
	rescan(names);
	if (getuid() == 0)
		assert_int_equal(seteuid(0), 0);
	check(names, closed, "/closed", false);
	assert_int_equal(cgroup_names__stats(names).live, 2);
	cgroup_names__free(names);
	assert_int_equal(chmod("closed", 0755), 0);
}

static void a_new_cgroup_has_its_name_within_a_second(void **state)
{
	struct cgroup_names *names = names_here();
	struct cgroup_name name;
	uint64_t id;

	(void)state;
	rescan(names);
	make_dir("new");
	id = id_of("new");
	assert_false(cgroup_names__lookup(names, id, &name));
	now_ns += SECOND / 2;
	assert_int_equal(cgroup_names__rescan(names, now_ns), 0);
	now_ns += SECOND / 2;
	assert_int_equal(cgroup_names__rescan(names, now_ns), 1);
	check(names, id, "/new", false);
	/* All names known: no walk until it is time to look for removals. */
	now_ns += 5 * SECOND;
	assert_int_equal(cgroup_names__rescan(names, now_ns), 0);
	now_ns += 10 * SECOND;
	assert_int_equal(cgroup_names__rescan(names, now_ns), 1);
	cgroup_names__free(names);
}

/* A hundred short-lived cgroups a second, each gone before a walk can see it. */
static void a_storm_of_creations_is_no_storm_of_walks(void **state)
{
	struct cgroup_names *names = names_here();
	struct cgroup_name name;
	uint64_t id = 1ull << 40, real;
	int walks = 0, waited = 0;

	(void)state;
	for (int i = 0; i < 6000; i++) {
		now_ns += SECOND / 100;
		assert_false(cgroup_names__lookup(names, id++, &name));
		walks += cgroup_names__rescan(names, now_ns);
	}
	assert_in_range(walks, 10, 20); /* in a minute */
	make_dir("real");
	real = id_of("real");
	while (!cgroup_names__lookup(names, real, &name)) {
		now_ns += SECOND / 100;
		cgroup_names__lookup(names, id++, &name);
		cgroup_names__rescan(names, now_ns);
		waited++;
	}
	assert_in_range(waited, 1, 401);
	cgroup_names__free(names);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, enter_tree, leave_tree)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_tree_and_its_changes),
		TEST(every_byte_may_stand_in_a_name),
		TEST(five_thousand_cgroups),
		TEST(directories_vanish_during_the_walk),
		TEST(a_visitor_ends_the_walk_and_nothing_stays_open),
		TEST(a_tree_too_deep_is_cut),
		TEST(unreadable_directories),
		TEST(a_new_cgroup_has_its_name_within_a_second),
		TEST(a_storm_of_creations_is_no_storm_of_walks),
	};

	return cmocka_run_group_tests_name("cgroup_names", tests, NULL, NULL);
}
