// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/common_run.h"

#include <errno.h>
#include <string.h>

#include "cmd/common_stop.h"
#include "util/log.h"

#define NS_PER_SEC	 1000000000ull
#define READ_AT_LEAST_NS (10 * NS_PER_SEC)

/* What has been read and not yet shown. */
struct window {
	struct source *src;
	struct snapshot *last;	   /* cumulative */
	struct snapshot *interval; /* since the last on_interval */
	struct snapshot *total;
};

static int read_source(struct source *src, struct snapshot **snap)
{
	int err = src->ops->read(src, snap);

	if (err && err != -ENODATA)
		log__error("cannot read the counters: %s; what was read before stands",
			   strerror(-err));
	return err;
}

int run__start(struct source *src, struct snapshot **first)
{
	return read_source(src, first);
}

static int no_memory(void)
{
	log__error("out of memory; a lower --max-cgroups needs less");
	return -ENOMEM;
}

static int advance(struct window *w, const struct run_plan *plan)
{
	struct snapshot *now, *delta;
	int err = read_source(w->src, &now);

	if (err)
		return err;
	delta = delta__new(w->last, now);
	snapshot__free(w->last);
	w->last = now;
	if (!delta)
		return no_memory();
	if (plan->interval_ns && plan->on_interval)
		err = delta__accumulate(&w->interval, delta);
	if (!err && plan->keep_total)
		err = delta__accumulate(&w->total, delta);
	snapshot__free(delta);
	if (err)
		return no_memory();
	return plan->on_read ? plan->on_read(plan->arg, now) : 0;
}

static int show_interval(struct window *w, const struct run_plan *plan)
{
	int err = 0;

	if (w->interval && w->interval->active_ns)
		err = plan->on_interval(plan->arg, w->interval);
	snapshot__free(w->interval);
	w->interval = NULL;
	return err;
}

/* The next tick after @now; ticks that were missed are not made up for. */
static uint64_t next_tick(uint64_t tick, uint64_t now, uint64_t interval_ns)
{
	while (tick <= now)
		tick += interval_ns * ((now - tick) / interval_ns + 1);
	return tick;
}

static uint64_t earliest(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int loop(struct window *w, const struct run_plan *plan)
{
	const struct source_ops *ops = w->src->ops;
	uint64_t now = ops->now_ns(w->src);
	uint64_t end = plan->duration_ns ? now + plan->duration_ns : UINT64_MAX;
	uint64_t tick = plan->interval_ns ? now + plan->interval_ns : UINT64_MAX;
	bool over = false;
	int err;

	while (!over) {
		uint64_t deadline = earliest(now + READ_AT_LEAST_NS, earliest(end, tick));

		err = ops->wait(w->src, deadline, stop__wake_fd());
		if (err < 0 && err != -EINTR) {
			log__error("cannot wait: %s", strerror(-err));
			return err;
		}
		stop__drain();
		now = ops->now_ns(w->src);
		over = plan->is_over(plan->arg) || now >= end;
		if (!over && now < deadline) /* woken for nothing */
			continue;
		err = advance(w, plan);
		if (err == -ENODATA) /* a recording has come to its end */
			over = true;
		else if (err)
			return err;
		if (plan->interval_ns && (now >= tick || over)) {
			err = show_interval(w, plan);
			if (err)
				return err;
			tick = next_tick(tick, now, plan->interval_ns);
		}
	}
	return 0;
}

int run__loop(struct source *src, struct snapshot *first, const struct run_plan *plan,
	      struct snapshot **total)
{
	struct window w = {.src = src, .last = first};
	int err = loop(&w, plan);

	snapshot__free(w.last);
	snapshot__free(w.interval);
	if (total)
		*total = w.total;
	else
		snapshot__free(w.total);
	return err;
}
