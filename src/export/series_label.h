/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The value of the label "cgroup": a cgroup's path, folded to a depth, made
 * valid UTF-8 without control characters (model/name_text.h), bounded in
 * length, or hashed.  Escaping for a text format is the renderer's.  Pure.
 */
#ifndef EXPORT_SERIES_LABEL_H
#define EXPORT_SERIES_LABEL_H

#include <stddef.h>
#include <stdint.h>

#define LABEL_MOST_BYTES 512	/* of a label before escaping */
#define LABEL_KEY_LEAST	 16	/* bytes of a key */
#define LABEL_KEY_MOST	 1024

/* A key that hides names: HMAC-SHA256 of the path, its first 64 bits in hex. */
struct label_key {
	uint8_t bytes[LABEL_KEY_MOST];
	size_t n;
};

struct label_rules {
	unsigned int depth;		/* deeper cgroups are folded into their ancestor; 0: none is */
	const struct label_key *key;	/* NULL: names in clear.  Not owned. */
};

/*
 * series_label__of - the label of the cgroup at @path (raw bytes, "/a/b", "/" the root).
 * Two raw paths may come out alike: they are then one series.  A label that
 * would be longer than LABEL_MOST_BYTES is cut at a character and ends in "~"
 * and 16 hex digits of a hash of the whole, so that different paths stay apart.
 * Returns NULL when memory is short.  Caller frees.
 */
char *series_label__of(const char *path, const struct label_rules *rules);

/*
 * series_label__key_parse - a key from a file's @n bytes; a newline at the end is no
 * part of it.  Returns 0, or -EINVAL when it is too short or too long.
 */
int series_label__key_parse(const char *text, size_t n, struct label_key *key);

#endif
