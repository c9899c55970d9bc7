// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/http_clients.h"

#include <errno.h>
#include <stdlib.h>

int http_clients__init(struct http_clients *clients, size_t most, uint64_t request_ns,
		       uint64_t idle_ns)
{
	*clients = (struct http_clients){
		.slot = calloc(most, sizeof(*clients->slot)),
		.n_slots = most,
		.request_ns = request_ns,
		.idle_ns = idle_ns,
	};
	return clients->slot ? 0 : -ENOMEM;
}

void http_clients__clear(struct http_clients *clients)
{
	free(clients->slot);
	*clients = (struct http_clients){0};
}

static void start(struct http_clients *clients, struct http_client *client, uint64_t now_ns)
{
	client->since_ns = now_ns;
	client->turn = ++clients->turns;
}

struct http_client *http_clients__add(struct http_clients *clients, int fd, uint64_t now_ns)
{
	for (size_t i = 0; i < clients->n_slots; i++) {
		if (clients->slot[i].state != CLIENT_NONE)
			continue;
		clients->slot[i] = (struct http_client){
			.fd = fd,
			.state = CLIENT_WAITING,
		};
		start(clients, &clients->slot[i], now_ns);
		clients->open++;
		return &clients->slot[i];
	}
	return NULL;
}

void http_clients__remove(struct http_clients *clients, struct http_client *client)
{
	*client = (struct http_client){.fd = -1, .state = CLIENT_NONE};
	clients->open--;
}

void http_clients__sent(struct http_clients *clients, struct http_client *client, uint64_t now_ns)
{
	if (client->state == CLIENT_ANSWERED) {
		client->more = true;
	} else if (client->state == CLIENT_WAITING) {
		client->state = CLIENT_READING;
		start(clients, client, now_ns);
	}
}

/* A request that came in one piece with the one before it was never seen to begin. */
void http_clients__asked(struct http_clients *clients, struct http_client *client,
			 uint64_t now_ns)
{
	if (client->state == CLIENT_WAITING)
		start(clients, client, now_ns);
	if (client->state != CLIENT_SHUT)
		client->state = CLIENT_ANSWERED;
}

void http_clients__served(struct http_clients *clients, struct http_client *client,
			  uint64_t now_ns)
{
	if (client->state == CLIENT_SHUT)
		return;
	client->state = client->more ? CLIENT_READING : CLIENT_WAITING;
	start(clients, client, now_ns);
	client->more = false;
	client->scrape = 0;
}

struct http_client *http_clients__give_way(const struct http_clients *clients)
{
	struct http_client *waiting = NULL, *reading = NULL;

	for (size_t i = 0; i < clients->n_slots; i++) {
		struct http_client *client = &clients->slot[i];
		struct http_client **oldest = client->state == CLIENT_WAITING ? &waiting
								       : &reading;

		if (client->state != CLIENT_WAITING && client->state != CLIENT_READING)
			continue;
		if (!*oldest || client->turn < (*oldest)->turn)
			*oldest = client;
	}
	return waiting ?: reading;
}

static uint64_t deadline_ns(const struct http_clients *clients, const struct http_client *client)
{
	switch (client->state) {
	case CLIENT_WAITING:
		return client->since_ns + clients->idle_ns;
	case CLIENT_READING:
	case CLIENT_ANSWERED:
		return client->since_ns + clients->request_ns;
	default:
		return UINT64_MAX;
	}
}

struct http_client *http_clients__late(const struct http_clients *clients, uint64_t now_ns)
{
	for (size_t i = 0; i < clients->n_slots; i++) {
		if (deadline_ns(clients, &clients->slot[i]) <= now_ns)
			return &clients->slot[i];
	}
	return NULL;
}

uint64_t http_clients__deadline_ns(const struct http_clients *clients)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < clients->n_slots; i++) {
		uint64_t at = deadline_ns(clients, &clients->slot[i]);

		if (at < first)
			first = at;
	}
	return first;
}
