/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Who is connected, what each is doing and since when: which is late, and
 * which gives way when there is no room.  Pure: the sockets are the caller's.
 */
#ifndef SERVE_HTTP_CLIENTS_H
#define SERVE_HTTP_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum client_state {
	CLIENT_NONE,	 /* the slot is free */
	CLIENT_WAITING,	 /* between requests: nothing of the next one has come */
	CLIENT_READING,	 /* a request has begun and is not whole */
	CLIENT_ANSWERED, /* an answer is on its way out */
	CLIENT_SHUT,	 /* told to go, not gone yet */
};

struct http_client {
	int fd;
	enum client_state state;
	uint64_t since_ns; /* waiting: since when; else the request's first byte */
	uint64_t turn;	   /* orders those of one instant */
	bool more;	   /* bytes came while it was being answered */
	bool hung_up;	   /* it will send no more */
	uint64_t scrape;   /* generation of the text it is given; 0: no scrape */
};

struct http_clients {
	struct http_client *slot;
	size_t n_slots, open;
	uint64_t request_ns, idle_ns;
	uint64_t turns;
};

/* Room for @most.  Returns 0 or -ENOMEM. */
int http_clients__init(struct http_clients *clients, size_t most, uint64_t request_ns,
		       uint64_t idle_ns);
void http_clients__clear(struct http_clients *clients);

/* A new one, waiting; NULL when there is no room. */
struct http_client *http_clients__add(struct http_clients *clients, int fd, uint64_t now_ns);
void http_clients__remove(struct http_clients *clients, struct http_client *client);

/* Bytes came; a whole request is there; its answer went out. */
void http_clients__sent(struct http_clients *clients, struct http_client *client, uint64_t now_ns);
void http_clients__asked(struct http_clients *clients, struct http_client *client,
			 uint64_t now_ns);
void http_clients__served(struct http_clients *clients, struct http_client *client,
			  uint64_t now_ns);

/* Who goes when there is no room: the longest waiting, then the longest reading; or NULL. */
struct http_client *http_clients__give_way(const struct http_clients *clients);
/* One whose time is over, or NULL. */
struct http_client *http_clients__late(const struct http_clients *clients, uint64_t now_ns);
/* When the next one's time is over; UINT64_MAX: nobody's. */
uint64_t http_clients__deadline_ns(const struct http_clients *clients);

#endif
