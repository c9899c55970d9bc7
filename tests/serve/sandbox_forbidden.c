// SPDX-License-Identifier: GPL-2.0-or-later
#include "sandbox_attempts.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* A descriptor or a status, as 0 or a negative errno. */
static int outcome(long ret)
{
	return ret < 0 ? -errno : 0;
}

#define ATTEMPT(name) static int try_##name(const struct held *held __attribute__((unused)))

/* --- bpf(2): everything but reading ------------------------------------------ */

ATTEMPT(map_update)
{
	uint32_t key = 0;
	uint64_t value = 7; /* as it was: others look */

	return outcome(bpf_map_update_elem(held->map, &key, &value, BPF_ANY));
}

ATTEMPT(map_delete)
{
	uint32_t key = 0;

	/* an array has no delete: EINVAL where the call itself is let through */
	return bpf_map_delete_elem(held->map, &key) && errno == EPERM ? -EPERM : 0;
}

ATTEMPT(map_freeze)
{
	return outcome(bpf_map_freeze(held->map));
}

ATTEMPT(raw_tracepoint_open)
{
	return outcome(bpf_raw_tracepoint_open("sched_switch", held->tracepoint));
}

ATTEMPT(link_create)
{
	/* not a kind that can be linked so: EINVAL where the call is let through */
	return bpf_link_create(held->program, 0, BPF_XDP, NULL) < 0 && errno == EPERM ? -EPERM : 0;
}

ATTEMPT(prog_load)
{
	const struct bpf_insn code[] = {
		{.code = 0xb7}, /* r0 = 0 */
		{.code = 0x95}, /* exit */
	};

	return outcome(bpf_prog_load(BPF_PROG_TYPE_SOCKET_FILTER, NULL, "GPL", code, 2, NULL));
}

ATTEMPT(map_create)
{
	return outcome(bpf_map_create(BPF_MAP_TYPE_ARRAY, NULL, 4, 8, 1, NULL));
}

ATTEMPT(obj_pin)
{
	return outcome(bpf_obj_pin(held->map, "/sys/fs/bpf/memcgtop-test"));
}

ATTEMPT(prog_by_id)
{
	uint32_t id = 0;

	return outcome(bpf_prog_get_next_id(id, &id));
}

ATTEMPT(perf_event_open)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.exclude_kernel = 1,
	};

	return outcome(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
}

/* --- other processes ----------------------------------------------------------- */

ATTEMPT(fork)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return outcome(pid);
}

ATTEMPT(clone3)
{
	uint64_t args[8] = {[4] = SIGCHLD};
	long pid = syscall(SYS_clone3, args, sizeof(args));

	if (!pid)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	return outcome(pid);
}

/* Where it works the process is /bin/true from here on, which ends with 0: it worked. */
ATTEMPT(exec)
{
	char *const argv[] = {(char *)"true", NULL};

	return outcome(execv("/bin/true", argv));
}

ATTEMPT(kill_parent)
{
	return outcome(kill(getppid(), 0));
}

ATTEMPT(kill_group)
{
	return outcome(kill(0, 0));
}

ATTEMPT(pidfd_open)
{
	return outcome(syscall(SYS_pidfd_open, getppid(), 0));
}

ATTEMPT(ptrace)
{
	return outcome(ptrace(PTRACE_TRACEME, 0, NULL, NULL));
}

ATTEMPT(process_vm_readv)
{
	char from = 0, to = 0;
	struct iovec local = {&to, 1}, remote = {&from, 1};

	return outcome(process_vm_readv(getpid(), &local, 1, &remote, 1, 0));
}

ATTEMPT(setrlimit)
{
	struct rlimit limit = {10, 10};

	return outcome(setrlimit(RLIMIT_NPROC, &limit));
}

/* --- sockets --------------------------------------------------------------------- */

ATTEMPT(socket_inet)
{
	return outcome(socket(AF_INET, SOCK_STREAM, 0));
}

ATTEMPT(socket_unix)
{
	return outcome(socket(AF_UNIX, SOCK_DGRAM, 0));
}

ATTEMPT(socketpair)
{
	int fds[2];

	return outcome(socketpair(AF_UNIX, SOCK_STREAM, 0, fds));
}

ATTEMPT(connect)
{
	struct sockaddr_in to = {.sin_family = AF_UNSPEC};

	/* disconnecting a listening socket is harmless, and works */
	return outcome(connect(held->listening, (struct sockaddr *)&to, sizeof(to)));
}

ATTEMPT(bind)
{
	struct sockaddr_in to = {.sin_family = AF_INET};

	/* it is bound: EINVAL where the call is let through */
	return bind(held->listening, (struct sockaddr *)&to, sizeof(to)) && errno == EPERM ? -EPERM :
											     0;
}

