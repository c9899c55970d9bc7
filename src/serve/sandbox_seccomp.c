// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The system calls an attached exporter is left with: a list of what is
 * allowed; the rest fails with EPERM.  Names an architecture does not have
 * are skipped by libseccomp.
 */
#include "serve/sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41 /* newer libcs name their mappings */
#endif

static const char *const plain[] = {
	/* memory (mmap and mprotect are below) */
	"brk", "munmap", "mremap", "madvise",
	/* descriptors that are held */
	"read", "readv", "pread64", "write", "writev", "pwrite64", "lseek", "close",
	"close_range", "dup", "dup2", "dup3", "fsync", "fdatasync", "flock", "sendfile",
	"pipe2", "eventfd2", "timerfd_create", "timerfd_settime", "timerfd_gettime", "signalfd4",
	/* waiting */
	"poll", "ppoll", "select", "pselect6", "epoll_create1", "epoll_ctl", "epoll_wait",
	"epoll_pwait", "epoll_pwait2", "nanosleep", "clock_nanosleep", "pause", "sched_yield",
	/* looking at files: cgroup names, /proc */
	"stat", "lstat", "fstat", "newfstatat", "statx", "statfs", "fstatfs", "access",
	"faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd", "umask",
	/* sockets that are held, and those they accept (sendto and setsockopt are below) */
	"accept", "accept4", "recvfrom", "recvmsg", "sendmsg", "shutdown", "getsockname",
	"getpeername", "getsockopt",
	/* clocks, and what the process is told of itself */
	"clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getrusage", "sysinfo",
	"uname", "getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid",
	"getresuid", "getresgid", "getrlimit", "getcpu", "sched_getaffinity", "capget", "getrandom",
	/* signals and threads of libc, the end */
	"rt_sigaction", "rt_sigprocmask", "rt_sigpending", "rt_sigreturn", "rt_sigtimedwait",
	"rt_sigsuspend", "sigaltstack", "restart_syscall", "futex", "set_robust_list", "rseq",
	"membarrier", "exit", "exit_group",
};

/* Only with a folder to write in; Landlock keeps them there. */
static const char *const writing[] = {
	"rename", "renameat", "renameat2", "unlink", "unlinkat",
};

