// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Everything that needs a privilege is done first (files, sockets, probes); then
 * the sandbox closes, and what is left is to read counters, make texts and
 * answer (exporter.c).
 */
#include "cmd/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "cmd/common.h"
#include "cmd/common_stop.h"
#include "cmd/export_once.h"
#include "cmd/exporter.h"
#include "serve/listen.h"
#include "serve/sandbox.h"
#include "serve/service.h"
#include "util/clock.h"
#include "util/log.h"

#define DEFAULT_INTERVAL_NS 15000000000ull
#define EXIT_UNMEASURABLE   3 /* as doctor's: a restart will not help (the unit knows) */
#define MOST_INTERVAL_NS    300000000000ull

static int listen_all(struct exporter *ex)
{
	const struct option_list *list = &ex->setup.opt.listen;
	bool by_default = !list->n && !ex->textfile;
	int fd = listen__inherited(ex->sockets, EXPORTER_MAX_SOCKETS);

	if (fd < 0)
		return fd;
	ex->n_sockets = (size_t)fd;
	if (ex->n_sockets)
		by_default = false;
	for (size_t i = 0; i < list->n + by_default && ex->n_sockets < EXPORTER_MAX_SOCKETS; i++) {
		fd = listen__open(by_default ? LISTEN_DEFAULT : list->item[i]);
		if (fd < 0)
			return fd;
		ex->sockets[ex->n_sockets++] = fd;
	}
	return 0;
}

static int watch(struct exporter *ex, int fd)
{
	struct epoll_event event = {.events = EPOLLIN};

	return epoll_ctl(ex->wake_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

/* The sockets are the server's from here on. */
static int serve(struct exporter *ex)
{
	const struct http_pages pages = exporter__pages(ex);
	const struct http_limits limits = {0};
	size_t n = ex->n_sockets;
	int err;

	if (!n)
		return 0;
	ex->n_sockets = 0;
	err = http__new(ex->sockets, n, &pages, &limits, &ex->http);
	return err ?: watch(ex, http__wake_fd(ex->http));
}

static int shut_in(const struct exporter *ex)
{
	const struct sandbox_wishes wishes = {
		.write_folder = ex->textfile ? textfile__folder(ex->textfile) : NULL,
	};
	struct sandbox_state state;

	return sandbox__enter(&wishes, &state);
}

static int run(struct exporter *ex)
{
	int err;

	service__start();
	stop__reload_on_hup();
	ex->wake_fd = epoll_create1(EPOLL_CLOEXEC);
	err = ex->wake_fd < 0 ? -errno : watch(ex, stop__wake_fd());
	if (err)
		log__error("cannot watch for signals: %s", strerror(-err));
	if (!err)
		err = exporter__begin(ex);
	if (!err)
		err = serve(ex);
	if (!err)
		err = shut_in(ex);
	if (err)
		return err;
	err = exporter__loop(ex);
	service__stopping();
	return err;
}

static void clear(struct exporter *ex)
{
	http__free(ex->http);
	while (ex->n_sockets)
		close(ex->sockets[--ex->n_sockets]);
	for (size_t i = 0; i < ex->setup.opt.listen.n; i++)
		listen__forget(ex->setup.opt.listen.item[i]);
	textfile__close(ex->textfile);
	export_texts__clear(&ex->texts);
	ledger__free(ex->ledger);
	source__close(ex->src);
	if (ex->wake_fd >= 0)
		close(ex->wake_fd);
}

static int open_source(struct exporter *ex)
{
	struct options opt = ex->setup.opt;
	int err;

	opt.max_cgroups = export_setup__room(&ex->setup);
	err = source__open(&opt, &ex->src);
	if (err == -EPERM)
		return EXIT_UNMEASURABLE;
	return err ? source__exit_status(&opt, err) : EXIT_SUCCESS;
}

static int serve_on(struct exporter *ex)
{
	const struct options *opt = &ex->setup.opt;
	int status = EXIT_FAILURE;

	ex->interval_ns = opt->interval_ns ?: DEFAULT_INTERVAL_NS;
	ex->start_wall_ns = clock__ns(CLOCK_REALTIME);
	ex->wake_fd = -1;
	if ((!opt->textfile || !textfile__open(opt->textfile, &ex->textfile)) && !listen_all(ex)) {
		status = open_source(ex);
		if (status == EXIT_SUCCESS && run(ex))
			status = EXIT_FAILURE;
	}
	clear(ex);
	return status;
}

static int print_once(struct export_setup *setup)
{
	struct out *out = out__open(NULL);
	struct source *src = NULL;
	int status = EXIT_FAILURE, err;

	if (!out)
		return EXIT_FAILURE;
	if (setup->opt.estimate) {
		status = export_once__estimate(setup, out);
	} else {
		struct options opt = setup->opt;

		opt.max_cgroups = export_setup__room(setup);
		err = source__open(&opt, &src);
		if (err)
			status = source__exit_status(&opt, err);
		else if (!export_once__run(setup, src, out))
			status = EXIT_SUCCESS;
		source__close(src);
	}
	return common__finish(out, status);
}

/* Things that cannot be had together, said before anything is opened. */
static int check(const struct options *opt)
{
	const char *why;

	if ((opt->once || opt->estimate) && (opt->listen.n || opt->textfile)) {
		log__error("export: --once and --estimate print and end; not with --listen or "
			   "--textfile");
		return EXIT_USAGE;
	}
	if (opt->openmetrics && !opt->once) {
		log__error("export: --openmetrics goes with --once; a scraper asks for what it "
			   "wants");
		return EXIT_USAGE;
	}
	if (opt->size && !opt->estimate) {
		log__error("export: --size goes with --estimate");
		return EXIT_USAGE;
	}
	if (opt->interval_ns > MOST_INTERVAL_NS) {
		log__error("export: -i above 300 s: Prometheus takes a series for stale after "
			   "5 minutes");
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < opt->listen.n; i++) {
		why = listen__bad(opt->listen.item[i]);
		if (why) {
			log__error("--listen: '%s': %s", opt->listen.item[i], why);
			return EXIT_USAGE;
		}
	}
	return 0;
}

int export__main(const struct options *opt)
{
	struct exporter ex = {.opt = opt, .wake_fd = -1};
	int status = export_setup__make(opt, &ex.setup);

	if (!status)
		status = check(&ex.setup.opt);
	if (!status)
		status = ex.setup.opt.once || ex.setup.opt.estimate ? print_once(&ex.setup) :
								     serve_on(&ex);
	export_setup__clear(&ex.setup);
	return status;
}
