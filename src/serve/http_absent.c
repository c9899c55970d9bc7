// SPDX-License-Identifier: GPL-2.0-or-later
/* A build without libmicrohttpd. */
#include <errno.h>
#include <unistd.h>

#include "serve/http.h"
#include "serve/http_names.h"
#include "util/log.h"

int http__new(const int *fds, size_t n, const struct http_pages *pages,
	      const struct http_limits *limits, struct http **http)
{
	(void)pages, (void)limits;
	*http = NULL;
	for (size_t i = 0; i < n; i++)
		close(fds[i]);
	log__error("--listen: this memcgtop was built without HTTP; use --textfile or --once");
	return -ENOTSUP;
}

void http__free(struct http *http)
{
	(void)http;
}

int http__wake_fd(const struct http *http)
{
	(void)http;
	return -1;
}

uint64_t http__deadline_ns(struct http *http, uint64_t now_ns)
{
	(void)http, (void)now_ns;
	return UINT64_MAX;
}

void http__run(struct http *http, uint64_t now_ns)
{
	(void)http, (void)now_ns;
}

void http__refreshed(struct http *http)
{
	(void)http;
}

void http__stats(const struct http *http, struct exporter_stats *stats)
{
	(void)http, (void)stats;
}

const char *http__library(void)
{
	return "no HTTP";
}

const char *http_names__resolve(const char *host, const char *port, struct addrinfo **found)
{
	(void)host, (void)port;
	*found = NULL;
	return "this memcgtop was built without HTTP";
}

void http_names__free(struct addrinfo *found)
{
	(void)found;
}