/* Calls allowed for one value of one argument, more than once for more values. */
static const struct {
	const char *name;
	unsigned int arg;
	scmp_datum_t mask, value;
} if_value[] = {
	/* no code but what is loaded */
	{"mmap", 2, PROT_EXEC, 0},
	{"mprotect", 2, PROT_EXEC, 0},
	/* reading: new files are made with "writing" only */
	{"open", 1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
	{"openat", 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY},
	/* of bpf(2), what reads; a test run is what calibrates */
	{"bpf", 0, UINT32_MAX, BPF_MAP_LOOKUP_ELEM},
	{"bpf", 0, UINT32_MAX, BPF_MAP_GET_NEXT_KEY},
	{"bpf", 0, UINT32_MAX, BPF_MAP_LOOKUP_BATCH},
	{"bpf", 0, UINT32_MAX, BPF_OBJ_GET_INFO_BY_FD},
	{"bpf", 0, UINT32_MAX, BPF_PROG_TEST_RUN},
	/* no owner to send signals to, no leases, no notification */
	{"fcntl", 1, UINT32_MAX, F_GETFD},
	{"fcntl", 1, UINT32_MAX, F_SETFD},
	{"fcntl", 1, UINT32_MAX, F_GETFL},
	{"fcntl", 1, UINT32_MAX, F_SETFL},
	{"fcntl", 1, UINT32_MAX, F_DUPFD},
	{"fcntl", 1, UINT32_MAX, F_DUPFD_CLOEXEC},
	/* stdio asks whether it writes to a terminal */
	{"ioctl", 1, UINT32_MAX, TCGETS},
	{"ioctl", 1, UINT32_MAX, FIONREAD},
	{"ioctl", 1, UINT32_MAX, FIONBIO},
	{"prctl", 0, UINT32_MAX, PR_SET_NAME},
	{"prctl", 0, UINT32_MAX, PR_SET_VMA},
	/* to whom the socket is connected, nobody else */
	{"sendto", 4, UINT64_MAX, 0},
	/* asking for limits, not setting them */
	{"prlimit64", 2, UINT64_MAX, 0},
};

static const struct {
	int level, option;
} socket_options[] = {
	{IPPROTO_TCP, TCP_NODELAY}, {IPPROTO_TCP, TCP_CORK},	{IPPROTO_TCP, TCP_USER_TIMEOUT},
	{SOL_SOCKET, SO_LINGER},    {SOL_SOCKET, SO_KEEPALIVE}, {SOL_SOCKET, SO_SNDBUF},
	{SOL_SOCKET, SO_RCVBUF},
};

/* A name that this libseccomp does not know cannot be allowed, and stays refused. */
static int allow(scmp_filter_ctx ctx, const char *name, unsigned int n,
		 const struct scmp_arg_cmp *args)
{
	int nr = seccomp_syscall_resolve_name(name);

	return nr == __NR_SCMP_ERROR ? 0 :
				       seccomp_rule_add_array(ctx, SCMP_ACT_ALLOW, nr, n, args);
}

static struct scmp_arg_cmp arg_is(unsigned int arg, scmp_datum_t mask, scmp_datum_t value)
{
	return (struct scmp_arg_cmp){arg, SCMP_CMP_MASKED_EQ, mask, value};
}

static int allow_list(scmp_filter_ctx ctx, const char *const *names, size_t n)
{
	int err = 0;

	for (size_t i = 0; i < n && !err; i++)
		err = allow(ctx, names[i], 0, NULL);
	return err;
}

static int allow_values(scmp_filter_ctx ctx)
{
	int err = 0;

	for (size_t i = 0; i < sizeof(if_value) / sizeof(if_value[0]) && !err; i++) {
		struct scmp_arg_cmp arg =
			arg_is(if_value[i].arg, if_value[i].mask, if_value[i].value);

		err = allow(ctx, if_value[i].name, 1, &arg);
	}
	return err;
}

static int allow_socket_options(scmp_filter_ctx ctx)
{
	int err = 0;

	for (size_t i = 0; i < sizeof(socket_options) / sizeof(socket_options[0]) && !err; i++) {
		struct scmp_arg_cmp args[] = {
			arg_is(1, UINT32_MAX, socket_options[i].level),
			arg_is(2, UINT32_MAX, socket_options[i].option),
		};

		err = allow(ctx, "setsockopt", 2, args);
	}
	return err;
}

/* Signals to this process: abort(3), and ending by the signal that came. */
static int allow_signals_to_self(scmp_filter_ctx ctx)
{
	struct scmp_arg_cmp self = arg_is(0, UINT32_MAX, getpid());
	int err = allow(ctx, "tgkill", 1, &self);

	return err ? err : allow(ctx, "kill", 1, &self);
}

/*
 * A file is opened for writing only as it is made: so even where there is no
 * Landlock, none that exists is overwritten.
 */
static int allow_writing(scmp_filter_ctx ctx)
{
	const scmp_datum_t mask = O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC;
	const scmp_datum_t value = O_WRONLY | O_CREAT | O_EXCL;
	struct scmp_arg_cmp open_flags = arg_is(1, mask, value);
	struct scmp_arg_cmp openat_flags = arg_is(2, mask, value);
	int err = allow(ctx, "open", 1, &open_flags);

	if (!err)
		err = allow(ctx, "openat", 1, &openat_flags);
	if (!err)
		err = allow_list(ctx, writing, sizeof(writing) / sizeof(writing[0]));
	return err;
}

static int fill(scmp_filter_ctx ctx, bool writes)
{
	/* Calls of another ABI of this CPU are refused like any other. */
	int err = seccomp_attr_set(ctx, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));

	if (!err)
		err = allow_list(ctx, plain, sizeof(plain) / sizeof(plain[0]));
	if (!err)
		err = allow_values(ctx);
	if (!err)
		err = allow_socket_options(ctx);
	if (!err)
		err = allow_signals_to_self(ctx);
	if (!err && writes)
		err = allow_writing(ctx);
	return err;
}

int seccomp_filter__load(bool writes)
{
	scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int err;

	if (!ctx)
		return -ENOMEM;
	err = fill(ctx, writes);
	/* A balanced tree: a call of the hot path meets few comparisons. */
	if (!err)
		err = seccomp_attr_set(ctx, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	if (!err)
		err = seccomp_load(ctx);
	seccomp_release(ctx);
	return err;
}
