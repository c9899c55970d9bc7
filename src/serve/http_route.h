/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which answer a request gets: by path, method, Accept and Accept-Encoding. */
#ifndef SERVE_HTTP_ROUTE_H
#define SERVE_HTTP_ROUTE_H

#include <stdbool.h>

#include "serve/http_answers.h"

struct MHD_Connection;

/* Does the request announce a body? */
bool http_route__has_body(struct MHD_Connection *connection);

/*
 * http_route__answer - for a request whose headers are there.  @path: without the
 * query.  *@scrape: whether it is the text of /metrics, to GET.
 */
struct http_answer http_route__answer(struct http_answers *answers,
				      struct MHD_Connection *connection, const char *path,
				      const char *method, bool *scrape);

#endif
