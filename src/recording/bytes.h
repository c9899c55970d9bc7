/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes being put together, and bytes being taken apart.  Numbers are varints:
 * seven bits a byte, lowest first, the top bit says that more follow.  Signed
 * ones are zigzagged first (0, -1, 1, -2, ...), so that small stays short.
 */
#ifndef RECORDING_BYTES_H
#define RECORDING_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Grows as needed; zeroed is empty.  Free with bytes__free. */
struct bytes {
	uint8_t *at;
	size_t n, room;
	bool failed; /* memory was short: what follows was dropped */
};

void bytes__free(struct bytes *b);
/* Room for @n more, or NULL; the caller then moves n. */
uint8_t *bytes__reserve(struct bytes *b, size_t n);
void bytes__put(struct bytes *b, const void *from, size_t n);
void bytes__varint(struct bytes *b, uint64_t v);
/* Length plus one and the bytes of @text; 0 for NULL. */
void bytes__text(struct bytes *b, const char *text);

/* A varint too long or running out of bytes sets bad, after which everything read is 0. */
struct cursor {
	const uint8_t *at, *end;
	bool bad;
};

uint64_t cursor__varint(struct cursor *c);
/* As cursor__varint, but bad above @max. */
uint64_t cursor__count(struct cursor *c, uint64_t max);
/*
 * A text written by bytes__text: *@text is a copy to free, or NULL for NULL.
 * Bad when it has a NUL byte or is longer than @max.  Returns 0 or -ENOMEM.
 */
int cursor__text(struct cursor *c, size_t max, char **text);

/*
 * Differences, most of which are zero: each a varint, a run of zeros the byte 0
 * and its length less one.
 */
struct packer {
	struct bytes *to;
	uint64_t zeros;
};

void packer__put(struct packer *p, uint64_t difference);
void packer__end(struct packer *p);

struct unpacker {
	struct cursor *from;
	uint64_t zeros;
};

uint64_t unpacker__get(struct unpacker *u);

#endif
