// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * empty_pair pair|session FUNCTION - attaches programs that do nothing to the
 * entry and the exit of a kernel function and stays until it is told to end:
 * the floor under every tool that watches both ends of a call.
 *   pair      an fentry and an fexit program
 *   session   one program for both (kernels that have BPF_TRACE_FSESSION)
 */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "empty_pair.skel.h"

/* enum bpf_attach_type, newer than the headers of the oldest supported libbpf. */
#define ATTACH_TYPE_FSESSION 58

static int attach_one(struct bpf_program *prog)
{
	struct bpf_link *link;

	if (!bpf_program__autoload(prog))
		return 0;
	link = bpf_program__attach_trace(prog);
	if (link)
		return 0;
	fprintf(stderr, "empty_pair: %s: attach: %s\n", bpf_program__name(prog), strerror(errno));
	return -1;
}

/* Links live as long as the process. */
static int attach(struct empty_pair *skel, bool session, const char *function)
{
	struct bpf_program *prog;
	int err;

	bpf_program__set_autoload(skel->progs.empty_entry, !session);
	bpf_program__set_autoload(skel->progs.empty_exit, !session);
	bpf_program__set_autoload(skel->progs.empty_session, session);
	bpf_object__for_each_program(prog, skel->obj) {
		if (!bpf_program__autoload(prog))
			continue;
		err = bpf_program__set_attach_target(prog, 0, function);
		if (err) {
			fprintf(stderr, "empty_pair: %s: not in this kernel's BTF: %s\n", function,
				strerror(-err));
			return -1;
		}
	}
	if (session)
		bpf_program__set_expected_attach_type(skel->progs.empty_session,
						      ATTACH_TYPE_FSESSION);
	err = empty_pair__load(skel);
	if (err) {
		fprintf(stderr, "empty_pair: load: %s\n", strerror(-err));
		return -1;
	}
	bpf_object__for_each_program(prog, skel->obj)
		if (attach_one(prog))
			return -1;
	return 0;
}

static int no_print(enum libbpf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

int main(int argc, char **argv)
{
	struct empty_pair *skel;
	sigset_t ends;
	int got;

	if (argc != 3 || (strcmp(argv[1], "pair") && strcmp(argv[1], "session"))) {
		fprintf(stderr, "usage: empty_pair pair|session FUNCTION\n");
		return 2;
	}
	libbpf_set_print(no_print);
	sigemptyset(&ends);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, NULL);

	skel = empty_pair__open();
	if (!skel) {
		fprintf(stderr, "empty_pair: open: %s\n", strerror(errno));
		return 1;
	}
	if (attach(skel, !strcmp(argv[1], "session"), argv[2]))
		return 1;
	sigwait(&ends, &got);
	return 0;
}
