// SPDX-License-Identifier: GPL-2.0-or-later
/* The asking end of tcp_rr: each flow has one request under way. */
#include "base.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tcp.h"
#include "worker.h"

#define EVENTS 64

struct flow {
	int fd;
	uint64_t quota;
	uint64_t sent_ns;
};

/* Set up before the threads start; a flow belongs to one of them. */
static struct flow *flows;
static int *epoll_fds;

static int connect_flow(const struct worker *worker, uint16_t port)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = port};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		worker__fail(worker, "socket: %s; lower -f or raise the limit on open files",
			     strerror(errno));
	while (connect(fd, (struct sockaddr *)&addr, sizeof(addr)))
		if (errno != EINTR)
			worker__fail(worker, "connecting to 127.0.0.1: %s; is the lo interface up?",
				     strerror(errno));
	tcp__no_delay(worker, fd);
	return fd;
}

static void connect_flows(const struct worker *worker, const struct tcp_pair *pair)
{
	const struct options *opts = worker->opts;
	unsigned int i;
	uint64_t one;

	if (read(pair->listening_fd, &one, sizeof(one)) != sizeof(one))
		worker__fail(worker, "eventfd: %s; report this", strerror(errno));
	for (i = 0; i < pair->flows; i++) {
		flows[i].fd = connect_flow(worker, *pair->port);
		flows[i].quota = QUOTA_NONE;
		if (opts->ops)
			flows[i].quota = share_of(opts->ops, pair->all_flows, pair->first_flow + i);
		tcp__watch(worker, epoll_fds[i % worker->plan->lanes], flows[i].fd, i);
	}
}

/* Sends the next request; false if the flow has done its share. */
static bool ask(const struct worker *worker, struct flow *flow)
{
	char byte = 'x';

	if (!flow->quota) {
		close(flow->fd);
		return false;
	}
	flow->quota--;
	flow->sent_ns = now_ns();
	if (send(flow->fd, &byte, 1, MSG_NOSIGNAL) != 1 && !worker__stopping(worker))
		worker__fail(worker, "request: %s; did a server worker end?", strerror(errno));
	return true;
}

/* Takes an answer; false if none has come yet. */
static bool hear(const struct worker *worker, struct lane *lane, const struct flow *flow)
{
	char byte;
	ssize_t got = recv(flow->fd, &byte, 1, MSG_DONTWAIT);

	if (got == 1) {
		lane__done(lane, now_ns() - flow->sent_ns);
		return true;
	}
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (!worker__stopping(worker))
		worker__fail(worker, "answer: %s; did a server worker end?",
			     got ? strerror(errno) : "connection closed");
	return false;
}

static void ask_lane(struct worker *worker, unsigned int index)
{
	const struct tcp_pair *pair = worker->plan->arg;
	struct lane *lane = &worker->lane[index];
	unsigned int i, busy = 0;
	struct epoll_event events[EVENTS];
	int count, at;

	for (i = index; i < pair->flows; i += worker->plan->lanes)
		busy += ask(worker, &flows[i]);
	while (busy && !worker__stopping(worker)) {
		count = epoll_wait(epoll_fds[index], events, EVENTS, -1);
		if (count < 0 && errno != EINTR)
			worker__fail(worker, "epoll_wait: %s; report this", strerror(errno));
		for (at = 0; at < count; at++) {
			i = events[at].data.u32;
			if (i != TCP_EVENT_STOP && hear(worker, lane, &flows[i]) &&
			    !ask(worker, &flows[i]))
				busy--;
		}
	}
	lane->end_ns = now_ns();
}

void tcp__request(struct worker *worker)
{
	const struct tcp_pair *pair = worker->plan->arg;
	unsigned int i;

	flows = calloc(pair->flows, sizeof(*flows));
	epoll_fds = calloc(worker->plan->lanes, sizeof(*epoll_fds));
	if (!flows || !epoll_fds)
		worker__fail(worker, "out of memory; lower -f");
	for (i = 0; i < worker->plan->lanes; i++)
		epoll_fds[i] = tcp__epoll(worker);
	connect_flows(worker, pair);
	tcp__lanes(worker, ask_lane);
}
