// SPDX-License-Identifier: GPL-2.0-or-later
/* Who is let in, and who has to go. */
#include <errno.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http_state.h"

#define ACCEPT_BATCH 16		       /* between two rounds of reading, or newcomers oust the served */
#define PAUSE_NS     (1000 * NS_PER_MS) /* of accepting, when descriptors or memory ran out */

int http_door__watch(struct http *http, int fd, uint32_t events, uint64_t about)
{
	struct epoll_event event = {.events = events, .data.u64 = about};

	return epoll_ctl(http->epoll_fd, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

static void stop_listening(struct http *http)
{
	for (size_t i = 0; http->listening && i < http->n_listen; i++)
		epoll_ctl(http->epoll_fd, EPOLL_CTL_DEL, http->listen_fds[i], NULL);
	http->listening = http->knocking = false;
}

static void start_listening(struct http *http)
{
	for (size_t i = 0; !http->listening && i < http->n_listen; i++)
		http_door__watch(http, http->listen_fds[i], EPOLLIN, EVENT_LISTEN);
	http->listening = true;
}

/* At once: neither what was not read nor what was not sent is waited for. */
static void shut(struct http_client *client)
{
	struct linger none = {.l_onoff = 1};

	if (client->state == CLIENT_ANSWERED)
		setsockopt(client->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
	client->state = CLIENT_SHUT;
	shutdown(client->fd, SHUT_RDWR);
}

void http_door__shut_late(struct http *http)
{
	struct http_client *client;

	while ((client = http_clients__late(&http->clients, http->now_ns))) {
		http->refused += client->state != CLIENT_WAITING;
		shut(client);
	}
}

/*
 * A client that ended its side and is owed no answer: what it sent has been
 * read, and the library looks for the end only when it reads next: never.
 */
void http_door__shut_left(struct http *http)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(http->daemon, &ms) && !ms)
		return; /* requests that came in one piece are still to be looked at */
	for (size_t i = 0; i < http->clients.n_slots; i++) {
		struct http_client *client = &http->clients.slot[i];

		bool owed = client->state != CLIENT_WAITING && client->state != CLIENT_READING;

		if (client->hung_up && !owed)
			shut(client);
	}
}

/* Somebody who is not being answered makes room.  False: nobody can. */
static bool make_room(struct http *http)
{
	struct http_client *client = http_clients__give_way(&http->clients);

	if (!client)
		return false;
	http->refused++;
	shut(client);
	MHD_run(http->daemon);
	return client->state == CLIENT_NONE;
}

static void take_in(struct http *http, int fd, const struct sockaddr *address, socklen_t bytes)
{
	struct http_client *client = http_clients__add(&http->clients, fd, http->now_ns);

	if (!client) {
		close(fd);
		return;
	}
	if (http_door__watch(http, fd, EPOLLIN | EPOLLRDHUP | EPOLLET,
		  (uint64_t)(client - http->clients.slot))) {
		http_clients__remove(&http->clients, client);
		close(fd);
		return;
	}
	http->accepting = client;
	/* It closes the descriptor when it fails, with or without having told on_connection. */
	if (!MHD_add_connection(http->daemon, fd, address, bytes) && client->state != CLIENT_NONE)
		http_clients__remove(&http->clients, client);
	http->accepting = NULL;
}

/* Before somebody goes for them, it is certain that they are there. */
static bool is_knocking(int listen_fd)
{
	struct pollfd fd = {.fd = listen_fd, .events = POLLIN};

	return poll(&fd, 1, 0) == 1;
}

/* Takes one in.  Returns 0 or a negative errno. */
static int accept_one(struct http *http, int listen_fd)
{
	struct sockaddr_storage address;
	socklen_t bytes = sizeof(address);
	int fd = accept4(listen_fd, (struct sockaddr *)&address, &bytes,
			 SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0)
		return -errno;
	take_in(http, fd, (struct sockaddr *)&address, bytes);
	return 0;
}

/* Returns 1, 0 when nobody waits there, or a negative errno: no more now. */
static int accept_next(struct http *http, int listen_fd)
{
	int err;

	if (!is_knocking(listen_fd))
		return 0;
	if (http->clients.open == http->clients.n_slots && !make_room(http))
		return -EBUSY;
	err = accept_one(http, listen_fd);
	if ((err == -EMFILE || err == -ENFILE) && make_room(http))
		err = accept_one(http, listen_fd);
	switch (err) {
	case -EMFILE:
	case -ENFILE:
	case -ENOBUFS:
	case -ENOMEM:
		return err;
	default:
		return 1; /* or that client is gone, or its network is: the next one */
	}
}

/* One from each socket in turn. */
void http_door__accept(struct http *http)
{
	size_t silent = 0;

	for (int i = 0; i < ACCEPT_BATCH && silent < http->n_listen; i++) {
		int got = accept_next(http, http->listen_fds[http->next_listen]);

		if (got < 0) {
			stop_listening(http);
			http->pause_until_ns = got == -EBUSY ? 0 : http->now_ns + PAUSE_NS;
			return;
		}
		http->next_listen = (http->next_listen + 1) % http->n_listen;
		silent = got ? 0 : silent + 1;
	}
}

void http_door__reopen(struct http *http)
{
	bool room = http->clients.open < http->clients.n_slots ||
		    http_clients__give_way(&http->clients);

	if (!http->listening && http->now_ns >= http->pause_until_ns && room)
		start_listening(http);
}
