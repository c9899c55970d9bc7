// SPDX-License-Identifier: GPL-2.0-or-later
/* Facts as text: what is taken, what is refused and where, and that nothing is lost. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>

#include "test_plan_common.h"

static bool is_fixture(const char *name)
{
	size_t len = strlen(name);

	return len > 6 && !strcmp(name + len - 6, ".facts");
}

/* print, parse, print: every fixture comes out as it went in. */
static void test_round_trip(void **state)
{
	DIR *dir = opendir(FACTS_DIR);
	struct dirent *entry;
	int n = 0;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		struct facts facts, again;
		char *first, *second;
		int line;

		if (!is_fixture(entry->d_name))
			continue;
		entry->d_name[strlen(entry->d_name) - 6] = '\0';
		read_facts(&facts, entry->d_name);
		first = facts_text(&facts);
		assert_int_equal(facts_from(&again, first, &line), 0);
		second = facts_text(&again);
		assert_string_equal(first, second);
		assert_int_equal(facts.n_funcs, again.n_funcs);
		assert_int_equal(facts.n_fields, again.n_fields);
		assert_int_equal(facts.btf, again.btf);
		assert_int_equal(facts.tried, again.tried);
		free(first);
		free(second);
		facts__clear(&facts);
		facts__clear(&again);
		n++;
	}
	closedir(dir);
	assert_true(n >= 40);
}

/* A lab kernel's file is exactly what facts__print wrote. */
static void test_lab_kernels_verbatim(void **state)
{
	static const char *const kernels[] = {"6.1", "6.12", "7.2", "7.3", "6.12-rt", "7.3-rt"};

	(void)state;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		struct facts facts;
		char path[128], file[8192];
		char *text;
		size_t n;
		FILE *in;

		snprintf(path, sizeof(path), FACTS_DIR "%s.facts", kernels[i]);
		in = fopen(path, "r");
		assert_non_null(in);
		n = fread(file, 1, sizeof(file) - 1, in);
		fclose(in);
		file[n] = '\0';
		read_facts(&facts, kernels[i]);
		text = facts_text(&facts);
		assert_string_equal(text, file);
		free(text);
		facts__clear(&facts);
	}
}

static void test_values(void **state)
{
	struct facts facts;
	const struct fact_func *f;

	(void)state;
	read_facts(&facts, "7.3");
	assert_string_equal(facts.machine, "x86_64");
	assert_string_equal(facts.lock_type, "local_trylock_t");
	assert_string_equal(facts.preemption, "lazy");
	assert_true(facts.btf && facts.kallsyms && facts.addresses && facts.memory_controller);
	assert_false(facts.seccomp || facts.memlock_enforced || facts.tried ||
		     facts.paths_relative);
	assert_null(facts.lockdown);
	assert_int_equal(facts.perf_event_paranoid, 3);
	assert_true(facts.memlock_bytes == UINT64_MAX);
	assert_int_equal(facts.possible_cpus, 2);
	assert_int_equal(facts__percpu_bytes(&facts, "__preempt_count"), 8);
	assert_int_equal(facts__percpu_bytes(&facts, "pcpu_hot"), -1);
	assert_int_equal(facts__enum(&facts, "BPF_TRACE_FSESSION"), 58);
	assert_int_equal(facts__enum(&facts, "nothing"), -1);
	assert_true(facts__has_kfunc(&facts, "bpf_session_cookie"));
	assert_false(facts__has_field(&facts, "memcg_stock_pcp.lock.lock.owner"));
	assert_true(facts__cap(&facts, 39));
	assert_false(facts__cap(&facts, 41));
	f = facts__func(&facts, "refill_stock");
	assert_non_null(f);
	assert_true(f->in_btf);
	assert_string_equal(f->signature, "mem_cgroup*,int");
	assert_null(facts__func(&facts, "refill"));
	facts__clear(&facts);

	read_facts(&facts, "kprobe-left");
	assert_true(facts.tried);
	assert_int_equal(facts.trial[TRIAL_FENTRY], 524);
	assert_int_equal(facts.trial[TRIAL_KPROBE], 0);
	facts__clear(&facts);

	read_facts(&facts, "btf-unreadable");
	assert_false(facts.btf);
	assert_int_equal(facts.btf_error, EACCES);
	facts__clear(&facts);
}

