// SPDX-License-Identifier: GPL-2.0-or-later
#include "serve/http_route.h"

#include <microhttpd.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "export/negotiate.h"

#define MOST_HEADER 1024 /* bytes of an Accept that are looked at: real ones have 300 */
#define METHODS	    "GET, HEAD"

/* A header's lines joined by commas, as RFC 9110 has it (5.3). */
struct joined {
	const char *name;
	char text[MOST_HEADER];
	size_t n;
	bool found, too_long;
};

static enum MHD_Result join(void *arg, enum MHD_ValueKind kind, const char *name,
			    const char *value)
{
	struct joined *joined = arg;
	size_t room = sizeof(joined->text) - joined->n;
	int n;

	(void)kind;
	if (strcasecmp(name, joined->name) != 0)
		return MHD_YES;
	n = snprintf(joined->text + joined->n, room, "%s%s", joined->found ? ", " : "",
		     value ?: "");
	joined->found = true;
	joined->too_long = n < 0 || (size_t)n >= room;
	if (joined->too_long)
		return MHD_NO;
	joined->n += (size_t)n;
	return MHD_YES;
}

/* NULL: not sent, or longer than anybody's: half a wish is none. */
static const char *header(struct MHD_Connection *connection, const char *name,
			  struct joined *joined)
{
	*joined = (struct joined){.name = name};
	MHD_get_connection_values(connection, MHD_HEADER_KIND, join, joined);
	return joined->found && !joined->too_long ? joined->text : NULL;
}

bool http_route__has_body(struct MHD_Connection *connection)
{
	const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
							 MHD_HTTP_HEADER_CONTENT_LENGTH);

	return (length && strspn(length, "0") != strlen(length)) ||
	       MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
					   MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

static struct http_answer not_allowed(void)
{
	struct http_answer answer = http_answers__line(
		MHD_HTTP_METHOD_NOT_ALLOWED, "This path takes " METHODS " and nothing else.\n");

	if (answer.response &&
	    !MHD_add_response_header(answer.response, MHD_HTTP_HEADER_ALLOW, METHODS)) {
		MHD_destroy_response(answer.response);
		answer.response = NULL;
	}
	return answer;
}

struct http_answer http_route__answer(struct http_answers *answers,
				      struct MHD_Connection *connection, const char *path,
				      const char *method, bool *scrape)
{
	bool metrics = !strcmp(path, "/metrics"), page = !strcmp(path, "/");
	bool health = !strcmp(path, "/healthz"), get = !strcmp(method, MHD_HTTP_METHOD_GET);
	struct joined joined;
	bool gzip;

	*scrape = false;
	if (!metrics && !page && !health)
		return http_answers__line(MHD_HTTP_NOT_FOUND,
					  "Not found.  memcgtop has /metrics for Prometheus, "
					  "/healthz, and / for people.\n");
	if (!get && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return not_allowed();
	if (http_route__has_body(connection))
		return http_answers__line(MHD_HTTP_CONTENT_TOO_LARGE,
					  "A request here has no body.\n");
	if (health)
		return http_answers__health(answers);
	gzip = negotiate__gzip(header(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING, &joined));
	if (page)
		return http_answers__page(answers, gzip);
	*scrape = get;
	return http_answers__metrics(
		answers,
		negotiate__format(header(connection, MHD_HTTP_HEADER_ACCEPT, &joined)), gzip);
}
