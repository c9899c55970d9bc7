// SPDX-License-Identifier: GPL-2.0-or-later
/* doctor: the verdict and its exit status, text that fits, JSON that parses. */
#include <jansson.h>

#include "test_plan_common.h"
#include "view/doctor.h"

static const char *const all[] = {
	"6.1",	      "6.12",	      "7.2",	   "7.3",	  "6.12-rt",	 "7.3-rt",
	"isra",	      "clones",	      "part",	   "twins",	  "swapped",	 "inlined",
	"redesigned", "no-btf",	      "caps-none", "caps-two",	  "refused",	 "seccomp",
	"memlock",    "memory-off",   "arm64",	   "kprobe-left", "many-clones", "twins-hidden",
	"lockdown",   "caps-two-6.1", "no-drain",
};

#define NR_ALL (sizeof(all) / sizeof(all[0]))

struct examined {
	struct planned planned;
	struct doctor_report report;
	char *text;
	size_t size;
};

/* What doctor would say on that kernel, had it carried the plan out. */
static void examine(struct examined *x, const char *fixture)
{
	*x = (struct examined){.planned = plan_of(fixture, ALL_ROLES)};
	x->report = (struct doctor_report){
		.facts = &x->planned.facts,
		.plan = &x->planned.plan,
		.attached = x->planned.plan.usable != USABLE_NOT,
		.map_bytes = 3 << 19,
	};
}

static void release(struct examined *x)
{
	planned__clear(&x->planned);
	free(x->text);
	x->text = NULL;
}

static const char *text_of(struct examined *x, unsigned int width)
{
	FILE *out;

	free(x->text);
	out = open_memstream(&x->text, &x->size);
	doctor__print_text(out, &x->report, width);
	fclose(out);
	return x->text;
}

static json_t *json_of(struct examined *x)
{
	json_error_t error;
	json_t *root;
	FILE *out;

	free(x->text);
	out = open_memstream(&x->text, &x->size);
	assert_int_equal(doctor__print_json(out, &x->report), 0);
	fclose(out);
	assert_int_equal(x->text[x->size - 1], '\n');
	root = json_loads(x->text, JSON_REJECT_DUPLICATES, &error);
	if (!root)
		fail_msg("%s: %s", error.text, x->text);
	return root;
}

static const char *string_at(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static const json_t *role_at(const json_t *root, enum role role)
{
	return json_array_get(json_object_get(root, "roles"), role);
}

static void test_verdict_and_status(void **state)
{
	static const struct {
		const char *fixture, *verdict;
		int status;
	} cases[] = {
		{"7.3", "usable", 0},	   {"6.1", "usable", 0},     {"6.12-rt", "usable", 0},
		{"caps-two", "usable", 0}, {"arm64", "usable", 0},   {"no-drain", "partly", 1},
		{"swapped", "partly", 1},  {"inlined", "partly", 1}, {"caps-none", "not", 3},
		{"no-btf", "not", 3},	   {"refused", "not", 3},    {"memory-off", "not", 3},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct examined x;

		examine(&x, cases[i].fixture);
		assert_string_equal(doctor__verdict(&x.report), cases[i].verdict);
		assert_int_equal(doctor__exit_status(&x.report), cases[i].status);
		release(&x);
	}
}

/* A plan that could not be carried out is worth nothing, however good it looks. */
static void test_not_attached(void **state)
{
	struct examined x;
	json_t *root;

	(void)state;
	examine(&x, "7.3");
	x.report.attached = false;
	x.report.failure = "fentry: Invalid argument: number of funcs in func_info doesn't match";
	assert_string_equal(doctor__verdict(&x.report), "not");
	assert_int_equal(doctor__exit_status(&x.report), 3);
	text_of(&x, 200);
	assert_says(x.text, "verdict     not usable\n");
	assert_says(x.text, "kernel said fentry: Invalid argument");
	root = json_of(&x);
	assert_string_equal(string_at(root, "verdict"), "not");
	assert_string_equal(string_at(root, "failure"), x.report.failure);
	json_decref(root);
	release(&x);
}

static void test_width(void **state)
{
	static const unsigned int widths[] = {80, 100, 132};

	(void)state;
	for (size_t i = 0; i < NR_ALL; i++) {
		struct examined x;

		examine(&x, all[i]);
		for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
			text_of(&x, widths[w]);
			for (char *line = strtok(x.text, "\n"); line; line = strtok(NULL, "\n"))
				if (strlen(line) > widths[w])
					fail_msg("%s at %u: %zu columns: %s", all[i], widths[w],
						 strlen(line), line);
		}
		release(&x);
	}
}

static void test_text_of_a_good_kernel(void **state)
{
	struct examined x;

	(void)state;
	examine(&x, "7.3-rt");
	text_of(&x, 200);
	assert_says(x.text, "kernel      7.3.4+deb13-rt-amd64 x86_64, PREEMPT_RT, preemption full, "
			    "cgroup v2, 2 possible CPUs\n");
	assert_says(x.text, "verdict     usable: everything this kernel can show is shown\n");
	assert_says(x.text, "its state can be read");
	assert_says(x.text, "taken by trylock, which can fail");
	assert_says(x.text, "\nrefill       session       refill_stock\n");
	assert_says(x.text, "\ndrain        derived       -\n");
	assert_says(x.text, "    in_refill: told apart by the lock state");
	assert_says(x.text, "holds by consume_stock: inlined");
	assert_says(x.text, "1.5 MiB of kernel memory");
	assert_says(x.text, "CAP_SYSLOG      yes");
	assert_silent_on(x.text, "what to do");
	assert_silent_on(x.text, "(null)");
	release(&x);

	examine(&x, "6.1");
	text_of(&x, 200);
	assert_says(x.text, "its state cannot be read; waited for");
	assert_says(x.text, "    uncharge_lock_busy: this kernel waits for the lock");
	assert_says(x.text, "    why: no session programs on this kernel\n");
	release(&x);
}

