// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording/scan.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_BYTES 65536
/*
 * Headers that promise payloads which are not theirs could make us read most of
 * a file for each of them.  Beyond this much in vain such a frame is skipped
 * with its payload, not searched for others.
 */
#define WASTE_MOST (256u << 20)

/* Reads @n bytes at @at, fewer only at the end of the file.  Bytes read, or a negative errno. */
static ssize_t read_at(int fd, void *to, size_t n, off_t at)
{
	size_t done = 0;

	while (done < n) {
		ssize_t got = pread(fd, (char *)to + done, n - done, at + (off_t)done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		done += (size_t)got;
	}
	return (ssize_t)done;
}

/* Moves to the next magic from scan->at on; -ENODATA leaves it at the end of the file. */
static int find_magic(struct scan *scan)
{
	uint8_t *window;

	scan->window.n = 0;
	window = bytes__reserve(&scan->window, WINDOW_BYTES);
	if (!window)
		return -ENOMEM;
	for (;;) {
		ssize_t got = read_at(scan->fd, window, WINDOW_BYTES, scan->at);
		const uint8_t *magic;

		if (got < 0)
			return (int)got;
		magic = memmem(window, (size_t)got, FRAME_MAGIC, FRAME_MAGIC_BYTES);
		if (magic) {
			scan->at += magic - window;
			return 0;
		}
		if (got < WINDOW_BYTES) {
			scan->at += got;
			return -ENODATA;
		}
		scan->at += got - (FRAME_MAGIC_BYTES - 1);
	}
}

/* A sound header at scan->at?  -EBADMSG: none; -ENODATA: the file ends there. */
static int read_header(struct scan *scan, struct frame_header *header)
{
	uint8_t at[FRAME_HEADER_BYTES];
	ssize_t got = read_at(scan->fd, at, sizeof(at), scan->at);

	if (got < 0)
		return (int)got;
	if (!got)
		return -ENODATA;
	return got == sizeof(at) && frame__read_header(at, header) ? 0 : -EBADMSG;
}

static int read_payload(struct scan *scan, const struct frame_header *header)
{
	ssize_t got;

	scan->stored.n = 0;
	if (!bytes__reserve(&scan->stored, header->stored_bytes + 1u))
		return -ENOMEM;
	got = read_at(scan->fd, scan->stored.at, header->stored_bytes,
		      scan->at + FRAME_HEADER_BYTES);
	if (got < 0)
		return (int)got;
	if ((size_t)got < header->stored_bytes || !frame__payload_sound(header, scan->stored.at))
		return -EBADMSG;
	return frame__inflate(header, scan->stored.at, &scan->payload);
}

/* Is all of the payload there?  0, -EBADMSG or a negative errno. */
static int check_length(struct scan *scan, const struct frame_header *header)
{
	off_t end = scan->at + FRAME_HEADER_BYTES + (off_t)header->stored_bytes;
	uint8_t last;
	ssize_t got = read_at(scan->fd, &last, 1, end - 1);

	return got < 0 ? (int)got : got == 1 ? 0 : -EBADMSG;
}

static int read_frame(struct scan *scan, struct frame_header *header, bool payload)
{
	int err = read_header(scan, header);

	if (err) {
		header->stored_bytes = 0;
		return err;
	}
	err = check_length(scan, header);
	return !err && payload ? read_payload(scan, header) : err;
}

/* Nothing whole begins here. */
static void pass(struct scan *scan, const struct frame_header *header)
{
	scan->at++;
	scan->wasted += header->stored_bytes;
	if (scan->wasted > WASTE_MOST)
		scan->at += (off_t)header->stored_bytes;
}

static int next(struct scan *scan, struct scanned *found, bool payload)
{
	off_t start = scan->at;
	int err;

	while ((err = read_frame(scan, &found->header, payload)) == -EBADMSG) {
		pass(scan, &found->header);
		err = find_magic(scan);
		if (err)
			break;
	}
	found->at = scan->at;
	found->skipped = (uint64_t)(scan->at - start);
	if (err)
		return err;
	scan->wasted = 0;
	scan->at += FRAME_HEADER_BYTES + (off_t)found->header.stored_bytes;
	return 0;
}

int scan__next(struct scan *scan, struct scanned *found)
{
	return next(scan, found, true);
}

int scan__next_header(struct scan *scan, struct scanned *found)
{
	return next(scan, found, false);
}

void scan__clear(struct scan *scan)
{
	bytes__free(&scan->stored);
	bytes__free(&scan->payload);
	bytes__free(&scan->window);
}
