// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/http_names.h"

#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>

const char *http_names__resolve(const char *host, const char *port, struct addrinfo **found)
{
	struct addrinfo hints = {
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV,
		.ai_family = host ? AF_UNSPEC : AF_INET6,
		.ai_socktype = SOCK_STREAM,
	};
	int err = getaddrinfo(host, port, &hints, found);

	return err ? gai_strerror(err) : NULL;
}

void http_names__free(struct addrinfo *found)
{
	freeaddrinfo(found);
}
