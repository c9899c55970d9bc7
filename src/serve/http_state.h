/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The server behind http.h, for http.c, which answers, and http_door.c, which lets in. */
#ifndef SERVE_HTTP_STATE_H
#define SERVE_HTTP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>

#include "serve/http.h"
#include "serve/http_answers.h"
#include "serve/http_clients.h"

#define NS_PER_MS 1000000ull

/* What an event of http->epoll_fd is about: a client's slot, or one of these. */
#define EVENT_LIBRARY UINT64_MAX
#define EVENT_LISTEN  (UINT64_MAX - 1)

struct MHD_Daemon;

struct http {
	int epoll_fd;
	int *listen_fds;
	size_t n_listen, next_listen; /* whose turn it is to accept first */
	bool listening;		      /* listen_fds are watched */
	bool knocking;		      /* one of them has somebody waiting */
	uint64_t pause_until_ns;      /* 0: no pause */
	struct MHD_Daemon *daemon;
	struct http_answers *answers;
	struct http_clients clients;
	struct http_client *accepting; /* in MHD_add_connection */
	struct http_pages pages;
	uint64_t now_ns;
	uint64_t requests[6];
	uint64_t refused;
};

/* Adds @fd to what the wake fd wakes for.  Returns 0 or a negative errno. */
int http_door__watch(struct http *http, int fd, uint32_t events, uint64_t about);

/* Accepts some of those who knock; makes room where there is none. */
void http_door__accept(struct http *http);
/* Tells those whose time is over to go. */
void http_door__shut_late(struct http *http);
/* Closes to those who left. */
void http_door__shut_left(struct http *http);
/* Listens again after a pause, once somebody who waits outside could be let in. */
void http_door__reopen(struct http *http);

#endif
