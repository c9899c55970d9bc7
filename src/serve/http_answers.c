// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/http_answers.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define GZIP_LEVEL  1 /* the text repeats itself: more effort gains little */
#define GZIP_WINDOW (15 + 16)
#define RETRY_AFTER "1"

/* Texts: one for each format of the scrape, then the page. */
#define TEXT_PAGE EXPOSITION_NR
#define TEXT_NR	  (EXPOSITION_NR + 1)

struct http_answers {
	struct http_pages pages;
	uint64_t generation;
	struct MHD_Response *kept[TEXT_NR][2]; /* plain, gzip; NULL: not asked for yet */
};

struct http_answers *http_answers__new(const struct http_pages *pages)
{
	struct http_answers *answers = calloc(1, sizeof(*answers));

	if (answers) {
		answers->pages = *pages;
		answers->generation = 1;
	}
	return answers;
}

void http_answers__refreshed(struct http_answers *answers)
{
	answers->generation++;
	for (int t = 0; t < TEXT_NR; t++) {
		for (int z = 0; z < 2; z++) {
			if (answers->kept[t][z])
				MHD_destroy_response(answers->kept[t][z]);
			answers->kept[t][z] = NULL;
		}
	}
}

void http_answers__free(struct http_answers *answers)
{
	if (answers)
		http_answers__refreshed(answers);
	free(answers);
}

uint64_t http_answers__generation(const struct http_answers *answers)
{
	return answers->generation;
}

/* @text compressed, to be freed, or NULL. */
static void *compress_text(const char *text, size_t bytes, size_t *n)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)text};
	unsigned char *out = NULL;
	size_t room;
	bool done;

	if (bytes > UINT32_MAX / 2)
		return NULL; /* zlib counts in 32 bits */
	if (deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		return NULL;
	room = deflateBound(&z, bytes);
	out = malloc(room);
	z.avail_in = (uInt)bytes;
	z.next_out = out;
	z.avail_out = (uInt)room;
	done = out && deflate(&z, Z_FINISH) == Z_STREAM_END;
	*n = z.total_out;
	deflateEnd(&z);
	if (!done) {
		free(out);
		return NULL;
	}
	return realloc(out, *n) ?: out; /* the bound is a bit more than the text */
}

static bool add_headers(struct MHD_Response *response, int text, bool gzip)
{
	const char *type = text == TEXT_PAGE
				   ? "text/html; charset=utf-8"
				   : exposition__content_type((enum exposition_format)text);
	const struct {
		bool wanted;
		const char *name, *value;
	} headers[] = {
		{true, MHD_HTTP_HEADER_CONTENT_TYPE, type},
		{true, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
		{true, "X-Content-Type-Options", "nosniff"},
		{text != TEXT_PAGE, MHD_HTTP_HEADER_VARY, "Accept, Accept-Encoding"},
		{text == TEXT_PAGE, MHD_HTTP_HEADER_VARY, "Accept-Encoding"},
		{gzip, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip"},
		{text == TEXT_PAGE, "Content-Security-Policy",
		 "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
		 "form-action 'none'; frame-ancestors 'none'"},
		{text == TEXT_PAGE, "Referrer-Policy", "no-referrer"},
	};

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++) {
		if (headers[i].wanted &&
		    !MHD_add_response_header(response, headers[i].name, headers[i].value))
			return false;
	}
	return true;
}

static struct MHD_Response *make_response(const char *text, size_t bytes, int kind, bool gzip)
{
	struct MHD_Response *response;
	void *packed = NULL;
	size_t n = bytes;

	if (gzip) {
		packed = compress_text(text, bytes, &n);
		if (!packed)
			return NULL;
	}
	response = packed ? MHD_create_response_from_buffer(n, packed, MHD_RESPMEM_MUST_FREE)
			  : MHD_create_response_from_buffer(n, (void *)(uintptr_t)text,
							    MHD_RESPMEM_MUST_COPY);
	if (!response) {
		free(packed);
		return NULL;
	}
	if (!add_headers(response, kind, gzip)) {
		MHD_destroy_response(response);
		return NULL;
	}
	return response;
}

struct http_answer http_answers__line(unsigned int status, const char *line)
{
	struct http_answer answer = {.status = status};
	struct MHD_Response *r = MHD_create_response_from_buffer(
		strlen(line), (void *)(uintptr_t)line, MHD_RESPMEM_MUST_COPY);

	if (!r)
		return answer;
	if (MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8") &&
	    MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store") &&
	    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff") &&
	    (status != MHD_HTTP_SERVICE_UNAVAILABLE ||
	     MHD_add_response_header(r, MHD_HTTP_HEADER_RETRY_AFTER, RETRY_AFTER)))
		answer.response = r;
	else
		MHD_destroy_response(r);
	return answer;
}

static struct http_answer unavailable(int err)
{
	return http_answers__line(MHD_HTTP_SERVICE_UNAVAILABLE,
				  err == -EAGAIN
					  ? "There is no snapshot yet: try again in a moment.\n"
					  : "The text could not be made: memory is short.\n");
}

static int ask_for(struct http_answers *answers, int kind, const char **text, size_t *bytes)
{
	const struct http_pages *pages = &answers->pages;

	return kind == TEXT_PAGE ? pages->page(pages->arg, text, bytes)
				 : pages->metrics(pages->arg, (enum exposition_format)kind, text,
						  bytes);
}

/* MHD_Response counts its users, but has no call to add one: the kept one is queued as it is. */
static struct http_answer kept_text(struct http_answers *answers, int kind, bool gzip)
{
	struct MHD_Response **kept = &answers->kept[kind][gzip];
	const char *text;
	size_t bytes;
	int err;

	if (!*kept) {
		err = ask_for(answers, kind, &text, &bytes);
		if (err)
			return unavailable(err);
		*kept = make_response(text, bytes, kind, gzip);
		if (!*kept)
			return unavailable(-ENOMEM);
	}
	return (struct http_answer){.status = MHD_HTTP_OK, .response = *kept, .kept = true};
}

struct http_answer http_answers__metrics(struct http_answers *answers,
					 enum exposition_format format, bool gzip)
{
	return kept_text(answers, (int)format, gzip);
}

struct http_answer http_answers__page(struct http_answers *answers, bool gzip)
{
	return kept_text(answers, TEXT_PAGE, gzip);
}

struct http_answer http_answers__health(struct http_answers *answers)
{
	const char *ill = answers->pages.ill(answers->pages.arg);
	struct http_answer answer;
	char *line;

	if (!ill)
		return http_answers__line(MHD_HTTP_OK, "ok\n");
	if (asprintf(&line, "%s\n", ill) < 0)
		return unavailable(-ENOMEM);
	answer = http_answers__line(MHD_HTTP_SERVICE_UNAVAILABLE, line);
	free(line);
	return answer;
}
