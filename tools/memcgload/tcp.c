// SPDX-License-Identifier: GPL-2.0-or-later
#include "tcp.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "worker.h"

int tcp__epoll(const struct worker *worker)
{
	int fd = epoll_create1(EPOLL_CLOEXEC);

	if (fd < 0)
		worker__fail(worker, "epoll: %s; raise the limit on open files", strerror(errno));
	tcp__watch(worker, fd, worker->stop_fd, TCP_EVENT_STOP);
	return fd;
}

void tcp__watch(const struct worker *worker, int epoll_fd, int fd, uint32_t data)
{
	struct epoll_event event = {.events = EPOLLIN, .data.u32 = data};

	if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event))
		worker__fail(worker, "epoll: %s; raise fs.epoll.max_user_watches", strerror(errno));
}

void tcp__no_delay(const struct worker *worker, int fd)
{
	int one = 1;

	if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)))
		worker__fail(worker, "TCP_NODELAY: %s; report this", strerror(errno));
}

struct lane_thread {
	pthread_t thread;
	struct worker *worker;
	unsigned int index;
	void (*lane)(struct worker *worker, unsigned int index);
	pthread_barrier_t *start;
};

static void *thread_main(void *arg)
{
	struct lane_thread *self = arg;

	worker__pin(self->worker, self->index);
	pthread_barrier_wait(self->start);
	self->lane(self->worker, self->index);
	return NULL;
}

void tcp__lanes(struct worker *worker, void (*lane)(struct worker *worker, unsigned int index))
{
	unsigned int lanes = worker->plan->lanes, i;
	struct lane_thread threads[lanes];
	pthread_barrier_t start;
	int err;

	pthread_barrier_init(&start, NULL, lanes);
	for (i = 1; i < lanes; i++) {
		threads[i] = (struct lane_thread){
			.worker = worker, .index = i, .lane = lane, .start = &start};
		err = pthread_create(&threads[i].thread, NULL, thread_main, &threads[i]);
		if (err)
			worker__fail(worker, "thread: %s; lower -t", strerror(err));
	}
	worker__ready(worker);
	pthread_barrier_wait(&start);
	lane(worker, 0);
	for (i = 1; i < lanes; i++)
		pthread_join(threads[i].thread, NULL);
}