/* A function without arguments is not a function without BTF. */
static void test_void_signature(void **state)
{
	struct facts facts;
	char *text;
	int line;

	(void)state;
	assert_int_equal(facts_from(&facts, "func a 1 1 void\nfunc b 1 1 -\n", &line), 0);
	assert_string_equal(facts__func(&facts, "a")->signature, "");
	assert_true(facts__func(&facts, "a")->in_btf);
	assert_null(facts__func(&facts, "b")->signature);
	assert_false(facts__func(&facts, "b")->in_btf);
	text = facts_text(&facts);
	assert_says(text, "func a 1 1 void\nfunc b 1 1 -\n");
	free(text);
	facts__clear(&facts);
}

/* A fixture with a typo must not pass. */
static void test_refused_lines(void **state)
{
	static const char *const bad[] = {
		"relaese 7.3",
		"release",
		"release ",
		"btf",
		"btf x",
		"btf 1 2",
		"btf -5",
		"kallsyms 2",
		"seccomp yes",
		"seccomp -1",
		"addresses 0x1",
		"func",
		"func f",
		"func f 1",
		"func f 1 1",
		"func f -1 1 void",
		"func f 1 2 void",
		"func f 1 -2 void",
		"func f 1 1 void void",
		"func f 99999999999 1 void",
		"percpu memcg_stock",
		"percpu memcg_stock large",
		"percpu memcg_stock 1 2",
		"enum memory_cgrp_id",
		"enum e 99999999999999999999",
		"field",
		"field ",
		"field a b",
		"kfunc  ",
		"kfunc a b",
		"trial",
		"trial fentry",
		"trial fentry -1",
		"trial fentry 1 2",
		"trial uprobe 1",
		"caps",
		"caps 1g",
		"caps -1",
		"caps  1",
		"caps 1ffffffffffffffff",
		"memlock_bytes -1",
		"memlock_bytes 1e9",
		"possible_cpus 0",
		"possible_cpus -2",
		"page_bytes 0",
		"possible_cpus 3000000000",
		"{\"schema\":1}",
	};
	char text[256];

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct facts facts;
		int line;

		/* also as a last line that a newline is missing from */
		for (int cut = 0; cut < 2; cut++) {
			snprintf(text, sizeof(text), "machine x86_64\n# a comment\n\n%s%s", bad[i],
				 cut ? "" : "\ncgroup_version v2\n");
			if (facts_from(&facts, text, &line) != -EINVAL)
				fail_msg("taken: '%s'", bad[i]);
			if (line != 4)
				fail_msg("'%s' is in line 4, not %d", bad[i], line);
			/* and nothing is left to be freed */
			assert_null(facts.machine);
		}
	}
}

static void test_taken_lines(void **state)
{
	struct facts facts;
	int line;

	(void)state;
	assert_int_equal(facts_from(&facts,
				    "# c\n\n  \nperf_event_paranoid -1\nrelease a b\n"
				    "release c\nfunc  f \t 1  -1   -\ncaps FF",
				    &line),
			 0);
	assert_int_equal(facts.perf_event_paranoid, -1);
	assert_string_equal(facts.release, "c");
	assert_int_equal(facts.caps, 255);
	assert_int_equal(facts.funcs[0].traceable, -1);
	/* not said: unlimited */
	assert_true(facts.memlock_bytes == UINT64_MAX);
	facts__clear(&facts);
	assert_int_equal(facts_from_bytes(&facts, "", 0, &line), 0);
	assert_int_equal(facts.n_funcs, 0);
	facts__clear(&facts);
}

/* What a NUL hides is not passed over. */
static void test_nul(void **state)
{
	static const char text[] = "machine x86_64\nrelease 7.3\0 junk\n";
	struct facts facts;
	int line;

	(void)state;
	assert_int_equal(facts_from_bytes(&facts, text, sizeof(text) - 1, &line), -EINVAL);
	assert_int_equal(line, 2);
}

static void test_wanted_symbols(void **state)
{
	(void)state;
	assert_true(facts__wants_symbol("refill_stock"));
	assert_true(facts__wants_symbol("__refill_stock"));
	assert_true(facts__wants_symbol("refill_stock.isra.0"));
	assert_true(facts__wants_symbol("page_counter_uncharge.llvm.1234"));
	assert_false(facts__wants_symbol("refill_stock2"));
	assert_false(facts__wants_symbol("refill_stoc"));
	assert_false(facts__wants_symbol("__pfx_refill_stock"));
	assert_false(facts__wants_symbol(".isra.0"));
	assert_false(facts__wants_symbol(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),    cmocka_unit_test(test_lab_kernels_verbatim),
		cmocka_unit_test(test_values),	      cmocka_unit_test(test_void_signature),
		cmocka_unit_test(test_refused_lines), cmocka_unit_test(test_taken_lines),
		cmocka_unit_test(test_nul),	      cmocka_unit_test(test_wanted_symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
