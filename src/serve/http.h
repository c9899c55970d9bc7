/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The HTTP side of export, and the only user of libmicrohttpd: /metrics,
 * /healthz and a page for people at /.  One thread: the caller polls
 * http__wake_fd and calls http__run.  Bounded: connections, time of a request,
 * memory of each; over the limit the longest idle one goes, never one that
 * is being answered.  A build without the library has http_absent.c instead.
 */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "export/exposition.h"

struct http;

/* Where the texts come from; each is rendered once a snapshot at most. */
struct http_pages {
	/*
	 * The scrape's text, plain; valid until the next call of @refreshed.
	 * Returns 0, or a negative errno: -EAGAIN before the first snapshot (503).
	 */
	int (*metrics)(void *arg, enum exposition_format format, const char **text, size_t *bytes);
	/* The page for people, HTML; likewise. */
	int (*page)(void *arg, const char **text, size_t *bytes);
	/* NULL: healthy; else why not, in a phrase (503). */
	const char *(*ill)(void *arg);
	/* A scrape went out whole. */
	void (*published)(void *arg);
	void *arg;
};

struct http_limits {
	unsigned int connections;	/* at most; 0: the default, 128 */
	unsigned int request_ms;	/* from a request's first byte to its answer's last; 0: 15,000 */
	unsigned int idle_ms;		/* between requests; 0: 75,000 */
};

/*
 * http__new - serves on the @n listening sockets @fds (listen.h; owned from here
 * on, also on failure).  Returns 0 and *@http, or a negative errno after one
 * line about it; -ENOTSUP in a build without HTTP.
 */
int http__new(const int *fds, size_t n, const struct http_pages *pages,
	      const struct http_limits *limits, struct http **http);
void http__free(struct http *http);

/* A descriptor that is readable when http__run has something to do. */
int http__wake_fd(const struct http *http);
/* When http__run has to be called at the latest, monotonic; UINT64_MAX: not. */
uint64_t http__deadline_ns(struct http *http, uint64_t now_ns);
/* Accepts, reads, answers and closes what is due; never blocks. */
void http__run(struct http *http, uint64_t now_ns);
/* There is a new snapshot: texts (also the compressed ones) are asked for anew. */
void http__refreshed(struct http *http);
/* Adds its counts. */
void http__stats(const struct http *http, struct exporter_stats *stats);

/* Name and version of the library, or "no HTTP". */
const char *http__library(void);

#endif
