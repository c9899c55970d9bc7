// SPDX-License-Identifier: GPL-2.0-or-later
/* The synthetic host: its spec, and that its counters agree with each other. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "model/delta.h"
#include "model/hist.h"
#include "model/synthetic.h"
#include "model/words.h"
#include "view/stocks_json.h"

static struct source *host(const char *text)
{
	struct synthetic_spec spec;
	struct source *src;

	assert_int_equal(synthetic_spec__parse(text, &spec, NULL), 0);
	src = synthetic__new(&spec);
	assert_non_null(src);
	return src;
}

static struct snapshot *read_at(struct source *src, uint64_t ms)
{
	struct snapshot *snap = NULL;

	assert_int_equal(src->ops->wait(src, SYNTHETIC_START_NS + ms * 1000000, -1), 0);
	assert_int_equal(src->ops->read(src, &snap), 0);
	return snap;
}

static void specs(void **state)
{
	struct synthetic_spec spec;

	(void)state;
	assert_int_equal(synthetic_spec__parse("cpus=2,cgroups=12,seed=7,offline=3,kernel=6.1,"
					       "gone=1,unnamed=2,norow=3,rate=99,names=odd,"
					       "losses=1,charges=1,cost=1,nodes=4,clock=step",
					       &spec, NULL),
			 0);
	assert_int_equal(spec.cpus, 2);
	assert_int_equal(spec.cgroups, 12);
	assert_int_equal(spec.seed, 7);
	assert_int_equal(spec.offline, 3);
	assert_int_equal(spec.gone, 1);
	assert_int_equal(spec.unnamed, 2);
	assert_int_equal(spec.norow, 3);
	assert_int_equal(spec.rate_per_sec, 99);
	assert_int_equal(spec.nodes, 4);
	assert_true(spec.step_clock);
	assert_true(spec.odd_names && spec.losses && spec.charges && spec.cost);
	assert_non_null(spec.kernel);
	assert_int_equal(synthetic_spec__parse("seed=18446744073709551615", &spec, NULL), 0);
	assert_true(spec.seed == UINT64_MAX);
	assert_int_equal(synthetic_spec__parse("", &spec, NULL), 0);
	assert_int_equal(spec.cpus, 4);
	assert_int_equal(spec.nodes, 0);
	assert_false(spec.step_clock);
	assert_int_equal(synthetic_spec__parse("clock=run", &spec, NULL), 0);
	assert_false(spec.step_clock);
}

static void wrong_specs_name_the_item(void **state)
{
	static const char *const bad[][2] = {
		{"cpus=0", "cpus=0"},
		{"cpus=2,cpus=", "cpus="},
		{"cpus", "cpus"},
		{"cpus=2,,seed=1", ",seed=1"},
		{"seed=1,color=red", "color=red"},
		{"seed=1,kernel=5.4,cpus=2", "kernel=5.4,cpus=2"},
		{"cpus=99999", "cpus=99999"},
		{"cpus=18446744073709551618", "cpus=18446744073709551618"},
		{"cpus=-1", "cpus=-1"},
		{"cpus=2x", "cpus=2x"},
		{"names=", "names="},
		{"losses=2", "losses=2"},
		{"seed=18446744073709551616", "seed=18446744073709551616"},
		{"clock=fast", "clock=fast"},
		{"cpus=2,offline=1,nodes=4", "cpus=2,offline=1,nodes=4"},
		{"cgroups=2,gone=2,norow=1", "cgroups=2,gone=2,norow=1"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct synthetic_spec spec;
		const char *at = NULL;

		assert_int_equal(synthetic_spec__parse(bad[i][0], &spec, &at), -EINVAL);
		assert_non_null(at);
		assert_string_equal(at, bad[i][1]);
	}
}

static void check_hold(const struct mct_hold *h)
{
	assert_true(h->raw_ns >= h->corr_ns);
	assert_true(h->lower_ns <= h->raw_ns - h->corr_ns);
	assert_true(h->span_raw_ns - h->span_corr_ns >= h->raw_ns - h->corr_ns);
	assert_true(h->count <= h->span_count);
	assert_true(h->clamped <= h->count);
	assert_true(h->left_out <= h->preempted);
}

static void check_counters(const struct counters *c)
{
	uint64_t fallbacks = c->refill_lock_busy + c->refill_oversize;

	check_hold(&c->hold);
	assert_int_equal(c->hold.count + c->hold.left_out + fallbacks, c->refills);
	assert_int_equal(c->uncharge[MCT_UNCHARGE_BYPASS], fallbacks);
}

static void check_cpu(const struct cpu_row *cpu)
{
	const struct counters *c = &cpu->c;

	check_counters(c);
	check_hold(&cpu->drain_hold);
	assert_int_equal(hist__total(cpu->hist.slot, MCT_FINE_SLOTS), c->hold.count);
	assert_int_equal(hist__total(cpu->drain_hist.slot, MCT_FINE_SLOTS), cpu->drain_hold.count);
	assert_int_equal(hist__total(cpu->refills_ctx, MCT_NR_CTX), c->refills);
	assert_int_equal(c->evict_caused, c->evict_suffered);
	assert_int_equal(c->evict_caused + c->overflows,
			 c->uncharge[MCT_UNCHARGE_UNDER_LOCK] +
				 c->uncharge[MCT_UNCHARGE_AFTER_UNLOCK] +
				 c->uncharge[MCT_UNCHARGE_IN_REFILL]);
	if (!cpu->online)
		assert_int_equal(c->refills, 0);
}

/* The longest hold lies in the highest bucket that has one. */
static void check_max(const struct fine_hist *hist, const struct longest *max)
{
	unsigned int top = 0;

	for (unsigned int i = 0; i < MCT_FINE_SLOTS; i++)
		if (hist->slot[i])
			top = i;
	if (top)
		assert_int_equal(hist_fine.slot_of(max->ns), top);
}

