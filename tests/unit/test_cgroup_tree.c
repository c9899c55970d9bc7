// SPDX-License-Identifier: GPL-2.0-or-later
/* Cgroups as a tree: who is below whom, what it adds up to, what is shown. */
#include "test_view_common.h"

#include "model/cgroup_tree.h"

struct made_row {
	uint64_t id;
	const char *name;
	uint64_t refills;
	bool gone;
};

/* A delta with these rows; their holds are as many as their refills, all in slot id % 64. */
static struct snapshot *make(const struct made_row *rows, size_t n)
{
	static const struct run_info run;
	struct snapshot *delta = snapshot__new(&run, 1, n);

	assert_non_null(delta);
	for (size_t i = 0; i < n; i++) {
		struct cgroup_row *row = &delta->cgroups[i];

		row->id = rows[i].id;
		row->name = rows[i].name ? strdup(rows[i].name) : NULL;
		row->gone = rows[i].gone;
		row->c.refills = rows[i].refills;
		row->hist[rows[i].id % MCT_COARSE_SLOTS] = (uint32_t)rows[i].refills;
		row->max.ns = 100 * rows[i].refills;
		row->max.cgroup_id = rows[i].id;
	}
	return delta;
}

static const struct made_row few[] = {
	{10, "/system.slice/web.service", 7, false},
	{11, "/system.slice", 1, false},
	{12, "/system.slice/web.service/worker", 5, false},
	{13, "/system.slice-b/x", 2, false},
	{14, NULL, 3, false},
	{15, "/system.slice/old", 4, true},
	{16, "/", 9, false},
	{17, "/batch/deep/er/job", 20, false},
};

#define FEW (sizeof(few) / sizeof(few[0]))

static int by_refills(const struct cgroup_node *a, const struct cgroup_node *b, void *ctx)
{
	uint64_t x = a->sum->c.refills, y = b->sum->c.refills;

	(void)ctx;
	return x > y ? -1 : x < y;
}

static int by_nothing(const struct cgroup_node *a, const struct cgroup_node *b, void *ctx)
{
	(void)a, (void)b, (void)ctx;
	return 0;
}

/* The list as text: "name own/sum", indented by depth, '+' for folded. */
static char *list_text(struct cgroup_tree *tree, cgroup_tree_compare compare)
{
	const struct cgroup_node **list = calloc(cgroup_tree__size(tree) + 1, sizeof(*list));
	size_t n = cgroup_tree__list(tree, compare, NULL, list), bytes;
	char *text;
	FILE *f = open_memstream(&text, &bytes);

	for (size_t i = 0; i < n; i++) {
		fprintf(f, "%*s%s", (int)(2 * list[i]->depth), "", list[i]->folded ? "+" : "");
		if (list[i]->name)
			fprintf(f, "%.*s", (int)list[i]->name_length, list[i]->name);
		else
			fprintf(f, "id %d", (int)list[i]->own->id);
		fprintf(f, " %d/%d\n", list[i]->own ? (int)list[i]->own->c.refills : -1,
			(int)list[i]->sum->c.refills);
	}
	fclose(f);
	free(list);
	return text;
}

static void assert_list(struct cgroup_tree *tree, cgroup_tree_compare compare, const char *want)
{
	char *got = list_text(tree, compare);

	assert_string_equal(got, want);
	free(got);
}

static uint64_t key_of(const struct cgroup_tree *tree, const char *path)
{
	for (size_t i = 0; i < cgroup_tree__size(tree); i++) {
		const struct cgroup_node *node = cgroup_tree__node(tree, i);

		if (node->path && strlen(path) == node->path_length &&
		    !memcmp(path, node->path, node->path_length))
			return node->key;
	}
	fail_msg("no node %s", path);
	return 0;
}

static void test_who_is_below_whom(void **state)
{
	struct snapshot *delta = make(few, FEW);
	struct cgroup_tree *tree = cgroup_tree__new();

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, delta, NULL, NULL), 0);
	assert_list(tree, by_nothing,
		    "/ 9/9\n"
		    "batch -1/20\n"
		    "  deep -1/20\n"
		    "    er -1/20\n"
		    "      job 20/20\n"
		    "system.slice 1/13\n"
		    "  web.service 7/12\n"
		    "    worker 5/5\n"
		    "system.slice-b -1/2\n"
		    "  x 2/2\n"
		    "/system.slice/old 4/4\n"
		    "id 14 3/3\n");
	assert_list(tree, by_refills,
		    "batch -1/20\n"
		    "  deep -1/20\n"
		    "    er -1/20\n"
		    "      job 20/20\n"
		    "system.slice 1/13\n"
		    "  web.service 7/12\n"
		    "    worker 5/5\n"
		    "/ 9/9\n"
		    "/system.slice/old 4/4\n"
		    "id 14 3/3\n"
		    "system.slice-b -1/2\n"
		    "  x 2/2\n");
	cgroup_tree__free(tree);
	snapshot__free(delta);
}

