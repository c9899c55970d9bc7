/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is answered.  A text is asked for, and compressed, once a snapshot at
 * most, and only when somebody wants it.  libmicrohttpd counts who still reads
 * an answer, so a slow reader keeps the text of its snapshot when a new one comes.
 */
#ifndef SERVE_HTTP_ANSWERS_H
#define SERVE_HTTP_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/http.h"

struct MHD_Response;
struct http_answers;

struct http_answer {
	unsigned int status;
	struct MHD_Response *response; /* NULL: memory is short */
	bool kept; /* until the next snapshot; else the caller destroys it once it is queued */
};

/* @pages is copied.  NULL when memory is short. */
struct http_answers *http_answers__new(const struct http_pages *pages);
void http_answers__free(struct http_answers *answers);

/* There is a new snapshot. */
void http_answers__refreshed(struct http_answers *answers);
/* Number of the snapshot, from 1. */
uint64_t http_answers__generation(const struct http_answers *answers);

struct http_answer http_answers__metrics(struct http_answers *answers,
					 enum exposition_format format, bool gzip);
struct http_answer http_answers__page(struct http_answers *answers, bool gzip);
struct http_answer http_answers__health(struct http_answers *answers);

/* A line of plain text. */
struct http_answer http_answers__line(unsigned int status, const char *line);

#endif