/* Rows and overflow together are the total, field by field. */
static void check_rows(const struct snapshot *d)
{
	struct counters sum = d->overflow.c;
	uint64_t hist[MCT_COARSE_SLOTS] = {0}, fold[MCT_COARSE_SLOTS] = {0};

	for (size_t i = 0; i < d->n_cgroups; i++) {
		const struct cgroup_row *row = &d->cgroups[i];
		uint64_t total = 0;

		assert_true(i == 0 || row->id > d->cgroups[i - 1].id);
		check_counters(&row->c);
		for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++) {
			total += row->hist[j];
			hist[j] += row->hist[j];
		}
		assert_int_equal(total, row->c.hold.count);
		counters__add(&sum, &row->c);
	}
	assert_memory_equal(&sum, &d->total, sizeof(sum));
	for (unsigned int i = 0; i < MCT_FINE_SLOTS; i++)
		fold[hist_coarse.slot_of(hist_fine.low(i))] += d->hist.slot[i];
	for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
		assert_int_equal(hist[j] + d->overflow.hist[j], fold[j]);
}

static void check(const struct snapshot *d)
{
	for (size_t i = 0; i < d->n_cpus; i++) {
		check_cpu(&d->cpus[i]);
		check_max(&d->cpus[i].hist, &d->cpus[i].max);
		check_max(&d->cpus[i].drain_hist, &d->cpus[i].drain_max);
	}
	check_rows(d);
	check_max(&d->hist, &d->max);
	assert_int_equal(d->total.evict_caused, d->total.evict_suffered);
}

static void nothing_fell(const struct snapshot *a, const struct snapshot *b)
{
	for (size_t i = 0; i < a->n_cpus; i++) {
		assert_false(words__fell(&a->cpus[i].c, &b->cpus[i].c, WORDS_OF(b->cpus[i].c)));
		assert_false(words__fell(&a->cpus[i].hist, &b->cpus[i].hist, MCT_FINE_SLOTS));
		assert_false(words__fell(&a->cpus[i].drain_hist, &b->cpus[i].drain_hist,
					 MCT_FINE_SLOTS));
	}
	for (size_t i = 0; i < a->n_cgroups; i++) {
		assert_false(
			words__fell(&a->cgroups[i].c, &b->cgroups[i].c, WORDS_OF(b->cgroups[i].c)));
		for (unsigned int j = 0; j < MCT_COARSE_SLOTS; j++)
			assert_true(a->cgroups[i].hist[j] <= b->cgroups[i].hist[j]);
	}
}