static void test_what_is_folded_outlives_the_delta(void **state)
{
	struct snapshot *first = make(few, FEW), *second = make(few + 1, 2), *third;
	struct cgroup_tree *tree = cgroup_tree__new();
	uint64_t key;

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, first, NULL, NULL), 0);
	key = key_of(tree, "/system.slice/web.service");
	cgroup_tree__fold(tree, key, true);
	snapshot__free(first);
	/* Without a row of its own now, but the same directory. */
	assert_int_equal(cgroup_tree__build(tree, second, NULL, NULL), 0);
	assert_list(tree, by_nothing, "system.slice 1/6\n  +web.service -1/5\n");
	assert_int_equal(key, key_of(tree, "/system.slice/web.service"));
	assert_int_equal(cgroup_tree__node(tree, 1)->key, key);
	assert_ptr_equal(cgroup_tree__above(tree, cgroup_tree__node(tree, 1)),
			 cgroup_tree__node(tree, 0));
	assert_null(cgroup_tree__above(tree, cgroup_tree__node(tree, 0)));
	cgroup_tree__fold_all(tree, true);
	cgroup_tree__fold(tree, key_of(tree, "/system.slice"), false);
	third = make(few, FEW);
	assert_int_equal(cgroup_tree__build(tree, third, NULL, NULL), 0);
	assert_list(tree, by_nothing,
		    "/ 9/9\n+batch -1/20\nsystem.slice 1/13\n  +web.service 7/12\n"
		    "+system.slice-b -1/2\n/system.slice/old 4/4\nid 14 3/3\n");
	cgroup_tree__free(tree);
	snapshot__free(second);
	snapshot__free(third);
}

static void test_a_filter_shows_the_way_to_what_it_finds(void **state)
{
	struct snapshot *delta = make(few, FEW);
	struct cgroup_tree *tree = cgroup_tree__new();

	(void)state;
	cgroup_tree__fold_all(tree, true);
	assert_int_equal(cgroup_tree__build(tree, delta, NULL, NULL), 0);
	cgroup_tree__filter(tree, "WEB");
	/* What is open for the sake of those below; what matches stays folded. */
	assert_list(tree, by_nothing, "system.slice 1/13\n  +web.service 7/12\n");
	assert_int_equal(cgroup_tree__build(tree, delta, NULL, NULL), 0);
	cgroup_tree__filter(tree, "id 1");
	assert_list(tree, by_nothing, "id 14 3/3\n");
	cgroup_tree__filter(tree, "nowhere");
	assert_list(tree, by_nothing, "");
	cgroup_tree__free(tree);
	snapshot__free(delta);
}

static bool not_below_system(const struct cgroup_row *row, void *ctx)
{
	*(unsigned int *)ctx += 1;
	return row->name && strncmp(row->name, "/system.slice/", 14) != 0;
}

static void test_rows_left_out_count_nowhere(void **state)
{
	struct snapshot *delta = make(few, FEW);
	struct cgroup_tree *tree = cgroup_tree__new();
	unsigned int asked = 0;

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, delta, not_below_system, &asked), 0);
	assert_int_equal(asked, FEW);
	assert_list(tree, by_nothing,
		    "/ 9/9\nbatch -1/20\n  deep -1/20\n    er -1/20\n      job 20/20\n"
		    "system.slice 1/1\nsystem.slice-b -1/2\n  x 2/2\n");
	cgroup_tree__free(tree);
	snapshot__free(delta);
}

static void test_names_that_should_not_be(void **state)
{
	static const struct made_row rows[] = {
		{1, "", 1, false},	   {2, "//", 1, false},	   {3, "/a/", 1, false},
		{4, "/a", 1, false},	   {5, "/a//b", 1, false}, {6, "/a/b", 1, false},
		{7, "relative", 1, false}, {8, "/..", 1, false},   {9, "/a", 1, false},
	};
	struct snapshot *delta = make(rows, 9);
	struct cgroup_tree *tree = cgroup_tree__new();
	uint64_t sum = 0;

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, delta, NULL, NULL), 0);
	for (size_t i = 0; i < cgroup_tree__size(tree); i++) {
		const struct cgroup_node *node = cgroup_tree__node(tree, i);

		sum += node->own ? node->own->c.refills : 0;
		assert_true(node->name_length > 0);
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(cgroup_tree__node(tree, j)->key, node->key);
	}
	assert_int_equal(sum, 9);
	cgroup_tree__free(tree);
	snapshot__free(delta);
}

