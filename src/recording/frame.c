// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/frame.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

#define LEVEL 6

/* The fuzzer's build: it would never guess a checksum, and reach nothing behind one. */
#ifdef RECORDING_IGNORE_CRC
#define CRC_MATTERS false
#else
#define CRC_MATTERS true
#endif

static void put(uint8_t *at, unsigned int bytes, uint64_t v)
{
	for (unsigned int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(v >> 8 * i);
}

static uint64_t get(const uint8_t *at, unsigned int bytes)
{
	uint64_t v = 0;

	for (unsigned int i = 0; i < bytes; i++)
		v |= (uint64_t)at[i] << 8 * i;
	return v;
}

static uint32_t checksum(const uint8_t *at, size_t n)
{
	return (uint32_t)crc32_z(0, at, n);
}

static void write_header(uint8_t *at, const struct frame_header *header)
{
	memcpy(at, FRAME_MAGIC, FRAME_MAGIC_BYTES);
	put(at + 8, 2, header->type);
	put(at + 10, 2, header->flags);
	put(at + 12, 4, header->seq);
	put(at + 16, 4, header->stored_bytes);
	put(at + 20, 4, header->inflated_bytes);
	put(at + 24, 8, header->time_ns);
	put(at + 32, 4, header->payload_crc);
	put(at + 36, 4, checksum(at, 36));
}

int frame__append(struct bytes *to, struct frame_header *header, const struct bytes *payload)
{
	uLongf stored = compressBound(payload->n);
	uint8_t *at;

	if (payload->failed)
		return -ENOMEM;
	if (payload->n > FRAME_MAX_PAYLOAD)
		return -E2BIG;
	at = bytes__reserve(to, FRAME_HEADER_BYTES + stored);
	if (!at || compress2(at + FRAME_HEADER_BYTES, &stored, payload->at, payload->n, LEVEL))
		return -ENOMEM;
	if (stored > FRAME_MAX_PAYLOAD)
		return -E2BIG;
	header->stored_bytes = (uint32_t)stored;
	header->inflated_bytes = (uint32_t)payload->n;
	header->payload_crc = checksum(at + FRAME_HEADER_BYTES, stored);
	write_header(at, header);
	to->n += FRAME_HEADER_BYTES + stored;
	return 0;
}

bool frame__read_header(const uint8_t *at, struct frame_header *header)
{
	if (memcmp(at, FRAME_MAGIC, FRAME_MAGIC_BYTES))
		return false;
	if (CRC_MATTERS && get(at + 36, 4) != checksum(at, 36))
		return false;
	*header = (struct frame_header){
		.type = (uint16_t)get(at + 8, 2),
		.flags = (uint16_t)get(at + 10, 2),
		.seq = (uint32_t)get(at + 12, 4),
		.stored_bytes = (uint32_t)get(at + 16, 4),
		.inflated_bytes = (uint32_t)get(at + 20, 4),
		.time_ns = get(at + 24, 8),
		.payload_crc = (uint32_t)get(at + 32, 4),
	};
	return header->stored_bytes <= FRAME_MAX_PAYLOAD &&
	       header->inflated_bytes <= FRAME_MAX_PAYLOAD;
}

bool frame__payload_sound(const struct frame_header *header, const uint8_t *stored)
{
	return !CRC_MATTERS || checksum(stored, header->stored_bytes) == header->payload_crc;
}

int frame__inflate(const struct frame_header *header, const uint8_t *stored, struct bytes *to)
{
	uLongf n = header->inflated_bytes;

	to->n = 0;
	/* zlib wants a place even for nothing. */
	if (!bytes__reserve(to, n + 1))
		return -ENOMEM;
	switch (uncompress(to->at, &n, stored, header->stored_bytes)) {
	case Z_OK:
		break;
	case Z_MEM_ERROR:
		return -ENOMEM;
	default:
		return -EBADMSG;
	}
	if (n != header->inflated_bytes)
		return -EBADMSG;
	to->n = n;
	return 0;
}
