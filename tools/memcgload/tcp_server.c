// SPDX-License-Identifier: GPL-2.0-or-later
/* The answering end of tcp_rr: a byte comes, a byte goes. */
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

/* Set up before the threads start; each then uses its own entry. */
struct server_lane {
	int epoll_fd;
	unsigned int flows;
};

static struct server_lane *lanes;

static int listen_on_loopback(const struct worker *worker, const struct tcp_pair *pair)
{
	struct sockaddr_in addr = {.sin_family = AF_INET,
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t length = sizeof(addr);
	uint64_t one = 1;
	int fd;

	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 1024) ||
	    getsockname(fd, (struct sockaddr *)&addr, &length))
		worker__fail(worker, "listening on 127.0.0.1: %s; is the lo interface up?",
			     strerror(errno));
	*pair->port = addr.sin_port;
	if (write(pair->listening_fd, &one, sizeof(one)) != sizeof(one))
		worker__fail(worker, "eventfd: %s; report this", strerror(errno));
	return fd;
}

static void accept_flows(const struct worker *worker, const struct tcp_pair *pair)
{
	int listener = listen_on_loopback(worker, pair), fd;
	unsigned int i;

	for (i = 0; i < pair->flows; i++) {
		struct server_lane *lane = &lanes[i % worker->plan->lanes];

		fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
		if (fd < 0)
			worker__fail(worker,
				     "accept: %s; lower -f or raise the limit on open files",
				     strerror(errno));
		tcp__no_delay(worker, fd);
		tcp__watch(worker, lane->epoll_fd, fd, (uint32_t)fd);
		lane->flows++;
	}
	close(listener);
}

/* Returns whether the flow goes on. */
static bool answer(const struct worker *worker, int fd)
{
	char byte;
	ssize_t got = recv(fd, &byte, 1, MSG_DONTWAIT);

	if (got == 1)
		got = send(fd, &byte, 1, MSG_NOSIGNAL);
	if (got == 1)
		return true;
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return true;
	if (got < 0 && errno != ECONNRESET && errno != EPIPE)
		worker__fail(worker, "flow: %s; report this", strerror(errno));
	close(fd);
	return false;
}

static void serve_lane(struct worker *worker, unsigned int index)
{
	struct server_lane *lane = &lanes[index];
	struct epoll_event events[EVENTS];
	int count, i;

	while (lane->flows && !worker__stopping(worker)) {
		count = epoll_wait(lane->epoll_fd, events, EVENTS, -1);
		if (count < 0 && errno != EINTR)
			worker__fail(worker, "epoll_wait: %s; report this", strerror(errno));
		for (i = 0; i < count; i++)
			if (events[i].data.u32 != TCP_EVENT_STOP &&
			    !answer(worker, (int)events[i].data.u32))
				lane->flows--;
	}
}

void tcp__serve(struct worker *worker)
{
	unsigned int i;

	lanes = calloc(worker->plan->lanes, sizeof(*lanes));
	if (!lanes)
		worker__fail(worker, "out of memory; lower -t");
	for (i = 0; i < worker->plan->lanes; i++)
		lanes[i].epoll_fd = tcp__epoll(worker);
	accept_flows(worker, worker->plan->arg);
	tcp__lanes(worker, serve_lane);
}
