// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/listen.h"

#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "serve/http_names.h"
#include "serve/listen_unix.h"
#include "util/log.h"
#include "util/number.h"

/* An address taken apart. */
struct place {
	const char *path; /* of a unix socket, or NULL */
	char host[256];	  /* "": every address */
	char port[8];
};

static const char *split_port(const char *text, struct place *place)
{
	uint64_t port;

	if (number__parse_count(text, 0, 65535, &port))
		return "the port is no number from 0 to 65535";
	snprintf(place->port, sizeof(place->port), "%u", (unsigned int)port);
	return NULL;
}

static const char *split_host(const char *host, size_t bytes, struct place *place)
{
	if (bytes >= sizeof(place->host))
		return "the host's name is too long";
	memcpy(place->host, host, bytes);
	place->host[bytes] = '\0';
	for (size_t i = 0; i < bytes; i++) {
		if (isspace((unsigned char)host[i]) || iscntrl((unsigned char)host[i]))
			return "there is a blank in it";
	}
	return NULL;
}

/* "[::1]" or "[::1]:19838" */
static const char *split_v6(const char *text, struct place *place)
{
	const char *end = strchr(text, ']');

	if (!end || end == text + 1)
		return "an IPv6 address is written as [ADDR]";
	if (!memchr(text, ':', (size_t)(end - text)))
		return "brackets are for IPv6 addresses";
	if (end[1] && end[1] != ':')
		return "after ] comes :PORT or nothing";
	return split_host(text + 1, (size_t)(end - text - 1), place)
		       ?: (end[1] ? split_port(end + 2, place) : NULL);
}

/* Takes @text apart.  NULL, or why that is no address. */
static const char *split(const char *text, struct place *place)
{
	const char *colon = strchr(text, ':');

	*place = (struct place){0};
	snprintf(place->port, sizeof(place->port), "%d", LISTEN_DEFAULT_PORT);
	if (!strncmp(text, "unix:", 5)) {
		place->path = text + 5;
		return listen_unix__bad(place->path);
	}
	if (!*text)
		return "it is empty";
	if (*text == '/')
		return "a unix socket is written as unix:/path";
	if (*text == '[')
		return split_v6(text, place);
	if (!colon) {
		if (text[strspn(text, "0123456789")] == '\0')
			return "a port alone is written as :PORT";
		return split_host(text, strlen(text), place);
	}
	if (strchr(colon + 1, ':'))
		return "an IPv6 address is written as [ADDR] or [ADDR]:PORT";
	return split_host(text, (size_t)(colon - text), place) ?: split_port(colon + 1, place);
}

const char *listen__bad(const char *address)
{
	struct place place;

	return split(address, &place);
}

static const char *remedy(int err)
{
	switch (err) {
	case EADDRINUSE:
		return "another process has this port: choose another one, or see ss -ltnp";
	case EADDRNOTAVAIL:
		return "no interface here has this address: ip addr shows those there are";
	case EACCES:
	case EPERM:
		return "ports below 1024 take CAP_NET_BIND_SERVICE: choose a higher one";
	case EAFNOSUPPORT:
		return "this kernel has no such family of addresses: choose one of another family";
	case EMFILE:
	case ENFILE:
		return "raise the limit on open files";
	default:
		return "see ip addr and ss -ltn";
	}
}

static int set_on(int fd, int level, int option, int value)
{
	return setsockopt(fd, level, option, &value, sizeof(value)) ? -errno : 0;
}

/* Both families on one socket where every address is meant; else only what is written. */
static int open_one(const struct addrinfo *at, bool every)
{
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int err;

	if (fd < 0)
		return -errno;
	err = set_on(fd, SOL_SOCKET, SO_REUSEADDR, 1);
	if (!err && at->ai_family == AF_INET6)
		err = set_on(fd, IPPROTO_IPV6, IPV6_V6ONLY, !every);
	if (!err && (bind(fd, at->ai_addr, at->ai_addrlen) || listen(fd, SOMAXCONN)))
		err = -errno;
	if (!err)
		return fd;
	close(fd);
	return err;
}

/* On a host without IPv6. */
static int open_every_v4(const char *port)
{
	uint64_t number = 0;
	struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr = {INADDR_ANY}};
	struct addrinfo at = {
		.ai_family = AF_INET,
		.ai_addr = (struct sockaddr *)&in,
		.ai_addrlen = sizeof(in),
	};

	number__parse_count(port, 0, 65535, &number);
	in.sin_port = htons((uint16_t)number);
	return open_one(&at, true);
}

static void tell_port(int fd, const char *address)
{
	struct sockaddr_storage at;
	socklen_t bytes = sizeof(at);

	if (getsockname(fd, (struct sockaddr *)&at, &bytes))
		return;
	log__verbose("listening on %s: port %u", address,
		     ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
						    : ((struct sockaddr_in *)&at)->sin_port));
}

static int open_ip(const char *address, const struct place *place)
{
	bool every = !place->host[0];
	struct addrinfo *found = NULL;
	const char *why = http_names__resolve(every ? NULL : place->host, place->port, &found);
	int fd = -EAFNOSUPPORT;

	if (why && !every) {
		log__error("--listen %s: %s: %s; write an address such as " LISTEN_DEFAULT, address,
			   place->host, why);
		return -EADDRNOTAVAIL;
	}
	for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next)
		fd = open_one(at, every);
	if (found)
		http_names__free(found);
	if (every && (fd == -EAFNOSUPPORT || fd == -EADDRNOTAVAIL))
		fd = open_every_v4(place->port);
	if (fd < 0)
		log__error("--listen %s: %s; %s", address, strerror(-fd), remedy(-fd));
	else
		tell_port(fd, address);
	return fd;
}

int listen__open(const char *address)
{
	struct place place;
	const char *why = split(address, &place);

	if (why) {
		log__error("--listen %s: %s; write ADDR:PORT, [v6]:PORT, :PORT or unix:/path",
			   address, why);
		return -EINVAL;
	}
	return place.path ? listen_unix__open(place.path) : open_ip(address, &place);
}

void listen__forget(const char *address)
{
	struct place place;

	if (!split(address, &place) && place.path)
		listen_unix__forget(place.path);
}
