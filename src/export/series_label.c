// SPDX-License-Identifier: GPL-2.0-or-later
#include "export/series_label.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nettle/hmac.h>
#include <nettle/sha2.h>

#include "model/name_text.h"

#define HASH_BYTES  8 /* shown of a digest */
#define HASH_DIGITS (2 * HASH_BYTES)

/* The ancestor of @path at @depth, or @path itself when it is no deeper; with its first slash. */
static char *fold(const char *path, unsigned int depth)
{
	const char *end;
	char *folded;

	path += *path == '/';
	end = path + strlen(path);
	if (depth) {
		const char *p = path;

		for (unsigned int i = 0; i < depth && *p; i++) {
			p += strspn(p, "/");
			p += strcspn(p, "/");
		}
		end = p;
	}
	folded = malloc((size_t)(end - path) + 2);
	if (!folded)
		return NULL;
	folded[0] = '/';
	memcpy(folded + 1, path, (size_t)(end - path));
	folded[end - path + 1] = '\0';
	return folded;
}

static void put_hex(char *out, const uint8_t digest[SHA256_DIGEST_SIZE])
{
	for (int i = 0; i < HASH_BYTES; i++)
		sprintf(out + 2 * i, "%02x", digest[i]);
}

static char *hidden(const char *folded, const struct label_key *key)
{
	char *label = malloc(HASH_DIGITS + 1);
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct hmac_sha256_ctx ctx;

	if (!label)
		return NULL;
	hmac_sha256_set_key(&ctx, key->n, key->bytes);
	hmac_sha256_update(&ctx, strlen(folded), (const uint8_t *)folded);
	hmac_sha256_digest(&ctx, sizeof(digest), digest);
	put_hex(label, digest);
	return label;
}

/* Cuts a printable path, and tells it from others by a hash of the raw one. */
static void shorten(char *text, const char *folded)
{
	size_t at = LABEL_MOST_BYTES - HASH_DIGITS - 1;
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx ctx;

	/* Not within a character: its later bytes are 10xxxxxx. */
	while (((unsigned char)text[at] & 0xc0) == 0x80)
		at--;
	sha256_init(&ctx);
	sha256_update(&ctx, strlen(folded), (const uint8_t *)folded);
	sha256_digest(&ctx, sizeof(digest), digest);
	text[at] = '~';
	put_hex(text + at + 1, digest);
}

char *series_label__of(const char *path, const struct label_rules *rules)
{
	char *folded = fold(path, rules->depth);
	char *label;

	if (!folded)
		return NULL;
	label = rules->key ? hidden(folded, rules->key) : name__printable(folded);
	if (label && strlen(label) > LABEL_MOST_BYTES)
		shorten(label, folded);
	free(folded);
	return label;
}

int series_label__key_parse(const char *text, size_t n, struct label_key *key)
{
	if (n && text[n - 1] == '\n')
		n--;
	if (n < LABEL_KEY_LEAST || n > LABEL_KEY_MOST)
		return -EINVAL;
	memcpy(key->bytes, text, n);
	key->n = n;
	return 0;
}