static void counters_agree_and_only_grow(void **state)
{
	static const char *const texts[] = {
		"cpus=2,cgroups=12,offline=3",
		"cpus=1,cgroups=1,kernel=6.1",
		"cpus=3,cgroups=5,kernel=6.1,seed=9,rate=3000",
		"cpus=2,cgroups=9,kernel=rt,losses=1",
		"cpus=2,cgroups=9,kernel=6.12-rt",
		"cpus=2,cgroups=9,kernel=kprobe,names=odd",
		"cpus=80,cgroups=20,kernel=patched,charges=1,cost=1",
		"cpus=4,cgroups=30,gone=3,unnamed=4,norow=5,rate=20000",
		"cpus=1,cgroups=0",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct source *src = host(texts[i]);
		struct snapshot *prev = read_at(src, 0);

		assert_int_equal(prev->total.refills, 0);
		assert_int_equal(prev->max.ns, 0);
		for (uint64_t ms = 250; ms <= 20000; ms = ms * 3 / 2) {
			struct snapshot *snap = read_at(src, ms);
			struct snapshot *d = delta__new(prev, snap);

			nothing_fell(prev, snap);
			check(d);
			assert_int_equal(snap->active_ns, ms * 1000000);
			snapshot__free(d);
			snapshot__free(prev);
			prev = snap;
		}
		if (prev->n_cgroups)
			assert_true(prev->total.refills > 1000);
		snapshot__free(prev);
		src->ops->close(src);
	}
}

static void same_spec_same_host(void **state)
{
	struct source *a = host("seed=5"), *b = host("seed=5"), *c = host("seed=6");
	struct snapshot *x, *y, *z;

	(void)state;
	/* b is read on the way, a is not: counters are the same all the same. */
	x = read_at(a, 4000);
	snapshot__free(read_at(b, 1000));
	y = read_at(b, 4000);
	z = read_at(c, 4000);
	assert_memory_equal(&x->total, &y->total, sizeof(x->total));
	assert_memory_equal(&x->hist, &y->hist, sizeof(x->hist));
	assert_int_equal(x->wall_ns, SYNTHETIC_WALL_NS + 4000000000ull);
	assert_memory_not_equal(&x->total, &z->total, sizeof(x->total));
	snapshot__free(x);
	snapshot__free(y);
	snapshot__free(z);
	a->ops->close(a);
	b->ops->close(b);
	c->ops->close(c);
}

static void offline_cpus_leave_holes(void **state)
{
	static const bool online[] = {true, false, true, false, false};
	struct source *src = host("cpus=2,offline=3");
	struct snapshot *s = read_at(src, 1000);

	(void)state;
	assert_int_equal(s->run->possible_cpus, 5);
	assert_int_equal(s->n_cpus, 5);
	for (unsigned int i = 0; i < 5; i++) {
		assert_int_equal(s->cpus[i].cpu, i);
		assert_int_equal(s->cpus[i].online, online[i]);
		assert_int_equal(s->cpus[i].c.refills > 0, online[i]);
	}
	snapshot__free(s);
	src->ops->close(src);
}

static void special_cgroups(void **state)
{
	struct source *src = host("cgroups=12,gone=2,unnamed=3,norow=4");
	struct snapshot *a = read_at(src, 4000), *b = read_at(src, 6000), *c = read_at(src, 9000);
	struct snapshot *d = delta__new(b, c);
	size_t gone = 0, unnamed = 0;

	(void)state;
	assert_int_equal(c->n_cgroups, 8);
	for (size_t i = 0; i < 8; i++) {
		assert_false(a->cgroups[i].gone);
		gone += c->cgroups[i].gone;
		unnamed += !c->cgroups[i].name;
		/* A removed cgroup refills no more. */
		assert_int_equal(d->cgroups[i].c.refills == 0, c->cgroups[i].gone);
	}
	assert_int_equal(gone, 2);
	assert_int_equal(unnamed, 3);
	assert_true(d->overflow.c.refills > 0);
	assert_int_equal(d->overflow.c.refills, d->loss.no_row);
	snapshot__free(a);
	snapshot__free(b);
	snapshot__free(c);
	snapshot__free(d);
	src->ops->close(src);
}

static void names_nest_and_differ(void **state)
{
	static const char *const texts[] = {"cgroups=40", "cgroups=40,names=odd"};

	(void)state;
	for (size_t t = 0; t < 2; t++) {
		struct source *src = host(texts[t]);
		struct snapshot *s = read_at(src, 1000);

		for (size_t i = 0; i < s->n_cgroups; i++) {
			assert_int_equal(s->cgroups[i].name[0], '/');
			for (size_t j = 0; j < i; j++)
				assert_string_not_equal(s->cgroups[i].name, s->cgroups[j].name);
		}
		if (t == 0) {
			assert_string_equal(s->cgroups[0].name, "/system.slice/unit-0.service");
			assert_int_equal(s->cgroups[0].level, 2);
			assert_int_equal(s->cgroups[2].level, 4);
		}
		snapshot__free(s);
		src->ops->close(src);
	}
}

