/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The unix socket among the sockets of listen.h, and its file. */
#ifndef SERVE_LISTEN_UNIX_H
#define SERVE_LISTEN_UNIX_H

/* NULL, or why @path can be no unix socket's. */
const char *listen_unix__bad(const char *path);

/* As listen__open. */
int listen_unix__open(const char *path);

/* Takes the file away if it is a socket. */
void listen_unix__forget(const char *path);

#endif
