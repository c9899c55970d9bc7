/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses from names.  Apart from listen.c because libc's resolver wants
 * shared libraries: the portable binary, without HTTP, does without it.
 */
#ifndef SERVE_HTTP_NAMES_H
#define SERVE_HTTP_NAMES_H

struct addrinfo;

/*
 * http_names__resolve - addresses to listen on at @host (NULL: all, IPv6 first) and
 * @port.  Returns NULL and *@found (free with http_names__free), or why not (static).
 */
const char *http_names__resolve(const char *host, const char *port, struct addrinfo **found);
void http_names__free(struct addrinfo *found);

#endif