/* What a kernel cannot show is n/a, and then its counter is never moved. */
static void na_and_counters_agree(void **state)
{
	static const char *const kernels[] = {"7.3", "patched", "rt", "6.1", "6.12-rt", "kprobe"};

	(void)state;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++) {
		char text[64] = "cgroups=20,rate=5000,kernel=";
		struct source *src;
		struct snapshot *s;

		strcat(text, kernels[i]);
		src = host(text);
		s = read_at(src, 20000);
		const struct {
			enum metric metric;
			uint64_t count;
		} counted[] = {
			{METRIC_REFILL_LOCK_BUSY, s->total.refill_lock_busy},
			{METRIC_REFILL_OVERSIZE, s->total.refill_oversize},
			{METRIC_CHARGE_LOCK_BUSY, s->total.charge[MCT_CHARGE_LOCK_BUSY]},
			{METRIC_BYPASS, s->total.uncharge[MCT_UNCHARGE_BYPASS]},
			{METRIC_IN_REFILL, s->total.uncharge[MCT_UNCHARGE_IN_REFILL]},
			{METRIC_UNDER_LOCK, s->total.uncharge[MCT_UNCHARGE_UNDER_LOCK]},
			{METRIC_AFTER_UNLOCK, s->total.uncharge[MCT_UNCHARGE_AFTER_UNLOCK]},
			{METRIC_CHARGES, s->total.charges},
		};
		for (size_t j = 0; j < sizeof(counted) / sizeof(counted[0]); j++)
			if (run_info__na(s->run, counted[j].metric))
				assert_int_equal(counted[j].count, 0);
		assert_true(s->total.evict_caused > 0 && s->drain_hold.count > 0);
		assert_int_equal(!s->floor.method, !strcmp(kernels[i], "kprobe"));
		for (int r = 0; r < ROLE_NR; r++)
			assert_int_equal(!s->run->roles[r].hook,
					 s->run->roles[r].mode == ATTACH_ABSENT);
		snapshot__free(s);
		src->ops->close(src);
	}
}

/* The pair must differ as the real one does: the hold falls, the work stays. */
static void the_patch_shows(void **state)
{
	struct source *a = host("kernel=7.3"), *b = host("kernel=patched");
	struct snapshot *x = read_at(a, 10000), *y = read_at(b, 10000);

	(void)state;
	assert_true(hold__mean_ns(&y->total.hold) < hold__mean_ns(&x->total.hold) * 0.6);
	assert_int_equal(x->total.evict_caused, y->total.evict_caused);
	assert_true(counters__under_lock_share(&x->total) > 0.2);
	assert_true(counters__under_lock_share(&y->total) == 0);
	snapshot__free(x);
	snapshot__free(y);
	a->ops->close(a);
	b->ops->close(b);
}

static void the_clock_moves_only_in_wait(void **state)
{
	struct source *src = host("cpus=1");
	int fds[2];

	(void)state;
	assert_int_equal(src->ops->now_ns(src), SYNTHETIC_START_NS);
	assert_int_equal(src->ops->wait(src, SYNTHETIC_START_NS + 5, -1), 0);
	assert_int_equal(src->ops->now_ns(src), SYNTHETIC_START_NS + 5);
	assert_int_equal(src->ops->wait(src, 3, -1), 0); /* in the past: no way back */
	assert_int_equal(src->ops->now_ns(src), SYNTHETIC_START_NS + 5);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(src->ops->wait(src, SYNTHETIC_START_NS + 9, fds[0]), 0);
	assert_int_equal(write(fds[1], "q", 1), 1);
	assert_int_equal(src->ops->wait(src, SYNTHETIC_START_NS + 50, fds[0]), 1);
	assert_int_equal(src->ops->now_ns(src), SYNTHETIC_START_NS + 9);
	close(fds[0]);
	close(fds[1]);
	src->ops->close(src);
}