static void test_text_of_a_partly_usable_kernel(void **state)
{
	struct examined x;

	(void)state;
	examine(&x, "twins-hidden");
	text_of(&x, 300);
	assert_says(x.text, "verdict     partly usable: see the roles below\n");
	assert_says(x.text, "\nrefill       absent        -\n    missing: hold time");
	assert_says(x.text, "2 functions are called refill_stock and their addresses are hidden");
	assert_says(x.text, "    to do: give CAP_SYSLOG too");
	assert_says(x.text, "CAP_SYSLOG      no ");
	assert_says(x.text, "    hold: no probe on refill_stock\n");
	release(&x);

	examine(&x, "many-clones");
	text_of(&x, 300);
	assert_says(x.text, "page_counter_try_charge, page_counter_try_charge.constprop.0, ");
	assert_says(x.text, "page_counter_try_charge.constprop.5\n");
	release(&x);
}

/* Blocked: the cause and the remedy, once, and no list of what is n/a. */
static void test_text_of_a_blocked_kernel(void **state)
{
	struct examined x;
	const char *why;

	(void)state;
	examine(&x, "seccomp");
	text_of(&x, 400);
	assert_says(x.text, "verdict     not usable\n");
	assert_says(x.text, "what to do  run memcgtop on the host");
	why = strstr(x.text, "seccomp filter");
	assert_non_null(why);
	assert_null(strstr(why + 1, "seccomp filter"));
	assert_silent_on(x.text, "Not to be seen here");
	assert_silent_on(x.text, "its state");
	release(&x);
}

static void test_json_parses(void **state)
{
	(void)state;
	for (size_t i = 0; i < NR_ALL; i++) {
		struct examined x;
		json_t *root;

		examine(&x, all[i]);
		root = json_of(&x);
		assert_int_equal(json_integer_value(json_object_get(root, "schema_version")), 1);
		assert_int_equal(json_array_size(json_object_get(root, "roles")), ROLE_NR);
		assert_string_equal(string_at(root, "verdict"), doctor__verdict(&x.report));
		assert_int_equal(json_object_size(json_object_get(root, "capabilities")), 4);
		assert_int_equal(json_integer_value(json_object_get(root, "map_bytes")), 3 << 19);
		if (doctor__exit_status(&x.report) == 3) {
			assert_true(json_is_string(json_object_get(root, "blocker")));
			assert_true(json_is_string(json_object_get(root, "remedy")));
		} else {
			assert_true(json_is_null(json_object_get(root, "blocker")));
		}
		assert_int_equal(json_is_true(json_object_get(root, "lock_state")),
				 x.planned.plan.cfg.has_state);
		assert_int_equal(json_is_true(json_object_get(root, "lock_can_fail")),
				 x.planned.plan.cfg.can_fail);
		assert_int_equal(json_is_true(json_object_get(root, "rt")),
				 x.planned.plan.cfg.rt);
		assert_int_equal(json_is_true(json_object_get(root, "context_level")),
				 x.planned.plan.cfg.has_level);
		json_decref(root);
		release(&x);
	}
}

static void test_json_of_roles(void **state)
{
	struct examined x;
	const json_t *role, *functions;
	json_t *root;

	(void)state;
	examine(&x, "clones");
	root = json_of(&x);
	role = role_at(root, ROLE_UNCHARGE);
	functions = json_object_get(role, "functions");
	assert_string_equal(string_at(role, "role"), "uncharge");
	assert_string_equal(string_at(role, "mode"), "kprobe.multi");
	assert_int_equal(json_array_size(functions), 2);
	assert_string_equal(json_string_value(json_array_get(functions, 1)),
			    "page_counter_uncharge.constprop.0");
	assert_says(string_at(role, "reason"), "has clones");
	assert_true(json_is_null(json_object_get(role, "remedy")));
	json_decref(root);
	release(&x);

	examine(&x, "twins-hidden");
	root = json_of(&x);
	role = role_at(root, ROLE_REFILL);
	assert_string_equal(string_at(role, "mode"), "absent");
	assert_int_equal(json_array_size(json_object_get(role, "functions")), 0);
	assert_says(string_at(role, "remedy"), "CAP_SYSLOG");
	assert_string_equal(string_at(json_object_get(root, "unavailable"), "hold"),
			    "no probe on refill_stock");
	assert_false(
		json_is_true(json_object_get(json_object_get(root, "capabilities"), "CAP_SYSLOG")));
	json_decref(root);
	release(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_verdict_and_status),
		cmocka_unit_test(test_not_attached),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_text_of_a_good_kernel),
		cmocka_unit_test(test_text_of_a_partly_usable_kernel),
		cmocka_unit_test(test_text_of_a_blocked_kernel),
		cmocka_unit_test(test_json_parses),
		cmocka_unit_test(test_json_of_roles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
