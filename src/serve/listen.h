/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Listening sockets for export: made from an address, or given by systemd. */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include <stddef.h>

#define LISTEN_DEFAULT_PORT 19838
#define LISTEN_DEFAULT	    "127.0.0.1:19838"

/*
 * listen__open - a listening, non-blocking socket for "ADDR:PORT", "[v6]:PORT",
 * ":PORT" (every address, both families), "ADDR" or "[v6]" (the default port), or
 * "unix:/path" (mode 0660; a stale socket file is replaced, a live one is not).
 * Numeric addresses and names of /etc/hosts; port 0 takes any, told by a line of log__verbose.
 * Returns the descriptor, or a negative errno after one line about it.
 */
int listen__open(const char *address);

/* Takes away the file of a unix socket that listen__open made. */
void listen__forget(const char *address);

/*
 * listen__inherited - sockets passed by systemd (LISTEN_FDS; sd_listen_fds(3)).
 * Writes up to @max descriptors to @fds and takes the variables out of the environment.
 * Returns their number, or a negative errno after one line about it: one that
 * is no listening stream socket.
 */
int listen__inherited(int *fds, size_t max);

/* Is @address one that listen__open could take?  For early errors; NULL, or why not. */
const char *listen__bad(const char *address);

#endif