static void a_step_clock_moves_on_command(void **state)
{
	const uint64_t deadline = SYNTHETIC_START_NS + 100;
	struct source *src = host("cpus=1,clock=step"), *run = host("cpus=1");
	char byte;
	int fds[2];

	(void)state;
	assert_null(run->ops->step);
	assert_int_equal(pipe(fds), 0);
	/* Ahead: it sleeps, and wakes for what is on the pipe, without a step. */
	assert_int_equal(write(fds[1], "q", 1), 1);
	assert_int_equal(src->ops->wait(src, deadline, fds[0]), 1);
	assert_int_equal(src->ops->now_ns(src), SYNTHETIC_START_NS);
	assert_int_equal(read(fds[0], &byte, 1), 1);
	/* Reached: it does not sleep. */
	src->ops->step(src, 100);
	assert_int_equal(src->ops->now_ns(src), deadline);
	assert_int_equal(src->ops->wait(src, deadline, fds[0]), 0);
	assert_int_equal(write(fds[1], "q", 1), 1);
	assert_int_equal(src->ops->wait(src, deadline, fds[0]), 1);
	assert_int_equal(src->ops->now_ns(src), deadline);
	/* Nobody could wake it: as a running clock. */
	assert_int_equal(src->ops->wait(src, deadline + 5, -1), 0);
	assert_int_equal(src->ops->now_ns(src), deadline + 5);
	close(fds[0]);
	close(fds[1]);
	src->ops->close(src);
	run->ops->close(run);
}

static void nodes_are_equal_blocks(void **state)
{
	struct source *src = host("cpus=6,offline=2,nodes=2"), *unknown = host("cpus=2");
	struct snapshot *a = read_at(src, 1000), *b = read_at(src, 2000);
	struct snapshot *d = delta__new(a, b), *none = read_at(unknown, 1000);

	(void)state;
	assert_int_equal(delta__accumulate(&d, b), 0);
	for (unsigned int i = 0; i < 8; i++)
		assert_int_equal(d->cpus[i].node, i / 4);
	assert_int_equal(none->cpus[0].node, -1);
	snapshot__free(a);
	snapshot__free(b);
	snapshot__free(d);
	snapshot__free(none);
	src->ops->close(src);
	unknown->ops->close(unknown);
}

static struct stocks *stocks_at(struct source *src, uint64_t ms)
{
	struct stocks *stocks = NULL;
	const char *why = NULL;

	assert_int_equal(src->ops->wait(src, SYNTHETIC_START_NS + ms * 1000000, -1), 0);
	assert_int_equal(src->ops->stocks(src, &stocks, &why), 0);
	return stocks;
}

static void check_stock(const struct stocks *stocks, const struct cpu_stock *cpu)
{
	assert_true(cpu->known);
	assert_true(cpu->n <= stocks->slots);
	assert_true(stocks->lock_state || !cpu->locked);
	if (!cpu->online)
		assert_int_equal(cpu->n, 0);
	for (unsigned int i = 0; i < cpu->n; i++) {
		assert_in_range(cpu->slot[i].pages, 1, 64);
		for (unsigned int j = 0; j < i; j++)
			assert_true(cpu->slot[i].cgroup_id != cpu->slot[j].cgroup_id);
	}
}

/* A removed cgroup is in no stock, an unnamed one has no name there either. */
static void stocks_hold_what_has_rows(void **state)
{
	static const struct {
		const char *text;
		unsigned int slots, used;
	} hosts[] = {
		{"cpus=3,offline=2,cgroups=12", 7, 7},
		{"cpus=2,cgroups=3,kernel=rt", 7, 3},
		{"cpus=2,cgroups=12,kernel=6.1", 1, 1},
		{"cpus=2,cgroups=12,kernel=6.12-rt,gone=2,unnamed=9", 1, 1},
		{"cpus=2,cgroups=0", 7, 0},
		{"cpus=80,cgroups=20,unnamed=3,gone=2,norow=1", 7, 7},
	};

	(void)state;
	for (size_t h = 0; h < sizeof(hosts) / sizeof(hosts[0]); h++) {
		struct source *src = host(hosts[h].text);
		struct snapshot *snap = read_at(src, 8000);
		struct stocks *stocks = stocks_at(src, 8000);

		assert_int_equal(stocks->slots, hosts[h].slots);
		assert_int_equal(stocks->n_cpus, snap->n_cpus);
		assert_int_equal(stocks->wall_ns, snap->wall_ns);
		assert_int_equal(stocks->cpus[0].n, hosts[h].used);
		for (size_t i = 0; i < stocks->n_cpus; i++) {
			const struct cpu_stock *cpu = &stocks->cpus[i];

			check_stock(stocks, cpu);
			assert_int_equal(cpu->online, snap->cpus[i].online);
			for (unsigned int s = 0; s < cpu->n; s++) {
				const struct cgroup_row *row =
					snapshot__cgroup(snap, cpu->slot[s].cgroup_id);

				if (!row) /* norow */
					continue;
				assert_false(row->gone);
				if (row->name)
					assert_string_equal(row->name, cpu->slot[s].name);
				else
					assert_null(cpu->slot[s].name);
			}
		}
		stocks__free(stocks);
		snapshot__free(snap);
		src->ops->close(src);
	}
}

