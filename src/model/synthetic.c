// SPDX-License-Identifier: GPL-2.0-or-later
/* A synthetic host as a source of snapshots. */
#include "model/synthetic.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "model/synthetic_fate.h"
#include "model/synthetic_kernel.h"
#include "model/synthetic_stocks.h"
#include "util/clock.h"

struct synthetic {
	struct source source;
	struct synthetic_spec spec;
	struct run_info run;
	struct synthetic_host host;
	uint64_t now_ns, read_ns, seq;
	uint64_t real_start_ns; /* monotonic, of the machine */
};

static void note_longest(const struct synthetic *s, const struct synthetic_pair *pair,
			 const struct synthetic_fate *f, struct cpu_row *cpu,
			 struct cgroup_row *row)
{
	const struct synthetic_cgroup *cg = &s->host.cgroups[pair->cgroup];
	struct longest max = {
		.at_ns = s->now_ns - (s->now_ns - s->read_ns) / (2 + pair->cgroup % 5),
		.cgroup_id = cg->id,
		.cpu = cpu->cpu,
		.ctx = f->refills % 3 ? MCT_CTX_TASK : MCT_CTX_SOFTIRQ,
	};

	if (f->holds > pair->seen_holds) {
		unsigned int i = synthetic_class__longest(pair->seen_holds, f->holds);

		max.ns = cg->class[i].ns;
		longest__merge(&cpu->max, &max);
		if (row)
			longest__merge(&row->max, &max);
	}
	if (f->drains > pair->seen_drains) {
		unsigned int i = synthetic_class__longest(pair->seen_drains, f->drains);

		max.ns = cg->class[i].drain_ns;
		max.ctx = MCT_CTX_TASK;
		longest__merge(&cpu->drain_max, &max);
	}
}

static void add_pair(struct synthetic *s, struct synthetic_pair *pair, struct snapshot *snap)
{
	const struct synthetic_cgroup *cg = &s->host.cgroups[pair->cgroup];
	const struct synthetic_kernel *k = s->spec.kernel;
	struct synthetic_fate f = synthetic_fate__of(&s->spec, cg, pair, snap->active_ns);
	struct counters c = synthetic_fate__counters(&s->spec, &f), victim = {0};
	struct cpu_row *cpu = &snap->cpus[pair->cpu];
	struct cgroup_row *row = cg->has_row ? &snap->cgroups[pair->cgroup] : NULL;
	uint32_t nowhere[MCT_COARSE_SLOTS] = {0};

	synthetic_fate__add_holds(&f, cg, k, &c.hold, &cpu->hist, row ? row->hist : nowhere);
	synthetic_fate__add_drains(&f, cg, k, &cpu->drain_hold, &cpu->drain_hist);
	counters__add(&cpu->c, &c);
	cpu->refills_ctx[MCT_CTX_SOFTIRQ] += f.refills / 3;
	cpu->refills_ctx[MCT_CTX_TASK] += f.refills - f.refills / 3;
	cpu->entry_busy += f.busy;
	note_longest(s, pair, &f, cpu, row);
	pair->seen_holds = f.holds;
	pair->seen_drains = f.drains;

	synthetic_fate__move_to_victim(&c, &victim, f.evictions);
	if (row)
		counters__add(&row->c, &c);
	else
		snap->loss.no_row += f.refills;
	if (s->host.cgroups[pair->victim].has_row)
		counters__add(&snap->cgroups[pair->victim].c, &victim);
}

static int add_rows(struct synthetic *s, struct snapshot *snap)
{
	for (size_t i = 0; i < snap->n_cpus; i++) {
		snap->cpus[i].cpu = (uint32_t)i;
		snap->cpus[i].online = s->host.online[i];
		if (s->spec.nodes)
			snap->cpus[i].node = (int)(i * s->spec.nodes / snap->n_cpus);
	}
	for (size_t i = 0; i < snap->n_cgroups; i++) {
		const struct synthetic_cgroup *cg = &s->host.cgroups[i];
		struct cgroup_row *row = &snap->cgroups[i];

		row->id = cg->id;
		row->level = cg->level;
		row->gone = cg->gone && snap->active_ns > SYNTHETIC_GONE_AFTER_NS;
		row->name = cg->name ? strdup(cg->name) : NULL;
		if (cg->name && !row->name)
			return -ENOMEM;
	}
	for (size_t i = 0; i < s->host.n_pairs; i++)
		add_pair(s, &s->host.pairs[i], snap);
	return 0;
}

