// SPDX-License-Identifier: GPL-2.0-or-later
#include "sandbox_attempts.h"

#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "serve/service.h"
#include "serve/textfile.h"

#define ATTEMPT(name) static int try_##name(const struct held *held __attribute__((unused)))

static int outcome(long ret)
{
	return ret < 0 ? -errno : 0;
}

ATTEMPT(map_lookup)
{
	uint32_t key = 0;
	uint64_t value = 0;
	int err = outcome(bpf_map_lookup_elem(held->map, &key, &value));

	return err ? err : value == 7 ? 0 : -ENODATA;
}

ATTEMPT(map_next_key)
{
	uint32_t next = 9;

	return outcome(bpf_map_get_next_key(held->map, NULL, &next));
}

ATTEMPT(map_lookup_batch)
{
	uint32_t position = 0, keys[2], count = 2;
	uint64_t values[2];

	if (bpf_map_lookup_batch(held->map, NULL, &position, keys, values, &count, NULL) &&
	    errno != ENOENT)
		return -errno;
	return count == 1 && values[0] == 7 ? 0 : -ENODATA;
}

ATTEMPT(object_info)
{
	struct bpf_prog_info info = {0};
	uint32_t bytes = sizeof(info);
	int err = outcome(bpf_obj_get_info_by_fd(held->program, &info, &bytes));

	return err ? err : info.type == BPF_PROG_TYPE_SOCKET_FILTER ? 0 : -ENODATA;
}

ATTEMPT(test_run)
{
	char packet[64] = {0};
	LIBBPF_OPTS(bpf_test_run_opts, opts, .data_in = packet, .data_size_in = sizeof(packet));

	return outcome(bpf_prog_test_run_opts(held->program, &opts));
}

ATTEMPT(memory)
{
	const size_t bytes = 64 << 20;
	char *at = malloc(bytes), *more;

	if (!at)
		return -ENOMEM;
	memset(at, 1, bytes);
	more = realloc(at, 2 * bytes);
	free(more ? more : at);
	return more ? 0 : -ENOMEM;
}

ATTEMPT(stdio)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *f = open_memstream(&text, &bytes);

	fprintf(f, "%s %f\n", "text", 1.5);
	fclose(f);
	free(text);
	return bytes ? outcome(fprintf(stderr, "%s", "")) : -EIO;
}

static int has_content(const char *path)
{
	char buf[64];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, buf, sizeof(buf));

	if (fd < 0 || n < 0)
		return -errno;
	close(fd);
	return n ? 0 : -ENODATA;
}

ATTEMPT(read_proc)
{
	int err = has_content("/proc/stat");

	if (!err)
		err = has_content("/proc/self/stat");
	return err ? err : has_content("/proc/self/mountinfo");
}

ATTEMPT(read_folder)
{
	DIR *dir = opendir("/sys/fs/cgroup");
	struct dirent *entry = dir ? readdir(dir) : NULL;
	struct stat st;
	int err = entry ? outcome(fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW)) :
			  -errno;

	if (dir)
		closedir(dir);
	return err;
}

ATTEMPT(clocks)
{
	struct timespec ts, little = {0, 1000};
	time_t now = time(NULL);
	struct rusage usage;
	struct tm tm;

	if (clock_gettime(CLOCK_MONOTONIC, &ts) || getrusage(RUSAGE_SELF, &usage) ||
	    nanosleep(&little, NULL))
		return -errno;
	return localtime_r(&now, &tm) ? 0 : -EIO;
}

ATTEMPT(random)
{
	char buf[8];

	return outcome(getrandom(buf, sizeof(buf), 0));
}

static int waits(int fd)
{
	struct epoll_event event = {.events = EPOLLIN};
	int epoll = epoll_create1(EPOLL_CLOEXEC);
	struct pollfd wake = {.fd = epoll, .events = POLLIN};
	struct timespec limit = {5, 0};
	int n;

	if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event))
		return -errno;
	n = ppoll(&wake, 1, &limit, NULL);
	if (n == 1)
		n = epoll_wait(epoll, &event, 1, 0);
	close(epoll);
	return n == 1 ? 0 : n < 0 ? -errno : -ETIME;
}

ATTEMPT(wake_up)
{
	int fd = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
	int err = fd < 0 ? -errno : waits(fd);

	close(fd);
	return err;
}

/* The test's other process has connected already. */
ATTEMPT(answer)
{
	int on = 1, err = waits(held->listening), fd;
	struct sockaddr_in peer;
	socklen_t bytes = sizeof(peer);

	if (err)
		return err;
	fd = accept4(held->listening, (struct sockaddr *)&peer, &bytes, SOCK_CLOEXEC | SOCK_NONBLOCK);
	if (fd < 0 || setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) ||
	    send(fd, "answer", 6, MSG_NOSIGNAL) != 6 || shutdown(fd, SHUT_RDWR))
		return -errno;
	close(fd);
	return 0;
}

static volatile sig_atomic_t came;
static void note(int sig)
{
	came = sig;
}

ATTEMPT(signal_itself)
{
	const struct sigaction action = {.sa_handler = note};

	if (sigaction(SIGUSR1, &action, NULL) || raise(SIGUSR1))
		return -errno;
	return came == SIGUSR1 ? 0 : -EIO;
}

ATTEMPT(ping_systemd)
{
	/* as it was started, or not, in the test's setup */
	service__ping();
	return 0;
}

#define OK(what) {#what, try_##what, true, false}
#define BPF_OK(what) {#what, try_##what, true, true}

const struct attempt allowed[] = {
	BPF_OK(map_lookup), BPF_OK(map_next_key), BPF_OK(map_lookup_batch), BPF_OK(object_info),
	BPF_OK(test_run), OK(memory), OK(stdio), OK(read_proc), OK(read_folder), OK(clocks),
	OK(random), OK(wake_up), OK(answer), OK(signal_itself), OK(ping_systemd),
};
const size_t n_allowed = sizeof(allowed) / sizeof(allowed[0]);

/* --- writing files ------------------------------------------------------------- */

static int create(const char *folder)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/made", folder);
	return outcome(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
}

static int remove_theirs(const char *folder)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/theirs", folder);
	return outcome(unlink(path));
}

static int rename_theirs(const char *folder)
{
	char from[128], to[128];

	snprintf(from, sizeof(from), "%s/theirs", folder);
	snprintf(to, sizeof(to), "%s/ours", folder);
	return outcome(rename(from, to));
}

ATTEMPT(create_inside) { return create(held->inside); }
ATTEMPT(create_outside) { return create(held->outside); }
ATTEMPT(remove_inside) { return remove_theirs(held->inside); }
ATTEMPT(remove_outside) { return remove_theirs(held->outside); }
ATTEMPT(rename_inside) { return rename_theirs(held->inside); }
ATTEMPT(rename_outside) { return rename_theirs(held->outside); }

const struct attempt writes_inside[] = {OK(create_inside), OK(rename_inside), OK(remove_inside)};
const struct attempt writes_outside[] = {OK(create_outside), OK(rename_outside), OK(remove_outside)};
const size_t n_writes = sizeof(writes_inside) / sizeof(writes_inside[0]);
