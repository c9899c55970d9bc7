// SPDX-License-Identifier: GPL-2.0-or-later
/* Finding the memory hierarchy in mountinfo. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/cgroup_mount.h"

#define OTHERS                                                                                     \
	"22 28 0:20 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n"                                  \
	"28 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n"

#define V2 "30 22 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"

#define V1_ALL                                                                                     \
	"30 22 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n"                               \
	"32 30 0:28 / /sys/fs/cgroup/systemd rw shared:10 - cgroup cgroup "                        \
	"rw,xattr,name=systemd\n"                                                                  \
	"33 30 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"              \
	"34 30 0:30 / /sys/fs/cgroup/memory rw shared:12 master:3 - cgroup cgroup rw,memory\n"

#define UNIFIED "31 30 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n"

static void check(const char *mountinfo, const char *self, enum cgroup_version version,
		  const char *path, const char *root)
{
	struct cgroup_mount m;

	assert_int_equal(cgroup_mount__find(mountinfo, strlen(mountinfo), self, &m), 0);
	assert_int_equal(m.version, version);
	if (path) {
		assert_string_equal(m.path, path);
		assert_string_equal(m.root, root);
	} else {
		assert_null(m.path);
		assert_null(m.root);
	}
	cgroup_mount__clear(&m);
}

static void hierarchies(void **state)
{
	(void)state;
	check(OTHERS V2, "0::/user.slice\n", CGROUP_V2, "/sys/fs/cgroup", "/");
	check(OTHERS V1_ALL UNIFIED, "9:memory:/a\n0::/\n", CGROUP_HYBRID, "/sys/fs/cgroup/memory",
	      "/");
	check(OTHERS UNIFIED V1_ALL, NULL, CGROUP_HYBRID, "/sys/fs/cgroup/memory", "/");
	check(OTHERS V1_ALL, "9:memory:/a\n", CGROUP_V1, "/sys/fs/cgroup/memory", "/");
	check(OTHERS, "0::/\n", CGROUP_NONE, NULL, NULL);
	check("", NULL, CGROUP_NONE, NULL, NULL);
}

/* Options that only look like the memory controller. */
static void no_memory_controller(void **state)
{
	(void)state;
	check("1 2 0:3 / /c rw - cgroup cgroup rw,name=memory\n", NULL, CGROUP_NONE, NULL, NULL);
	check("1 2 0:3 / /c rw - cgroup cgroup rw,memoryx,xmemory\n", NULL, CGROUP_NONE, NULL,
	      NULL);
	check("1 2 0:3 / /memory rw - cgroup memory rw,cpu\n", NULL, CGROUP_NONE, NULL, NULL);
	check("1 2 0:3 / /c rw - cgroup cgroup rw,cpu,memory,pids\n", NULL, CGROUP_V1, "/c", "/");
	/* Memory sits on a v1 hierarchy which nobody mounted here: v2 has none to show. */
	check(V2, "4:cpu:/\n3:pids,memory:/x\n0::/\n", CGROUP_NONE, NULL, NULL);
	/* A v1 hierarchy beside it, but memory is v2's. */
	check(V2, "4:cpu:/\n0::/memory\n", CGROUP_V2, "/sys/fs/cgroup", "/");
}

static void the_mount_that_shows_most_is_chosen(void **state)
{
	static const char bind[] = "50 1 0:26 /docker/abc /run/c rw - cgroup2 cgroup2 rw\n"
				   "51 1 0:26 /docker /run/d rw - cgroup2 cgroup2 rw\n"
				   "52 1 0:26 /docker/abc/def /run/e rw - cgroup2 cgroup2 rw\n";
	static const char twice[] = "50 1 0:26 / /a rw - cgroup2 none rw\n"
				    "51 1 0:26 / /b rw - cgroup2 none rw\n";
	static const char above[] = "50 1 0:26 / /inner rw - cgroup2 none rw\n"
				    "51 1 0:26 /.. /host rw - cgroup2 none rw\n"
				    "52 1 0:26 /../.. /top rw - cgroup2 none rw\n"
				    "53 1 0:26 /../../x /side rw - cgroup2 none rw\n";

	(void)state;
	check(bind, "0::/\n", CGROUP_V2, "/run/d", "/docker");
	check(twice, "0::/\n", CGROUP_V2, "/a", "/");
	check(above, "0::/\n", CGROUP_V2, "/top", "/../..");
	check("50 1 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n" V2, "0::/\n",
	      CGROUP_V2, "/sys/fs/cgroup", "/");
}

static void escapes(void **state)
{
	(void)state;
	check("50 1 0:26 /a\\040b /mnt/x\\040y\\011z\\134w\\012 rw - cgroup2 c rw\n", NULL,
	      CGROUP_V2, "/mnt/x y\tz\\w\n", "/a b");
	/* Not an escape: left alone, at the end of a field too. */
	check("50 1 0:26 / /mnt/\\x2d\\9\\04\\ rw - cgroup2 c rw\n", NULL, CGROUP_V2,
	      "/mnt/\\x2d\\9\\04\\", "/");
	check("50 1 0:26 / /mnt/\\303\\244 rw - cgroup2 c rw\n", NULL, CGROUP_V2, "/mnt/\xc3\xa4",
	      "/");
}

