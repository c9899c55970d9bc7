// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define VARINT_MOST 10 /* bytes of 64 bits */

void bytes__free(struct bytes *b)
{
	free(b->at);
	*b = (struct bytes){0};
}

uint8_t *bytes__reserve(struct bytes *b, size_t n)
{
	size_t room = b->room ?: 4096;
	uint8_t *at;

	if (b->failed)
		return NULL;
	while (room - b->n < n)
		room *= 2;
	if (room != b->room) {
		at = realloc(b->at, room);
		if (!at) {
			b->failed = true;
			return NULL;
		}
		b->at = at;
		b->room = room;
	}
	return b->at + b->n;
}

void bytes__put(struct bytes *b, const void *from, size_t n)
{
	uint8_t *to = bytes__reserve(b, n);

	if (!to || !n)
		return;
	memcpy(to, from, n);
	b->n += n;
}

void bytes__varint(struct bytes *b, uint64_t v)
{
	uint8_t *to = bytes__reserve(b, VARINT_MOST);
	size_t n = 0;

	if (!to)
		return;
	for (; v >= 0x80; v >>= 7)
		to[n++] = (uint8_t)(v | 0x80);
	to[n++] = (uint8_t)v;
	b->n += n;
}

void bytes__text(struct bytes *b, const char *text)
{
	size_t n = text ? strlen(text) : 0;

	bytes__varint(b, text ? n + 1 : 0);
	bytes__put(b, text, n);
}

uint64_t cursor__varint(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned int shift = 0; shift < 7 * VARINT_MOST; shift += 7) {
		uint8_t byte;

		if (c->bad || c->at == c->end)
			break;
		byte = *c->at++;
		/* The tenth byte has room for one bit only. */
		if (shift == 63 && byte > 1)
			break;
		v |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return v;
	}
	c->bad = true;
	return 0;
}

uint64_t cursor__count(struct cursor *c, uint64_t max)
{
	uint64_t v = cursor__varint(c);

	if (v <= max)
		return v;
	c->bad = true;
	return 0;
}

int cursor__text(struct cursor *c, size_t max, char **text)
{
	uint64_t n = cursor__count(c, max);

	*text = NULL;
	if (!n)
		return 0;
	n--;
	if ((uint64_t)(c->end - c->at) < n || memchr(c->at, 0, n)) {
		c->bad = true;
		return 0;
	}
	*text = strndup((const char *)c->at, n);
	c->at += n;
	return *text ? 0 : -ENOMEM;
}

static void put_zeros(struct packer *p)
{
	if (!p->zeros)
		return;
	bytes__varint(p->to, 0);
	bytes__varint(p->to, p->zeros - 1);
	p->zeros = 0;
}

void packer__put(struct packer *p, uint64_t difference)
{
	if (!difference) {
		p->zeros++;
		return;
	}
	put_zeros(p);
	bytes__varint(p->to, difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0));
}

void packer__end(struct packer *p)
{
	put_zeros(p);
}

uint64_t unpacker__get(struct unpacker *u)
{
	uint64_t v;

	if (u->zeros) {
		u->zeros--;
		return 0;
	}
	v = cursor__varint(u->from);
	if (v)
		return v >> 1 ^ (v & 1 ? UINT64_MAX : 0);
	u->zeros = cursor__varint(u->from);
	return 0;
}
