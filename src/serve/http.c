// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One daemon of libmicrohttpd without a listening socket of its own: we accept,
 * so that we say who goes when there is no room, and watch each connection for
 * its bytes, so that time counts from a request's first byte and not from the
 * last one, which a slow client renews for ever.
 *
 * Telling a connection to go is shutdown(2): the library sees the end, and closes.
 */
#include "serve/http.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http_route.h"
#include "serve/http_state.h"
#include "util/log.h"

#define DEFAULT_CONNECTIONS 128
#define DEFAULT_REQUEST_MS  15000
#define DEFAULT_IDLE_MS	    75000
#define MEMORY_OF_EACH	    (16 * 1024) /* a request's head must fit into half of it */
#define EVENTS		    64

static struct http_client *client_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static void count_answer(struct http *http, unsigned int status)
{
	if (status / 100 < sizeof(http->requests) / sizeof(http->requests[0]))
		http->requests[status / 100]++;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *url,
				  const char *method, const char *version, const char *body,
				  size_t *body_bytes, void **request)
{
	struct http *http = arg;
	struct http_client *client = client_of(connection);
	struct http_answer answer;
	enum MHD_Result queued;
	bool scrape;

	(void)version, (void)body, (void)body_bytes;
	http_clients__asked(&http->clients, client, http->now_ns);
	/*
	 * An answer to the first call is a refusal to read on, and closes: meant
	 * for requests with a body, which is nowhere read.
	 */
	if (!*request && !http_route__has_body(connection)) {
		*request = client;
		return MHD_YES;
	}
	answer = http_route__answer(http->answers, connection, url, method, &scrape);
	if (!answer.response)
		return MHD_NO;
	if (scrape && answer.status == MHD_HTTP_OK)
		client->scrape = http_answers__generation(http->answers);
	queued = MHD_queue_response(connection, answer.status, answer.response);
	if (queued)
		count_answer(http, answer.status);
	if (!answer.kept)
		MHD_destroy_response(answer.response);
	return queued;
}

/* A text of an older snapshot says nothing of the present one: that is not published. */
static void on_completed(void *arg, struct MHD_Connection *connection, void **request,
			 enum MHD_RequestTerminationCode how)
{
	struct http *http = arg;
	struct http_client *client = client_of(connection);

	(void)request;
	if (how == MHD_REQUEST_TERMINATED_COMPLETED_OK && client->scrape &&
	    client->scrape == http_answers__generation(http->answers))
		http->pages.published(http->pages.arg);
	http_clients__served(&http->clients, client, http->now_ns);
}

static void on_connection(void *arg, struct MHD_Connection *connection, void **context,
			  enum MHD_ConnectionNotificationCode what)
{
	struct http *http = arg;
	struct http_client *client = *context;

	(void)connection;
	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		*context = http->accepting;
		return;
	}
	/*
	 * Closed by the library while a request was being read and the client
	 * was there: it answered by itself, or hung up on, what is no request.
	 */
	if (client->state == CLIENT_READING && !client->hung_up)
		count_answer(http, MHD_HTTP_BAD_REQUEST);
	epoll_ctl(http->epoll_fd, EPOLL_CTL_DEL, client->fd, NULL);
	http_clients__remove(&http->clients, client);
}

static void note_client(struct http *http, const struct epoll_event *event)
{
	struct http_client *client = &http->clients.slot[event->data.u64];

	if (event->events & EPOLLIN)
		http_clients__sent(&http->clients, client, http->now_ns);
	if (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
		client->hung_up = true;
}

/* Edge-triggered for clients: each arrival is told once.  No slot is freed meanwhile. */
static void look_around(struct http *http)
{
	struct epoll_event events[EVENTS];
	int n;

	do {
		n = epoll_wait(http->epoll_fd, events, EVENTS, 0);
		for (int i = 0; i < n; i++) {
			if (events[i].data.u64 == EVENT_LISTEN)
				http->knocking = true;
			else if (events[i].data.u64 != EVENT_LIBRARY)
				note_client(http, &events[i]);
		}
	} while (n == EVENTS);
}

void http__run(struct http *http, uint64_t now_ns)
{
	http->now_ns = now_ns;
	http->knocking = false;
	look_around(http);
	http_door__shut_late(http);
	MHD_run(http->daemon);
	if (http->knocking && http->listening) {
		http_door__accept(http);
		look_around(http);
		MHD_run(http->daemon);
	}
	http_door__shut_left(http);
	http_door__reopen(http);
}

uint64_t http__deadline_ns(struct http *http, uint64_t now_ns)
{
	uint64_t at = http_clients__deadline_ns(&http->clients);
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(http->daemon, &ms) && now_ns + ms * NS_PER_MS < at)
		at = now_ns + ms * NS_PER_MS;
	if (!http->listening && http->pause_until_ns && http->pause_until_ns < at)
		at = http->pause_until_ns;
	return at;
}

