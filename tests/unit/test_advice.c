// SPDX-License-Identifier: GPL-2.0-or-later
/* The line of plain words: each sentence, and silence where nothing is wrong. */
#include "test_view_common.h"

#include "model/hist.h"
#include "view/advice.h"

#define SECONDS 10

static struct host host;
static char text[ADVICE_BYTES];

/* A host on which all is well: holds of 1 us at 100 refills a second and CPU. */
static void quiet_host(const char *spec)
{
	struct snapshot *d;

	host = host_open(spec, SECONDS);
	host_use_copy(&host);
	d = host.delta;
	memset(&d->total, 0, sizeof(d->total));
	memset(&d->loss, 0, sizeof(d->loss));
	memset(&d->max, 0, sizeof(d->max));
	memset(&d->hist, 0, sizeof(d->hist));
	memset(&d->drain_hold, 0, sizeof(d->drain_hold));
	for (int r = 0; r < ROLE_NR; r++)
		d->loss.misses_known[r] = true;
	for (size_t i = 0; i < d->n_cpus; i++) {
		struct counters *c = &d->cpus[i].c;

		memset(c, 0, sizeof(*c));
		memset(&d->cpus[i].drain_hold, 0, sizeof(d->cpus[i].drain_hold));
		c->refills = c->hold.count = 100 * SECONDS;
		c->hold.raw_ns = 1000 * c->hold.count;
		counters__add(&d->total, c);
	}
	d->hist.slot[hist_fine.slot_of(1000)] = d->total.hold.count;
	for (size_t i = 0; i < d->n_cgroups; i++)
		memset(&d->cgroups[i].c, 0, sizeof(d->cgroups[i].c));
}

static enum advice say(void)
{
	return advice__line(host.delta, 30, text, sizeof(text));
}

static void assert_says(enum advice kind, const char *want)
{
	assert_int_equal(say(), kind);
	assert_string_equal(text, want);
}

static void set_all(enum metric metric)
{
	static char reason[] = "not on this kernel";

	host.run.na[metric] = reason;
}

static void test_silence(void **state)
{
	static const char *const specs[] = {"kernel=7.3", "kernel=6.1", "kernel=rt",
					    "kernel=6.12-rt", "kernel=patched"};

	(void)state;
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		quiet_host(specs[i]);
		assert_says(ADVICE_NONE, "");
		memset(&host.delta->total, 0, sizeof(host.delta->total));
		assert_says(ADVICE_NONE, "");
		host.delta->active_ns = host.delta->timed_ns = 0;
		assert_says(ADVICE_NONE, "");
		host_close(&host);
	}
}

static void test_losses(void **state)
{
	(void)state;
	quiet_host("cpus=2");
	host.delta->loss.stale = 10; /* of 2,010: half of a percent */
	assert_says(ADVICE_NONE, "");
	host.delta->loss.stale = 500;
	assert_says(ADVICE_ALARM, "1 of 5 events was lost: figures are too low");
	host.delta->loss.misses[ROLE_REFILL] = 5500;
	assert_says(ADVICE_ALARM, "75.0 % of events were lost: figures are too low");
	host.delta->loss.misses_known[ROLE_REFILL] = false;
	assert_says(ADVICE_ALARM, "At least 1 of 5 events was lost: figures are too low");
	host_close(&host);
}

static void test_held(void **state)
{
	struct counters *c;

	(void)state;
	quiet_host("cpus=4");
	c = &host.delta->cpus[3].c;
	c->refills = c->hold.count = 500000;
	c->hold.raw_ns = 1200000000;
	assert_says(ADVICE_ALARM,
		    "CPU 3: its lock is held 12.0 % of the time: 50,000 refills a second, 2.40 us "
		    "each");
	host.delta->total.refills = host.delta->total.hold.count = 2000000;
	host.delta->total.hold.raw_ns = 4000000000;
	assert_says(
		ADVICE_ALARM,
		"The lock is held 10.0 % of all CPU time: 200,000 refills a second, 2.00 us each");
	set_all(METRIC_HOLD);
	assert_says(ADVICE_NONE, "");
	host_close(&host);
}

