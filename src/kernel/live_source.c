// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel/live_source.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/bringup.h"
#include "kernel/collector.h"
#include "kernel/diagnosis.h"
#include "kernel/floor_keeper.h"
#include "kernel/links.h"
#include "kernel/live_cpus.h"
#include "kernel/live_names.h"
#include "kernel/own_cost.h"
#include "kernel/privilege.h"
#include "kernel/recycle.h"
#include "kernel/run_info_fill.h"
#include "kernel/stocks_reader.h"
#include "util/clock.h"
#include "util/log.h"

#define NAMES_SLICE_NS	     100000000ull
/* A service wakes less often: what goes sooner is named by the label the programs took. */
#define NAMES_SLICE_LONG_NS 500000000ull
#define RECYCLE_AFTER_NS    60000000000ull /* export: cells of a cgroup that is gone and quiet */

struct live_source {
	struct source base;
	struct bringup up;
	struct run_info run;
	struct floor_keeper floor;
	bool sealed;			/* nothing can be attached after the start */
	struct links *links;		/* sealed only */
	struct cost_memory cost_memory;
	struct live_names *names;	/* NULL: no hierarchy to read names from */
	struct live_nodes nodes;
	struct stocks_reader *stocks;	/* NULL: stocks_err and stocks_why say why */
	int stocks_err;
	const char *stocks_why;
	struct recycle *recycle;	/* NULL: no cell is used again */
	uint32_t cells_seen;		/* cells below it are named */
	uint64_t opened_ns;
	uint64_t timed_ns, read_ns;	/* time holds were measured, up to the last read */
	uint64_t seq;
	int stats_fd; /* --cost: keeps them on; -1: not ours */
};

static struct live_source *live(struct source *src)
{
	return (struct live_source *)src;
}

static uint64_t live_now(struct source *src)
{
	(void)src;
	return clock__ns(CLOCK_MONOTONIC);
}

/* Cgroups seen since the last look: named by what the programs noted of them. */
static void name_newcomers(struct live_source *ls)
{
	const struct session *s = ls->up.session;
	uint32_t end = session__cells_end(s), cell;

	if (!ls->cells_seen)
		ls->cells_seen = MCT_CELL_FIRST(s->n_cpus);
	for (; ls->names && ls->cells_seen < end; ls->cells_seen++) {
		uint64_t id = s->cells[ls->cells_seen].cgroup_id;

		/* claimed this moment and not complete yet */
		if (!id)
			break;
		live_names__notice(ls->names, id, &s->labels[ls->cells_seen]);
	}
	while (ls->recycle && recycle__newcomer(ls->recycle, &cell))
		if (ls->names)
			live_names__notice(ls->names, s->cells[cell].cgroup_id, &s->labels[cell]);
}

static int live_read(struct source *src, struct snapshot **out)
{
	struct live_source *ls = live(src);
	const struct calibration *cal = &ls->floor.cal;
	uint64_t stats_ns, refills = 0;
	struct snapshot *snap;
	uint32_t epoch;
	int err;

	floor_keeper__before_read(&ls->floor, ls->up.session);
	epoch = collector__end_epoch(ls->up.session);
	snap = collector__read(ls->up.session, &ls->run, epoch, clock__ns(CLOCK_MONOTONIC),
			       ls->recycle);
	if (!snap)
		return -ENOMEM;
	snap->seq = ls->seq++;
	snap->taken_ns = clock__ns(CLOCK_MONOTONIC);
	snap->wall_ns = clock__ns(CLOCK_REALTIME);
	snap->active_ns = snap->taken_ns - ls->opened_ns;
	if (cal->timing_since_ns)
		ls->timed_ns += snap->taken_ns - (ls->read_ns > cal->timing_since_ns ?
							  ls->read_ns :
							  cal->timing_since_ns);
	ls->read_ns = snap->taken_ns;
	snap->timed_ns = ls->timed_ns;
	snap->floor = cal->floor;
	refills = snap->total.refills - ls->cost_memory.run_count[ROLE_REFILL];
	own_cost__fill(snap, ls->up.session, &ls->up.plan, cal, &ls->cost_memory,
		       ls->stats_fd >= 0, &stats_ns);
	floor_keeper__after_read(&ls->floor, ls->up.session, stats_ns, refills);
	err = ls->links ? links__check(ls->links, snap->cost.run_count, snap->taken_ns) : 0;
	if (err) {
		snapshot__free(snap);
		return err;
	}
	live_cpus__mark(snap);
	name_newcomers(ls);
	if (live_nodes__fill(&ls->nodes, snap) ||
	    (ls->names && live_names__fill(ls->names, snap, snap->taken_ns))) {
		snapshot__free(snap);
		return -ENOMEM;
	}
	if (ls->recycle)
		recycle__after_read(ls->recycle, snap);
	*out = snap;
	return 0;
}

static int live_stocks(struct source *src, struct stocks **out, const char **why)
{
	struct live_source *ls = live(src);

	if (!ls->stocks) {
		*why = ls->stocks_why;
		return ls->stocks_err;
	}
	name_newcomers(ls);
	return stocks_reader__read(ls->stocks, ls->names, out, why);
}

