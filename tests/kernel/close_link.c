// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Closes a descriptor of a running process behind its back: that of the first BPF link
 * whose program's name begins with PROGRAM.  Makes the process itself call
 * close(2), by ptrace, from the system call it waits in.  x86-64.
 * usage: close_link PID PROGRAM
 */
#include <dirent.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define TRIES 100 /* to find it waiting */

static void die(const char *what)
{
	fprintf(stderr, "close_link: %s: %s\n", what, strerror(errno));
	exit(1);
}

/* Is program @id called @prefix...?  Prints the name if so. */
static int is_called(unsigned int id, const char *prefix)
{
	struct bpf_prog_info info = {0};
	union bpf_attr get = {.prog_id = id}, ask = {0};
	int fd = syscall(SYS_bpf, BPF_PROG_GET_FD_BY_ID, &get, sizeof(get));
	int same = 0;

	if (fd < 0)
		return 0;
	ask.info.bpf_fd = fd;
	ask.info.info_len = sizeof(info);
	ask.info.info = (uintptr_t)&info;
	if (!syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &ask, sizeof(ask)))
		same = !strncmp(info.name, prefix, strlen(prefix));
	if (same)
		printf("%s", info.name);
	close(fd);
	return same;
}

/* Program of the link behind a descriptor, 0: it is no link. */
static unsigned int program_of(const char *pid, const char *fd)
{
	char path[64], line[128];
	unsigned int id = 0;
	int link = 0;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%.15s/fdinfo/%.15s", pid, fd);
	in = fopen(path, "r");
	if (!in)
		return 0;
	while (fgets(line, sizeof(line), in)) {
		link |= !strncmp(line, "link_type:", 10);
		sscanf(line, "prog_id: %u", &id);
	}
	fclose(in);
	return link ? id : 0;
}

static int find(const char *pid, const char *prefix)
{
	char path[64];
	struct dirent *e;
	int fd = -1;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.15s/fdinfo", pid);
	dir = opendir(path);
	if (!dir)
		die(path);
	while (fd < 0 && (e = readdir(dir))) {
		unsigned int id = program_of(pid, e->d_name);

		if (id && is_called(id, prefix))
			fd = atoi(e->d_name);
	}
	closedir(dir);
	return fd;
}

/* Stops it right behind a system call's instruction, in that call. */
static void stop_in_call(pid_t pid, struct user_regs_struct *regs)
{
	for (int i = 0; i < TRIES; i++) {
		int status;

		if (ptrace(PTRACE_INTERRUPT, pid, 0, 0) || waitpid(pid, &status, 0) != pid ||
		    !WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, pid, 0, regs))
			die("stopping it");
		errno = 0;
		if ((long long)regs->orig_rax >= 0 &&
		    (ptrace(PTRACE_PEEKTEXT, pid, regs->rip - 2, 0) & 0xffff) == 0x050f && !errno)
			return;
		if (ptrace(PTRACE_CONT, pid, 0, 0))
			die("letting it go on");
		usleep(20000);
	}
	errno = ETIMEDOUT;
	die("it is never in a system call");
}

static long call_close(pid_t pid, const struct user_regs_struct *was, int fd)
{
	struct user_regs_struct regs = *was;
	int status;

	regs.rip -= 2;
	regs.rax = SYS_close;
	regs.orig_rax = -1; /* not a call to be restarted */
	regs.rdi = fd;
	if (ptrace(PTRACE_SETREGS, pid, 0, &regs) || ptrace(PTRACE_SINGLESTEP, pid, 0, 0) ||
	    waitpid(pid, &status, 0) != pid || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_GETREGS, pid, 0, &regs) || ptrace(PTRACE_SETREGS, pid, 0, was))
		die("calling close");
	return regs.rax;
}

int main(int argc, char **argv)
{
	struct user_regs_struct regs;
	long result;
	pid_t pid;
	int fd;

	if (argc != 3) {
		fprintf(stderr, "usage: close_link PID PROGRAM\n");
		return 2;
	}
	pid = atoi(argv[1]);
	fd = find(argv[1], argv[2]);
	if (fd < 0) {
		fprintf(stderr, "close_link: process %d has no link of a program %s\n", pid,
			argv[2]);
		return 1;
	}
	if (ptrace(PTRACE_SEIZE, pid, 0, 0))
		die("ptrace");
	stop_in_call(pid, &regs);
	result = call_close(pid, &regs, fd);
	ptrace(PTRACE_DETACH, pid, 0, 0);
	printf(" fd %d close %ld\n", fd, result);
	return result != 0;
}