static char *stocks_text(const struct stocks *stocks)
{
	json_t *json = stocks_json__build(stocks);
	char *text = json_dumps(json, JSON_COMPACT | JSON_PRESERVE_ORDER);

	assert_non_null(text);
	json_decref(json);
	return text;
}

static void stocks_depend_on_seed_and_time(void **state)
{
	struct source *a = host("seed=5"), *b = host("seed=5"), *c = host("seed=6");
	struct stocks *x = stocks_at(a, 4000), *early = stocks_at(b, 1000), *y = stocks_at(b, 4000);
	struct stocks *z = stocks_at(c, 4000);
	char *tx = stocks_text(x), *te = stocks_text(early), *ty = stocks_text(y);
	char *tz = stocks_text(z);

	(void)state;
	assert_string_equal(tx, ty);
	assert_string_not_equal(tx, te);
	assert_string_not_equal(tx, tz);
	free(tx);
	free(te);
	free(ty);
	free(tz);
	stocks__free(x);
	stocks__free(early);
	stocks__free(y);
	stocks__free(z);
	a->ops->close(a);
	b->ops->close(b);
	c->ops->close(c);
}

static void stocks_without_btf_say_why(void **state)
{
	struct source *src = host("kernel=kprobe");
	struct stocks *stocks = NULL;
	const char *why = NULL;

	(void)state;
	assert_int_equal(src->ops->stocks(src, &stocks, &why), -ENOTSUP);
	assert_null(stocks);
	assert_non_null(strstr(why, "BTF"));
	src->ops->close(src);
}

static void stocks_as_json(void **state)
{
	struct stocks *s = stocks__new(2);
	char *text;

	(void)state;
	s->wall_ns = 5;
	s->slots = 7;
	s->lock_state = true;
	s->cpus[0] = (struct cpu_stock){
		.cpu = 0,
		.online = true,
		.known = true,
		.locked = true,
		.n = 2,
		.slot = {{.cgroup_id = 9, .pages = 64, .name = strdup("/a\tb")}, {.pages = 3}},
	};
	text = stocks_text(s);
	assert_non_null(strstr(text, "\"unix_ns\":5,\"slots\":7,\"lock_state\":true,\"cpus\":["
				     "{\"cpu\":0,\"online\":true,\"locked\":true,\"slots\":["
				     "{\"cgroup_id\":9,\"name\":\"/a\\\\x09b\",\"pages\":64},"
				     "{\"cgroup_id\":null,\"name\":null,\"pages\":3}]},"
				     "{\"cpu\":1,\"online\":false,\"locked\":null,"
				     "\"slots\":null}]}"));
	free(text);
	stocks__free(s);
	stocks__free(NULL);
}

static void the_size_of_the_bench(void **state)
{
	struct source *src = host("cpus=512,cgroups=1000,rate=20");
	struct snapshot *a = read_at(src, 1000), *b = read_at(src, 5000);
	struct snapshot *d = delta__new(a, b);

	(void)state;
	assert_int_equal(b->cells_used, 64000);
	check(d);
	snapshot__free(a);
	snapshot__free(b);
	snapshot__free(d);
	src->ops->close(src);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(specs),
		cmocka_unit_test(wrong_specs_name_the_item),
		cmocka_unit_test(counters_agree_and_only_grow),
		cmocka_unit_test(same_spec_same_host),
		cmocka_unit_test(offline_cpus_leave_holes),
		cmocka_unit_test(special_cgroups),
		cmocka_unit_test(names_nest_and_differ),
		cmocka_unit_test(na_and_counters_agree),
		cmocka_unit_test(the_patch_shows),
		cmocka_unit_test(the_clock_moves_only_in_wait),
		cmocka_unit_test(a_step_clock_moves_on_command),
		cmocka_unit_test(nodes_are_equal_blocks),
		cmocka_unit_test(stocks_hold_what_has_rows),
		cmocka_unit_test(stocks_depend_on_seed_and_time),
		cmocka_unit_test(stocks_without_btf_say_why),
		cmocka_unit_test(stocks_as_json),
		cmocka_unit_test(the_size_of_the_bench),
	};

	return cmocka_run_group_tests_name("synthetic", tests, NULL, NULL);
}
