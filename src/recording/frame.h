/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames: what a recording consists of, one after the other.  Each is a header
 * of 40 bytes and a payload compressed on its own.  All numbers are little-
 * endian, whatever the machine:
 *
 *    0  magic   89 4d 43 54 52 45 43 0a ("\x89MCTREC\n")
 *    8  u16     type
 *   10  u16     flags: 1 keyframe
 *   12  u32     sequence number, 1 for the first frame; counts frames that could
 *               not be written too
 *   16  u32     bytes of the payload as stored
 *   20  u32     bytes of the payload when inflated (zlib)
 *   24  u64     time: monotonic, nanoseconds; of a snapshot: when it was taken
 *   32  u32     crc32 (zlib's) of the payload as stored
 *   36  u32     crc32 of the 36 bytes before
 */
#ifndef RECORDING_FRAME_H
#define RECORDING_FRAME_H

#include "recording/bytes.h"

#define FRAME_HEADER_BYTES  40
#define FRAME_MAX_PAYLOAD   (32u << 20) /* stored, and inflated */
#define FRAME_MAGIC	    "\x89MCTREC\n"
#define FRAME_MAGIC_BYTES   8
#define FRAME_FLAG_KEYFRAME 1u

/* Others are skipped: a later minor version may add some. */
enum frame_type {
	FRAME_INFO = 1,	    /* JSON: who measured what (info_json.h); before each keyframe */
	FRAME_SNAPSHOT = 2, /* snapshot_code.h */
	FRAME_END = 3,	    /* JSON: how CMD ended and what it said */
};

struct frame_header {
	uint16_t type, flags;
	uint32_t seq;
	uint32_t stored_bytes, inflated_bytes;
	uint64_t time_ns;
	uint32_t payload_crc;
};

/*
 * frame__append - @payload as a whole frame behind @to.  Type, flags, sequence
 * number and time are the caller's; the rest of @header is filled in.
 * Returns 0, -ENOMEM, or -E2BIG for a payload above the limit.
 */
int frame__append(struct bytes *to, struct frame_header *header, const struct bytes *payload);

/* Is there a sound header at @at (FRAME_HEADER_BYTES)?  Then it is in *@header. */
bool frame__read_header(const uint8_t *at, struct frame_header *header);

/* Are these stored_bytes at @stored the payload the header speaks of? */
bool frame__payload_sound(const struct frame_header *header, const uint8_t *stored);

/* frame__inflate - the payload into @to, emptied first.  0, -EBADMSG or -ENOMEM. */
int frame__inflate(const struct frame_header *header, const uint8_t *stored, struct bytes *to);

#endif
