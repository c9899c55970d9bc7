/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which format and coding a scraper asks for (RFC 9110, sections 12.5.1 and 12.5.3).  Pure. */
#ifndef EXPORT_NEGOTIATE_H
#define EXPORT_NEGOTIATE_H

#include <stdbool.h>

#include "export/exposition.h"

/*
 * negotiate__format - the format for an Accept header (NULL: none was sent).
 * OpenMetrics only when it is asked for by name, version 1.0.0, 0.0.1 or none, and not less
 * wanted than text; anything else, also what we cannot give, gets the text format.
 */
enum exposition_format negotiate__format(const char *accept);

/* Does Accept-Encoding (NULL: none) take gzip, by name or by "*", with q above 0? */
bool negotiate__gzip(const char *accept_encoding);

#endif