static void test_under_lock(void **state)
{
	struct snapshot *d;

	(void)state;
	quiet_host("cpus=8,cgroups=4");
	d = host.delta;
	d->cpus[7].c.refills = 10000;
	d->cpus[7].c.uncharge[MCT_UNCHARGE_UNDER_LOCK] = 3800;
	d->total.refills = 17000;
	d->total.uncharge[MCT_UNCHARGE_UNDER_LOCK] = 3850;
	assert_says(ADVICE_NOTICE,
		    "CPU 7: 38.0 % of refills uncharge under the lock, 380 times a second there");
	free(d->cgroups[2].name);
	d->cgroups[2].name = strdup("/system.slice/web");
	d->cgroups[2].c.evict_caused = 3100;
	assert_says(ADVICE_NOTICE, "CPU 7: 38.0 % of refills uncharge under the lock; "
				   "/system.slice/web evicts others' stock 310 times a second");
	/* On all CPUs alike none is named. */
	for (size_t i = 0; i < 8; i++) {
		d->cpus[i].c.refills = 10000;
		d->cpus[i].c.uncharge[MCT_UNCHARGE_UNDER_LOCK] = 3800;
	}
	d->total.refills = 80000;
	d->total.uncharge[MCT_UNCHARGE_UNDER_LOCK] = 30400;
	assert_says(ADVICE_NOTICE, "38.0 % of refills uncharge under the lock; "
				   "/system.slice/web evicts others' stock 310 times a second");
	assert_int_equal(advice__line(d, 12, text, sizeof(text)), ADVICE_NOTICE);
	assert_non_null(strstr(text, "..m.slice/web evicts") ?: strstr(text, "..slice/web"));
	d->cgroups[2].c.evict_caused = 0;
	assert_says(ADVICE_NOTICE,
		    "38.0 % of refills uncharge under the lock, 3,040 times a second");
	set_all(METRIC_UNDER_LOCK);
	assert_says(ADVICE_NONE, "");
	host_close(&host);
}

static void test_evictions(void **state)
{
	struct snapshot *d;

	(void)state;
	quiet_host("cpus=2,cgroups=4");
	d = host.delta;
	free(d->cgroups[1].name);
	d->cgroups[1].name = NULL;
	d->cgroups[1].id = 4711;
	d->cgroups[2].id = 4712;
	d->cgroups[3].id = 4713;
	d->cgroups[1].c.evict_caused = 900;
	assert_says(ADVICE_NONE, "");
	d->cgroups[1].c.evict_caused = 1000;
	d->cgroups[1].c.refills = 4000;
	assert_says(ADVICE_NOTICE,
		    "id 4711 evicts others' stock 100 times a second (25.0 % of its refills)");
	set_all(METRIC_EVICTIONS);
	assert_says(ADVICE_NONE, "");
	host_close(&host);
}

static void test_busy(void **state)
{
	(void)state;
	quiet_host("cpus=2");
	host.delta->total.refill_lock_busy = 600;
	host.delta->total.charge[MCT_CHARGE_LOCK_BUSY] = 600;
	assert_says(ADVICE_NOTICE, "120 times a second the lock is busy and the shared page "
				   "counters are used instead");
	set_all(METRIC_CHARGE_LOCK_BUSY);
	assert_says(ADVICE_NONE, "");
	host.delta->total.refill_lock_busy = 1200;
	assert_int_equal(say(), ADVICE_NOTICE);
	host_close(&host);
}

static void test_switched_out(void **state)
{
	(void)state;
	quiet_host("cpus=2");
	host.delta->total.hold.preempted = 900;
	assert_says(ADVICE_NONE, "");
	host.delta->total.hold.preempted = 3000;
	assert_says(ADVICE_NOTICE, "Tasks are switched out in refill_stock 300 times a second: "
				   "holds become context switches at the unlock");
	host.run.rt = true;
	assert_says(ADVICE_NOTICE, "Tasks are switched out in refill_stock 300 times a second: "
				   "a holder keeps the lock meanwhile");
	set_all(METRIC_PREEMPTED);
	assert_says(ADVICE_NONE, "");
	host_close(&host);
}

