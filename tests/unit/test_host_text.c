// SPDX-License-Identifier: GPL-2.0-or-later
/* What files of /proc and /sys say about the host, and that odd ones say nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "model/host_text.h"

static void context_switches(void **state)
{
	struct host_context host = {0};

	(void)state;
	host_text__stat("cpu  1 2 3\nintr 5 6\nctxt 1234567890123\nbtime 7\n", &host);
	assert_true(host.has_switches && host.switches == 1234567890123);
	host = (struct host_context){0};
	host_text__stat("cpu 1\nnotctxt 5\n", &host);
	host_text__stat("", &host);
	host_text__stat("ctxt \n", &host);
	assert_false(host.has_switches);
}

static const char softirqs[] = "                    CPU0       CPU1       \n"
			       "          HI:          1          2\n"
			       "       TIMER:         10         20\n"
			       "      NET_TX:          3          0\n"
			       "      NET_RX:        100        200\n"
			       "       BLOCK:          0          0\n"
			       "    IRQ_POLL:          0          0\n"
			       "     TASKLET:          5          6\n"
			       "       SCHED:          7          8\n"
			       "     HRTIMER:         40         50\n"
			       "         RCU:          9 4294967299\n";

static void softirqs_by_name(void **state)
{
	struct host_context host = {0};

	(void)state;
	host_text__softirqs(softirqs, &host);
	assert_true(host.has_softirqs);
	assert_int_equal(host.softirqs[0], 3);
	assert_int_equal(host.softirqs[1], 30);
	assert_int_equal(host.softirqs[3], 300);
	assert_int_equal(host.softirqs[8], 90);
	assert_true(host.softirqs[9] == 4294967308);
	host = (struct host_context){0};
	host_text__softirqs("HI: 1\n", &host);
	assert_false(host.has_softirqs);
}

static void softnet(void **state)
{
	struct host_context host = {0};

	(void)state;
	host_text__softnet("0006c1c5 00000010 00000002 0 0\n0004b247 00000001 0000000a 0 0\n",
			   &host);
	assert_true(host.has_softnet);
	assert_int_equal(host.softnet_dropped, 17);
	assert_int_equal(host.softnet_squeezed, 12);
	host = (struct host_context){0};
	host_text__softnet("", &host);
	host_text__softnet("what\n", &host);
	assert_false(host.has_softnet);
}

static void threads(void **state)
{
	uint64_t voluntary = 1, involuntary = 2, n;

	(void)state;
	host_text__thread_switches("Name:\tx\nvoluntary_ctxt_switches:\t150\n"
				   "nonvoluntary_ctxt_switches:\t545\n",
				   &voluntary, &involuntary);
	assert_true(voluntary == 151 && involuntary == 547);
	host_text__thread_switches("Name:\tx\n", &voluntary, &involuntary);
	assert_true(voluntary == 151 && involuntary == 547);
	assert_true(host_text__schedstat("123456789012 5 6\n", &n) && n == 123456789012);
	assert_false(host_text__schedstat("\n", &n));
	/* a name may look like anything */
	assert_true(host_text__cpu_ticks("12 (a) S 9 (b) S 1 2 3 4 5 6 7 8 9 10 111 222 13\n", &n));
	assert_int_equal(n, 333);
	assert_false(host_text__cpu_ticks("12 (a) S 1 2 3\n", &n));
	assert_false(host_text__cpu_ticks("", &n));
}

static void assert_model(const char *cpuinfo, const char *want)
{
	char *model = host_text__cpu_model(cpuinfo);

	if (want)
		assert_string_equal(model, want);
	else
		assert_null(model);
	free(model);
}

static void cpu_models(void **state)
{
	(void)state;
	assert_model("processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\n"
		     "model name\t: AMD EPYC 9B14\nflags\t: fpu\n",
		     "AMD EPYC 9B14");
	assert_model("processor\t: 0\ncpu\t\t: POWER9, altivec supported\n",
		     "POWER9, altivec supported");
	assert_model("processor\t: 0\nBogoMIPS\t: 50.00\n", NULL);
	assert_model("", NULL);
}

static void build_ids(void **state)
{
	/* a note of another type before it, its name padded */
	static const uint32_t notes[] = {
		6, 4, 0x101, 0x756e694c, 0x00000078, 7, 4, 4, 3, 0x00554e47, 0xddccbbaa,
	};
	char *id = host_text__build_id(notes, sizeof(notes));

	(void)state;
	assert_string_equal(id, "aabbccdd");
	free(id);
	for (size_t cut = 0; cut < sizeof(notes); cut++)
		assert_null(host_text__build_id(notes, cut));
	assert_null(host_text__build_id("\xff\xff\xff\xff\xff\xff\xff\xff\x03\0\0\0GNU", 16));
}

static char *hash(const char *config)
{
	return host_text__config_hash(config, strlen(config));
}

static void config_hashes(void **state)
{
	char *a = hash("#\n# Linux/x86 7.3.4 Kernel Configuration\n#\nCONFIG_SMP=y\n"
		       "# CONFIG_NUMA is not set\n");
	char *same = hash("# made later\nCONFIG_SMP=y\n# CONFIG_NUMA is not set\n");
	char *other = hash("CONFIG_SMP=y\nCONFIG_NUMA=y\n");

	(void)state;
	assert_int_equal(strlen(a), 16);
	assert_string_equal(a, same);
	assert_string_not_equal(a, other);
	assert_null(hash("# nothing\n"));
	assert_null(hash(""));
	free(a);
	free(same);
	free(other);
}

static void sums_of_contexts(void **state)
{
	struct host_context a = {.has_switches = true, .switches = 10, .has_cmd = true};
	struct host_context b = {.has_switches = true, .switches = 25, .cmd_voluntary = 3};
	struct host_context d = host_context__since(&a, &b), sum = d;

	(void)state;
	assert_true(d.has_switches && !d.has_cmd && d.switches == 15 && d.cmd_voluntary == 3);
	assert_true(host_context__since(&b, &a).switches == 0);
	host_context__add(&sum, &d);
	assert_true(sum.switches == 30 && sum.has_switches);
	d.has_switches = false;
	host_context__add(&sum, &d);
	assert_false(sum.has_switches);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(context_switches), cmocka_unit_test(softirqs_by_name),
		cmocka_unit_test(softnet),	    cmocka_unit_test(threads),
		cmocka_unit_test(cpu_models),	    cmocka_unit_test(build_ids),
		cmocka_unit_test(config_hashes),    cmocka_unit_test(sums_of_contexts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