static int wait_until(uint64_t deadline_ns, int wake_fd)
{
	struct pollfd wake = {.fd = wake_fd, .events = POLLIN};
	uint64_t now = clock__ns(CLOCK_MONOTONIC);
	struct timespec left = {0};

	if (deadline_ns > now) {
		left.tv_sec = (deadline_ns - now) / 1000000000;
		left.tv_nsec = (deadline_ns - now) % 1000000000;
	}
	switch (ppoll(&wake, 1, &left, NULL)) {
	case 0:
		return 0;
	case -1:
		return errno == EINTR ? 1 : -errno;
	default:
		return 1;
	}
}

/*
 * Sleeps in slices: short ones while a calibration runs, for holds are not
 * timed until it ends, and longer ones to see new cgroups before they go.
 */
static int live_wait(struct source *src, uint64_t deadline_ns, int wake_fd)
{
	struct live_source *ls = live(src);
	uint64_t most = ls->sealed ? NAMES_SLICE_LONG_NS : NAMES_SLICE_NS;
	int woken = 0;

	while (!woken) {
		uint64_t slice = floor_keeper__tick(&ls->floor, ls->up.session, most) +
				 clock__ns(CLOCK_MONOTONIC);

		name_newcomers(ls);
		if (ls->recycle)
			recycle__advance(ls->recycle, clock__ns(CLOCK_MONOTONIC));
		if (slice >= deadline_ns)
			return wait_until(deadline_ns, wake_fd);
		woken = wait_until(slice, wake_fd);
	}
	return woken;
}

static void live_close(struct source *src)
{
	struct live_source *ls = live(src);

	if (ls->up.session)
		floor_keeper__stop(&ls->floor, ls->up.session);
	links__free(ls->links);
	stocks_reader__close(ls->stocks);
	recycle__free(ls->recycle);
	live_nodes__clear(&ls->nodes);
	live_names__free(ls->names);
	bringup__clear(&ls->up);
	run_info__clear(&ls->run);
	if (ls->stats_fd >= 0)
		close(ls->stats_fd);
	free(ls);
}

static const struct source_ops live_ops = {
	.read = live_read,
	.wait = live_wait,
	.now_ns = live_now,
	.stocks = live_stocks,
	.close = live_close,
};

/*
 * Loaded while we may; run when asked.  A report has no use for it and shall
 * not wait for it.
 */
static void open_stocks(struct live_source *ls, const struct options *opt)
{
	ls->stocks_err = -ENOTSUP;
	ls->stocks_why = "read for the live screen only";
	if (opt->command == COMMAND_LIVE && !opt->json)
		ls->stocks_err = stocks_reader__open(&ls->stocks, &ls->up.facts, &ls->stocks_why);
}

enum attach_mode live_source__mode(const char *word)
{
	for (int mode = ATTACH_SESSION; word && mode <= ATTACH_KPROBE; mode++)
		if (!strcmp(word, attach_mode__name(mode)))
			return mode;
	return ATTACH_ABSENT;
}

/* A report shows the cgroups that went while it measured; an exporter runs for months. */
static uint64_t recycle_after_ns(const struct options *opt)
{
	if (opt->recycle_after_ns)
		return opt->recycle_after_ns;
	return opt->command == COMMAND_EXPORT ? RECYCLE_AFTER_NS : 0;
}

static int bring_up(struct live_source *ls, const struct options *opt)
{
	const uint64_t recycle_ns = recycle_after_ns(opt);
	const struct plan_wishes wishes = {
		.force = live_source__mode(opt->mode),
		.charges = opt->charges,
		.cost = opt->cost,
	};
	int err = bringup__run(&ls->up, &wishes, opt->max_cgroups, recycle_ns > 0);

	if (err || !ls->up.session) {
		diagnosis__print_start_failure(&ls->up, err);
		return err ? err : -EPERM;
	}
	err = run_info__fill(&ls->run, &ls->up.facts, &ls->up.plan, opt);
	if (!err && recycle_ns) {
		ls->recycle = recycle__new(ls->up.session, recycle_ns);
		err = ls->recycle ? 0 : -ENOMEM;
	}
	if (err)
		log__error("out of memory at start-up");
	return err;
}

int live_source__open(const struct options *opt, struct source **src)
{
	struct live_source *ls = calloc(1, sizeof(*ls));
	int err;

	if (!ls) {
		log__error("out of memory at start-up");
		return -ENOMEM;
	}
	ls->base.ops = &live_ops;
	ls->base.run = &ls->run;
	ls->stats_fd = -1;
	ls->sealed = opt->command == COMMAND_EXPORT && !opt->once;
	err = bring_up(ls, opt);
	if (!err && opt->cost) {
		ls->stats_fd = bpf_enable_stats(BPF_STATS_RUN_TIME);
		if (ls->stats_fd < 0) {
			log__error(
				"--cost: kernel run-time statistics: %s; they need CAP_SYS_ADMIN; "
				"without --cost the cost is estimated",
				strerror(errno));
			err = -errno;
		}
	}
	if (err) {
		live_close(&ls->base);
		return err;
	}
	ls->names = live_names__new();
	open_stocks(ls, opt);
	session__gate(ls->up.session, true);
	ls->opened_ns = clock__ns(CLOCK_MONOTONIC);
	ls->floor.stats_held = ls->stats_fd >= 0;
	floor_keeper__start(&ls->floor, ls->up.session, ls->sealed);
	if (ls->sealed)
		ls->links = links__new(ls->up.session);
	if (ls->sealed && !ls->links) {
		log__error("out of memory at start-up");
		live_close(&ls->base);
		return -ENOMEM;
	}
	privilege__drop();
	*src = &ls->base;
	return 0;
}
