/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file for node_exporter's textfile collector: replaced whole, or left as
 * it is.  Written beside itself under a name that the collector does not read
 * (no .prom ending), fsynced, mode 0644 whatever the umask, renamed.
 */
#ifndef SERVE_TEXTFILE_H
#define SERVE_TEXTFILE_H

#include <stddef.h>
#include <stdint.h>

struct textfile;

/*
 * textfile__open - @path must end in ".prom" and its folder exist and be
 * writable: tried here, so that a mistake is told at the start.  Temporary
 * files that a killed run of ours left beside it are taken away.
 * Returns 0 and *@file, or a negative errno after one line about it.
 */
int textfile__open(const char *path, struct textfile **file);
void textfile__close(struct textfile *file);

/*
 * textfile__write - replaces the content.  On failure the old file stays, no
 * temporary file does, and one line is logged: the first time, and then once a
 * minute with the number of failures; the first success after that is logged too.
 * Returns 0 or a negative errno.
 */
int textfile__write(struct textfile *file, const char *text, size_t bytes, uint64_t now_ns);

/* The folder, for the sandbox. */
const char *textfile__folder(const struct textfile *file);
uint64_t textfile__writes(const struct textfile *file);
uint64_t textfile__failures(const struct textfile *file);

#endif