static void test_long_holds(void **state)
{
	struct snapshot *d;

	(void)state;
	quiet_host("cpus=2,cgroups=2");
	d = host.delta;
	free(d->cgroups[0].name);
	d->cgroups[0].name = strdup("/web");
	d->max = (struct longest){.ns = 999999, .cpu = 1, .cgroup_id = d->cgroups[0].id};
	assert_says(ADVICE_NONE, "");
	d->max.ns = 3200000;
	assert_says(ADVICE_NOTICE, "The lock was held for 3.20 ms once, on CPU 1 by /web");
	d->hist.slot[hist_fine.slot_of(80000)] = 100;
	assert_int_equal(say(), ADVICE_NOTICE);
	assert_non_null(strstr(text, "1 of 100 holds lasts "));
	assert_non_null(strstr(text, " or more; the longest 3.20 ms, on CPU 1 by /web"));
	set_all(METRIC_HOLD);
	assert_says(ADVICE_NONE, "");
	host_close(&host);
}

static void test_table_full(void **state)
{
	(void)state;
	quiet_host("cpus=2");
	host.delta->loss.no_row = 14645; /* not a loss of figures */
	assert_says(ADVICE_NOTICE, "No room for a row of their own for 14,645 events, counted in "
				   "(others): raise --max-cgroups");
	host_close(&host);
}

static void test_uncorrected(void **state)
{
	(void)state;
	quiet_host("kernel=kprobe");
	assert_says(ADVICE_NOTICE, "Holds are uncorrected, the probes' own time is in them: no "
				   "method is proven for kprobes");
	host.delta->floor.why_not = NULL;
	assert_says(ADVICE_NOTICE, "Holds are uncorrected, the probes' own time is in them: no "
				   "calibration on this kernel");
	set_all(METRIC_HOLD);
	assert_says(ADVICE_NONE, "");
	host_close(&host);

	quiet_host("kernel=7.3");
	host.delta->timed_ns = 0;
	assert_says(ADVICE_NOTICE, "Holds are not measured yet: the probes' own time comes first");
	host_close(&host);
}

/* The heavier one is said. */
static void test_order(void **state)
{
	(void)state;
	quiet_host("cpus=2");
	host.delta->loss.no_row = 1;
	host.delta->total.hold.preempted = 3000;
	say();
	assert_non_null(strstr(text, "switched out"));
	host.delta->total.refill_lock_busy = 2000;
	say();
	assert_non_null(strstr(text, "busy"));
	host.delta->loss.stale = 10000;
	assert_int_equal(say(), ADVICE_ALARM);
	assert_non_null(strstr(text, "lost"));
	host_close(&host);
}

/* Any room for the text is enough, and every host gets a line that fits. */
static void test_room(void **state)
{
	static const char *const specs[] = {"names=odd,losses=1,norow=2,kernel=7.3",
					    "names=odd,kernel=6.1", "kernel=kprobe,losses=1",
					    "cpus=64,cgroups=200,kernel=rt"};

	(void)state;
	for (size_t i = 0; i < sizeof(specs) / sizeof(specs[0]); i++) {
		host = host_open(specs[i], 3);
		assert_true(say() != ADVICE_NONE);
		assert_in_range(strlen(text), 20, sizeof(text) - 2);
		for (size_t bytes = 1; bytes < 60; bytes++) {
			char *little = malloc(bytes);

			advice__line(host.delta, 6, little, bytes);
			assert_true(strlen(little) < bytes);
			free(little);
		}
		host_close(&host);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_silence),	     cmocka_unit_test(test_losses),
		cmocka_unit_test(test_held),	     cmocka_unit_test(test_under_lock),
		cmocka_unit_test(test_evictions),    cmocka_unit_test(test_busy),
		cmocka_unit_test(test_switched_out), cmocka_unit_test(test_long_holds),
		cmocka_unit_test(test_table_full),   cmocka_unit_test(test_uncorrected),
		cmocka_unit_test(test_order),	     cmocka_unit_test(test_room),
	};

	return cmocka_run_group_tests(tests, fixed_locale, NULL);
}
