// SPDX-License-Identifier: GPL-2.0-or-later
#include "worker.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* eventfds carry both signals: writing to one charges no memory. */
void worker__ready(const struct worker *worker)
{
	uint64_t one = 1;

	if (write(worker->ready_fd, &one, sizeof(one)) != sizeof(one) ||
	    read(worker->go_fd, &one, sizeof(one)) != sizeof(one))
		worker__fail(worker, "start: %s; report this", strerror(errno));
}

void worker__pin(const struct worker *worker, unsigned int lane)
{
	const struct cpulist *cpus = &worker->opts->cpus;
	unsigned int cpu;
	int err;

	if (!cpus->count)
		return;
	cpu = cpus->cpu[(worker->first_lane + lane) % cpus->count];
	err = cpu_pin(cpu);
	if (err)
		worker__fail(worker, "CPU %u: cannot run there: %s; change --cpus", cpu,
			     strerror(-err));
}

void worker__fail(const struct worker *worker, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(worker->text->error, sizeof(worker->text->error), fmt, args);
	va_end(args);
	_exit(EXIT_FAILED);
}

void worker__note(const struct worker *worker, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(worker->text->note, sizeof(worker->text->note), fmt, args);
	va_end(args);
}
