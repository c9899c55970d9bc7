/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Things a process inside the sandbox might try, each a call or two. */
#ifndef TESTS_SANDBOX_ATTEMPTS_H
#define TESTS_SANDBOX_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>

/* What is held from before, as the exporter holds its maps and sockets. */
struct held {
	int map, program, tracepoint;	/* bpf(2); -errno where there is none */
	int listening;			/* TCP on 127.0.0.1 */
	unsigned short port;
	char inside[64], outside[64];	/* folders; each has a file "theirs" */
};

struct attempt {
	const char *name;
	/* 0: it worked; else a negative errno. */
	int (*try)(const struct held *held);
	/*
	 * Works once capabilities are gone and nothing else is: so it is
	 * the sandbox that forbids it.  The others need a capability too.
	 */
	bool works_bare;
	bool bpf;		/* needs held->map, program and tracepoint */
};

/* Forbidden with and without a folder to write in. */
extern const struct attempt forbidden[];
extern const size_t n_forbidden;
/* Forbidden without a folder; with one, allowed inside it and refused outside. */
extern const struct attempt writes_inside[], writes_outside[];
extern const size_t n_writes;
/* What the exporter does all day. */
extern const struct attempt allowed[];
extern const size_t n_allowed;

#endif