static void damaged_lines_are_skipped(void **state)
{
	(void)state;
	check("\n\n \n50\n50 1 0:26 / /c rw\n50 1 0:26 / /c rw -\n-\n" V2, NULL, CGROUP_V2,
	      "/sys/fs/cgroup", "/");
	check("50 1 0:26 c c rw - cgroup2 c rw\n", NULL, CGROUP_NONE, NULL, NULL);
	check("50 1 0:26 / /c rw a:1 b:2 c:3 d - cgroup2 c rw", NULL, CGROUP_V2, "/c", "/");
	check("50 1 0:26 / /c rw - cgroup2", NULL, CGROUP_V2, "/c", "/");
	check("50 1 0:26 / /c rw - cgroup c", NULL, CGROUP_NONE, NULL, NULL);
}

/* Any bytes, zero bytes too; ASan watches that nothing is read beyond them. */
static void random_bytes(void **state)
{
	static const char alphabet[] = "/  ---\\0123\n\n\0cgroup2 memory,rw\xff";
	static const char line[] = "50 1 0:26 / /c rw - cgroup2 c rw,memory\n";
	uint32_t r = 3;
	int found = 0;

	(void)state;
	for (int round = 0; round < 20000; round++) {
		size_t n = (size_t)round % 97;
		char *text = malloc(n + 1);
		struct cgroup_mount m;

		for (size_t i = 0; i < n; i++) {
			r = r * 1664525 + 1013904223;
			text[i] = line[i % (sizeof(line) - 1)];
			if ((r >> 8) % 16 == 0)
				text[i] = alphabet[(r >> 16) % (sizeof(alphabet) - 1)];
		}
		text = realloc(text, n ? n : 1);
		assert_int_equal(cgroup_mount__find(text, n, NULL, &m), 0);
		found += m.path != NULL;
		assert_int_equal(m.path != NULL, m.version != CGROUP_NONE);
		cgroup_mount__clear(&m);
		free(text);
	}
	assert_true(found > 100 && found < 19900);
}

static bool relative(const char *mountinfo, const char *self, uint64_t root_id)
{
	struct cgroup_mount m;
	bool r;

	assert_int_equal(cgroup_mount__find(mountinfo, strlen(mountinfo), self, &m), 0);
	r = cgroup_mount__relative(&m, self, root_id);
	cgroup_mount__clear(&m);
	return r;
}

static void namespaces(void **state)
{
	static const char bind[] = "50 1 0:26 /docker/abc /c rw - cgroup2 c rw\n";

	(void)state;
	assert_false(relative(V2, "0::/user.slice\n", 1));
	assert_false(relative(V2, "0::/..data\n", 0));
	assert_false(relative(V2, NULL, 0));
	assert_false(relative("", "0::/..\n", 77));
	assert_true(relative(V2, "0::/..\n", 0));
	assert_true(relative(V2, "0::/../other\n", 1));
	assert_true(relative(V2, "0::/\n", 4711)); /* mounted inside the namespace */
	assert_true(relative(bind, "0::/docker/abc\n", 0));
	/* On v1 and hybrid the path of the memory line counts, not that of cgroup2. */
	assert_true(relative(V1_ALL UNIFIED, "9:memory:/../x\n0::/\n", 1));
	assert_false(relative(V1_ALL UNIFIED, "9:memory:/x\n8:cpu:/../y\n0::/..\n", 1));
}

static void version_names(void **state)
{
	(void)state;
	assert_string_equal(cgroup_version__name(CGROUP_V2), "v2");
	assert_string_equal(cgroup_version__name(CGROUP_HYBRID), "hybrid");
	assert_string_equal(cgroup_version__name(CGROUP_V1), "v1");
	assert_string_equal(cgroup_version__name(CGROUP_NONE), "none");
}

static void assert_own(const char *mountinfo, const char *self, const char *want)
{
	struct cgroup_mount m;
	char *path;

	assert_int_equal(cgroup_mount__find(mountinfo, strlen(mountinfo), self, &m), 0);
	assert_int_equal(cgroup_mount__own(&m, self, &path), 0);
	if (want)
		assert_string_equal(path, want);
	else
		assert_null(path);
	free(path);
	cgroup_mount__clear(&m);
}

static void own_folder(void **state)
{
	const char *bind = "31 24 0:27 /docker/abc /mnt/cg rw - cgroup2 cgroup rw\n";

	(void)state;
	assert_own(V2, "0::/system.slice/a.service\n", "/sys/fs/cgroup/system.slice/a.service");
	assert_own(V2, "0::/\n", "/sys/fs/cgroup/");
	assert_own(V2, "0::/..data\n", "/sys/fs/cgroup/..data");
	assert_own(V2, "0::/../other\n", NULL);
	assert_own(V2, NULL, NULL);
	assert_own("", "0::/a\n", NULL);
	assert_own(bind, "0::/docker/abc/x\n", "/mnt/cg/x");
	assert_own(bind, "0::/docker/abc\n", "/mnt/cg");
	assert_own(bind, "0::/docker/abcd\n", NULL);
	assert_own(bind, "0::/docker\n", NULL);
	assert_own(V1_ALL UNIFIED, "9:memory:/x\n8:cpu:/y\n0::/z\n", "/sys/fs/cgroup/memory/x");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hierarchies),
		cmocka_unit_test(no_memory_controller),
		cmocka_unit_test(the_mount_that_shows_most_is_chosen),
		cmocka_unit_test(escapes),
		cmocka_unit_test(damaged_lines_are_skipped),
		cmocka_unit_test(random_bytes),
		cmocka_unit_test(namespaces),
		cmocka_unit_test(own_folder),
		cmocka_unit_test(version_names),
	};

	return cmocka_run_group_tests_name("cgroup_mount", tests, NULL, NULL);
}
