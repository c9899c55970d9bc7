/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A running exporter: one loop in one thread.  export.c opens what it needs
 * and shuts it in.
 */
#ifndef CMD_EXPORTER_H
#define CMD_EXPORTER_H

#include "cmd/export_setup.h"
#include "cmd/export_texts.h"
#include "model/source.h"
#include "serve/http.h"
#include "serve/textfile.h"

#define EXPORTER_MAX_SOCKETS (2 * OPTIONS_MOST)

struct exporter {
	const struct options *opt;	/* the command line */
	struct export_setup setup;
	struct source *src;
	struct ledger *ledger;
	struct export_texts texts;
	struct textfile *textfile;	/* NULL: none is written */
	struct http *http;		/* NULL: nothing is served */
	int sockets[EXPORTER_MAX_SOCKETS];
	size_t n_sockets;
	int wake_fd;			/* of signals and sockets together */
	uint64_t interval_ns, start_wall_ns;
	uint64_t tick_ns;		/* next update, by the source's clock */
	uint64_t ping_ns;		/* next sign of life to systemd, monotonic; 0: none is wanted */
	unsigned int cpus;
};

/* What http__new wants of it. */
struct http_pages exporter__pages(struct exporter *ex);

/*
 * exporter__begin - the first snapshot, the ledger, and a textfile.
 * Returns 0 or a negative errno after one line.
 */
int exporter__begin(struct exporter *ex);

/*
 * exporter__loop - tells systemd that it is ready, then reads, answers and writes
 * until a signal ends it.
 * Returns 0, or a negative errno after one line: the counters cannot be read
 * any more.
 */
int exporter__loop(struct exporter *ex);

#endif
