/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tcp.h - request-response traffic over loopback, one byte each way.
 *
 * A pair is a client and a server process with their flows between them.
 * The memory of a socket belongs to the cgroup of the process that created
 * or accepted it, so each makes its own sockets, inside its cgroup.
 */
#ifndef MEMCGLOAD_TCP_H
#define MEMCGLOAD_TCP_H

#include "base.h"

struct plan;
struct worker;

struct tcp_pair {
	unsigned int flows;
	unsigned int first_flow; /* number of the first among all flows */
	unsigned int all_flows;
	int listening_fd; /* eventfd: readable once the port is known */
	uint16_t *port;	  /* shared memory, network byte order */
};

/*
 * Adds @groups pairs (1 with --no-cgroups) and their cgroups, named @stem and
 * a number. The client of pair i is in cgroup i, its server in the next one.
 * Prints what is wrong; -EINVAL if the options make no sense.
 */
int tcp__plan(struct plan *plan, char stem, unsigned int groups);

void tcp__serve(struct worker *worker);
void tcp__request(struct worker *worker);

/* For both ends: shared odds and ends of a lane. Ends the worker on failure. */
int tcp__epoll(const struct worker *worker);
void tcp__watch(const struct worker *worker, int epoll_fd, int fd, uint32_t data);
void tcp__no_delay(const struct worker *worker, int fd);
/* Runs @lane in all lanes of @worker, once all are ready, to their end. */
void tcp__lanes(struct worker *worker, void (*lane)(struct worker *worker, unsigned int index));

#define TCP_EVENT_STOP UINT32_MAX

#endif
