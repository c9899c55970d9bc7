// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/listen_unix.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "util/log.h"

#define MODE_MASK 0117 /* 0660: who may connect is a matter of the file's group */

const char *listen_unix__bad(const char *path)
{
	if (*path != '/')
		return "a unix socket needs a path from the root: unix:/path";
	if (strlen(path) >= sizeof(((struct sockaddr_un *)NULL)->sun_path))
		return "the path of a unix socket has at most 107 bytes";
	return NULL;
}

static struct sockaddr_un address_of(const char *path)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	strcpy(at.sun_path, path); /* checked by listen_unix__bad */
	return at;
}

/* Nobody listens there any more: whoever made it was killed. */
static bool is_stale(int fd, const struct sockaddr_un *at)
{
	struct stat st;

	return !lstat(at->sun_path, &st) && S_ISSOCK(st.st_mode) &&
	       connect(fd, (const struct sockaddr *)at, sizeof(*at)) && errno == ECONNREFUSED;
}

static int bind_private(int fd, const struct sockaddr_un *at)
{
	mode_t mask = umask(MODE_MASK);
	int err = bind(fd, (const struct sockaddr *)at, sizeof(*at)) ? -errno : 0;

	umask(mask);
	return err;
}

static int make_socket(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	return fd < 0 ? -errno : fd;
}

/* A second socket asks, for one that was refused is not to be bound. */
static int replace_stale(int fd, const struct sockaddr_un *at)
{
	int probe = make_socket();
	bool stale;

	if (probe < 0)
		return probe;
	stale = is_stale(probe, at);
	close(probe);
	if (!stale)
		return -EADDRINUSE;
	if (unlink(at->sun_path) && errno != ENOENT)
		return -errno;
	log__verbose("unix:%s: replaced a socket that nobody listened on", at->sun_path);
	return bind_private(fd, at);
}

static const char *remedy(int err)
{
	switch (err) {
	case EADDRINUSE:
		return "a process listens there, or it is no socket: choose another path";
	case ENOENT:
	case ENOTDIR:
		return "make its folder first";
	case EACCES:
	case EPERM:
	case EROFS:
		return "choose a folder this user may write to, such as below /run";
	default:
		return "choose another path";
	}
}

int listen_unix__open(const char *path)
{
	struct sockaddr_un at = address_of(path);
	int fd = make_socket(), err;

	err = fd < 0 ? fd : bind_private(fd, &at);
	if (err == -EADDRINUSE)
		err = replace_stale(fd, &at);
	if (!err && listen(fd, SOMAXCONN))
		err = -errno;
	if (!err)
		return fd;
	log__error("--listen unix:%s: %s; %s", path, strerror(-err), remedy(-err));
	if (fd >= 0)
		close(fd);
	return err;
}

void listen_unix__forget(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISSOCK(st.st_mode) && unlink(path))
		log__verbose("unix:%s: left behind: %s", path, strerror(errno));
}