static void add_losses(const struct synthetic *s, struct snapshot *snap)
{
	uint64_t refills = snap->total.refills;

	for (int i = 0; i < ROLE_NR; i++) {
		enum attach_mode mode = s->run.roles[i].mode;

		snap->loss.misses_known[i] = mode == ATTACH_SESSION || mode == ATTACH_FENTRY;
		if (s->spec.losses && snap->loss.misses_known[i])
			snap->loss.misses[i] = refills / (997 + 10 * (uint64_t)i);
	}
	if (!s->spec.losses)
		return;
	snap->loss.exit_unmatched = refills / 5003;
	snap->loss.stale = refills / 7001;
	snap->loss.migrated = refills / 9001;
	snap->loss.orphans = refills / 11003;
}

static void add_cost(const struct synthetic *s, struct snapshot *snap)
{
	struct own_cost *cost = &snap->cost;
	const struct counters *c = &snap->total;

	cost->user_ns = snap->active_ns / 500;
	cost->system_ns = snap->active_ns / 1000;
	cost->rss_bytes = 12 << 20;
	/* a figure of its own, not the structs': golden output shall not move with them */
	cost->map_bytes = (uint64_t)snap->n_cpus * 32768 + snap->cells_max * 600;
	cost->run_count[ROLE_REFILL] = 2 * c->refills;
	cost->run_count[ROLE_DRAIN_WORK] = 2 * snap->drain_hold.count;
	for (int i = 0; i < MCT_NR_UNCHARGE; i++)
		cost->run_count[ROLE_UNCHARGE] += c->uncharge[i];
	for (int i = 0; i < MCT_NR_CHARGE; i++)
		cost->run_count[ROLE_SLOW_CHARGE] += c->charge[i];
	cost->run_count[ROLE_CHARGE] = c->charges;
	cost->bpf_known = !run_info__na(&s->run, METRIC_BPF_RUN_TIME);
	cost->bpf_measured = cost->bpf_known && s->spec.cost;
	for (int i = 0; cost->bpf_known && i < ROLE_NR; i++)
		cost->bpf_ns += cost->run_count[i] * 150;
}

static void add_floor(const struct synthetic *s, struct snapshot *snap)
{
	if (!s->spec.kernel->corrected) {
		snap->floor.why_not = "no method is proven for kprobes";
		return;
	}
	snap->floor = (struct floor_info){
		.method = "in place",
		.exit_ns = SYNTHETIC_FLOOR_NS,
		.spread_ns = 0.75,
		.nest_ns = 88,
		.unnest_ns = 98,
		.samples = 2048,
		.epoch = 1,
	};
}

static int synthetic_read(struct source *source, struct snapshot **snapp)
{
	struct synthetic *s = (struct synthetic *)source;
	struct snapshot *snap =
		snapshot__new(&s->run, s->host.n_cpus, s->host.n_cgroups - s->spec.norow);
	int err;

	if (!snap)
		return -ENOMEM;
	snap->seq = s->seq;
	snap->taken_ns = s->now_ns;
	snap->active_ns = s->now_ns - SYNTHETIC_START_NS;
	snap->timed_ns = snap->active_ns;
	snap->wall_ns = SYNTHETIC_WALL_NS + snap->active_ns;
	snap->cells_used = s->host.n_pairs;
	snap->cells_max = 65536;
	err = add_rows(s, snap);
	if (err) {
		snapshot__free(snap);
		return err;
	}
	snapshot__finish(snap);
	snap->counter_other = snap->total.refills * 3 / 7;
	snap->big_refills = snap->total.charge[MCT_CHARGE_OVERSIZE];
	add_losses(s, snap);
	add_cost(s, snap);
	add_floor(s, snap);
	s->read_ns = s->now_ns;
	s->seq++;
	*snapp = snap;
	return 0;
}