/* Each sum against one made the slow way, over all rows whose path it begins. */
static void assert_sums(const char *spec)
{
	struct host h = host_open(spec, 8); /* some are removed by then */
	struct cgroup_tree *tree = cgroup_tree__new();
	uint64_t top = 0, rows = 0;

	assert_int_equal(cgroup_tree__build(tree, h.delta, NULL, NULL), 0);
	for (size_t i = 0; i < cgroup_tree__size(tree); i++) {
		const struct cgroup_node *node = cgroup_tree__node(tree, i);
		struct counters c = {0};
		struct longest max = {0};
		uint32_t hist[MCT_COARSE_SLOTS] = {0};

		top += node->depth ? 0 : node->sum->c.refills;
		for (size_t r = 0; r < h.delta->n_cgroups; r++) {
			const struct cgroup_row *row = &h.delta->cgroups[r];
			bool below = row == node->own ||
				     (node->parent && row->name && !row->gone &&
				      !strncmp(row->name, node->path, node->path_length) &&
				      row->name[node->path_length] == '/');

			if (!below)
				continue;
			counters__add(&c, &row->c);
			longest__merge(&max, &row->max);
			for (unsigned int s = 0; s < MCT_COARSE_SLOTS; s++)
				hist[s] += row->hist[s];
		}
		assert_memory_equal(&c, &node->sum->c, sizeof(c));
		assert_memory_equal(hist, node->sum->hist, sizeof(hist));
		assert_int_equal(max.ns, node->sum->max.ns);
	}
	for (size_t r = 0; r < h.delta->n_cgroups; r++)
		rows += h.delta->cgroups[r].c.refills;
	assert_int_equal(top, rows);
	cgroup_tree__free(tree);
	host_close(&h);
}

static void test_sums(void **state)
{
	(void)state;
	assert_sums("cgroups=0");
	assert_sums("cgroups=1");
	assert_sums("cgroups=80,gone=5,unnamed=5");
	assert_sums("cgroups=80,names=odd,unnamed=3");
}

static void test_slots_stop_at_their_end(void **state)
{
	static const struct made_row rows[] = {{64, "/a", UINT32_MAX, false},
					       {128, "/a/b", 5, false}};
	struct snapshot *delta = make(rows, 2);
	struct cgroup_tree *tree = cgroup_tree__new();

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, delta, NULL, NULL), 0);
	assert_int_equal(cgroup_tree__node(tree, 0)->sum->hist[0], UINT32_MAX);
	cgroup_tree__free(tree);
	snapshot__free(delta);
}

static void test_many(void **state)
{
	struct host h = host_open("cpus=2,cgroups=5000,unnamed=10,gone=10", 8);
	struct cgroup_tree *tree = cgroup_tree__new();
	const struct cgroup_node **list;

	(void)state;
	assert_int_equal(cgroup_tree__build(tree, h.delta, NULL, NULL), 0);
	list = calloc(cgroup_tree__size(tree), sizeof(*list));
	assert_int_equal(cgroup_tree__list(tree, by_refills, NULL, list), cgroup_tree__size(tree));
	for (size_t i = 0; i < cgroup_tree__size(tree); i++)
		cgroup_tree__fold(
			tree, cgroup_tree__node(tree, (i * 7919) % cgroup_tree__size(tree))->key,
			true);
	assert_int_equal(cgroup_tree__build(tree, h.delta, NULL, NULL), 0);
	/* Four directories, and what was kept apart. */
	assert_int_equal(cgroup_tree__list(tree, by_refills, NULL, list), 4 + 20);
	for (size_t i = 0; i < cgroup_tree__size(tree); i++)
		cgroup_tree__fold(tree, cgroup_tree__node(tree, i)->key, false);
	assert_int_equal(cgroup_tree__build(tree, h.delta, NULL, NULL), 0);
	assert_int_equal(cgroup_tree__list(tree, by_refills, NULL, list), cgroup_tree__size(tree));
	free(list);
	cgroup_tree__free(tree);
	host_close(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_who_is_below_whom),
		cmocka_unit_test(test_what_is_folded_outlives_the_delta),
		cmocka_unit_test(test_a_filter_shows_the_way_to_what_it_finds),
		cmocka_unit_test(test_rows_left_out_count_nowhere),
		cmocka_unit_test(test_names_that_should_not_be),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_slots_stop_at_their_end),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