static struct MHD_Daemon *start_daemon(struct http *http)
{
	return MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, on_request,
				http, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
				MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
				MHD_OPTION_CONNECTION_LIMIT, (unsigned int)http->clients.n_slots,
				MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY_OF_EACH,
				MHD_OPTION_CONNECTION_TIMEOUT, 0u, MHD_OPTION_STRICT_FOR_CLIENT, 1,
				MHD_OPTION_END);
}

static int own_sockets(struct http *http, const int *fds, size_t n)
{
	http->listen_fds = calloc(n, sizeof(*fds));
	for (size_t i = 0; i < n; i++) {
		if (http->listen_fds)
			http->listen_fds[http->n_listen++] = fds[i];
		else
			close(fds[i]);
	}
	return http->listen_fds ? 0 : -ENOMEM;
}

static int start(struct http *http, const struct http_limits *limits)
{
	const union MHD_DaemonInfo *info;
	int err = http_clients__init(&http->clients, limits->connections ?: DEFAULT_CONNECTIONS,
				     (limits->request_ms ?: DEFAULT_REQUEST_MS) * NS_PER_MS,
				     (limits->idle_ms ?: DEFAULT_IDLE_MS) * NS_PER_MS);

	http->answers = http_answers__new(&http->pages);
	if (err || !http->answers)
		return -ENOMEM;
	http->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (http->epoll_fd < 0)
		return -errno;
	errno = 0;
	http->daemon = start_daemon(http);
	if (!http->daemon)
		return errno ? -errno : -EIO;
	info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
	if (!info)
		return -EIO;
	http_door__reopen(http);
	return http_door__watch(http, info->epoll_fd, EPOLLIN, EVENT_LIBRARY);
}

int http__new(const int *fds, size_t n, const struct http_pages *pages,
	      const struct http_limits *limits, struct http **http)
{
	struct http *h = calloc(1, sizeof(*h));
	int err;

	*http = NULL;
	if (!h) {
		for (size_t i = 0; i < n; i++)
			close(fds[i]);
		log__error("--listen: memory is short");
		return -ENOMEM;
	}
	h->pages = *pages;
	h->epoll_fd = -1;
	err = own_sockets(h, fds, n) ?: start(h, limits);
	if (err) {
		log__error("--listen: cannot start the HTTP server: %s; see this process's limits "
			   "on open files and memory",
			   strerror(-err));
		http__free(h);
		return err;
	}
	*http = h;
	return 0;
}

void http__free(struct http *http)
{
	if (!http)
		return;
	if (http->daemon)
		MHD_stop_daemon(http->daemon);
	for (size_t i = 0; i < http->n_listen; i++)
		close(http->listen_fds[i]);
	if (http->epoll_fd >= 0)
		close(http->epoll_fd);
	http_answers__free(http->answers);
	http_clients__clear(&http->clients);
	free(http->listen_fds);
	free(http);
}

int http__wake_fd(const struct http *http)
{
	return http->epoll_fd;
}

void http__refreshed(struct http *http)
{
	http_answers__refreshed(http->answers);
}

void http__stats(const struct http *http, struct exporter_stats *stats)
{
	stats->serves = true;
	for (size_t i = 1; i < sizeof(http->requests) / sizeof(http->requests[0]); i++)
		stats->requests[i] += http->requests[i];
	stats->connections += http->clients.open;
	stats->connections_refused += http->refused;
}

const char *http__library(void)
{
	static char text[64];

	snprintf(text, sizeof(text), "libmicrohttpd %s", MHD_get_version());
	return text;
}