static int synthetic_wait(struct source *source, uint64_t deadline_ns, int wake_fd)
{
	struct synthetic *s = (struct synthetic *)source;
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};

	if (wake_fd >= 0 && poll(&wake, 1, 0) > 0)
		return 1;
	if (deadline_ns > s->now_ns)
		s->now_ns = deadline_ns;
	return 0;
}

/* Does not move the clock: the deadline comes by step(). */
static int synthetic_wait_step(struct source *source, uint64_t deadline_ns, int wake_fd)
{
	const struct synthetic *s = (struct synthetic *)source;
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};
	int ready;

	if (wake_fd < 0)
		return synthetic_wait(source, deadline_ns, wake_fd);
	ready = poll(&wake, 1, deadline_ns > s->now_ns ? -1 : 0);
	if (ready < 0)
		return errno == EINTR ? 1 : -errno;
	return ready > 0;
}

static void synthetic_step(struct source *source, uint64_t ns)
{
	((struct synthetic *)source)->now_ns += ns;
}

static int synthetic_stocks(struct source *source, struct stocks **stocks, const char **why)
{
	const struct synthetic *s = (struct synthetic *)source;

	return synthetic_stocks__at(&s->spec, &s->host, s->now_ns - SYNTHETIC_START_NS, stocks,
				    why);
}

static uint64_t synthetic_now_ns(struct source *source)
{
	return ((struct synthetic *)source)->now_ns;
}

static void synthetic_close(struct source *source)
{
	struct synthetic *s = (struct synthetic *)source;

	synthetic_host__clear(&s->host);
	run_info__clear(&s->run);
	free(s);
}

static uint64_t real_now_ns(struct source *source)
{
	struct synthetic *s = (struct synthetic *)source;

	s->now_ns = SYNTHETIC_START_NS + clock__ns(CLOCK_MONOTONIC) - s->real_start_ns;
	return s->now_ns;
}

static int real_read(struct source *source, struct snapshot **snapp)
{
	int err;

	real_now_ns(source);
	err = synthetic_read(source, snapp);
	if (!err)
		(*snapp)->wall_ns = clock__ns(CLOCK_REALTIME);
	return err;
}

static int real_wait(struct source *source, uint64_t deadline_ns, int wake_fd)
{
	uint64_t now = real_now_ns(source), left = deadline_ns > now ? deadline_ns - now : 0;
	struct timespec ts = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};
	int ready = ppoll(&wake, 1, &ts, NULL);

	if (ready < 0)
		return errno == EINTR ? 1 : -errno;
	return ready > 0;
}

static const struct source_ops real_ops = {
	.read = real_read,
	.wait = real_wait,
	.now_ns = real_now_ns,
	.stocks = synthetic_stocks,
	.close = synthetic_close,
};

static const struct source_ops synthetic_ops = {
	.read = synthetic_read,
	.wait = synthetic_wait,
	.now_ns = synthetic_now_ns,
	.stocks = synthetic_stocks,
	.close = synthetic_close,
};

static const struct source_ops stepping_ops = {
	.read = synthetic_read,
	.wait = synthetic_wait_step,
	.now_ns = synthetic_now_ns,
	.stocks = synthetic_stocks,
	.step = synthetic_step,
	.close = synthetic_close,
};

struct source *synthetic__new(const struct synthetic_spec *spec)
{
	struct synthetic *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->source.ops = spec->step_clock ? &stepping_ops :
			spec->real_clock ? &real_ops :
					   &synthetic_ops;
	s->real_start_ns = clock__ns(CLOCK_MONOTONIC);
	s->source.run = &s->run;
	s->spec = *spec;
	s->now_ns = s->read_ns = SYNTHETIC_START_NS;
	if (synthetic_kernel__fill(spec, &s->run) || synthetic_host__init(&s->host, spec)) {
		synthetic_close(&s->source);
		return NULL;
	}
	return &s->source;
}