ATTEMPT(attach_filter)
{
	int on = 1;

	return outcome(setsockopt(held->listening, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)));
}

/* --- files that exist, code, the rest of the kernel ----------------------------------- */

static int open_theirs(const char *folder, int flags)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/theirs", folder);
	return outcome(open(path, flags, 0644));
}

ATTEMPT(open_for_writing)
{
	return open_theirs(held->inside, O_WRONLY);
}

ATTEMPT(open_read_write)
{
	return open_theirs(held->inside, O_RDWR);
}

ATTEMPT(open_truncating)
{
	return open_theirs(held->outside, O_RDONLY | O_TRUNC);
}

ATTEMPT(open_appending)
{
	return open_theirs(held->outside, O_WRONLY | O_APPEND | O_CREAT);
}

ATTEMPT(open_tmpfile)
{
	return outcome(open("/tmp", O_TMPFILE | O_RDWR, 0600));
}

ATTEMPT(openat2)
{
	uint64_t how[3] = {O_RDONLY};

	return outcome(syscall(SYS_openat2, AT_FDCWD, held->inside, how, sizeof(how)));
}

ATTEMPT(truncate)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/theirs", held->inside);
	return outcome(truncate(path, 0));
}

ATTEMPT(chmod)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/theirs", held->inside);
	return outcome(chmod(path, 0666));
}

ATTEMPT(mkdir)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/new-folder", held->inside);
	return outcome(mkdir(path, 0755));
}

ATTEMPT(symlink)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/new-link", held->inside);
	return outcome(symlink("/etc/passwd", path));
}

ATTEMPT(map_code)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? -errno : 0;
}

ATTEMPT(make_code)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return outcome(mprotect(at, 4096, PROT_READ | PROT_EXEC));
}

ATTEMPT(memfd_create)
{
	return outcome(syscall(SYS_memfd_create, "x", 0));
}

ATTEMPT(prctl)
{
	return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
}

ATTEMPT(unshare)
{
	return outcome(unshare(CLONE_NEWUSER));
}

ATTEMPT(mount)
{
	return outcome(mount("none", held->inside, "tmpfs", 0, NULL));
}

ATTEMPT(init_module)
{
	return outcome(syscall(SYS_init_module, "", 0, ""));
}

ATTEMPT(keyctl)
{
	return outcome(syscall(SYS_keyctl, 0 /* KEYCTL_GET_KEYRING_ID */, -3, 1));
}

ATTEMPT(setuid)
{
	return outcome(syscall(SYS_setresuid, -1, -1, -1));
}

ATTEMPT(fcntl_setown)
{
	return outcome(fcntl(held->listening, F_SETOWN, getppid()));
}

ATTEMPT(io_uring)
{
	char params[120] = {0};
	long ret = syscall(SYS_io_uring_setup, 1, params);

	return outcome(ret);
}

#define WORKS(what) {#what, try_##what, true, false}
#define NEEDS_CAP(what) {#what, try_##what, false, false}
#define BPF_WORKS(what) {#what, try_##what, true, true}
#define BPF_NEEDS_CAP(what) {#what, try_##what, false, true}

const struct attempt forbidden[] = {
	BPF_WORKS(map_update), BPF_WORKS(map_delete),
	BPF_NEEDS_CAP(map_freeze), /* on 6.1; works on 7.3 */
	BPF_WORKS(raw_tracepoint_open), BPF_WORKS(link_create), BPF_NEEDS_CAP(prog_load),
	BPF_NEEDS_CAP(map_create), BPF_NEEDS_CAP(obj_pin), BPF_NEEDS_CAP(prog_by_id),
	NEEDS_CAP(perf_event_open), WORKS(fork), WORKS(clone3), WORKS(exec), WORKS(kill_parent),
	WORKS(kill_group), WORKS(pidfd_open), WORKS(ptrace), WORKS(process_vm_readv),
	WORKS(setrlimit), WORKS(socket_inet), WORKS(socket_unix), WORKS(socketpair),
	WORKS(connect), WORKS(bind), WORKS(attach_filter), WORKS(open_for_writing),
	WORKS(open_read_write), WORKS(open_truncating), WORKS(open_appending),
	NEEDS_CAP(open_tmpfile), /* not every file system has it */
	WORKS(openat2), WORKS(truncate), WORKS(chmod), WORKS(mkdir), WORKS(symlink),
	WORKS(map_code), WORKS(make_code), WORKS(memfd_create), WORKS(prctl),
	NEEDS_CAP(unshare), /* some hosts keep user namespaces for root */
	NEEDS_CAP(mount), NEEDS_CAP(init_module), NEEDS_CAP(keyctl), WORKS(setuid),
	WORKS(fcntl_setown), NEEDS_CAP(io_uring), /* may be switched off */
};
const size_t n_forbidden = sizeof(forbidden) / sizeof(forbidden[0]);
