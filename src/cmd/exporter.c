// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd/exporter.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/common_stop.h"
#include "serve/service.h"
#include "util/clock.h"
#include "util/log.h"

#define MISSED_INTERVALS 3 /* without an update: not healthy */

static struct exporter_stats stats_of(void *arg)
{
	struct exporter *ex = arg;
	struct exporter_stats stats = {.start_wall_ns = ex->start_wall_ns};

	if (ex->http) {
		stats.serves = true;
		http__stats(ex->http, &stats);
	}
	if (ex->textfile) {
		stats.writes = true;
		stats.textfile_writes = textfile__writes(ex->textfile);
		stats.textfile_failures = textfile__failures(ex->textfile);
	}
	return stats;
}

static const char *ill(void *arg)
{
	const struct exporter *ex = arg;
	uint64_t now = ex->src->ops->now_ns(ex->src);

	return now > ex->tick_ns && now - ex->tick_ns > MISSED_INTERVALS * ex->interval_ns ?
		       "the counters have not been read for three intervals" :
		       NULL;
}

static void published(void *arg)
{
	ledger__published(((struct exporter *)arg)->ledger);
}

static int metrics(void *arg, enum exposition_format format, const char **text, size_t *bytes)
{
	return export_texts__metrics(&((struct exporter *)arg)->texts, format, text, bytes);
}

static int page(void *arg, const char **text, size_t *bytes)
{
	return export_texts__page(&((struct exporter *)arg)->texts, text, bytes);
}

struct http_pages exporter__pages(struct exporter *ex)
{
	return (struct http_pages){
		.metrics = metrics,
		.page = page,
		.ill = ill,
		.published = published,
		.arg = ex,
	};
}

/* A failure to write is logged and counted; the old file stays and we go on. */
static void write_textfile(struct exporter *ex)
{
	const char *text;
	size_t bytes;

	if (export_texts__metrics(&ex->texts, EXPOSITION_TEXT, &text, &bytes))
		return;
	if (!textfile__write(ex->textfile, text, bytes, clock__ns(CLOCK_MONOTONIC)))
		ledger__published(ex->ledger);
}

/* For systemctl status. */
static void tell_systemd(const struct exporter *ex, void (*tell)(const char *status))
{
	char status[128];

	snprintf(status, sizeof(status), "%zu series, read every %.3g s",
		 exposition__series(ledger__view(ex->ledger), &ex->texts.opts),
		 (double)ex->interval_ns / 1e9);
	tell(status);
}

static int update(struct exporter *ex)
{
	struct snapshot *now;
	int err = ex->src->ops->read(ex->src, &now);

	if (err) {
		if (err != -ENOLINK) /* said by the source */
			log__error("cannot read the counters: %s", strerror(-err));
		return err;
	}
	ex->cpus = (unsigned int)now->n_cpus;
	err = export_texts__before(&ex->texts, now);
	if (err)
		snapshot__free(now);
	else
		err = ledger__update(ex->ledger, now);
	if (err) {
		log__error("out of memory; fewer --max-cgroups need less");
		return err;
	}
	export_texts__after(&ex->texts);
	if (ex->http)
		http__refreshed(ex->http);
	if (ex->textfile)
		write_textfile(ex);
	tell_systemd(ex, service__status);
	return 0;
}

int exporter__begin(struct exporter *ex)
{
	struct snapshot *first;
	int err = ex->src->ops->read(ex->src, &first);

	if (err) {
		log__error("cannot read the counters: %s", strerror(-err));
		return err;
	}
	ex->cpus = (unsigned int)first->n_cpus;
	export_setup__size(&ex->setup, ex->cpus);
	ex->ledger = ledger__new(&ex->setup.rules);
	if (!ex->ledger) {
		snapshot__free(first);
		err = -ENOMEM;
	} else {
		err = ledger__update(ex->ledger, first);
	}
	if (err) {
		log__error("out of memory; fewer --max-cgroups need less");
		return err;
	}
	ex->texts = (struct export_texts){
		.ledger = ex->ledger,
		.opts = ex->setup.texts,
		.label = ex->setup.rules.label,
		.stats = stats_of,
		.stats_arg = ex,
	};
	if (ex->textfile)
		write_textfile(ex);
	ex->tick_ns = ex->src->ops->now_ns(ex->src) + ex->interval_ns;
	return 0;
}

/* Only what is shown and how: sockets, files and the interval stay as they are. */
static void reload(struct exporter *ex)
{
	struct export_setup fresh;

	service__reloading();
	if (!export_setup__make(ex->opt, &fresh)) {
		export_setup__size(&fresh, ex->cpus);
		if (!ledger__set_rules(ex->ledger, &fresh.rules)) {
			struct export_setup old = ex->setup;

			ex->setup = fresh;
			fresh = old;
			ex->texts.opts = ex->setup.texts;
			ex->texts.label = ex->setup.rules.label;
			export_texts__after(&ex->texts);
			if (ex->http)
				http__refreshed(ex->http);
			log__verbose("read the options again");
		}
	} else {
		log__warn("reload: the options in force stay");
	}
	export_setup__clear(&fresh);
	tell_systemd(ex, service__ready);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* HTTP and systemd go by the machine's clock, updates by the source's. */
static uint64_t deadline(struct exporter *ex, uint64_t now)
{
	uint64_t mono = clock__ns(CLOCK_MONOTONIC), at = UINT64_MAX;

	if (ex->http)
		at = http__deadline_ns(ex->http, mono);
	if (ex->ping_ns)
		at = earlier(at, ex->ping_ns);
	if (at == UINT64_MAX)
		return ex->tick_ns;
	return earlier(ex->tick_ns, now + (at > mono ? at - mono : 0));
}

static void ping(struct exporter *ex, uint64_t mono)
{
	if (!ex->ping_ns || mono < ex->ping_ns)
		return;
	service__ping();
	ex->ping_ns = mono + service__watchdog_ns();
}

int exporter__loop(struct exporter *ex)
{
	const struct source_ops *ops = ex->src->ops;

	tell_systemd(ex, service__ready);
	if (service__watchdog_ns())
		ex->ping_ns = clock__ns(CLOCK_MONOTONIC);
	while (!stop__requested()) {
		uint64_t now = ops->now_ns(ex->src), mono;
		int err = ops->wait(ex->src, deadline(ex, now), ex->wake_fd);

		if (err < 0 && err != -EINTR) {
			log__error("cannot wait: %s", strerror(-err));
			return err;
		}
		stop__drain();
		mono = clock__ns(CLOCK_MONOTONIC);
		if (stop__take_reload())
			reload(ex);
		if (ex->http)
			http__run(ex->http, mono);
		now = ops->now_ns(ex->src);
		if (now >= ex->tick_ns) {
			err = update(ex);
			if (err)
				return err;
			/* ticks that were missed are not made up for */
			ex->tick_ns += ex->interval_ns * ((now - ex->tick_ns) / ex->interval_ns + 1);
		}
		ping(ex, mono);
	}
	return 0;
}
